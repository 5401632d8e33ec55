"""``signifer update``: another version on a card of the image, tried once, and kept if its table comes up healthy."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from signifer_core.errors import Fault, SigniferError, worded

from .common import finish

if TYPE_CHECKING:
    from signifer_firmware.system.facts import Facts

OK, WENT_BACK = 0, 1
# As long as the slowest board may take from its start to its page.
HEALTHY_S = 300.0
TRY_ONCE = "--reboot-argument=0 tryboot"


def update(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="signifer-VERSION.update; without it, what became of the last update.",
            show_default=False,
        ),
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart/--no-restart", help="Restart into the new version at once.")
    ] = True,
    remove: Annotated[
        bool, typer.Option("--remove", help="Delete FILE afterwards, also if it is refused.", hidden=True)
    ] = False,
    settle: Annotated[
        bool,
        typer.Option("--settle", help="After a start: keep the version that runs, or go back.", hidden=True),
    ] = False,
    tell: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Have it told there, too, how far it is.", hidden=True),
    ] = None,
    root: Annotated[
        Path, typer.Option(metavar="DIR", help="Where the system's files are.", hidden=True)
    ] = Path("/"),
) -> None:
    """Put another version onto a card that was made from Signifer's image.

    It goes into the slot that does not run, is tried once, and stays if its table comes up healthy; else the version of
    now is back. Games, tags and settings are on a partition of their own. Exit status: 0 if all is well, 1 if a new
    version has to go back, 2 if it cannot be done.
    """

    def work() -> int:
        from signifer_firmware.system.facts import Facts

        facts = Facts(root)
        if settle:
            return _settle(facts)
        if file is None:
            return _tell(facts)
        say = _say if tell is None else partial(_told, tell)
        try:
            words = _install(facts, file, say)
        except (SigniferError, OSError) as error:
            if tell is not None:
                say(_without(file, error))
            raise
        finally:
            if remove:
                _remove(file)
        if restart:
            return _systemctl(*words)
        _say(f"to try it: sudo {shlex.join(['systemctl', *words])}")
        return OK

    finish(work)


def _install(facts: Facts, file: Path, say: Callable[[str], None]) -> tuple[str, ...]:
    """Done; how the restart is said that tries it."""
    from signifer_firmware.system.slots import card_of
    from signifer_firmware.system.update import install, installed

    card = card_of(facts)
    found = install(card, file, say)
    say(installed(found.version))
    return ("reboot", TRY_ONCE) if card.has_tryboot else ("reboot",)


def _remove(file: Path) -> None:
    from signifer_firmware.system.slots import Medium

    medium = Medium()
    with medium.writable(file.parent):
        medium.keep(file, None)


def _tell(facts: Facts) -> int:
    from signifer_firmware.system.slots import card_of
    from signifer_firmware.system.update import note_of, told

    card = card_of(facts)
    note = note_of(card)
    _say(f"slot {card.running} runs" + ("" if card.default in (None, card.running) else ", on trial"))
    if note is not None:
        _say(told(note))
    return OK


def _settle(facts: Facts) -> int:
    from signifer_firmware.system.health import is_healthy, within
    from signifer_firmware.system.slots import card_of
    from signifer_firmware.system.update import settle

    sentence, goes_back = settle(
        card_of(facts), lambda: within(HEALTHY_S, lambda: is_healthy(facts), time.monotonic, time.sleep)
    )
    if sentence:
        _say(sentence)
    if goes_back:
        _systemctl("reboot")
    return WENT_BACK if goes_back else OK


def _say(line: str) -> None:
    """At once: the next line may take minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _without(file: Path, error: SigniferError | OSError) -> str:
    """Why it was not installed, without the place of what was brought."""
    if isinstance(error, OSError) and not isinstance(error, SigniferError):
        return _of_card(error)
    said = error.args[0] if error.args and isinstance(error.args[0], Fault) else str(error)
    return worded(said, said.removeprefix(f"{file}: "))


def _of_card(error: OSError) -> Fault:
    """What the card does not do, in the words of a page: whatever file it was, it is the card."""
    from signifer_firmware.files.refused import FULL, refused

    if error.errno in FULL:
        return Fault(refused(error), "update-full")
    return Fault(refused(error), "update-disk", why=error.strerror or str(error))


def _told(file: Path, line: str) -> None:
    """Tell it there, too: a line, and what it can be said by in other languages as a second one."""
    from signifer_firmware.files.writing import write

    _say(line)
    cause = {"code": line.code, "figures": line.figures} if isinstance(line, Fault) else {}
    # Whoever is not there to read it is no reason to stop.
    with suppress(OSError):
        write(file, f"{line}\n{json.dumps(cause)}\n")


def _systemctl(*words: str) -> int:
    try:
        return subprocess.run(["systemctl", *words], check=False).returncode
    except OSError as error:
        raise SigniferError(
            f"systemctl cannot be run ({error.strerror}); restart this computer by hand"
        ) from None

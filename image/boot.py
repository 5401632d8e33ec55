"""``make image-boot``: the card starts in an emulator, is updated well and badly, and loses its power."""

from __future__ import annotations

import argparse
import gzip
import re
import sys
import tempfile
from pathlib import Path

from signifer_core.errors import SigniferError
from signifer_firmware.system import update_file

from .__main__ import CHUNK, Made, Steps, write_update
from .emulator import HOST, TOOLS, Card, Start
from .owner import phone
from .recipe import PROJECT, ImageError, missing_tools, run
from .usb import Board

READY = "ready: 0 of 5 readers"
TOLD, NOT_THERE = "ready: ", "missing: node"
INSTALLED = "is installed, and is tried at the next restart"
# Room for a version that is brought by the page.
MORE = 512 << 20
PARTS = ["start", "doctor", "update", "failing", "cut"]
# With a node whose twin takes its time: on a machine that is busy the emulated computer does not keep up with it, and
# nobody has seen this part to its end (docs/image.md).
PAGE_PART = "page"
# What the doctor finds at a table of which nothing but the computer is there. Without a network a Pi's clock is not
# set, too; this board has one of its own.
MISSING = {"node columns": "node-away"}
CHECK = re.compile(r'"name": "([^"]*)",.*?"state": "(\w+)",.*?"cause": "([^"]*)"', re.DOTALL)
DOCTOR = "/opt/signifer/bin/signifer doctor --json"


def unpacked(image: Path, work: Path) -> Card:
    card = work / "card.img"
    with gzip.open(image) as packed, card.open("wb") as file:
        at = 0
        while chunk := packed.read(CHUNK):
            if chunk.strip(b"\0"):
                file.seek(at)
                file.write(chunk)
            at += len(chunk)
        # A card is larger than its image.
        file.truncate(at + MORE)
    return Card(card)


def other_version(update: Path, work: Path, name: str, words: str) -> Path:
    """An update that differs in its build, and in what its kernel is told."""
    image, target = work / f"{name}.slot", work / f"{name}.update"
    with image.open("wb") as file:
        for chunk in update_file.chunks(update):
            file.write(chunk)
    build = f"{name.encode().hex():0<16}"[:16]
    old = update_file.manifest(update).build
    folder = work / name
    folder.mkdir()
    for file_name in ("build", "cmdline.txt"):
        run("mcopy", "-o", "-i", image, f"::{file_name}", folder / file_name)
        text = (folder / file_name).read_text(encoding="utf-8").replace(old, build)
        ending = f" {words}\n" if words and file_name == "cmdline.txt" else "\n"
        (folder / file_name).write_text(text.rstrip("\n") + ending, encoding="utf-8")
        run("mcopy", "-o", "-i", image, folder / file_name, f"::{file_name}")
    write_update(image, target, name, build)
    return target


def check(holds: bool, what: str) -> None:
    if not holds:
        raise ImageError(what)


def is_healthy(card: Card, work: Path, step: Steps) -> None:
    with Start(card, work) as start:
        check(start.page() == 200, "its page does not answer 200")
        start.wait_for(READY)
        start.wait_for("Finished signifer-settle.service")
        step(f"slot {start.partition}: the table runs, its page answers 200")
    check(card.end == card.path.stat().st_size, "the last partition does not reach to the card's end")


def doctor(card: Card, work: Path, step: Steps) -> None:
    """It names exactly what is missing."""
    with Start(card, work, extra=f'systemd.run="{DOCTOR}"') as start:
        start.restarted()
        failed = {name: cause for name, state, cause in CHECK.findall(start.console) if state == "fail"}
    check(failed == MISSING, f"the doctor misses {failed}")
    step(f"the doctor misses {failed}, and nothing else")


def updated(card: Card, work: Path, update: Path, step: Steps) -> None:
    """Into the other slot; a restart asks for it."""
    before = card.default
    card.put(1, update, "signifer.update")
    with Start(card, work) as start:
        start.wait_for(INSTALLED, 1800)
        start.restarted()
    is_asked_for(card, before)
    check(not card.has(1, "signifer.update"), "the file of the update is still there")
    step(f"{update.name} is in the other slot, and the next start tries it")


def is_asked_for(card: Card, before: int) -> None:
    # By Debian's kernel: the text says "once", and no flag is handed on.
    check(card.default != before, "the next start does not try what was installed")


def brought(card: Card, work: Path, update: Path, step: Steps) -> None:
    """By an owner's phone, at a table whose node is plugged in; and no command is said."""
    before = card.default
    with Board() as board:
        with Start(card, work, usb=board.port) as start:
            check(start.page() == 200, "its page does not answer 200")
            start.wait_for(TOLD)
            # A computer that is slow may hear its readers later; they are used below.
            check(NOT_THERE not in start.console, "its node is not found")
            step("its node is found by itself")
            with phone(start.port, HOST) as owner:
                owner.stand_at(board)
                step("a card that went where the page said has let the phone in")
                found = owner.bring(update)
                step(
                    f"version {found['version']}, build {found['build']}, is brought by the page and looked at"
                )
                owner.install(str(found["build"]))
            start.wait_for(INSTALLED, 1800)
            start.restarted()
        is_asked_for(card, before)
        step("what was brought is in the other slot, and the next start tries it")
        kept(card, work, before, step, usb=board.port)


def kept(card: Card, work: Path, before: int, step: Steps, usb: int | None = None) -> None:
    """The new version is healthy, and stays."""
    with Start(card, work, usb=usb) as start:
        check(start.partition != before, "the bootloader does not take the new slot")
        start.wait_for("is what starts from now on")
        check(start.page() == 200, "the new version's page does not answer 200")
    check(card.default != before, "the new version was healthy and was not kept")
    step("the new version is healthy, and is what starts from now on")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m image.boot", description=__doc__)
    parser.add_argument("made", type=Path, nargs="?", default=PROJECT / "build" / "image")
    parser.add_argument("--only", choices=[*PARTS, PAGE_PART], action="append")
    said = parser.parse_args()
    wanted = said.only or PARTS
    try:
        if missing := missing_tools(TOOLS):
            raise ImageError(f"these packages are missing here: apt-get install {' '.join(missing)}")
        with tempfile.TemporaryDirectory(prefix="signifer-boot-") as folder:
            tell(said.made, Path(folder), wanted, Steps())
    except (SigniferError, OSError) as error:
        sys.stderr.write(f"make image-boot: {error}\n")
        return 2
    return 0


def found(folder: Path) -> tuple[Path, Path]:
    """The card and the update of this version, whatever else was made before."""
    made = Made.of(folder)
    for path in (made.card, made.update):
        if not path.is_file():
            raise ImageError(f"{path} is missing; say make image first")
    return made.card, made.update


def tell(made: Path, work: Path, wanted: list[str], step: Steps) -> None:
    image, update = found(made)
    step(f"{image.name} and {update.name}")
    card = unpacked(image, work)
    if "start" in wanted:
        is_healthy(card, work, step)
    if "doctor" in wanted:
        doctor(card, work, step)
    if "update" in wanted:
        before = card.default
        updated(card, work, other_version(update, work, "well", ""), step)
        kept(card, work, before, step)
    if PAGE_PART in wanted:
        brought(card, work, other_version(update, work, "page", ""), step)
    if "failing" in wanted:
        before = card.default
        updated(card, work, other_version(update, work, "ill", "systemd.mask=signifer.service"), step)
        with Start(card, work) as start:
            check(start.partition != before, "the bootloader does not take the new slot")
            start.restarted(1200)
        check(card.default == before, "a version that is ill was kept")
        with Start(card, work) as start:
            start.wait_for("did not come up healthy")
            check(start.page() == 200, "the version before does not answer 200")
        step("a version that is ill went back by itself, and the one before says so")
    if "cut" in wanted:
        before = card.default
        card.put(1, other_version(update, work, "cut", ""), "signifer.update")
        with Start(card, work) as start:
            start.wait_for("writing version cut")
            start.cut()
        check(card.default == before, "a power cut has changed which slot starts")
        with Start(card, work) as start:
            check(start.page() == 200, "after a power cut the page does not answer 200")
            check(start.partition == before, "after a power cut another slot starts")
        step("the power went while a slot was written: the version before runs")


if __name__ == "__main__":
    sys.exit(main())

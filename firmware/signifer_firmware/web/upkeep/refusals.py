"""Why something was refused, for a page of upkeep: the sentence, in English, and by what the page says it in its own
language (`Fault`): ``code``, a word of its catalogues behind "upkeep.why.", and ``figures`` for what stands in it."""

from __future__ import annotations

import errno
from pathlib import Path

from signifer_core.errors import ConfigError, Fault, SigniferError, worded
from signifer_core.json_values import Json

from signifer_firmware.files.refused import FORBIDDEN, FULL

NOTHING_KEPT = Fault("nothing is kept at this table", "nothing-kept")


def faults_of(error: SigniferError | OSError, *, at_store: bool = False) -> list[str]:
    """All that an error says was wrong; ``at_store`` says that it was about the folder of the store, where the table's
    program may write as long as the disk lets it."""
    if isinstance(error, ConfigError):
        return error.faults
    if isinstance(error, SigniferError):
        (said,) = error.args or ("",)
        return [said if isinstance(said, Fault) else str(error)]
    return [_of_disk(error, at_store=at_store)]


def causes(faults: list[str]) -> list[Json]:
    """By what a page says each of them; nothing for one that has no code."""
    found = list[Json]()
    for fault in faults:
        if isinstance(fault, Fault):
            figures: dict[str, Json] = {**fault.figures}
            found.append({"code": fault.code, "figures": figures})
        else:
            found.append({})
    return found


def without_place(error: SigniferError, path: Path) -> str:
    """The line of an error without the place on the table's computer with which it begins."""
    (fault,) = faults_of(error)
    return worded(fault, fault.removeprefix(f"{path}: "))


def _of_disk(error: OSError, *, at_store: bool) -> Fault:
    why = error.strerror or str(error)
    file = str(error.filename or "the file")
    said, name = f"{file}: cannot be written ({why})", Path(file).name
    if error.errno in FULL:
        return Fault(said, "disk-full")
    if at_store and error.errno == errno.EROFS:
        return Fault(said, "disk-read-only")
    # Anywhere else it is systemd that has a folder read-only for the service.
    if error.errno in {*FORBIDDEN, errno.EROFS}:
        return Fault(said, "not-writable", file=name)
    return Fault(said, "unwritable", file=name, why=why)

"""What the system refuses is told with the file that is meant, why, and what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from PIL import Image
from signifer_firmware.files.refused import refused, refused_with_advice
from signifer_firmware.simulation.pictures import save


def of(number: int, *names: object) -> OSError:
    first, second = (*names, None, None)[:2]
    return OSError(number, os.strerror(number), first, None, second)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (of(errno.ENOENT, "a"), "a: cannot be used (No such file or directory); name another place"),
        (
            of(errno.EACCES, b"a"),
            "a: cannot be used (Permission denied); take one that you may use, or say it with sudo",
        ),
        (
            of(errno.ENOSPC, Path("a")),
            "a: cannot be used (No space left on device); make room on its disk, and say it again",
        ),
        (
            of(errno.EROFS, "a"),
            "a: cannot be used (Read-only file system); remount its disk for writing, or name a place on another one",
        ),
        (
            of(errno.ENOSPC),
            "the system refused something: No space left on device; make room on the disk to which it writes or "
            "prints, and say it again",
        ),
        (of(errno.EIO), "the system refused something: Input/output error"),
        (of(errno.EISDIR, 3), "the system refused something: Is a directory"),
        (OSError("odd"), "the system refused something: odd"),
        (TimeoutError(), "the system refused something: TimeoutError"),
    ],
)
def test_one_file(error: OSError, said: str) -> None:
    assert refused_with_advice(error) == said
    assert said.startswith(refused(error))


def test_of_two_names_it_is_the_one_that_cannot_be_had(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "no" / "new"
    with pytest.raises(FileNotFoundError) as gone:
        old.rename(new)
    assert refused(gone.value).startswith(f"{old}: ")
    old.touch()
    with pytest.raises(FileNotFoundError) as nowhere:
        old.rename(new)
    assert refused(nowhere.value).startswith(f"{new}: ")


def test_a_picture_that_finds_no_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise of(errno.ENOSPC)

    monkeypatch.setattr("signifer_firmware.files.writing._write_in", full)
    with pytest.raises(OSError, match="No space") as error:
        save({"3 red": Image.new("1", (8, 8))}, tmp_path, "it")
    assert refused(error.value).startswith(f"{tmp_path / 'it-3-red.png'}: ")

"""``signifer update`` on cards in folders: files that are none, full and worn cards, power cut at every write."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import random
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_firmware.cli.main import app
from signifer_firmware.system import slots, update, update_file
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.slots import AUTOBOOT, Medium, card_of, default_slot
from signifer_firmware.system.update import Stage, install, note_of, settle
from signifer_firmware.system.update_file import UpdateError
from typer.testing import CliRunner

from image.bootloader import boot_partition
from tests.firmware.system.updating import ROOM, Cut, Pi, Torn, build, image, manifest, update_of

DEBIAN = "7.3.4+deb13-arm64"


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """An image of seven kilobytes is written in several pieces."""
    for module in (update_file, slots):
        monkeypatch.setattr(module, "CHUNK", 2048)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """It runs version 1."""
    pi = Pi(tmp_path / "pi", "1")
    assert pi.start("1") == "1"
    return pi


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return update_of("2", tmp_path)


def quiet(line: str) -> None:
    pass


def well() -> bool:
    return True


def ill() -> bool:
    return False


def test_a_healthy_update_stays(pi: Pi, two: Path) -> None:
    told: list[str] = []
    install(pi.card(), two, told.append)
    assert told == [f"reading {two}", "writing version 2 into slot 3", "reading it back"]
    assert pi.start("1", "2") == "1", "it is tried by a restart that asks for it, and by no other"
    assert pi.start("1", "2", tryboot=True) == "2"
    assert settle(pi.card(), well) == ("version 2 runs, and is what starts from now on", False)
    assert pi.start("1", "2") == "2"
    assert settle(pi.card(), ill) == ("", False), "a table that falls ill later is no reason to go back"
    assert note_of(pi.card()) is None


def test_an_update_that_is_ill_goes_back(pi: Pi, two: Path) -> None:
    install(pi.card(), two, quiet)
    assert pi.start("1", "2", tryboot=True) == "2"
    assert settle(pi.card(), ill) == (
        "the new version does not come up healthy; the table goes back to the one before",
        True,
    )
    assert pi.start("1", "2") == "1"
    sentence, goes_back = settle(pi.card(), ill)
    assert not goes_back
    assert sentence == (
        "version 2 did not come up healthy, or the power went while it was tried; "
        "the version before runs, and nothing is lost"
    )
    install(pi.card(), two, quiet)
    assert pi.start("1", "2", tryboot=True) == "2", "it may be tried again"


def test_the_third_version_goes_where_the_first_was(pi: Pi, two: Path, tmp_path: Path) -> None:
    for file in (two, update_of("3", tmp_path)):
        install(pi.card(), file, quiet)
        pi.start("1", "2", "3", tryboot=True)
        settle(pi.card(), well)
    assert pi.start("1", "2", "3") == "3"
    assert (pi.card().running, pi.slot(3).read_bytes()[:50]) == (2, image("2")[:50])


@pytest.mark.parametrize("seed", range(4))
def test_power_cut_at_every_write_of_an_update(tmp_path: Path, two: Path, seed: int) -> None:
    whole = Torn(random.Random(seed))
    spare = Pi(tmp_path / "spare", "1")
    spare.start("1")
    install(spare.card(whole), two, quiet)
    assert whole.calls > 10
    for last in range(1, whole.calls + 1):
        pi = Pi(tmp_path / f"pi{last}", "1")
        pi.start("1")
        with pytest.raises(Cut):
            install(pi.card(Torn(random.Random(f"{seed} {last}"), last)), two, quiet)
        assert pi.start("1", "2") == "1"
        assert pi.start("1", "2", tryboot=True) in ("1", "2"), "no half of a slot starts"
        assert pi.start("1", "2") == "1"
        sentence, goes_back = settle(pi.card(), ill)
        assert not goes_back
        assert "nothing is lost" in sentence or sentence == "", sentence
        install(pi.card(), two, quiet)
        assert pi.start("1", "2", tryboot=True) == "2"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("is_healthy", [well, ill])
def test_power_cut_at_every_write_of_a_trial(
    tmp_path: Path, two: Path, seed: int, is_healthy: Callable[[], bool]
) -> None:
    def tried(name: str) -> Pi:
        pi = Pi(tmp_path / name, "1")
        pi.start("1")
        install(pi.card(), two, quiet)
        assert pi.start("1", "2", tryboot=True) == "2"
        return pi

    whole = Torn(random.Random(seed))
    settle(tried("spare").card(whole), is_healthy)
    assert (whole.calls >= 3) == is_healthy()
    for last in range(1, whole.calls + 1):
        pi = tried(f"pi{last}")
        with pytest.raises(Cut):
            settle(pi.card(Torn(random.Random(f"{seed} {last}"), last)), is_healthy)
        started = pi.start("1", "2")
        sentence, goes_back = settle(pi.card(), is_healthy)
        assert not goes_back
        assert started in sentence or "did not come up" in sentence or note_of(pi.card()) is None
        assert pi.start("1", "2") == started, "what started once starts again"


def test_a_kernel_that_hands_on_no_flag_tries_it_once_all_the_same(tmp_path: Path, two: Path) -> None:
    pi = Pi(tmp_path / "pi", "1", DEBIAN)
    pi.start("1")
    for is_healthy in (ill, well):
        install(pi.card(), two, quiet)
        assert pi.start("1", "2") == "2"
        assert pi.card().default == 2, "it has given way before anything else"
        assert settle(pi.card(), is_healthy)[1] != is_healthy()
        assert pi.start("1", "2") == ("2" if is_healthy() else "1")
        assert pi.start("1", "2") == ("2" if is_healthy() else "1")


@pytest.mark.parametrize("seed", range(4))
def test_power_cut_at_every_write_without_the_flag(tmp_path: Path, two: Path, seed: int) -> None:
    spare = Pi(tmp_path / "spare", "1", DEBIAN)
    spare.start("1")
    whole = Torn(random.Random(seed))
    install(spare.card(whole), two, quiet)
    for last in range(1, whole.calls + 1):
        pi = Pi(tmp_path / f"pi{last}", "1", DEBIAN)
        pi.start("1")
        with pytest.raises(Cut):
            install(pi.card(Torn(random.Random(f"{seed} {last}"), last)), two, quiet)
        assert pi.start("1", "2") in ("1", "2"), "what starts is whole"
        assert pi.start("1", "2") == "1", "and is tried once"
        settle(pi.card(), ill)
        install(pi.card(), two, quiet)
        assert pi.start("1", "2") == "2"


def test_the_initrd_gives_way_byte_for_byte() -> None:
    script = Path(__file__).parents[3] / "image/initrd/kept.sed"
    for slot in slots.SLOTS:
        once = slots.autoboot(slot, once=True)
        done = subprocess.run(["sed", "-f", script], input=once, capture_output=True, check=True)
        assert done.stdout == slots.autoboot(slots.other(slot))
        assert len(done.stdout) == len(once)


def test_what_is_no_update_is_said_and_changes_nothing(pi: Pi, two: Path, tmp_path: Path) -> None:
    whole = two.read_bytes()
    head, _, body = whole.partition(b"\n")
    cases = {
        "picture.png": (b"\x89PNG\r\n\x1a\n" * 300, "is no update"),
        "empty": (b"", "is no update"),
        "later": (whole.replace(b"signifer-update 1", b"signifer-update 2"), "was made for a later version"),
        "boards": (
            whole.replace(b"raspberry-pi-arm64", b"toaster-arm64"),
            "is for other boards (toaster-arm64)",
        ),
        "head": (whole.replace(b'"bytes": 6403', b'"bytes": "6403"'), "its first line is damaged"),
        "negative": (whole.replace(b'"bytes": ', b'"bytes": -'), "its first line is damaged"),
        "deep": (b"[" * 4000 + b"\n" + body, "is no update"),
        "form": (whole.replace(b'"signifer-update 1"', b"1"), "is no update"),
        "lines": (whole.replace(b'"version": "2"', b'"version": "2\\n3"'), "its first line is damaged"),
        "codes": (whole.replace(b'"version": "2"', b'"version": "\\u001b[2J"'), "its first line is damaged"),
        "half a mark": (
            whole.replace(b'"version": "2"', b'"version": "\\ud800"'),
            "its first line is damaged",
        ),
        "long": (
            whole.replace(b'"version": "2"', b'"version": "' + b"2" * 65 + b'"'),
            "its first line is damaged",
        ),
        "lines of boards": (whole.replace(b"raspberry-pi", b"a\\nb"), "its first line is damaged"),
        "short": (whole[:-40], "ends too early"),
        "no body": (head + b"\n", "ends too early"),
        "changed": (head + b"\n" + body[:300] + bytes([body[300] ^ 1]) + body[301:], "is damaged"),
        "other body": (head.replace(b"6403", b"6402") + b"\n" + body, "is damaged"),
        "more to come": (head.replace(b"6403", b"6404") + b"\n" + body, "ends too early"),
        "own": (update_of("1", tmp_path).read_bytes(), "is what runs already"),
    }
    before = {number: pi.slot(number).read_bytes() for number in (2, 3)}
    for name, (content, sentence) in cases.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(UpdateError) as caught:
            install(pi.card(), path, quiet)
        assert sentence in str(caught.value), name
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
        assert {number: pi.slot(number).read_bytes() for number in (2, 3)} == before, name
        assert note_of(pi.card()) is None


def test_what_is_no_file_is_not_waited_for(pi: Pi, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # With a reader and a line, so that who opens it all the same does not wait here.
    end = os.open(pipe, os.O_RDWR)
    os.write(end, b"x\n")
    try:
        for path, why in ((pipe, "a pipe"), (tmp_path, "Is a directory"), (tmp_path / "no", "No such file")):
            said = signifer(path, "--root", pi.root, status=2)
            assert f"signifer: {path}: cannot be read ({why}" in said
    finally:
        os.close(end)


def test_nothing_is_written_over_what_a_trial_would_go_back_to(pi: Pi, two: Path, tmp_path: Path) -> None:
    install(pi.card(), two, quiet)
    pi.start("1", "2", tryboot=True)
    with pytest.raises(UpdateError, match="the version that runs is on trial itself; wait five minutes"):
        install(pi.card(), update_of("3", tmp_path), quiet)
    assert pi.start("1", "2") == "1"


def test_a_slot_that_is_too_small_is_not_written(pi: Pi, two: Path) -> None:
    pi.slot(3).write_bytes(bytes(1024))
    with pytest.raises(
        UpdateError, match=r"takes \d+ bytes, and a slot of this card has 1024; write the card"
    ):
        install(pi.card(), two, quiet)
    assert pi.slot(3).read_bytes() == bytes(1024)


def test_what_takes_more_than_a_slot_is_not_unpacked(pi: Pi, two: Path) -> None:
    head, _, _ = two.read_bytes().partition(b"\n")
    two.write_bytes(head.replace(b"6403", b"9" * 13) + b"\nnothing that could be unpacked")
    with pytest.raises(UpdateError, match=f"takes {'9' * 13} bytes, and a slot of this card has {ROOM}"):
        install(pi.card(), two, quiet)


def test_no_more_is_unpacked_than_a_file_claims(pi: Pi, two: Path) -> None:
    """One byte more is there, and then no end: who unpacks further finds that it ends too early."""
    head, _, body = two.read_bytes().partition(b"\n")
    content = zlib.decompress(body, wbits=31)
    packer = zlib.compressobj(wbits=31)
    whole = packer.compress(content + b"x") + packer.flush(zlib.Z_SYNC_FLUSH)
    two.write_bytes(head + b"\n" + whole)
    with pytest.raises(UpdateError, match=r"\.update: is damaged; copy it again"):
        install(pi.card(), two, quiet)


class Worn(Medium):
    """It loses one write of many."""

    def write(self, path: Path, at: int, content: bytes) -> None:
        if at != 2048:
            super().write(path, at, content)


def test_a_card_that_is_worn_out_is_noticed_when_it_is_read_back(pi: Pi, two: Path) -> None:
    with pytest.raises(
        UpdateError, match="slot 3 does not hold what was written into it: the card is worn out"
    ):
        install(pi.card(Worn()), two, quiet)
    note = note_of(pi.card())
    assert note is not None
    assert note.stage is Stage.WRITING
    assert pi.start("1", "2") == "1"


class Full(Medium):
    """The partition of data is full."""

    def keep(self, path: Path, content: bytes | None) -> None:
        if content is not None:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        super().keep(path, content)


def test_a_full_card_is_said_before_a_slot_is_written(pi: Pi, two: Path) -> None:
    with pytest.raises(OSError, match="No space left"):
        install(pi.card(Full()), two, quiet)
    assert pi.slot(3).read_bytes() == bytes(ROOM)
    assert pi.start("1") == "1"


class Mounted(Medium):
    """The first partition is mounted as fstab has it; ``mounts`` of them are done, and then no more."""

    def __init__(self, mounts: int = 100) -> None:
        self.mounts = mounts
        self.how = "ro"

    def is_read_only(self, folder: Path) -> bool:
        return folder.name == "card" and self.how == "ro"

    def remount(self, folder: Path, how: str) -> None:
        if self.mounts == 0:
            raise OSError(errno.EROFS, "mount: permission denied", str(folder))
        self.how, self.mounts = how, self.mounts - 1

    def keep(self, path: Path, content: bytes | None) -> None:
        self._check(path)
        super().keep(path, content)

    def write(self, path: Path, at: int, content: bytes) -> None:
        self._check(path)
        super().write(path, at, content)

    def _check(self, path: Path) -> None:
        if self.is_read_only(path.parent):
            raise OSError(errno.EROFS, "Read-only file system", str(path))


@pytest.mark.parametrize("content", [None, slots.autoboot(2)])
def test_the_first_partition_is_writable_while_it_is_written_alone(
    tmp_path: Path, two: Path, content: bytes | None
) -> None:
    pi = Pi(tmp_path / "pi", "1", DEBIAN)
    pi.start("1")
    path = pi.root / AUTOBOOT
    path.unlink() if content is None else path.write_bytes(content)
    medium = Mounted()
    told: list[str] = []
    install(pi.card(medium), two, lambda line: told.append(f"{medium.how}: {line}"))
    assert {line[:3] for line in told} == {"ro:"}
    assert pi.start("1", "2") == "2"
    assert settle(pi.card(medium), well) == ("version 2 runs, and is what starts from now on", False)
    assert medium.how == "ro"
    assert pi.start("1", "2") == "2"


def test_a_first_partition_that_takes_nothing_is_said_before_a_slot_is_written(pi: Pi, two: Path) -> None:
    with pytest.raises(
        UpdateError, match=r"autoboot.txt: cannot be written \(mount: permission denied\).*; say it by sudo"
    ):
        install(pi.card(Mounted(0)), two, quiet)
    assert pi.slot(3).read_bytes() == bytes(ROOM)
    assert note_of(pi.card()) is None


def test_what_could_not_be_tried_is_not_said_to_have_been(tmp_path: Path, two: Path) -> None:
    pi = Pi(tmp_path / "pi", "1", DEBIAN)
    pi.start("1")
    with pytest.raises(UpdateError, match=r"autoboot.txt: cannot be written"):
        install(pi.card(Mounted(2)), two, quiet)
    assert pi.start("1", "2") == "1"
    sentence = "the update to version 2 was broken off, and nothing is lost; start it again"
    assert settle(pi.card(), well) == (sentence, False)


def test_a_file_system_that_is_no_mount_of_the_card_is_left_alone(tmp_path: Path) -> None:
    assert not Medium().is_read_only(tmp_path)
    with pytest.raises(OSError, match="Errno 30") as caught:
        Medium().remount(tmp_path, "rw")
    assert str(tmp_path) in str(caught.value)


def test_a_full_card_keeps_a_healthy_update(pi: Pi, two: Path) -> None:
    install(pi.card(), two, quiet)
    pi.start("1", "2", tryboot=True)
    settle(pi.card(Full()), well)
    assert pi.start("1", "2") == "2"


def test_autoboot_is_written_in_place_and_stays_as_long(pi: Pi) -> None:
    path = pi.root / AUTOBOOT
    before = path.stat()
    pi.card().start_always(3)
    after = path.stat()
    assert (before.st_ino, before.st_size) == (after.st_ino, after.st_size)
    assert after.st_size <= 512
    assert default_slot(path.read_bytes()) == 3
    for tryboot, partition in ((False, 3), (True, 2)):
        assert boot_partition(path.read_text(encoding="utf-8"), tryboot=tryboot) == partition


@pytest.mark.parametrize("content", [None, b"boot_partition=3\n", b"\0" * 256])
def test_an_autoboot_that_is_none_of_ours_is_made_again(pi: Pi, two: Path, content: bytes | None) -> None:
    path = pi.root / AUTOBOOT
    path.unlink() if content is None else path.write_bytes(content)
    assert pi.card().default is None
    install(pi.card(), two, quiet)
    assert pi.start("1", "2") == "1"


def test_the_bootloader_asks_for_the_flag_and_for_a_b() -> None:
    ours = slots.autoboot(2).decode()
    assert [boot_partition(ours, tryboot=flag) for flag in (False, True)] == [2, 3]
    without = ours.replace("tryboot_a_b=1\n", "")
    assert boot_partition(without, tryboot=True) == 2
    assert boot_partition("", tryboot=False) == 1


NO_NOTES = {
    "empty": "",
    "cut": "{",
    "list": "[]",
    "null": "null",
    "deep": "[" * 4000,
    "stage": '{"stage": "else", "slot": 2, "version": "2", "build": ""}',
    "slot": '{"stage": "trying", "slot": Infinity, "version": "2", "build": ""}',
    "version": json.dumps({"stage": "trying", "slot": 3, "version": "2\n\x1b[2J", "build": ""}),
}


@pytest.mark.parametrize("text", NO_NOTES.values(), ids=list(NO_NOTES))
def test_a_note_that_is_none_is_no_harm(pi: Pi, two: Path, text: str) -> None:
    def noted() -> None:
        (pi.root / slots.NOTE).write_text(text, encoding="utf-8")
        assert note_of(pi.card()) is None

    noted()
    assert settle(pi.card(), ill) == ("", False)
    assert signifer("--root", pi.root, status=0) == "slot 2 runs\n"
    for is_healthy in (ill, well):
        install(pi.card(), two, quiet)
        assert pi.start("1", "2", tryboot=True) == "2"
        noted()
        assert settle(pi.card(), is_healthy)[1] != is_healthy()
        assert pi.start("1", "2") == ("2" if is_healthy() else "1")


def test_a_stick_has_other_names_of_partitions(pi: Pi) -> None:
    started = f"slot=2\ndisk=/dev/sda\nbuild={build('1')}\n"
    (pi.root / slots.STARTED).write_text(started, encoding="ascii")
    assert pi.card().slots[3] == pi.root / "dev/sda3"


def test_who_may_not_read_what_starts_is_not_told_of_a_trial(pi: Pi) -> None:
    (pi.root / AUTOBOOT).unlink()
    assert signifer("--root", pi.root, status=0) == "slot 2 runs\n"


def signifer(*words: object, status: int) -> str:
    done = CliRunner().invoke(app, ["update", *map(str, words)])
    assert done.exit_code == status, done.output
    return done.output


def test_the_command(pi: Pi, two: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"x")
    assert "is no update" in signifer(broken, "--remove", "--root", pi.root, status=2)
    assert not broken.exists()
    said = signifer(two, "--no-restart", "--root", pi.root, status=0)
    assert "version 2 is installed, and is tried at the next restart" in said
    assert "--reboot-argument=0 tryboot" in said
    assert pi.start("1", "2", tryboot=True) == "2"
    assert signifer("--root", pi.root, status=0).splitlines() == [
        "slot 3 runs, on trial",
        "version 2 is installed, and is tried at the next restart",
    ]
    assert "not started from a card image" in signifer(two, "--root", tmp_path / "none", status=2)


def test_a_system_without_a_card_is_told() -> None:
    with pytest.raises(UpdateError, match="not started from a card image of Signifer"):
        card_of(Facts(Path("/nowhere")))


def test_the_note_is_what_is_kept(pi: Pi, two: Path) -> None:
    install(pi.card(), two, quiet)
    assert note_of(pi.card()) == update.Note(Stage.TRYING, 3, "2", build("2"))
    assert dataclasses.asdict(manifest("2"))["bytes"] == len(image("2"))

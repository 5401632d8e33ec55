"""The card image's parts that need neither network nor root: the same twice, and as the boards read them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.system import overlay, slots, update_file
from signifer_firmware.system.update_file import UpdateError

from image import boards, boot, card, configure, emulator, initrd
from image.__main__ import Made, build_of, write_update
from image.archive import Mirrors, Part, mirrors
from image.bootloader import settings
from image.recipe import HERE, PATH, TOOLS, ImageError, missing_tools, recipe, run
from image.sbom import sbom
from tests.conftest import MissingTool

PARTS = [
    Part("zlib1g", "1:1.2.13-1", "deb", "zlib", sha256="a" * 64),
    Part("rich", "15.0.0", "pypi", licence="MIT", sha256="b" * 64),
]


def needs(*tools: str) -> None:
    for package in missing_tools({tool: package for tool, package in TOOLS.items() if tool in tools}):
        MissingTool(package)


def test_the_table_of_partitions_is_what_the_emulator_and_a_kernel_read(tmp_path: Path) -> None:
    sector = card.table([(card.FAT32_LBA, 100), (card.FAT32_LBA, 50), (card.LINUX, 7)])
    assert len(sector) == 512
    assert sector[510:] == b"\x55\xaa"
    path = tmp_path / "card"
    path.write_bytes(sector)
    mib = 1 << 20
    assert emulator.partitions(path) == {
        1: (4 * mib, 100 * mib),
        2: (104 * mib, 50 * mib),
        3: (154 * mib, 7 * mib),
        4: (0, 0),
    }
    kinds = [sector[446 + 16 * number + 4] for number in range(4)]
    assert kinds == [0x0C, 0x0C, 0x83, 0]


def test_sfdisk_reads_the_same(tmp_path: Path) -> None:
    for package in missing_tools({"sfdisk": "fdisk"}):
        MissingTool(package)
    path = tmp_path / "card"
    path.write_bytes(card.table([(card.FAT32_LBA, 1), (card.LINUX, 2)]))
    with path.open("r+b") as file:
        file.truncate(8 << 20)
    found = json.loads(run("sfdisk", "--json", path))["partitiontable"]
    assert [(one["start"], one["size"], one["type"]) for one in found["partitions"]] == [
        (8192, 2048, "c"),
        (10240, 4096, "83"),
    ]
    assert found["id"] == f"0x{card.DISK_ID:08x}"


def test_a_card_has_two_slots_of_which_the_second_is_empty(tmp_path: Path) -> None:
    found = recipe()
    sizes = found["card"]
    files = {}
    for name in ("first", "slot", "data"):
        files[name] = tmp_path / name
        files[name].write_bytes(name.encode() * 1000)
    target = tmp_path / "card.img"
    card.assemble(found, target, **files)
    starts = emulator.partitions(target)
    with target.open("rb") as file:
        for partition, content in ((1, b"first"), (2, b"slot"), (3, bytes(8)), (4, b"data")):
            file.seek(starts[partition][0])
            assert file.read(len(content)) == content
    wanted = card.BEGIN_MIB + sizes["first_mib"] + 2 * sizes["slot_mib"] + sizes["data_mib"]
    assert target.stat().st_size == wanted << 20


def test_a_file_system_is_the_same_twice(tmp_path: Path) -> None:
    needs("mkfs.vfat", "mcopy", "mkfs.ext4", "debugfs")
    found = recipe()
    made = []
    for number in range(2):
        work = tmp_path / str(number)
        for name in ("fat", "data/etc"):
            (work / name).mkdir(parents=True)
        (work / "fat/autoboot.txt").write_bytes(slots.autoboot(2))
        (work / "fat/root.squashfs").write_bytes(b"root" * 5000)
        (work / "data/etc/table.toml").write_text("x", encoding="utf-8")
        card.fat(found, work / "fat", work / "fat.img", 36, "SLOT", card.SLOT_ID)
        card.ext4(found, work / "data", work / "data.img", 8)
        made.append([(work / name).read_bytes() for name in ("fat.img", "data.img")])
    assert made[0] == made[1]
    # When a file was made is the one time that only the building machine's clock would say.
    said = run("debugfs", "-R", "stat /etc/table.toml", tmp_path / "0/data.img")
    for name in ("ctime", "mtime", "crtime"):
        assert f"{name}: {found.epoch:#x}:00000000" in said, said
    read = run("mtype", "-i", tmp_path / "0/fat.img", "::autoboot.txt")
    assert slots.default_slot(read.encode()) == 2


def test_the_initrd_is_an_archive_that_starts_with_our_script(tmp_path: Path) -> None:
    files = {"lib/modules/7/kernel/fs/loop.ko": b"ELF", "lib/modules/7/modules.dep": b""}
    archive = b"".join(initrd._archive(files, b"busybox", 1_000_000))
    assert archive == b"".join(initrd._archive(dict(reversed(files.items())), b"busybox", 1_000_000))
    names, at = {}, 0
    while at < len(archive):
        assert archive[at : at + 6] == b"070701"
        fields = [int(archive[at + 6 + 8 * n : at + 14 + 8 * n], 16) for n in range(13)]
        length, name_length = fields[6], fields[11]
        name = archive[at + 110 : at + 110 + name_length - 1].decode()
        body = -(-(at + 110 + name_length) // 4) * 4
        names[name] = (fields[1], archive[body : body + length])
        at = -(-(body + length) // 4) * 4
    assert names["init"] == (0o100755, (HERE / "initrd/init").read_bytes())
    assert names["bin/busybox"] == (0o100755, b"busybox")
    assert names["lib/modules/7/kernel/fs/loop.ko"][1] == b"ELF"
    listed = list(names)
    assert all(str(Path(name).parent) in (".", *listed[: listed.index(name)]) for name in listed), (
        "folders come first"
    )
    assert listed[-1] == "TRAILER!!!"


@pytest.mark.parametrize("script", ["initrd/init", "root/usr/lib/signifer/grow"])
def test_scripts_are_sound(script: str) -> None:
    subprocess.run(["sh", "-n", HERE / script], check=True)


def test_the_list_of_parts_names_each_part_and_is_the_same_in_any_order() -> None:
    text = sbom(PARTS, "0.1.0", "0123456789abcdef", 0)
    assert text == sbom(PARTS[::-1], "0.1.0", "0123456789abcdef", 0)
    said = json.loads(text)
    assert (said["bomFormat"], said["specVersion"]) == ("CycloneDX", "1.5")
    assert [one["purl"] for one in said["components"]] == [
        "pkg:deb/debian/zlib1g@1%3A1.2.13-1?arch=arm64",
        "pkg:pypi/rich@15.0.0",
    ]
    assert said["components"][1]["licenses"] == [{"license": {"name": "MIT"}}]
    assert said["metadata"]["timestamp"] == "1970-01-01T00:00:00Z"


def test_a_build_is_named_by_what_went_into_it(tmp_path: Path) -> None:
    (tmp_path / "image").mkdir()
    file = tmp_path / "image/recipe.toml"
    file.write_text("a", encoding="utf-8")
    before = build_of(PARTS, tmp_path)
    assert before == build_of(PARTS, tmp_path)
    assert update_file._BUILD.fullmatch(before)
    assert before != build_of(PARTS[:1], tmp_path)
    file.write_text("b", encoding="utf-8")
    assert before != build_of(PARTS, tmp_path)


def test_an_update_is_the_slot_and_the_same_twice(tmp_path: Path) -> None:
    slot = tmp_path / "slot"
    slot.write_bytes(b"slot" * 1000)
    for name in ("one", "two"):
        write_update(slot, tmp_path / name, "0.1.0", "0123456789abcdef")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert b"".join(update_file.chunks(tmp_path / "one")) == slot.read_bytes()
    with pytest.raises(UpdateError):
        update_file.check(slot)


def test_packages_come_from_where_this_machine_gets_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MIRROR", "SECURITY_MIRROR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "sources.list.d").mkdir()
    with pytest.raises(ImageError, match="say MIRROR=URL SECURITY_MIRROR=URL make image"):
        mirrors(tmp_path)
    (tmp_path / "sources.list.d/debian.sources").write_text(
        "Types: deb\nURIs: http://a.example/debian/\nSuites: x\n\nURIs: http://a.example/debian-security\n",
        encoding="utf-8",
    )
    assert mirrors(tmp_path) == Mirrors("http://a.example/debian", "http://a.example/debian-security")
    monkeypatch.setenv("MIRROR", "http://b.example/debian")
    assert mirrors(tmp_path).main == "http://b.example/debian"
    (line,) = mirrors(tmp_path).lines("trixie", ["main"], with_updates=False)
    assert line.startswith("deb [signed-by=")
    assert line.endswith("] http://b.example/debian trixie main")


def test_no_host_is_named() -> None:
    for path in HERE.rglob("*"):
        if path.is_file() and path.suffix in ("", ".toml", ".py", ".lock", ".conf"):
            text = path.read_text(encoding="utf-8").replace("(?:https?|file)://", "")
            # An address that is filled in names nobody.
            assert "://" not in re.sub(r"(ws|http)://\{", "", text), path


def test_the_header_of_a_table_is_an_overlay_that_compiles() -> None:
    needs("dtc")
    text = boards.header(load_table("standard"))
    assert "cs-gpios = <&gpio 8 1>, <&gpio 7 1>;" in text
    for source in (text, boards.five_header(load_table("standard"))):
        done = subprocess.run(
            ["dtc", "-q", "-@", "-I", "dts", "-O", "dtb"],
            input=source.encode(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_every_line_that_a_table_needs_in_config_txt_is_on_the_card_in_its_own_way() -> None:
    """Linux's own device trees know none of the overlays; a line here is one of config.txt, or what stands for it."""
    table = load_table(recipe()["header"])
    older, lines = boards.header(table), boards.config(table).splitlines()
    instead = {
        overlay.I2C_LINE: "&i2c1 {",
        overlay.I2C_RATE_LINE: f"clock-frequency = <{overlay.FAST_I2C_HZ}>;",
        overlay.MUX_LINE: "i2c-mux@70 {",
        overlay.SPI_LINE: "&spi {",
        f"dtoverlay={overlay.overlay_name(table)}": "cs-gpios = ",
        overlay.SHUTDOWN_LINE: "gpios = <&gpio 26 1>;",
    }
    for line in overlay.config_lines(table):
        assert instead[line] in older if line in instead else line in lines, line
    five = boards.five_header(table)
    assert "gpios = <&rp1_gpio 26 1>;" in five
    for text in (older, five):
        assert "linux,code = <116>;" in text
    # logind switches the Pi off by that key.
    assert "systemd-logind.service" not in configure.NEVER


def test_a_table_without_lines_has_no_shutdown_button() -> None:
    assert "gpio-keys" not in boards.header(load_table("handy")) + boards.five_header(load_table("handy"))


def test_config_txt_says_what_is_started() -> None:
    text = boards.config(load_table("standard"))
    said = dict(settings(text, frozenset()))
    assert (said["kernel"], said["initramfs"], said["arm_64bit"]) == (
        "vmlinuz",
        "initrd.img followkernel",
        "1",
    )
    assert "gpio" in said
    assert "os_check" not in said
    assert dict(settings(text, frozenset({"pi5"})))["os_check"] == "0"


def test_a_partition_that_is_damaged_is_mended_without_being_asked(tmp_path: Path) -> None:
    """What e2fsck leaves to somebody with a keyboard ends a start, and nobody has one."""
    lines = (HERE / "root/etc/fstab").read_text(encoding="utf-8").splitlines()
    checked = [line.split()[1] for line in lines if not line.startswith("#") and line.split()[5] != "0"]
    assert checked == ["/data"]
    assert "fsck.repair=yes" in boards.CMDLINE.split()
    needs("mkfs.ext4", "debugfs")
    for folder in ("data/etc", "data/lib"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data/lib/table.sqlite").write_bytes(b"games")
    (tmp_path / "data/etc/table.toml").write_bytes(b"table")
    image = tmp_path / "data.img"
    card.ext4(recipe(), tmp_path / "data", image, 8)
    run("debugfs", "-w", "-R", "clri /etc", image)
    assert _status("e2fsck", "-fp", image) == 4
    assert _status("e2fsck", "-fy", image) == 1
    assert _status("e2fsck", "-fp", image) == 0
    assert run("debugfs", "-R", "cat /lib/table.sqlite", image) == "games"


def _status(*words: str | Path) -> int:
    return subprocess.run(words, env={"PATH": PATH}, capture_output=True, check=False).returncode


def test_a_table_that_was_lost_with_its_partition_is_the_first_one_again(tmp_path: Path) -> None:
    if shutil.which("systemd-tmpfiles") is None:
        MissingTool("systemd-tmpfiles")
    (tmp_path / "etc").mkdir()
    for name in ("etc/group", "etc/passwd"):
        (tmp_path / name).write_text(
            f"{configure.OWN_FILES}:x:{os.getegid()}:\nroot:x:0:\n", encoding="ascii"
        )
    configure.first_table(recipe(), tmp_path / configure.FACTORY)
    wanted = (tmp_path / configure.FACTORY).read_bytes()
    # systemd has made the folder by then, to mount it; a table that is there stays.
    table = tmp_path / "etc/signifer/table.toml"
    table.parent.mkdir()
    for found, kept in ((None, wanted), (b"mine", b"mine")):
        if found is not None:
            table.write_bytes(found)
        subprocess.run(
            [
                "systemd-tmpfiles",
                "--create",
                f"--root={tmp_path}",
                HERE / "root/etc/tmpfiles.d/signifer.conf",
            ],
            check=True,
            capture_output=True,
        )
        assert table.read_bytes() == kept
    folder = tmp_path / "data"
    configure.data(recipe(), folder)
    assert (folder / "etc/table.toml").read_bytes() == wanted


def test_all_that_the_recipe_says_is_used() -> None:
    def names(said: object) -> set[str]:
        if isinstance(said, dict):
            return set(said) | {name for value in said.values() for name in names(value)}
        return {name for one in said for name in names(one)} if isinstance(said, list) else set()

    code = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.py"))
    unused = {name for name in names(recipe().said) if not re.search(rf"""\[["']{name}["']\]""", code)}
    assert unused == set()


def test_of_a_folder_the_files_of_this_version_are_told_and_started(tmp_path: Path) -> None:
    made = Made.of(tmp_path)
    for name in ("signifer-0.0.0.img.gz", "signifer-999.0.0.update"):
        (tmp_path / name).write_bytes(b"old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ImageError, match=re.escape(f"{made.card} is missing; say make image first")):
        boot.found(tmp_path)
    for path in (made.card, made.update, made.parts):
        path.write_bytes(b"new")
    assert boot.found(tmp_path) == (made.card, made.update)
    digest = hashlib.sha256(b"new").hexdigest()
    assert made.told() == [f"{digest}  {path.name}, 0.0 MB" for path in (made.card, made.update, made.parts)]


def test_a_missing_tool_is_named_by_its_package() -> None:
    assert missing_tools({"no-such-tool": "some-package", "sh": "dash"}) == ["some-package"]

"""``make image``: the card, its update and its list of parts, from nothing but packages (docs/image.md)."""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version as version_of
from pathlib import Path

from signifer_core.errors import SigniferError
from signifer_firmware.system import update_file
from signifer_firmware.system.changes import changes
from signifer_firmware.system.update_file import BOARDS, Manifest

from . import archive, boards, card, configure, initrd, program
from .recipe import PROJECT, ImageError, Recipe, missing_tools, recipe
from .sbom import sbom

CHUNK = 1 << 20


class Steps:
    """Says what is done, and how long that takes."""

    def __init__(self) -> None:
        self._began = time.monotonic()

    def __call__(self, what: str) -> None:
        sys.stdout.write(f"== {time.monotonic() - self._began:.0f} s: {what}\n")
        sys.stdout.flush()


@dataclass(frozen=True)
class Made:
    """The three files of this version; a folder may hold others beside them."""

    card: Path
    update: Path
    parts: Path

    @classmethod
    def of(cls, out: Path) -> Made:
        name = f"signifer-{version_of('signifer')}"
        return cls(out / f"{name}.img.gz", out / f"{name}.update", out / f"{name}.cdx.json")

    def told(self) -> list[str]:
        """A line for each: digest, name, length."""
        return [
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}, {path.stat().st_size / 1e6:.1f} MB"
            for path in (self.card, self.update, self.parts)
        ]


def make(recipe: Recipe, out: Path, work: Path, step: Steps) -> None:
    """All three files into ``out``."""
    root, newer, slot = work / "root", work / "newer", work / "slot"
    for folder in (newer, slot):
        folder.mkdir()
    mirrors = archive.mirrors()
    step("packages of Debian")
    parts = archive.unpack_base(recipe, mirrors, root, work / "debs")
    step("kernel and firmware")
    later = archive.Newer(recipe, mirrors, work / "apt")
    kernel = later.kernel()
    parts += later.unpack(kernel, newer)
    step(f"the program, and Linux {kernel}")
    parts += program.lay(recipe, program.wheels(recipe, work), root)
    configure.configure(recipe, root)
    program.compile_all(recipe, root)
    modules = root / "usr/lib/modules" / kernel
    shutil.copytree(
        newer / "usr/lib/modules" / kernel,
        modules,
        ignore=shutil.ignore_patterns("vmlinuz", "dtb", "System.map", "config"),
    )
    _copy_firmware(newer, root)
    initrd.prune(recipe, modules)
    step("the slot")
    build = build_of(parts, PROJECT)
    boards.lay(recipe, newer, kernel, slot, build, work)
    (slot / "initrd.img").write_bytes(initrd.make(recipe, root, modules, work))
    _stamp(root, recipe.epoch)
    card.squash(recipe, root, slot / "root.squashfs")
    image = work / "slot.img"
    card.fat(recipe, slot, image, recipe["card"]["slot_mib"], "SLOT", card.SLOT_ID)
    step("the card")
    configure.data(recipe, work / "data")
    card.ext4(recipe, work / "data", work / "data.img", recipe["card"]["data_mib"])
    made = Made.of(out)
    card.assemble(recipe, work / "card.img", card.first(recipe, newer, work), image, work / "data.img")
    _pack(work / "card.img", made.card)
    write_update(image, made.update, version_of("signifer"), build, changes())
    listed = sbom(parts, version_of("signifer"), build, recipe.epoch)
    made.parts.write_text(listed, encoding="utf-8")
    sys.stdout.write("".join(f"{line}\n" for line in made.told()))
    step(f"done: build {build}, {len(parts)} parts")


def build_of(parts: list[archive.Part], project: Path) -> str:
    """Sixteen digits of what went into it: the packages, and the recipe."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(f"{part.name} {part.version} {part.sha256}\n".encode())
    for path in sorted((project / "image").rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.relative_to(project).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def write_update(image: Path, target: Path, version: str, build: str, changed: tuple[str, ...] = ()) -> None:
    digest = hashlib.sha256()
    with image.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
        file.seek(0)
        said = Manifest(version, build, BOARDS, image.stat().st_size, digest.hexdigest(), changed)
        update_file.write(target, said, file)


def _pack(source: Path, target: Path) -> None:
    with (
        source.open("rb") as file,
        target.open("wb") as packed,
        gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=packed, mtime=0) as stream,
    ):
        shutil.copyfileobj(file, stream, CHUNK)


def _copy_firmware(newer: Path, root: Path) -> None:
    """What the radio of the boards needs beside firmware-brcm80211."""
    for path in sorted((newer / "usr/lib/firmware/brcm").glob("*")):
        target = root / "usr/lib/firmware/brcm" / path.name
        if not target.exists():
            shutil.copyfile(path, target)


def _stamp(root: Path, epoch: int) -> None:
    """Of what this has made, the time is no other at the next build."""
    for path in (root, *root.rglob("*")):
        if path.lstat().st_mtime > epoch:
            os.utime(path, (epoch, epoch), follow_symlinks=False)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m image", description=__doc__)
    parser.add_argument("out", type=Path, nargs="?", default=PROJECT / "build" / "image")
    parser.add_argument("--work", type=Path, help="keep what it is made of in this new folder")
    said = parser.parse_args()
    try:
        if missing := missing_tools():
            raise ImageError(f"these packages are missing here: apt-get install {' '.join(missing)}")
        said.out.mkdir(parents=True, exist_ok=True)
        if said.work:
            said.work.mkdir(parents=True)
            make(recipe(), said.out, said.work, Steps())
        else:
            with tempfile.TemporaryDirectory(prefix="signifer-image-") as work:
                make(recipe(), said.out, Path(work), Steps())
    except (SigniferError, OSError) as error:
        sys.stderr.write(f"make image: {error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

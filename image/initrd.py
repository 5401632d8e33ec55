"""The initrd: a static busybox, the script initrd/init, and the modules with which a slot is found on any board."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Iterator
from pathlib import Path

from .configure import remove
from .recipe import HERE, ImageError, Recipe, run

_DIRECTORY, _FILE, _DEVICE = 0o040755, 0o100644, 0o020600
FOLDERS = ("bin", "dev", "proc", "run", "sys", "lib", "lib/modules")


def prune(recipe: Recipe, modules: Path) -> None:
    """Leave out what no table needs, and number what is left (``modules.dep``)."""
    for pattern in recipe["left_out"]["modules"]:
        for path in sorted((modules / "kernel").glob(pattern)):
            remove(path)
    depmod(modules)


def depmod(modules: Path) -> None:
    # It wants lib/modules/VERSION below a folder.
    run("depmod", "--basedir", modules.parents[2], modules.name)
    for name in ("modules.dep.bin", "modules.alias.bin", "modules.symbols.bin", "modules.builtin.bin"):
        if not (modules / name).exists():
            raise ImageError(f"depmod has made no {name} in {modules}")


def needed(recipe: Recipe, modules: Path) -> list[str]:
    """Modules of the initrd and what they depend on, below ``modules``; those that are built in are passed over."""
    depends = {}
    for line in (modules / "modules.dep").read_text(encoding="utf-8").splitlines():
        path, _, others = line.partition(":")
        depends[path] = others.split()
    built_in = {
        _name(path) for path in (modules / "modules.builtin").read_text(encoding="utf-8").splitlines()
    }
    found: set[str] = set()
    for wanted in recipe["initrd"]["modules"]:
        name = wanted.replace("_", "-")
        paths = [path for path in depends if _name(path) == name]
        if not paths and name not in built_in:
            raise ImageError(f"Linux {modules.name} has no module {wanted}: look at recipe.toml")
        for path in paths:
            found |= {path, *depends[path]}
    return sorted(found)


def _name(path: str) -> str:
    """A module's name; Linux reads both marks as the same."""
    return Path(path).name.partition(".ko")[0].replace("_", "-")


def make(recipe: Recipe, root: Path, modules: Path, work: Path) -> bytes:
    """The packed archive. The modules in it are unpacked, since what packs the whole packs them better."""
    below = work / "initrd"
    place = below / "lib/modules" / modules.name
    for path in needed(recipe, modules):
        target = place / path.removesuffix(".xz")
        target.parent.mkdir(parents=True, exist_ok=True)
        packed = (modules / path).read_bytes()
        target.write_bytes(lzma.decompress(packed) if path.endswith(".xz") else packed)
    for name in ("modules.builtin", "modules.order", "modules.builtin.modinfo"):
        (place / name).write_bytes((modules / name).read_bytes())
    run("depmod", "--basedir", below, modules.name)
    files = {
        path.relative_to(below).as_posix(): path.read_bytes() for path in below.rglob("*") if path.is_file()
    }
    busybox = (root / "usr/bin/busybox").read_bytes()
    return gzip.compress(b"".join(_archive(files, busybox, recipe.epoch)), 9, mtime=0)


def _archive(files: dict[str, bytes], busybox: bytes, epoch: int) -> Iterator[bytes]:
    """In the format "newc" of cpio, in one order, with one time."""
    folders = {folder for name in files for folder in map(str, Path(name).parents)} - {"."}
    entries: list[tuple[str, int, bytes]] = [
        (folder, _DIRECTORY, b"") for folder in sorted(folders | set(FOLDERS))
    ]
    entries.append(("bin/busybox", _FILE | 0o111, busybox))
    entries.append(("init", _FILE | 0o111, (HERE / "initrd/init").read_bytes()))
    entries.append(("kept.sed", _FILE, (HERE / "initrd/kept.sed").read_bytes()))
    entries += [(name, _FILE, content) for name, content in sorted(files.items())]
    entries.append(("dev/console", _DEVICE, b""))
    entries.append(("TRAILER!!!", 0, b""))
    for number, (name, mode, content) in enumerate(entries, start=1):
        device = (5, 1) if mode == _DEVICE else (0, 0)
        fields = (number, mode, 0, 0, 1, epoch, len(content), 0, 0, *device, len(name) + 1, 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
        yield head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)

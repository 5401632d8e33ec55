"""The files of a column node as they lie on its flash, and the number that tells one version of them from another."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

# By folder, in the order in which they are copied: main.py, which starts all, is the last of them. Without names the
# folder goes whole.
_FILES: dict[str, tuple[str, ...]] = {
    "signifer_drivers": ("__init__.py",),
    "signifer_drivers/portable": (),
    "signifer_node": (
        "__init__.py",
        "light.py",
        "course.py",
        "place.py",
        "node.py",
        "rp2040_code.py",
        "rp2040.py",
    ),
}
BUILD = "signifer_node/build.py"
MAIN = "main.py"


@cache
def node_files() -> dict[str, bytes]:
    """Return what goes on a node, by path: BUILD holds `firmware_number`, and comes before MAIN, the last."""
    files = {
        f"{folder}/{name}": _folder(folder).joinpath(name).read_bytes()
        for folder, names in _FILES.items()
        for name in names or _modules(folder)
    }
    main = resources.files("signifer_node").joinpath(MAIN).read_bytes()
    return {**files, BUILD: f"FIRMWARE = {_number({**files, MAIN: main})}\n".encode(), MAIN: main}


def _folder(folder: str) -> Traversable:
    return resources.files(folder.replace("/", "."))


def _modules(folder: str) -> list[str]:
    return sorted(path.name for path in _folder(folder).iterdir() if path.name.endswith(".py"))


def firmware_number() -> int:
    """Return the number that a node with these files says in HELLO: 1 to 65535, another one if any of them differs."""
    files = node_files()
    return _number({path: data for path, data in files.items() if path != BUILD})


def _number(files: dict[str, bytes]) -> int:
    whole = sha256()
    for path, data in sorted(files.items()):
        whole.update(path.encode() + b"\0" + len(data).to_bytes(4, "little") + data)
    return int.from_bytes(whole.digest()[:2], "little") or 1

"""The program: this project's wheel, and what requirements.lock and extra.lock name, by their digests, as one venv."""

from __future__ import annotations

import email
import hashlib
import shutil
import sys
import zipfile
from pathlib import Path

from .archive import Part
from .recipe import PROJECT, Recipe, run

HOME = "opt/signifer"


def wheels(recipe: Recipe, work: Path) -> list[Path]:
    """Make ours, and fetch the others, by the digests of requirements.lock and of image/extra.lock."""
    python = recipe["python"]
    folder = work / "wheels"
    folder.mkdir()
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, PROJECT, epoch=recipe.epoch)
    asked = ["--only-binary=:all:", "--no-deps", "--require-hashes", f"--python-version={python['version']}"]
    asked += [f"--platform={platform}" for platform in python["platforms"]]
    for lock in (PROJECT / "requirements.lock", PROJECT / "image" / "extra.lock"):
        run(*pip, "download", *asked, "--dest", folder, "--requirement", lock)
    return sorted(folder.glob("*.whl"))


def lay(recipe: Recipe, found: list[Path], root: Path) -> list[Part]:
    """Lay them into ``root`` as a venv of the image's own Python; what they are."""
    version = recipe["python"]["version"]
    home = root / HOME
    site = home / f"lib/python{version}/site-packages"
    site.mkdir(parents=True)
    (home / "bin").mkdir()
    (home / "bin/python").symlink_to(f"/usr/bin/python{version}")
    (home / "pyvenv.cfg").write_text(
        f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {version}\n", encoding="utf-8"
    )
    parts = [_laid(wheel, site) for wheel in found]
    command = home / "bin/signifer"
    command.write_text(
        f"#!/{HOME}/bin/python\nimport sys\nfrom signifer_firmware.cli.start import main\nsys.exit(main())\n",
        encoding="utf-8",
    )
    command.chmod(0o755)
    return parts


def _laid(wheel: Path, site: Path) -> Part:
    """A wheel is a zip of what lies in site-packages; what it would put elsewhere is not needed here."""
    with zipfile.ZipFile(wheel) as packed:
        for info in packed.infolist():
            if ".data/" not in info.filename:
                target = Path(packed.extract(info, site))
                if not info.is_dir():
                    target.chmod(0o644)
            elif "/purelib/" in info.filename or "/platlib/" in info.filename:
                inside = info.filename.split("lib/", 1)[1]
                target = site / inside
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(packed.read(info))
            elif "/scripts/" in info.filename and not info.is_dir():
                target = site.parents[2] / "bin" / Path(info.filename).name
                target.write_bytes(packed.read(info))
                target.chmod(0o755)
        meta = next(name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        said = email.message_from_bytes(packed.read(meta))
    licence = said.get("License-Expression") or said.get("License") or ""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return Part(
        said["Name"],
        said["Version"],
        "pypi",
        licence=licence.splitlines()[0] if licence else "",
        sha256=digest,
    )


def compile_all(recipe: Recipe, root: Path) -> None:
    """Bytecode of all of it: a board of little power starts in half the time. It goes by no time of a file."""
    version = recipe["python"]["version"]
    for place in (f"usr/lib/python{version}", f"{HOME}/lib/python{version}"):
        if shutil.which(f"python{version}"):
            run(
                f"python{version}", "-B", "-m", "compileall", "-q", "-j", "1",
                "--invalidation-mode", "unchecked-hash", "-s", root, "-p", "/", root / place,
                epoch=recipe.epoch,
                PYTHONHASHSEED="0",
            )  # fmt: skip

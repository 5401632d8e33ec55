"""Debian's packages: unpacked, and none of their own scripts run (configure.py does what those would have done)."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from .recipe import ImageError, Recipe, run

APT = Path("/etc/apt")
# Where the keys of Debian's archive are, with which every list of packages is signed.
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
# What is asked of a package; in double quotes of a shell, a dollar is said by two marks.
PLAIN = "${Package}|${Version}|${source:Package}|"
FIELDS = PLAIN.replace("$", "\\$")


@dataclass(frozen=True)
class Part:
    """Something that is in the image, for the list of parts."""

    name: str
    version: str
    kind: str
    source: str = ""
    licence: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Mirrors:
    """Where packages come from: MIRROR and SECURITY_MIRROR, or where this machine gets its own."""

    main: str
    security: str

    def lines(self, suite: str, components: list[str], *, with_updates: bool) -> list[str]:
        """Lines of sources.list."""
        what = " ".join(components)
        options = f"[signed-by={KEYS}]"
        found = [f"deb {options} {self.main} {suite} {what}"]
        if with_updates:
            found.append(f"deb {options} {self.main} {suite}-updates {what}")
            found.append(f"deb {options} {self.security} {suite}-security {what}")
        return found


def mirrors(apt: Path = APT) -> Mirrors:
    """ImageError if this machine has none, and none was said."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(apt.rglob("*.sources"))]
    texts += [path.read_text(encoding="utf-8") for path in sorted(apt.rglob("*.list"))]
    urls = [
        url.rstrip("/")
        for text in texts
        for line in text.splitlines()
        if line.startswith(("URIs:", "deb "))
        for url in re.findall(r"(?:https?|file)://\S+", line)
    ]
    main = os.environ.get("MIRROR") or next((url for url in urls if url.endswith("/debian")), "")
    security = os.environ.get("SECURITY_MIRROR") or next(
        (url for url in urls if url.endswith("debian-security")), ""
    )
    if not main or not security:
        raise ImageError(
            f"no archive of Debian is named below {apt}; say MIRROR=URL SECURITY_MIRROR=URL make image"
        )
    return Mirrors(main, security)


def unpack_base(recipe: Recipe, found: Mirrors, root: Path, log: Path) -> list[Part]:
    """Unpack Debian's packages, and what those need, into ``root``; what they are."""
    debian = recipe["debian"]
    lines = found.lines(debian["suite"], debian["components"], with_updates=True)
    # What was unpacked is known while the packages lie there.
    hook = (
        'for deb in "$1"/var/cache/apt/archives/*.deb; do '
        f'dpkg-deb --show --showformat="{FIELDS}" "$deb"; sha256sum <"$deb" | cut -c-64; done >{log}'
    )
    # It binds /dev, /proc and /sys below the root. In a namespace of their own they go with it, also if it is killed:
    # else whoever deletes the root deletes what is in them.
    run(
        "unshare",
        "--mount",
        "mmdebstrap",
        "--variant=extract",
        f"--architectures={debian['architecture']}",
        "--skip=check/qemu",
        "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
        '--aptopt=Acquire::Languages "none"',
        f"--include={','.join(debian['packages'])}",
        f"--extract-hook={hook}",
        debian["suite"],
        root,
        *lines,
        epoch=recipe.epoch,
    )
    return sorted(map(_part, log.read_text(encoding="utf-8").splitlines()), key=lambda part: part.name)


def _part(line: str) -> Part:
    name, version, source, digest = line.split("|")
    return Part(name, version, "deb", source, sha256=digest)


class Newer:
    """Packages of later suites, for their files alone: kernel and firmware need nothing else of them."""

    def __init__(self, recipe: Recipe, found: Mirrors, work: Path) -> None:
        self._recipe, self._work = recipe, work
        for name in ("lists/partial", "cache/archives/partial", "debs", "etc"):
            (work / name).mkdir(parents=True, exist_ok=True)
        (work / "status").touch()
        sources = [
            line
            for suite in recipe["debian"]["newer"]
            for line in found.lines(suite["suite"], suite["components"], with_updates=False)
        ]
        (work / "etc/sources.list").write_text("\n".join(sources) + "\n", encoding="utf-8")
        said = {
            "Dir": str(work),
            "Dir::State": str(work),
            "Dir::State::Lists": f"{work}/lists",
            "Dir::State::status": f"{work}/status",
            "Dir::Cache": f"{work}/cache",
            "Dir::Etc": f"{work}/etc",
            "Dir::Etc::sourceparts": "-",
            "Dir::Etc::preferencesparts": "-",
            "APT::Architecture": recipe["debian"]["architecture"],
            "APT::Architectures": recipe["debian"]["architecture"],
            "APT::Sandbox::User": "root",
            "Acquire::Languages": "none",
        }
        (work / "apt.conf").write_text(
            "".join(f'{name} "{value}";\n' for name, value in said.items()), encoding="utf-8"
        )
        self._run("apt-get", "update")

    def _run(self, *words: str) -> str:
        return run(*words, cwd=self._work / "debs", APT_CONFIG=str(self._work / "apt.conf"))

    def kernel(self) -> str:
        """The version of the kernel's files, as in 7.3.4+deb13-arm64."""
        wanted = self._recipe["debian"]["kernel"]
        shown = self._run("apt-cache", "show", "--no-all-versions", wanted)
        needed = re.search(r"^Depends: .*?linux-image-([^ ,]+)", shown, re.MULTILINE)
        if needed is None:
            raise ImageError(f"{wanted} names no kernel: look at [debian] in recipe.toml")
        return needed.group(1)

    def unpack(self, kernel: str, root: Path) -> list[Part]:
        """Unpack all of them into a folder of their own; what they are."""
        parts = []
        for suite in self._recipe["debian"]["newer"]:
            names = [name.format(kernel=kernel) for name in suite["packages"]]
            self._run("apt-get", "download", *(f"{name}/{suite['suite']}" for name in names))
        for deb in sorted((self._work / "debs").glob("*.deb")):
            run("dpkg-deb", "--extract", deb, root)
            shown = run("dpkg-deb", "--show", f"--showformat={PLAIN}", deb)
            parts.append(_part(shown + run("sha256sum", deb)[:64]))
        return parts

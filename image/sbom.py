"""The list of parts, as CycloneDX 1.5 in JSON: each package of Debian and each wheel, with version and digest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from .archive import Part


def sbom(parts: Iterable[Part], version: str, build: str, epoch: int) -> str:
    """The same parts make the same text."""
    whole = {
        "type": "firmware",
        "bom-ref": "image",
        "name": "signifer-image",
        "version": f"{version} ({build})",
    }
    return (
        json.dumps(
            {
                "bomFormat": "CycloneDX",
                "specVersion": "1.5",
                "version": 1,
                "metadata": {
                    "timestamp": datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "component": whole,
                },
                "components": [
                    _component(part) for part in sorted(parts, key=lambda part: (part.kind, part.name))
                ],
            },
            indent=1,
        )
        + "\n"
    )


def _component(part: Part) -> dict[str, Any]:
    version = quote(part.version, safe="")
    purl = (
        f"pkg:deb/debian/{quote(part.name)}@{version}?arch=arm64"
        if part.kind == "deb"
        else f"pkg:pypi/{part.name.lower().replace('_', '-')}@{version}"
    )
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": part.name,
        "version": part.version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": part.sha256}],
    }
    if part.licence:
        found["licenses"] = [{"license": {"name": part.licence}}]
    if part.source:
        found["properties"] = [{"name": "debian:source", "value": part.source}]
    return found

"""The one module of core that reads files: data that is shipped inside the package itself."""

from __future__ import annotations

from importlib import resources


def package_text(package: str, name: str) -> str:
    """The text of the data file ``name`` (UTF-8) that lies in ``package``."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")

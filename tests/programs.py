"""How programs of the tests are said: ``--help`` tells what one is for, as the first lines of its file do."""

from __future__ import annotations

import argparse


def parser(name: str, doc: str | None) -> argparse.ArgumentParser:
    """What ``python -m NAME`` takes, nothing yet; ``doc`` is its docstring, shown as it stands."""
    raw = argparse.RawDescriptionHelpFormatter
    return argparse.ArgumentParser(prog=f"python -m {name}", description=doc, formatter_class=raw)

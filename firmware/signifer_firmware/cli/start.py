"""Where the installed command begins: Ctrl-C is no traceback while the program is taken in, either, which takes
seconds on a small computer."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Take the program in, and do what is said."""
    try:
        from .main import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)

"""`python -m signifer_hw FOLDER`: make everything in hw/ anew, and say what changed."""

from __future__ import annotations

import sys
from pathlib import Path

from signifer_core.errors import ConfigError

from .outputs import outputs, write


def main(arguments: list[str]) -> int:
    """The exit status: 0, 1 if a table cannot be built, 2 if it was called wrongly."""
    if len(arguments) != 1:
        print("say: python -m signifer_hw FOLDER (make hw does)", file=sys.stderr)
        return 2
    try:
        changed = write(Path(arguments[0]))
    except ConfigError as error:
        print("\n".join(error.faults), file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print("\n".join(changed) or f"no difference in {len(outputs())} files")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)

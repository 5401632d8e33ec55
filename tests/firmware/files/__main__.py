"""``python -m tests.firmware.files [COUNT] [SEED]``: so many files (10,000), made of a seed, for all commands that read
files; docs/storms.md, *Files*."""

import sys

from .throwing import main

if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

"""See `street.main` and `inputs.main`."""

import sys

from . import inputs, street

if sys.argv[1:2] == ["inputs"]:
    sys.exit(inputs.main(*map(int, sys.argv[2:])))
street.main()

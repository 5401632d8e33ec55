"""Give files that commands read, made of a seed, sound and spoilt, to these commands (docs/storms.md, *Files*).

10,000 take some 70 minutes on two cores, a hundred a minute. What is found is told on standard error; then come the
figures as JSON: "files" and "commands" said, how often each "answers" with which status, "faults" by their kinds, and
the longest and largest of all. The exit status is 1 if there are faults.
"""

import sys

from tests.programs import parser

from .throwing import main

if __name__ == "__main__":
    options = parser("tests.firmware.files", __doc__)
    options.add_argument("count", type=int, nargs="?", default=10_000, help="how many files (%(default)s)")
    options.add_argument("seed", type=int, nargs="?", default=1, help="what they are made of (%(default)s)")
    asked = options.parse_args()
    sys.exit(main(asked.count, asked.seed))

"""python -m tests.fuzz [NAME [FILE ...]]: atheris on one target, or on all for FUZZ_S seconds each (60 without it).

Files are tried once each: what was found lies in test-output/fuzz. Inputs that go farther than others are kept in
.fuzz/NAME, from where the next run goes on. The exit status is that of the first target with a finding.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.programs import parser

ROOT = Path(__file__).parents[2]
FOUND, KEPT = ROOT / "test-output" / "fuzz", ROOT / ".fuzz"
SECONDS = int(os.environ.get("FUZZ_S", "60"))
# A check that takes longer than this hangs.
HANGS_S = 30


def fuzz(name: str) -> None:
    """Let atheris loose on a target; it ends the process."""
    import atheris

    with atheris.instrument_imports(
        include=["signifer_core", "signifer_drivers", "signifer_node", "signifer_firmware"]
    ):
        from .targets import TARGETS
    target = TARGETS[name]
    kept = KEPT / name
    kept.mkdir(parents=True, exist_ok=True)
    FOUND.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (kept / f"seed-{number}").write_bytes(seed)
    options = [
        f"-max_total_time={SECONDS}",
        f"-timeout={HANGS_S}",
        f"-artifact_prefix={FOUND}/{name}-",
        "-max_len=40000",
        "-print_final_stats=1",
        "-verbosity=0",
        "-close_fd_mask=0",
    ]
    atheris.Setup([sys.argv[0], *options, str(kept)], target.check)
    atheris.Fuzz()


def main() -> int:
    options = parser("tests.fuzz", __doc__)
    options.add_argument("name", nargs="?", help="of the target")
    options.add_argument("files", nargs="*", type=Path, metavar="FILE", help="tried on it once")
    asked = options.parse_args()
    if asked.files:
        from .targets import TARGETS

        for file in asked.files:
            TARGETS[asked.name].check(file.read_bytes())
        return 0
    if asked.name:
        fuzz(asked.name)
    from .targets import TARGETS

    status = 0
    for name in TARGETS:
        print(f"== {name}, {SECONDS} s", flush=True)
        status = subprocess.run([sys.executable, "-m", "tests.fuzz", name], cwd=ROOT).returncode or status
    return status


if __name__ == "__main__":
    sys.exit(main())

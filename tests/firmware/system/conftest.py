from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import MissingTool

from .raspberry import CONFIG, FRESH, TOOLS, lay_tool


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """Its root; commands do it below it, and write down what they were told."""
    if shutil.which("dtc") is None:
        MissingTool("dtc (device-tree-compiler)")
    root = tmp_path / "root"
    for name, text in {
        "etc/os-release": 'ID=debian\nVERSION_ID="12"\n',
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
        "etc/group": "root:x:0:\ndialout:x:20:maker\ni2c:x:994:\nspi:x:995:\ngpio:x:996:other,maker\n",
        CONFIG: FRESH,
        "boot/firmware/overlays/other.dtbo": "x",
        "etc/udev/rules.d/99-mine.rules": "# mine\n",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "usr/sbin").mkdir(parents=True)
    for name in TOOLS:
        lay_tool(root, name)
    return root

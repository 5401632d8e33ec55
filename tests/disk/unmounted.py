"""``python -m tests.disk.unmounted FOLDER``: a table whose disk is unmounted while it is on, and mounted again; says
what it hears, and what lies at its place meanwhile. ``FOLDER`` has a ``disk``, which this mounts as ``state``."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path

from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store

from tests.disk.evening import action, begin
from tests.programs import parser


def mount(folder: Path) -> None:
    subprocess.run(["mount", "--bind", folder / "disk", folder / "state"], check=True)


if __name__ == "__main__":
    options = parser("tests.disk.unmounted", __doc__)
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    (folder / "state").mkdir()
    mount(folder)
    store = Store.at_table(folder / "state" / STORE)
    store.append([begin(1), action(2)])
    subprocess.run(["umount", "--lazy", folder / "state"], check=True)
    store.look()
    print(store.trouble)
    store.append([action(3)])
    print([path.name for path in (folder / "state").iterdir()], store.waiting)
    mount(folder)
    store.look()
    print(store.trouble, store.waiting)
    store.append([action(4)])
    store.close()
    with closing(Store.at_table(folder / "disk" / STORE)) as again:
        print([entry.at_us for entry in again.last_game()], again.notice)

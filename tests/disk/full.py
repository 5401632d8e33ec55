"""``python -m tests.disk.full FOLDER``: opens a store once no byte of its disk is left, and says what it hears, as a
command and as a table."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from signifer_firmware.storage.store import Store, StoreError

from tests.programs import parser


def fill(file: Path) -> None:
    """Leave no room on the disk of the file."""
    with file.open("wb", buffering=0) as out:
        try:
            while out.write(bytes(1024)):
                pass
        except OSError:
            return


if __name__ == "__main__":
    options = parser("tests.disk.full", __doc__)
    options.add_argument("folder", type=Path)
    path = options.parse_args().folder / "s"
    Store(path).close()
    fill(path.with_name("fill"))
    try:
        Store(path)
    except StoreError as error:
        print(error)
    with closing(Store.at_table(path)) as store:
        print(store.trouble)

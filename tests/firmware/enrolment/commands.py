"""`signifer enrol` as a test says it, with what people type."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from signifer_firmware.enrolment.command import Order, enrol
from signifer_firmware.enrolment.tags import TagStore


class Command:
    """The command with a store in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said = ""

    def __call__(self, order: Order | None = None, *, typed: str = "", **wanted: Any) -> int:
        """Its exit status, as lines are ``typed``."""
        keys = self.folder / "keys"
        keys.write_text(typed)
        out = io.StringIO()
        with keys.open() as file:
            try:
                return enrol(order or self.order(), out=out, keys=file.fileno(), **wanted)
            finally:
                self.said = out.getvalue()

    def order(self, deck: str | None = "red", **values: Any) -> Order:
        return Order(deck=deck, **{"store": self.folder, "figures": False, **values})

    def bind(self, tags: dict[str, str]) -> None:
        store = TagStore(self.folder / "table.sqlite")
        store.change({bytes.fromhex(number): card for number, card in tags.items()})
        store.close()

    @property
    def known(self) -> dict[str, str]:
        store = TagStore(self.folder / "table.sqlite")
        found = {uid.hex().upper(): card for uid, card in store.tags.items()}
        store.close()
        return found

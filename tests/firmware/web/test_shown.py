"""How a table stands, looked at once for all pages of upkeep."""

import asyncio

from signifer_core.json_values import Json
from signifer_firmware.web.upkeep.shown import LOOK_S, Shown


class Table:
    """One that is looked at, and a clock."""

    def __init__(self) -> None:
        self.now_s, self.looks = 0.0, 0
        self.stands: dict[str, Json] = {"game": "thermopyles"}
        self.shown = Shown(self._look, lambda: self.now_s)

    async def _look(self) -> dict[str, Json]:
        self.looks += 1
        return dict(self.stands)


def test_pages_that_take_nothing_in_keep_one_text() -> None:
    """It is some ten kilobytes, and strangers may have 64 such pages."""

    async def work() -> None:
        table = Table()
        first = await table.shown.text(is_in=False)
        assert await table.shown.text(is_in=False) is first
        table.now_s += LOOK_S
        assert await table.shown.text(is_in=False) is first, "looked at again, it stands as before"
        table.shown.change()
        assert await table.shown.text(is_in=False) is first
        assert table.looks == 3
        ours = await table.shown.text(is_in=True)
        assert ours != first
        assert table.looks == 3

    asyncio.run(work())


def test_what_has_changed_is_told_to_all() -> None:
    async def work() -> None:
        table = Table()
        before = [await table.shown.text(is_in=is_in) for is_in in (True, False)]
        table.stands["game"] = "call-to-glory"
        table.shown.change()
        after = [await table.shown.text(is_in=is_in) for is_in in (True, False)]
        assert table.looks == 2
        for old, new in zip(before, after, strict=True):
            assert new == old.replace("thermopyles", "call-to-glory")

    asyncio.run(work())

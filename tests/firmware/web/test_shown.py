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
        first = await table.shown.text(lambda: False)
        assert await table.shown.text(lambda: False) is first
        table.now_s += LOOK_S
        assert await table.shown.text(lambda: False) is first, "looked at again, it stands as before"
        table.shown.change()
        assert await table.shown.text(lambda: False) is first
        assert table.looks == 3
        ours = await table.shown.text(lambda: True)
        assert ours != first
        assert table.looks == 3

    asyncio.run(work())


def test_who_is_let_out_while_it_is_looked_at_is_told_so() -> None:
    async def work() -> None:
        table = Table()
        let_in = [True]

        async def look() -> dict[str, Json]:
            let_in[0] = False
            return {}

        table.shown = Shown(look, lambda: 0.0)
        assert '"in":false' in await table.shown.text(lambda: let_in[0])

    asyncio.run(work())


def test_what_has_changed_is_told_to_all() -> None:
    async def work() -> None:
        table = Table()
        before = [await table.shown.text(whether) for whether in (lambda: True, lambda: False)]
        table.stands["game"] = "call-to-glory"
        table.shown.change()
        after = [await table.shown.text(whether) for whether in (lambda: True, lambda: False)]
        assert table.looks == 2
        for old, new in zip(before, after, strict=True):
            assert new == old.replace("thermopyles", "call-to-glory")

    asyncio.run(work())

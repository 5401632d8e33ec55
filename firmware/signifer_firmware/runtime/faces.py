"""Faces of a moment, what every screen has to show: the game's panels, and which of them take turns on one screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from signifer_core.layout import COLUMNS, SIDES
from signifer_core.procedure import Table

from signifer_firmware.display.agreement_panels import scan_panel, start_panels
from signifer_firmware.display.paging import Face
from signifer_firmware.display.panels import CodePanel, MenuPanel, Panel, PlayerPanel, TextPanel
from signifer_firmware.display.player_menu_panels import tutored, with_codes, with_player_menus
from signifer_firmware.display.render import pages
from signifer_firmware.display.spoken import STOPS, spoken
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.i18n.words import Words
from signifer_firmware.session.outlook import GAME, START, Outlook


@dataclass(frozen=True)
class Shown:
    """A moment: the table, None where no game is on, what is to be read beside it, and the columns whose control has
    changed."""

    table: Table[AnyState] | None
    outlook: Outlook
    turned: frozenset[int]


class Faces:
    """The faces of what is ``shown`` of a game, to players who read their own words (``readers``)."""

    def __init__(self, shown: Shown, bundle: AnyBundle, readers: Mapping[str, Words]) -> None:
        self.shown = shown
        self._bundle, self._readers = bundle, readers
        self._made: dict[int, Mapping[str, Panel]] = {}
        self._readings: dict[str, str] = {}

    def reading(self, place: str) -> str:
        """All that a screen has to show now, as a text to be read out; each page once."""
        if place not in self._readings:
            pages = dict.fromkeys(spoken(*face) for face in self.of(place))
            self._readings[place] = " ".join(page if page.endswith(STOPS) else f"{page}." for page in pages)
        return self._readings[place]

    def of(self, place: str) -> list[Face]:
        """All that a screen has to show now, as panels with pages: each refusal first, then what lies under it.

        A screen for both shows each player to whom it has something to say, who is refused first, then the active one.
        """
        if place == "both":
            faces = [face for player in self._addressed() for face in self.of(player)]
            return [(_signed(panel), page) for panel, page in faces]
        first = self.panels(0)[place]
        count = first.refusal.count if isinstance(first, PlayerPanel) and first.refusal else 1
        refusals = [(self.panels(reason)[place], 0) for reason in range(1, count)]
        return [
            *((first, 0), *refusals),
            *((first, page) for page in range(1, pages(first))),
            *((taught, page) for taught in self._taught(first) for page in range(pages(taught))),
            *self._scanned(place),
        ]

    def _scanned(self, place: str) -> list[Face]:
        """A code for cameras beside the start picture, for two turns: a camera takes longer than eyes."""
        if place not in SIDES or self.shown.outlook.phase != START:
            return []
        panel = scan_panel(self.shown.outlook, self._readers[place])
        return [] if panel is None else [(panel, page) for page in range(pages(panel)) for _ in range(2)]

    def panels(self, reason: int) -> Mapping[str, Panel]:
        """All panels of what is shown, with refusal number ``reason``; each is made once, when it is looked at."""
        if reason not in self._made:
            self._made[reason] = self._panels(reason)
        return self._made[reason]

    def _panels(self, reason: int) -> Mapping[str, Panel]:
        table, outlook = self.shown.table, self.shown.outlook
        if table is None or outlook.phase != GAME:
            places = [*(f"{column} {side}" for column in COLUMNS for side in SIDES), *SIDES]
            return with_codes(start_panels(outlook, places, self._readers), outlook, self._readers)
        panels = self._bundle.panels(table, outlook, reason, self.shown.turned, readers=self._readers)
        return with_player_menus(panels, self._bundle, table, outlook, self._readers)

    def _taught(self, panel: Panel) -> tuple[Panel, ...]:
        """What follows a player's panel if they want to be taught."""
        table = self.shown.table
        if table is None:
            return ()
        taught = tutored(panel, self._bundle, table, self.shown.outlook, self._readers)
        return (taught,) if taught is not None else ()

    def _addressed(self) -> list[str]:
        """To whom a screen for both has something to say: who is refused, who has a menu open, the active one."""
        table, outlook = self.shown.table, self.shown.outlook
        if table is None or outlook.phase != GAME:
            return list(SIDES)
        active = self._bundle.active(table.state)
        told = {prompt.player for prompt in outlook.said}
        concerned = [player for player in SIDES if player in told or _concerns(self.panels(0)[player])]
        players: list[str] = [*concerned] or [active]
        first = [player for player in players if outlook.refusals_of(player)]
        order = (*first, *dict(outlook.codes), *dict(outlook.own), active)
        return sorted(players, key=lambda player: order.index(player) if player in order else len(order))


def _concerns(panel: Panel) -> bool:
    """Whether the panel's player has something to do."""
    if isinstance(panel, MenuPanel):
        return panel.oks == (panel.player,)
    if isinstance(panel, TextPanel):
        return panel.page is not None or panel.active
    if isinstance(panel, CodePanel):
        return True
    return isinstance(panel, PlayerPanel) and bool(panel.active or panel.refusal or panel.corrections)


def _signed(panel: Panel) -> Panel:
    """The panel, with its player's sign also on a refusal: for a screen that both read."""
    if isinstance(panel, PlayerPanel) and panel.refusal is not None:
        return replace(panel, refusal=replace(panel.refusal, player=panel.player))
    return panel

"""What columns show outside the rounds of a combat: the places with their characters and what lies there, the combat
zone with both pools, the card that is being played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.deck import sort_of
from signifer_core.games.dark_age_arena.deck.printed import Equipment, Instant, Supply
from signifer_core.games.dark_age_arena.rules.effects import (
    enlist_cost,
    equipment_cost,
    life,
    place_name,
    standard_cost,
    supply_cost,
)
from signifer_core.games.dark_age_arena.rules.spoils import FIRST_PILLAGE, LATER_PILLAGE
from signifer_core.games.dark_age_arena.state import CARD_COST, PLACES, ZONE, Standing, State
from signifer_core.games.dark_age_arena.table.laying import is_solitary
from signifer_core.games.dark_age_arena.table.said import in_play, number, target
from signifer_core.games.dark_age_arena.table.spots import (
    COMBAT_ZONE,
    PLAYED,
    column_of,
    combat_zone,
    lying,
    waiting,
)
from signifer_core.layout import Side, other
from signifer_core.procedure import Table

from signifer_firmware.games.dark_age_arena.texts import screens as phrases
from signifer_firmware.games.dark_age_arena.texts.words import sort_text
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.terms import card_name, source_name

from .bands import LEFT, TIMES, Cell, Row, named, packed, room
from .strips import Strip, StripLine

Entry = tuple[Row, ...]


@dataclass(frozen=True)
class Places:
    """Columns 1 to 5 of a table as one player reads them."""

    deck: Deck
    table: Table[State]
    words: Words
    left: int = LEFT

    @property
    def wide(self) -> int:
        return room(left=self.left)

    @property
    def state(self) -> State:
        return self.table.state

    # Sides

    def entries(self, column: int, side: Side) -> tuple[list[Entry], str]:
        """What lies on a side of a column, in the order of play, each entry kept together; without a large figure."""
        return self._lying(column, side), ""

    def _lying(self, column: int, side: Side) -> list[Entry]:
        if str(column) == PLAYED:
            return [*self._played(side)]
        if str(column) == COMBAT_ZONE:
            return [*self._waiting(column, side), *self._characters(side, ZONE)]
        return [
            *self._waiting(column, side),
            *self._drafted(column, side),
            *self._characters(side, column),
            *self._things(side, column),
        ]

    def _name(self, card: str) -> str:
        return card_name(card, self.words)

    def _wounds(self, each: Standing) -> Cell:
        return wounds_cell(each.wounds, life(self.deck, self.state, each.card))

    def _gear(self, gear: tuple[str, ...]) -> list[Cell]:
        return [Cell(self._name(card), sort_of(self.deck.printed(card))) for card in gear]

    def _character(self, each: Standing, *ends: Cell, count: int = 1, lit: bool = False) -> Entry:
        name = self._name(each.card)
        name = f"{count}{TIMES} {name}" if count > 1 else name
        gear = self._gear(each.gear)
        if each.place == ZONE or ends:
            # A pool may be large, and the places have told what everybody bears.
            ends, gear = (*(replace(cell, text="") for cell in gear), *ends), []
        row = Row(name, ends=(*ends, self._wounds(each)), lit=lit)
        return (*named(row, self.wide), *packed(gear, self.wide))

    def _characters(self, side: Side, place: int) -> Iterator[Entry]:
        """Those who stay there; equal ones together."""
        here = {card for card, column in lying(self.table, side).items() if column == column_of(place)}
        entries = [self._character(each) for each in self.state.at(side, place) if each.card in here]
        shown = Counter(entries)
        for each in self.state.at(side, place):
            entry = self._character(each)
            if count := shown.pop(entry, 0):
                yield entry if count == 1 else self._character(each, count=count)

    def _waiting(self, column: int, side: Side) -> Iterator[Entry]:
        """Cards that wait there for `ok`; of fighters what each costs."""
        for card, _ in waiting(self.table, side, str(column)):
            standing = self.state.standing(card)
            ends = self._cost(card, side, column)
            if standing is not None:
                yield self._character(standing, *ends, lit=True)
            else:
                sort = sort_of(self.deck.printed(card))
                mark = sort if sort in ("supply", "artifact") else ""
                yield named(Row(self._name(card), ends=ends, mark=mark, lit=True), self.wide)
        alone = self.state.combat.alone if self.state.combat is not None else None
        if str(column) == COMBAT_ZONE and alone is not None and phrases.owner_of(alone) == side:
            standing = self.state.standing(alone)
            if standing is not None:
                yield self._character(standing, lit=True)
            else:
                yield named(Row(self._name(alone), lit=True), self.wide)

    def _cost(self, card: str, side: Side, column: int) -> tuple[Cell, ...]:
        state, combat = self.state, self.state.combat
        if str(column) != COMBAT_ZONE or combat is None or is_solitary(self.table, combat_zone(side)):
            return ()
        near = (combat.start or 0) if side == combat.attacker else combat.target
        return (Cell(count=str(standard_cost(self.deck, state, card, near))),)

    def _drafted(self, column: int, side: Side) -> Iterator[Entry]:
        """Who is to be enlisted there and has still to roll, or has missed."""
        draft = self.state.player(side).draft
        if draft is not None and draft.place == column:
            yield named(Row(self._name(draft.card), lit=True), self.wide)

    def _things(self, side: Side, place: int) -> Iterator[Entry]:
        """Supply and artifact."""
        spot = self.state.player(side).spot(place)
        cells = [
            Cell(self._name(card), what)
            for what, card in (("supply", spot.supply), ("artifact", spot.artifact))
            if card is not None
        ]
        if cells:
            yield tuple(packed(cells, self.wide))

    def _played(self, side: Side) -> Iterator[Entry]:
        """The card in column 5, what it costs, whom it is for, its note; without one what still holds."""
        card = in_play(self.table, side)
        if card is None:
            lasting = dict.fromkeys(each.card for each in self.state.lasting if each.owner == side)
            for each in lasting:
                yield named(Row(self._name(each), mark="instant"), self.wide)
            return
        yield named(Row(self._name(card), lit=True), self.wide)
        cost = phrases.cost_text(*self._price(card, side), self.words)
        cells = [Cell(sort_text(sort_of(self.deck.printed(card)), self.words)), Cell(cost)]
        yield tuple(packed(cells, self.wide))
        if (chosen := target(self.table.held, side)) is not None:
            yield tuple(packed([Cell(self._name(chosen), "target")], self.wide))
        if note := self.deck.printed(card).note:
            yield tuple(packed([Cell(note)], self.wide))

    def _price(self, card: str, side: Side) -> tuple[int, int]:
        """COM and LOG of a card that is played."""
        printed, chosen = self.deck.printed(card), target(self.table.held, side)
        if isinstance(printed, Equipment) and chosen is not None:
            return equipment_cost(self.deck, self.state, card, chosen)
        if isinstance(printed, Supply):
            return supply_cost(self.deck, self.state, card, printed.com, printed.log)
        return (printed.com, printed.log) if isinstance(printed, (Equipment, Instant)) else (0, 0)

    # Strips

    def strip(self, column: int, facing: Side, costs: int = 0) -> Strip:
        """What stands between both sides as ``facing`` reads it; ``costs`` is what all fighters cost who wait."""
        words = self.words
        if str(column) == PLAYED:
            said = phrases.CARD_FOR_LOG if self._may_buy(facing) else phrases.CARD_PLAYED
            return Strip(StripLine(), StripLine(words.say(said)), *self._button(column, facing))
        if str(column) == COMBAT_ZONE:
            upper, lower = (self._way(side) for side in (other(facing), facing))
            if self.state.combat is None:
                lower = StripLine(words.say(phrases.COMBAT_ZONE))
                return Strip(upper, lower, *self._button(column, facing))
            return Strip(upper, lower, str(costs) if costs else "", words.say(phrases.COM))
        upper, lower = (self._place(side, column, facing) for side in (other(facing), facing))
        figure, label = self._figure(column, facing)
        return Strip(upper, lower, figure, label)

    def _place(self, side: Side, place: int, facing: Side) -> StripLine:
        """A place with what lies there; lit where an attack starts or goes."""
        spot, combat = self.state.player(side).spot(place), self.state.combat
        signs = [
            what
            for what, there in (
                ("supply", spot.supply),
                ("artifact", spot.artifact),
                ("pillaged", spot.pillaged),
            )
            if there
        ]
        mark = ""
        if combat is not None and side == combat.attacker and combat.start == place:
            mark = "from"
        if combat is not None and side == combat.defender and place in (combat.target, self._aimed(facing)):
            mark = "target"
        name = source_name(place_name(side, place), self.words)
        return StripLine(name, tuple(signs), mark, lit=mark == "target")

    def _aimed(self, facing: Side) -> int | None:
        """The place that the attacker has chosen and not confirmed, for their own eyes."""
        state = self.state
        if state.step != "target" or facing != state.active:
            return None
        return number(self.table.held, "place", facing)

    def _figure(self, column: int, facing: Side) -> tuple[str, str]:
        """What it costs to enlist somebody there; what pillaging the place would bring."""
        state, words = self.state, self.words
        player = state.player(facing)
        if state.step == "draft" and player.enlisted is None and player.draft is None:
            return str(enlist_cost(self.deck, state, facing, column)), words.say(phrases.COM)
        if state.step == "target" and facing == state.active:
            pillaged = state.player(other(facing)).spot(column).pillaged
            points = LATER_PILLAGE if pillaged else FIRST_PILLAGE
            return str(points), words.say(phrases.COUNTS["points"])
        return self._button(column, facing)

    def _button(self, column: int, facing: Side) -> tuple[str, str]:
        """What the column's button adds to a bid."""
        bids = self.state.step in ("bid", "contest") and self.state.player(facing).bid is None
        return (f"+{column}", self.words.say(phrases.LOG)) if bids else ("", "")

    def _may_buy(self, side: Side) -> bool:
        """Whether the button of column 5 is a card for LOG (DA-20)."""
        player = self.state.player(side)
        return self.state.step == "supply" and player.left > 0 and player.log >= CARD_COST

    def _way(self, side: Side) -> StripLine:
        """Of an attack: from where it comes, or for which place it is."""
        combat, words = self.state.combat, self.words
        if combat is None:
            return StripLine()
        is_attacker = side == combat.attacker
        place, mark = (combat.start, "from") if is_attacker else (combat.target, "target")
        if place in PLACES:
            said = source_name(place_name(side, place), words)
        else:
            said = words.say(phrases.ALONE if place == ZONE and is_attacker else phrases.NO_PLACE)
        return StripLine(said, ("face-down",) * self.state.player(side).face_down.number, mark)


def wounds_cell(wounds: int, most: int) -> Cell:
    """Wounds of life."""
    return Cell(f"{wounds}/{most}", "wounds", face="bold")

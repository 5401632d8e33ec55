"""What can be wrong with a script beyond its grammar: found before anything runs, all of it at once."""

from __future__ import annotations

from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.deck import UnitKind, standard_deck
from signifer_core.games.field_of_glory.setup import BEGIN_STEPS
from signifer_core.games.field_of_glory.state import UNITS_A_COLUMN
from signifer_core.layout import Zone

from . import script_statements as st
from .config import TableConfig
from .script_language import START, Script

MOST_COUNTED = 99


class _Check:
    """One walk through the script; ``lying`` follows where hands have laid the cards."""

    def __init__(self, config: TableConfig, file: str) -> None:
        self.faults: list[str] = []
        self._config = config
        self._file = file
        self._lying: set[str] = set()
        self._stacks: dict[Zone, list[UnitKind]] = {}
        self._deck = standard_deck()
        self._zones = {zone for reader in config.readers for zone in reader.zones}
        self._readers = {reader.zone for reader in config.readers}
        self._screens = {screen.place for screen in config.screens}
        self._buttons = {button.name for button in config.buttons}

    def fault(self, statement: st.Statement, text: str) -> None:
        self.faults.append(f"{self._file}:{statement.line}: {text}")

    def walk(self, statements: tuple[st.Statement, ...]) -> None:
        for statement in statements:
            match statement:
                case st.Together(statements=inner):
                    self.walk(inner)
                case st.Setup(zone=zone, cards=cards):
                    self._zone(statement, zone)
                    self._lying.update(cards)
                    self._stack(statement, zone, cards)
                case st.Count(what=what, number=number) if number > MOST_COUNTED:
                    self.fault(
                        statement,
                        f"{what} {number} is more than a screen shows; write {MOST_COUNTED} or less",
                    )
                case st.Begin(step=step) if step not in (START, *BEGIN_STEPS):
                    known = ", ".join((START, *BEGIN_STEPS))
                    self.fault(
                        statement, f'play cannot begin at "{step}" in this version; write one of {known}'
                    )
                case st.Put(card=card, zone=zone):
                    self._zone(statement, zone)
                    self._lying.add(card)
                case st.Take(card=card):
                    self._lies(statement, card)
                    self._lying.discard(card)
                case st.Swap(away=away, instead=instead):
                    self._lies(statement, away)
                    self._lying.discard(away)
                    self._lying.add(instead)
                case st.Press(button=button):
                    self._button(statement, button)
                case st.Hold(buttons=buttons):
                    for button in buttons:
                        self._button(statement, button)
                case _:
                    self._part(statement)

    def _stack(self, statement: st.Statement, zone: Zone, cards: tuple[str, ...]) -> None:
        """What lies there already keeps FG-P2, as if it had been placed."""
        stack = self._stacks.setdefault(zone, [])
        for card in cards:
            unit = self._deck.unit(card)
            assert unit is not None, "the parser takes units only"
            if len(stack) == UNITS_A_COLUMN:
                self.fault(statement, f"{card} is one too many: {zone} takes {UNITS_A_COLUMN} units (FG-P2)")
            elif not all(unit.may_stand_with(other) for other in stack):
                self.fault(statement, f"{card} cannot share {zone} with what lies there (FG-P2)")
            stack.append(unit)

    def _zone(self, statement: st.Statement, zone: Zone) -> None:
        if zone not in self._zones:
            self.fault(
                statement, f'the table "{self._config.name}" has no reader at {zone}; choose another table'
            )

    def _lies(self, statement: st.Statement, card: str) -> None:
        if card not in self._lying:
            self.fault(statement, f"{card} does not lie on the table here; put it down first")

    def _button(self, statement: st.Statement, button: st.Button) -> None:
        names = {button.name(player) for player in ("red", "blue")}
        if not names & self._buttons:
            self.fault(statement, f'the table "{self._config.name}" has no button "{button}"')

    def _part(self, statement: st.Statement) -> None:
        match statement:
            case st.Fault(part="node", place=column) | st.Mend(part="node", place=column):
                if not self._config.nodes_at(column):
                    self.fault(
                        statement, f'the table "{self._config.name}" has no node that reads column {column}'
                    )
            case st.Fault(part=part, place=place) | st.Mend(part=part, place=place):
                known = {"reader": self._readers, "screen": self._screens}.get(part, set())
                if place not in known:
                    self.fault(statement, f'the table "{self._config.name}" has no {part} {place}')
            case st.ExpectReader(place=place) | st.ExpectCause(place=place):
                if place not in self._readers:
                    self.fault(statement, f'the table "{self._config.name}" has no reader {place}')
            case st.ExpectScreen(place=place):
                if self._config.screen(place) is None:
                    self.fault(statement, f'the table "{self._config.name}" has no screen {place}')


def check(script: Script, config: TableConfig, *, file: str) -> None:
    """Raise ConfigError with every fault: parts that the table lacks, cards taken that do not lie there."""
    found = _Check(config, file)
    given = {type(statement) for statement in script.statements}
    if st.Terrain not in given and st.Begin not in given:
        for needs, word in ((st.Setup, "setup"), (st.Control, "control"), (st.First, "first")):
            if needs in given:
                found.faults.append(
                    f'{file}:1: "{word}" needs a battlefield; write the line: terrain plain plain plain plain plain'
                )
    if st.First not in given and st.Begin not in given and {st.Setup, st.Control} & given:
        found.faults.append(f"{file}:1: the first player is missing; write the line: first red")
    if script.starts:
        for statement in script.statements:
            if isinstance(statement, st.Terrain | st.First | st.Setup | st.Control | st.Count):
                found.fault(statement, "no game is on at the start picture; leave it out, or begin elsewhere")
    found.walk(script.statements)
    if found.faults:
        raise ConfigError(found.faults)

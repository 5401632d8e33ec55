"""Checks of a script beyond its grammar: what is wrong is found before anything runs, all of it at once."""

from __future__ import annotations

from signifer_core.errors import ConfigError
from signifer_core.layout import Zone
from signifer_drivers.virtual.world import MOST_WEAK_PERCENT

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.needs import lacks

from . import expectations as ex
from . import statements as st
from .game import Script, words_of
from .positions import Finding
from .robots import unplayable

# What all waits of a script may take together: who wants more cuts it in two.
MOST_WAITED_US = 7_200_000_000
# What may be said before play though no game is on.
_OF_THE_TABLE = (st.Game, st.Table, st.Deck, st.Seed, st.Dice, st.Language, st.Begin)


class _Check:
    """One walk through the script; ``lying`` follows where hands have laid the cards."""

    def __init__(self, config: TableConfig) -> None:
        self.faults: list[Finding] = []
        self._config = config
        self._lying: dict[str, Zone] = {}
        # Cards that a block lays, in whatever order its statements happen: where they may lie meanwhile.
        self._may_lie: dict[str, Zone] = {}
        self._zones = {zone for reader in config.readers for zone in reader.zones}
        self._readers = {name for reader in config.readers for name in (reader.name, reader.zone)}
        self._screens = {screen.place for screen in config.oleds}
        self._buttons = {button.name for button in config.buttons}

    def fault(self, statement: st.Statement, text: str) -> None:
        self.faults.append((statement.line, text))

    def walk(self, statements: tuple[st.Statement, ...]) -> None:
        for statement in statements:
            match statement:
                case st.Together(statements=inner):
                    self._lay(inner)
                    self.walk(inner)
                    self._may_lie.clear()
                case st.Setup(zone=zone, cards=cards):
                    self._zone(statement, zone)
                    self._lying |= dict.fromkeys(cards, zone)
                case ex.ExpectLying(zone=zone):
                    self._zone(statement, zone)
                case st.Put(card=card, zone=zone):
                    self._zone(statement, zone)
                    self._lying[card] = zone
                case st.Push(card=card, antennas=antennas):
                    self._lies(statement, card)
                    self._antennas(statement, antennas, self._place(card))
                case st.Take(card=card):
                    self._lies(statement, card)
                    self._taken(card)
                case st.Swap(away=away, instead=instead):
                    self._swapped(statement, away, instead)
                case st.Press(button=button):
                    self._button(statement, button)
                case st.Hold(buttons=buttons):
                    for button in buttons:
                        self._button(statement, button)
                case _:
                    self._part(statement)

    def _zone(self, statement: st.Statement, zone: Zone) -> None:
        if zone not in self._zones:
            self.fault(
                statement, f'the table "{self._config.name}" has no reader at {zone}; choose another table'
            )

    def _antennas(self, statement: st.Statement, antennas: tuple[str, ...], place: Zone | None) -> None:
        if place is None:
            return
        known = {reader.antenna for reader in self._config.readers if place in reader.zones}
        if missing := [antenna for antenna in antennas if antenna not in known]:
            fix = "leave it out" if known - {None} else "leave this line out, or choose another table"
            self.fault(
                statement, f'{place} of the table "{self._config.name}" has no antenna {missing[0]}; {fix}'
            )
        elif len(set(antennas)) < len(antennas):
            self.fault(statement, "an antenna is named twice; name it once")

    def waits(self, statements: tuple[st.Statement, ...]) -> None:
        """Said once, where it becomes too much."""
        waited_us = 0
        for statement in statements:
            waited_us += statement.us if isinstance(statement, st.Wait) else 0
            if waited_us > MOST_WAITED_US:
                most = MOST_WAITED_US // 3_600_000_000
                self.fault(
                    statement, f"up to here the script waits for more than {most} hours; cut it in two before"
                )
                return

    def _lay(self, block: tuple[st.Statement, ...]) -> None:
        """What a block may have laid: chance draws its order, so that the written one refuses nothing."""
        for _ in block:  # one swap may need what another one lays
            for statement in block:
                match statement:
                    case st.Put(card=card, zone=zone):
                        self._may_lie[card] = zone
                    case st.Swap(away=away, instead=instead) if (place := self._place(away)) is not None:
                        self._may_lie.setdefault(instead, place)

    def _place(self, card: str) -> Zone | None:
        return self._lying.get(card, self._may_lie.get(card))

    def _lies(self, statement: st.Statement, card: str) -> None:
        if self._place(card) is None:
            self.fault(statement, f"{card} does not lie on the table here; put it down first")

    def _taken(self, card: str) -> None:
        """It is gone, unless the block that takes it lays it, too, perhaps later."""
        if card in self._may_lie:
            self._lying[card] = self._may_lie[card]
        else:
            self._lying.pop(card, None)

    def _swapped(self, statement: st.Statement, away: str, instead: str) -> None:
        self._lies(statement, away)
        if away == instead:
            self.fault(statement, f"{away} cannot lie in its own place; write another card after it")
            return
        place = self._place(away)
        self._taken(away)
        if place is not None:
            self._lying[instead] = place

    def _button(self, statement: st.Statement, button: st.Button) -> None:
        names = {button.name(player) for player in ("red", "blue")}
        if not names & self._buttons:
            self.fault(statement, f'the table "{self._config.name}" has no button "{button}"')

    def sounds(self, statements: tuple[st.Statement, ...]) -> None:
        for statement in statements:
            if isinstance(statement, ex.ExpectSound) and self._config.gpio.buzzer is None:
                self.fault(statement, f'the table "{self._config.name}" has no buzzer')

    def _part(self, statement: st.Statement) -> None:
        match statement:
            case st.Fault(part="node", place=place) | st.Mend(part="node", place=place):
                if not self._config.nodes_at(place):
                    read = f"column {place}" if place.isdecimal() else place
                    self.fault(statement, f'the table "{self._config.name}" has no node that reads {read}')
            case st.Fault(part="card", percent=percent):
                if (percent or 0.0) > MOST_WEAK_PERCENT:
                    self.fault(
                        statement,
                        f"a tag that loses more has no power; write {MOST_WEAK_PERCENT:.0f}% or less",
                    )
            case st.Mend(part="card"):
                pass
            case st.Fault(part=part, place=place) | st.Mend(part=part, place=place):
                self._breaks(statement, part, place)
            case ex.ExpectReader(place=place) | ex.ExpectCause(place=place):
                if place not in self._readers:
                    self.fault(statement, f'the table "{self._config.name}" has no reader {place}')
            case ex.ExpectScreen(place=place):
                if self._config.screen(place) is None:
                    self.fault(statement, f'the table "{self._config.name}" has no screen {place}')

    def _breaks(self, statement: st.Statement, part: str, place: str) -> None:
        """A reader or a screen that is to fail, or to be mended: it has to be one that can."""
        known = {"reader": self._readers, "screen": self._screens}.get(part, set())
        if part == "screen" and place not in known and self._config.screen(place) is not None:
            self.fault(statement, f"screen {place} is the page's, which does not fail; leave it out")
        elif place not in known:
            self.fault(statement, f'the table "{self._config.name}" has no {part} {place}')


def check(script: Script, config: TableConfig, *, file: str) -> None:
    """Raise ConfigError with every fault: parts that the table lacks, cards taken that do not lie there."""
    found = _Check(config)
    if lacking := lacks(script.game, registry.game(script.game).traits, config):
        game = next(said for said in script.statements if isinstance(said, st.Game))
        found.fault(game, f"{lacking}; choose another table")
    played = script.brought.seated(bundles_of(config)[script.game])
    found.faults += words_of(played).unplayable(script, config)
    found.faults += unplayable(script, config)
    if script.starts:
        for statement in script.statements:
            if isinstance(statement, st.Preparation) and not isinstance(statement, _OF_THE_TABLE):
                found.fault(statement, "no game is on at the start picture; leave it out, or begin elsewhere")
    found.walk(script.statements)
    found.waits(script.statements)
    found.sounds(script.statements)
    if found.faults:
        ordered = sorted(found.faults, key=lambda fault: fault[0])
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in ordered])

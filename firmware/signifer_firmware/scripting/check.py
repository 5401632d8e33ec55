"""Checks of a script that has no faults of grammar against its table, before anything runs: all of it at once."""

from __future__ import annotations

from signifer_core.errors import ConfigError
from signifer_core.layout import Zone

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.needs import lacks

from . import expectations as ex
from . import statements as st
from .alone import Walk, of_all
from .game import Script, words_of
from .robots import unplayable


class _Check(Walk):
    """The walk with the eyes on the table."""

    def __init__(self, config: TableConfig) -> None:
        super().__init__()
        self._config = config
        self._zones = {zone for reader in config.readers for zone in reader.zones}
        self._readers = {name for reader in config.readers for name in (reader.name, reader.zone)}
        self._screens = {screen.place for screen in config.oleds}
        self._buttons = {button.name for button in config.buttons}

    def looked_at(self, statement: st.Statement) -> None:
        match statement:
            case st.Setup(zone=zone) | ex.ExpectLying(zone=zone) | st.Put(zone=zone) | st.Brush(zone=zone):
                self._zone(statement, zone)
            case st.Push(card=card, antennas=antennas):
                self._antennas(statement, antennas, self.place(card))
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
            case st.Fault(part="card") | st.Mend(part="card"):
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
        """A reader, screen or button that is to fail, or to be mended: it has to be one that can."""
        known = {"reader": self._readers, "screen": self._screens, "button": self._buttons}.get(part, set())
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
    found.walk(script.statements)
    found.faults += of_all(script.statements, script.game)
    found.sounds(script.statements)
    if found.faults:
        ordered = sorted(found.faults, key=lambda fault: fault[0])
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in ordered])

"""The result of an attack as pages are told it; everybody knows it, since both bonus cards are shown."""

from __future__ import annotations

from functools import partial

from signifer_core.games.field_of_glory.battle import Line, Result
from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.layout import SIDES

from signifer_firmware.games.field_of_glory.texts.words import line_text
from signifer_firmware.i18n.words import Words
from signifer_firmware.web.game import View
from signifer_firmware.web.view.glance import in_all


def told(deck: Deck, result: Result) -> View:
    """Who won by how much, and takes which cards for how many points; ``by`` is "total", "spear", "tie", "retreat"."""
    return {
        "column": result.column,
        "attacker": result.attacker,
        "winner": result.winner,
        "by": result.by,
        "totals": {player: sum(line.figure for line in _lines(result, player)) for player in SIDES},
        "takes": list(result.captured),
        "points": sum(deck.victory_points(card) for card in result.captured),
    }


def told_in_full(deck: Deck, state: State, result: Result) -> View:
    """Beside that both sums line by line, who led, what else is discarded, and whose the terrain is now."""
    terrain = state.column(result.column).terrain
    defender = other(result.attacker)
    return {
        **told(deck, result),
        "leads": {result.attacker: result.lead, defender: result.defending_lead},
        "parts": {
            player: [
                {"figure": line.figure, "text": in_all(partial(_said, line, terrain))}
                for line in _lines(result, player)
            ]
            for player in SIDES
        },
        "discarded": list(result.discarded),
        "control": [result.held, result.holds],
    }


def _lines(result: Result, player: Player) -> tuple[Line, ...]:
    return result.attacking if player == result.attacker else result.defending


def _said(line: Line, terrain: str, words: Words) -> str:
    return line_text(line.name, line.figure, terrain, words)

"""A position of Dark Age Arena as pages are told it: what everybody knows, and to a player what is theirs."""

from __future__ import annotations

from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import Deck, side_of_card
from signifer_core.games.dark_age_arena.rolls import Due, Fallen, suffered
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.effects import control, life
from signifer_core.games.dark_age_arena.state import Player, Standing, State
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.games.dark_age_arena.table.said import number, target
from signifer_core.games.dark_age_arena.table.spots import waiting
from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Table

from signifer_firmware.web.game import View

PHONE = "phone "


def position(deck: Deck, table: Table[State], viewer: str) -> View:
    """All that ``viewer`` may know by the table: not what is in hands, in stocks or face down, nor a bid before both
    are in. A player, and a player's phone, know their own bid, and the cards of their hand of which all know."""
    rules = DarkAgeArena(deck)
    state = rules.view(table.state, "")
    return {
        "initiative": state.initiative,
        "attacked": list(state.attackers),
        "classes": state.classes,
        "players": {side: _player(player) for side, player in state.players},
        "characters": [_character(deck, state, each) for each in state.characters],
        "waiting": [card for side in SIDES for card, _ in waiting(table, side)],
        "chosen": {side: target(table.held, side) for side in SIDES},
        "lasting": [{"card": each.card, "span": each.span, "chosen": each.chosen} for each in state.lasting],
        "due": None if (due := rules.due(state)) is None else _due(due),
        "combat": None if state.combat is None else told_combat(state.combat),
        "ended": None if (ended := state.latest_combat) in (None, state.combat) else told_combat(ended),
        "rolls": [_fallen(each) for each in state.rolls],
        "facing": _facing(rules, table),
        # The place whose button was pressed: to be attacked, or where somebody goes.
        "named": number(table.held, "place", state.active),
        "own": _own(table.state, viewer),
    }


def _player(player: Player) -> View:
    draft = player.draft
    return {
        "com": player.com,
        "log": player.log,
        "points": player.points,
        "score": player.score,
        "markers": player.markers,
        "marked": player.marked,
        "hand": player.hand.number,
        "stock": player.left,
        "under": list(player.under),
        "discards": player.discards.number,
        "out": player.out.number,
        "faceDown": player.face_down.number,
        "done": player.done,
        "bid": player.bid,
        "enlisted": player.enlisted,
        "draft": None
        if draft is None
        else {"card": draft.card, "place": draft.place, "die": draft.die, "plus": draft.plus},
        "places": [
            {"supply": spot.supply, "artifact": spot.artifact, "pillaged": spot.pillaged}
            for spot in player.spots
        ],
    }


def _character(deck: Deck, state: State, each: Standing) -> View:
    return {
        "card": each.card,
        "side": side_of_card(each.card),
        "place": each.place,
        "wounds": each.wounds,
        "life": life(deck, state, each.card),
        "control": control(deck, state, each.card),
        "gear": list(each.gear),
    }


def _due(due: Due) -> View:
    """The roll that both sides are told: whose, what for, what it must reach, and each modifier with its source."""
    return {
        "player": due.player,
        "purpose": due.purpose,
        "dice": due.dice,
        "card": due.card,
        "reach": list(due.reach),
        "below": due.below,
        "cost": due.cost,
        "added": [list(each) for each in due.modifiers],
        "others": [list(each) for each in due.others],
    }


def told_combat(combat: Combat) -> View:
    """A combat, while it is fought or after it."""
    return {
        "attacker": combat.attacker,
        "start": combat.start,
        "target": combat.target,
        "alone": combat.alone,
        "die": combat.die,
        "attackers": list(combat.attackers),
        "defenders": list(combat.defenders),
        "round": combat.round,
        "aims": [list(each) for each in combat.aims],
        "pairs": [
            {
                "attacker": each.attacker,
                "defender": each.defender,
                "supporters": list(each.supporters),
                "wounds": {card: suffered(combat.throws, card).wounds for card in each.pair},
            }
            for each in combat.confrontations
        ],
        "killed": [each.card for each in combat.killed],
        "pillage": combat.pillage,
        "shown": [{"card": each.card, "points": each.points, "scored": each.scored} for each in combat.shown],
        "asked": combat.asked,
        "answers": list(combat.answers),
    }


def _fallen(each: Fallen) -> View:
    """A roll with what came of it. Of initiative ``other`` is blue's sum."""
    return {
        **_due(each.due),
        "dice": list(each.dice),
        "total": each.total,
        "other": each.other_total,
        "count": each.count,
        "attacker": each.attacker,
        "round": each.round,
        "against": each.against,
        "unblockable": each.unblockable,
    }


def _facing(rules: DarkAgeArena, table: Table[State]) -> View | None:
    """Who is to aim, confront or support, which column is meant, and what the columns show for that."""
    card = facing.acting(rules, table)
    if card is None:
        return None
    columns: list[Json] = list(facing.shown(table.state))
    return {"card": card, "column": facing.facing(table), "columns": columns}


def _own(state: State, viewer: str) -> View:
    """What the table knows of a player and tells to nobody else: the bid that is in, and cards of the hand that it has
    read."""
    side = viewer.removeprefix(PHONE)
    if side not in SIDES:
        return {}
    mine: Side = "red" if side == "red" else "blue"
    player = state.player(mine)
    return {
        "player": mine,
        "bid": player.bid,
        "hand": sorted(player.hand.named),
        "faceDown": sorted(player.face_down.named),
    }

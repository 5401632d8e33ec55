"""Reasons why the last result of Dark Age Arena came about: each roll with what was added and by what, and what came of
it; in a combat hits, what cancelled them, wounds, the dead, pillage, face-down cards, control rolls."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.rolls import Added, Fallen, Round, suffered
from signifer_core.games.dark_age_arena.rules.effects import place_name
from signifer_core.games.dark_age_arena.rules.turn import IDLE_TURNS
from signifer_core.games.dark_age_arena.state import GOAL, State
from signifer_core.layout import SIDES, other
from signifer_core.procedure import Table

from signifer_firmware.i18n.words import Message, Plural, Words, marked
from signifer_firmware.texts.terms import card_name, player_name, source_name

from .words import fighter_name

_ROUNDS: tuple[Round, ...] = ("ranged", "first", "second")
_SENTENCES: dict[str, Message] = marked(
    {
        "draft good": "{card}: {sum} reaches {reach} and is enlisted (DA-10).",
        "draft": "{card}: {sum} misses {reach} (DA-10).",
        "draft natural": "{card}: a natural 1 fails (DA-11).",
        "initiative": "Red {sum} = {total}, Blue {others} = {other_total} (DA-18).",
        "ahead": "{player} is higher.",
        "equal": "Equal: both bid and roll again.",
        "task good": "{card}: {sum} reaches {reach}, its text holds.",
        "task": "{card}: {sum} misses {reach}, its text does not hold.",
        "solitary": "{card} alone: {below} less {sum} is {count} COM (DA-23).",
        "attacked": "{player} attacked {place} (DA-26).",
        "ranged": "Ranged fire (DA-28):",
        "first": "First close round (DA-31):",
        "second": "Second close round (DA-36):",
        "hits": Plural(
            "{card}: {sum} = {total} at {reach}: {count} hit on {enemy}.",
            "{card}: {sum} = {total} at {reach}: {count} hits on {enemy}.",
            "count",
        ),
        "supports": Plural(
            "{card} in support: {sum} = {total} at {reach}: {count} hit on {enemy} (DA-30).",
            "{card} in support: {sum} = {total} at {reach}: {count} hits on {enemy} (DA-30).",
            "count",
        ),
        "armour": "Armour of {card}: {sum} = {total} at {reach}: {count} cancelled (DA-32).",
        "block": "{card} blocks: {sum} = {total} at {reach}: {count} cancelled (DA-32).",
        "unblockable": Plural(
            "{card} suffers {count} unblockable hit (DA-33).",
            "{card} suffers {count} unblockable hits (DA-33).",
            "count",
        ),
        "wounds": Plural("{card}: {count} wound.", "{card}: {count} wounds.", "count"),
        "killed": "{card} is dead (DA-34).",
        "pillaged": Plural(
            "No defender lives: {place} is pillaged, {count} point (DA-38).",
            "No defender lives: {place} is pillaged, {count} points (DA-38).",
            "count",
        ),
        "defended": "A defender lives: no pillage (DA-38).",
        "nobody": "No attacker lives: no pillage (DA-38).",
        "scored": Plural(
            "{player} shows {card}: {count} point (DA-39).",
            "{player} shows {card}: {count} points (DA-39).",
            "count",
        ),
        "counts": "{player} shows {card}: its conditions hold (DA-39).",
        "shown": "{player} shows {card}: nothing (DA-39).",
        "control good": "{player} for {card}: {sum} is below {below}, a point (DA-40).",
        "control": "{player} for {card}: {sum} is not below {below} (DA-40).",
        "won": "{player} has {count} points, supply included, and more than the other (DA-1).",
        "idle": "Two turns without a combat at empty stocks: the points decide (DA-21).",
        "agreed": "So it was agreed.",
    }
)


def result_text(deck: Deck, table: Table[State], words: Words) -> tuple[str, ...]:
    """Paragraphs about the last combat, if dice have fallen in it last, else about the rolls of this turn outside of
    combats; once the game is over also about its end."""
    del deck
    state = table.state
    found = [*_told(state, words)]
    if state.step == "over":
        found += _over(state, words)
    return tuple(found)


def why(deck: Deck, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
    """The same to every player: nothing else lies behind it."""
    del player
    return result_text(deck, table, words)


def _told(state: State, words: Words) -> Iterator[str]:
    combat = state.latest_combat
    last = state.rolls[-1] if state.rolls else None
    if combat is not None and (last is None or last.attacker == combat.attacker):
        yield from _combat(state, combat, words)
        return
    attacker = last.attacker if last is not None else None
    for each in state.rolls:
        if each.attacker == attacker:
            yield from _roll(each, words)


# Rolls


def _sum(dice: tuple[int, ...], added: tuple[Added, ...], words: Words) -> str:
    """The dice, and what was added by what: "5 + 3 + 1 (Drill)"."""
    parts = " + ".join(map(str, dice))
    for source, amount in added:
        parts += f" {'-' if amount < 0 else '+'} {abs(amount)} ({source_name(source, words)})"
    return parts


def _figures(each: Fallen, words: Words) -> dict[str, object]:
    due, split = each.due, each.what == "initiative"
    return {
        "player": player_name(due.player, words),
        "card": _name(due.card, words) if due.card is not None else "",
        "sum": _sum(each.dice[:1] if split else each.dice, due.modifiers, words),
        "others": _sum(each.dice[1:], due.others, words),
        "total": each.total,
        "other_total": each.other_total,
        "reach": ", ".join(map(str, due.reach)),
        "below": due.below or due.cost,
        "count": each.count,
        "enemy": fighter_name(each.against, words) if each.against is not None else "",
    }


def _name(card: str, words: Words) -> str:
    """A character with whose it is, or a place."""
    return fighter_name(card, words) if "/" in card else source_name(card, words)


def _key(each: Fallen) -> str:
    """Which sentence says a roll."""
    match each.what:
        case "shoot" | "strike":
            return "supports" if each.supporting else "hits"
        case "draft" if not each.count and each.dice == (1,) and not each.due.modifiers:
            return "draft natural"
        case "draft" | "task" | "control" if each.count:
            return f"{each.what} good"
        case what:
            return what


def _roll(each: Fallen, words: Words) -> Iterator[str]:
    figures = _figures(each, words)
    yield words.say(_SENTENCES[_key(each)], **figures)
    if each.what == "initiative":
        winner = {1: "red", -1: "blue"}.get(each.count, "")
        figures["player"] = player_name(winner, words)
        yield words.say(_SENTENCES["ahead" if winner else "equal"], **figures)


# A combat


def _combat(state: State, combat: Combat, words: Words) -> Iterator[str]:
    place = source_name(place_name(combat.defender, combat.target), words)
    yield words.say(_SENTENCES["attacked"], player=player_name(combat.attacker, words), place=place)
    rolls = [each for each in state.rolls if each.attacker == combat.attacker]
    for each in rolls:
        if not each.round and each.what != "control":
            yield from _roll(each, words)
    for number in _ROUNDS:
        if fallen := [each for each in rolls if each.round == number]:
            yield words.say(_SENTENCES[number])
            yield from _round(combat, fallen, words)
    yield from _dead(combat, words, *(each for each in ("", "over") if each not in _ROUNDS))
    if state.step in ("spoils", "home") or combat is state.ended:
        yield from _spoils(combat, place, words)
    for each in rolls:
        if each.what == "control":
            yield from _roll(each, words)


def _round(combat: Combat, fallen: list[Fallen], words: Words) -> Iterator[str]:
    """The rolls of one round in their order, then what each fighter has suffered."""
    for each in fallen:
        yield from _roll(each, words)
    for card in (*combat.attackers, *combat.defenders):
        found = suffered(fallen, card)
        name = fighter_name(card, words)
        if found.unblockable:
            yield words.say(_SENTENCES["unblockable"], card=name, count=found.unblockable)
        if found.hits or found.unblockable:
            yield words.say(_SENTENCES["wounds"], card=name, count=found.wounds)
    yield from _dead(combat, words, fallen[0].round)


def _dead(combat: Combat, words: Words, *rounds: str) -> Iterator[str]:
    for each in combat.killed:
        if each.round in rounds:
            yield words.say(_SENTENCES["killed"], card=fighter_name(each.card, words))


def _spoils(combat: Combat, place: str, words: Words) -> Iterator[str]:
    if combat.pillage:
        yield words.say(_SENTENCES["pillaged"], place=place, count=combat.pillage)
    else:
        dead = {each.card for each in combat.killed}
        yield words.say(_SENTENCES["defended" if set(combat.attackers) - dead else "nobody"])
    for shown in combat.shown:
        figures = {
            "player": player_name(side_of_card(shown.card), words),
            "card": card_name(shown.card, words),
        }
        key = "scored" if shown.points else "counts" if shown.scored else "shown"
        yield words.say(_SENTENCES[key], **figures, count=shown.points)


# The end


def _over(state: State, words: Words) -> Iterator[str]:
    """Who has won by which ruling; anything else people have agreed on, so also an end that the points do not give."""
    score = {side: state.player(side).score for side in SIDES}
    red, blue = (score[side] for side in SIDES)
    by_points = "draw" if red == blue else "red" if red > blue else "blue"
    winner = next((side for side in SIDES if side == state.winner), None)
    if winner is not None and score[winner] >= GOAL and score[winner] > score[other(winner)]:
        yield words.say(_SENTENCES["won"], player=player_name(winner, words), count=score[winner])
    elif state.idle >= IDLE_TURNS and state.winner == by_points:
        yield words.say(_SENTENCES["idle"])
    else:
        yield words.say(_SENTENCES["agreed"])

"""What came of the last roll, which is read until the game goes on, and what a combat has brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from signifer_core.games.dark_age_arena.rolls import Fallen, suffered
from signifer_core.games.dark_age_arena.rules.combat import SIGN_OF
from signifer_core.games.dark_age_arena.rules.effects import place_name
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import Side
from signifer_core.procedure import FREE, Roll

from signifer_firmware.games.dark_age_arena.texts import screens as phrases
from signifer_firmware.i18n.words import Words

Told = tuple[Side, str]  # whose it is, and what is said
CLOSE = ("first", "second")


def fallen(state: State, rolls: Sequence[Roll]) -> Fallen | None:
    """The roll whose dice are shown; None of free dice."""
    shown = [roll for roll in rolls if roll.value is not None and roll.purpose != FREE]
    return state.rolls[-1] if shown and state.rolls else None


def ended(state: State, last: Fallen | None) -> tuple[Fallen, ...]:
    """All throws of the round that has ended with the last one; none while it goes on."""
    if last is None or last.what not in SIGN_OF:
        return ()
    combat = state.combat
    if combat is not None and (combat.attacker, combat.round) == (last.attacker, last.round):
        return ()
    return tuple(
        each
        for each in state.rolls
        if (each.attacker, each.round) == (last.attacker, last.round) and each.what in SIGN_OF
    )


def told(state: State, last: Fallen | None, words: Words) -> Iterator[Told]:
    """What to say of the last roll, the roll itself first; and at the end of a combat of what it has brought."""
    if last is not None:
        yield from _rolled(state, last, words)
        yield from _round(state, last, words)
    after = state.combat is None and last is not None and last.attacker is not None
    if after or state.step in ("spoils", "home"):
        yield from _spoils(state, words)


# The roll


def _rolled(state: State, last: Fallen, words: Words) -> Iterator[Told]:
    match last.what:
        case "draft":
            yield _said(last, _drafted(state, last), words, control=last.due.reach[0])
        case "initiative":
            yield from _initiative(state, last, words)
        case "task":
            yield _said(last, "passed" if last.count else "failed", words)
        case "solitary":
            yield _said(last, "solitary", words, cost=last.count)
        case "control":
            yield _said(last, "point" if last.count else "no point", words, control=last.due.below)
        case _:
            said = phrases.thrown_text(str(last.card), last.total, last.count, words, what=last.what)
            yield last.due.player, said


def _said(last: Fallen, key: str, words: Words, **figures: object) -> Told:
    said = phrases.fallen_text(key, words, card=last.card, die=last.dice[0], **figures)
    return last.due.player, said


def _drafted(state: State, last: Fallen) -> str:
    if state.standing(str(last.card)) is not None:
        return "enlisted"
    return "under" if last.card in state.player(last.due.player).under else "missed"


def _initiative(state: State, last: Fallen, words: Words) -> Iterator[Told]:
    red, blue = last.total, last.other_total
    if not last.count:
        yield "red", phrases.fallen_text("tied", words, red=red, blue=blue)
        return
    winner: Side = "red" if last.count > 0 else "blue"
    holds = state.initiative is not None
    yield winner, phrases.fallen_text("holds" if holds else "won", words, red=red, blue=blue)


def _round(state: State, last: Fallen, words: Words) -> Iterator[Told]:
    """Who has died, and who is wounded, as a round is over."""
    throws, combat = ended(state, last), state.latest_combat
    if not throws or combat is None:
        return
    died = {each.card: each.round for each in combat.killed}
    for card in (*combat.attackers, *combat.defenders):
        wounds = suffered(throws, card).wounds
        if died.get(card) == last.round or (card in died and died[card] not in ("ranged", *CLOSE)):
            yield phrases.owner_of(card), phrases.fallen_text("dies", words, card=card)
        elif wounds:
            yield phrases.owner_of(card), phrases.wounded_text(card, wounds, words)


def _spoils(state: State, words: Words) -> Iterator[Told]:
    """A place that was pillaged, and face-down cards that were shown."""
    combat = state.latest_combat
    if combat is None:
        return
    if combat.pillage:
        place = place_name(combat.defender, combat.target)
        yield combat.attacker, phrases.pillaged_text(place, combat.pillage, words)
    for each in combat.shown:
        said = (
            phrases.scored_text(each.card, each.points, words)
            if each.scored
            else phrases.fallen_text("shown", words, card=each.card)
        )
        yield phrases.owner_of(each.card), said

"""Positions of Dark Age Arena for tests, in few words, fights, and random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import Deck, joined, side_of_card, standard_deck, training
from signifer_core.games.dark_age_arena.deck.file import parse_deck
from signifer_core.games.dark_age_arena.deck.printed import Place
from signifer_core.games.dark_age_arena.rolls import Due
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import COMBAT_STEPS, Cards, Player, Standing, State, Step
from signifer_core.layout import SIDES, Side
from signifer_core.rules import Refusal

DECK: Deck = standard_deck()
RULES = DarkAgeArena(DECK)
BARE = (Place(name="One"), Place(name="Two"), Place(name="Three"))
# The training decks without the texts of their places.
PLAIN = Deck(joined(*(replace(training(name), places=BARE) for name in ("training-iron", "training-ash"))))
PLAIN_RULES = DarkAgeArena(PLAIN)


HAND = "militia-1 militia-2 raider-1 mail-1 drill-1 granary-1"
BLUE_HAND = "scout-1 scout-2 hunter-1 venom-1 keen-eye-1 granary-1"


def scores(red: int, blue: int, **more: object) -> dict[str, dict[str, object]]:
    return {"red": {"points": red, **more}, "blue": {"points": blue}}


def deck_with(red: str = "", *, leader: str = "", places: str = "") -> DarkAgeArena:
    """The rules with more cards in red's deck, as lines of its file, another leader or other places."""
    text = training("training-iron").text + red
    for key, line in (("leader", leader), ("places", places)):
        if line:
            rows = [f"{key} = {line}" if row.startswith(f"{key} = ") else row for row in text.split("\n")]
            text = "\n".join(rows)
    ash = replace(training("training-ash"), places=BARE)
    return DarkAgeArena(Deck(joined(parse_deck(text, file="red.toml"), ash)))


def named(side: Side, words: str) -> tuple[str, ...]:
    """Of "knight-1 mail-2" the ids of a side's cards."""
    return tuple(f"{side}/{word}" for word in words.split())


def standing(side: Side, words: str) -> Iterator[Standing]:
    """Of "knight-1 1 mail-1, scout-1 2": characters with their places, then what they bear."""
    for each in filter(None, (part.strip() for part in words.split(","))):
        card, place, *gear = each.split()
        yield Standing(f"{side}/{card}", int(place), 0, named(side, " ".join(gear)))


def position(
    step: Step = "prepare",
    red: str = "",
    blue: str = "",
    *,
    hands: tuple[str, str] = ("", ""),
    has: dict[str, dict[str, Any]] | None = None,
    rules: DarkAgeArena = PLAIN_RULES,
    full: bool = False,
    stock: int | None = None,
    **more: Any,
) -> State:
    """A position with these characters in play, and cards in hands, which are named. ``has`` is what else is to be said
    of players. All other cards are in the stocks, or ``stock`` of them."""
    characters = (*standing("red", red), *standing("blue", blue))
    if step in COMBAT_STEPS and "combat" not in more:
        more["combat"] = Combat(more.get("active", "red"))
    state = State(step=step, turn=4, characters=characters, initiative="red", full=full)
    state = replace(state, attackers=("red",) if step in COMBAT_STEPS else ())
    for side, words in zip(SIDES, hands, strict=True):
        hand, said = named(side, words), (has or {}).get(side, {})
        player: Player = replace(Player(hand=Cards(len(hand), frozenset(hand))), **said)
        gone = {*hand, *(card for each in characters for card in (each.card, *each.gear))}
        gone |= player.discards.named | player.face_down.named | player.out.named | set(player.under)
        gone |= {spot.supply for spot in player.spots if spot.supply}
        left = [card for card in rules.deck.stock(side) if card not in gone][:stock]
        cards = Cards(len(left), frozenset(left) if full else frozenset())
        state = state.with_player(side, replace(player, stock=cards))
    return replace(state, **more)


def after(state: State, *actions: act.Action | str, rules: DarkAgeArena = PLAIN_RULES) -> State:
    for action in actions:
        state = rules.apply(state, act.parse(action) if isinstance(action, str) else action)
    return state


def codes(state: State, action: act.Action | str, rules: DarkAgeArena = PLAIN_RULES) -> list[str]:
    """The codes of what stands against an action, each with its ruling."""
    return [f"{reason.code} {reason.ruling}" for reason in reasons(state, action, rules)]


def reasons(state: State, action: act.Action | str, rules: DarkAgeArena = PLAIN_RULES) -> tuple[Refusal, ...]:
    """What stands against an action."""
    return rules.refusals(state, act.parse(action) if isinstance(action, str) else action)


def dice(words: str) -> tuple[act.Rolled, ...]:
    """Of "65 4 | 33" the rolls: two dice, one, two."""
    return tuple(
        act.Rolled(int(word[0]), int(word[1]) if len(word) > 1 else None)
        for word in words.replace("|", " ").split()
    )


def fight(
    attackers: str,
    defenders: str,
    rolls: str,
    *,
    by: Side = "red",
    choices: str = "",
    down: tuple[str, str] = ("", ""),
    rules: DarkAgeArena = PLAIN_RULES,
    has: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> State:
    """A combat from place 1 for place 1: who attacks and defends with what they bear, and all dice in their order.

    ``choices`` are actions for when a decision is due, one a line; ``down`` face-down cards of A and D. It stops when
    all dice have fallen."""
    a: Side = by
    d: Side = "blue" if by == "red" else "red"
    fighters = {side: ", ".join(_placed(words)) for side, words in ((a, attackers), (d, defenders))}
    hands = {a: down[0], d: down[1]}
    state = position(
        "declare", fighters["red"], fighters["blue"], hands=(hands["red"], hands["blue"]), has=has, rules=rules,
        active=a, initiative=a, attackers=(a,), **more,
    )  # fmt: skip
    state = rules.apply(state, act.Declare(a, "1"))
    state = rules.apply(state, act.Muster(a, tuple(each.card for each in state.of_side(a)) or None))
    left = [act.parse(line.strip()) for line in choices.split("\n") if line.strip()]
    falling = list(dice(rolls))
    while falling or left or state.step in ("bluff", "target", "react", "defend"):
        state = rules.apply(state, _next(rules, state, falling, left, down))
    return state


def due(state: State) -> Due:
    """The roll that is due, without the texts of places."""
    found = PLAIN_RULES.due(state)
    assert found is not None
    return found


def combat_of(state: State) -> Combat:
    assert state.combat is not None
    return state.combat


def hurt(state: State, card: str) -> int:
    standing = state.standing(card)
    assert standing is not None
    return standing.wounds


def attacked(
    attackers: str, defenders: str, start: str = "1", rules: DarkAgeArena = PLAIN_RULES, **more: Any
) -> State:
    """Red attacks with all, lays nothing, and names place 1; blue defends next."""
    state = position("declare", attackers, defenders, rules=rules, **more)
    cards = "+".join(each.card for each in state.of_side("red"))
    state = after(state, f"declare red {start}", f"muster red {cards}", rules=rules)
    state = after(state, "bluff red none", rules=rules) if state.step == "bluff" else state
    return after(state, "target 1", rules=rules)


def _placed(words: str) -> Iterator[str]:
    for each in filter(None, (part.strip() for part in words.split(","))):
        card, *gear = each.split()
        yield " ".join((card, "1", *gear))


def _next(
    rules: DarkAgeArena,
    state: State,
    falling: list[act.Rolled],
    left: list[act.Action],
    down: tuple[str, str],
) -> act.Action:
    side, combat = state.active, state.combat
    assert combat is not None
    if rules.due(state):
        return falling.pop(0)
    match state.step:
        case "bluff":
            words = down[0] if side == combat.attacker else down[1]
            return act.Bluff(side, f"{side}/{words}" if words else None)
        case "target":
            return act.Target(1)
        case "react":
            return act.Done(side)
        case "defend":
            return act.Muster(side, tuple(each.card for each in state.at(side, 1)) or None)
        case _:
            return left.pop(0)


def played(
    rng: random.Random, state: State, rules: DarkAgeArena = RULES
) -> Iterator[tuple[act.Action | None, State]]:
    """A random game from a state on: each action with the state after it. Dice fall as dice do."""
    yield None, state
    while rules.outcome(state) is None:
        action = rng.choice(rules.chance(state) or rules.legal_actions(state))
        state = rules.apply(state, action)
        yield action, state


def everything(state: State) -> list[str]:
    """All cards of full knowledge, wherever they are; without artifacts that were not laid."""
    found = [card for each in state.characters for card in (each.card, *each.gear)]
    for _, player in state.players:
        for cards in (player.hand, player.stock, player.discards, player.out, player.face_down):
            found += cards.named
        found += player.under
        found += [player.draft.card] if player.draft else []
        found += [spot.supply for spot in player.spots if spot.supply]
    combat = state.combat
    if combat and combat.alone and combat.alone not in found:
        found.append(combat.alone)
    return found


def count(state: State, side: Side, deck: Deck = DECK) -> int:
    """How many cards of a side's stock are anywhere, as far as they are counted."""
    player = state.player(side)
    number = sum(1 + len(each.gear) for each in state.of_side(side)) + len(player.under) + player.supplies
    for cards in (player.hand, player.stock, player.discards, player.out, player.face_down):
        number += cards.number
    number += player.draft is not None
    combat = state.combat
    if (
        combat
        and combat.alone
        and side_of_card(combat.alone) == side
        and state.known_place(combat.alone) == "table"
    ):
        number += 1
    return number


def check_state(state: State) -> None:
    """What must be true of any state, whoever knows it."""
    for side, player in state.players:
        assert count(state, side) == len(DECK.stock(side))
        assert 0 <= player.com <= 6
        assert 0 <= player.log <= 6
        assert player.points >= 0
        assert 0 <= player.markers <= 5
        assert player.discarded <= 2
        for cards in (player.hand, player.stock, player.discards, player.out):
            assert len(cards.named) <= cards.number
        assert not (player.draft and state.step != "draft")
        assert not any(spot.pillaged and spot.supply for spot in player.spots)
        assert player.face_down.number <= 1
        assert not player.face_down.number or state.combat
    if state.combat is None:
        assert all(each.place for each in state.characters)
        assert state.step not in COMBAT_STEPS or state.step == "over"
    uniques = [each.card for each in state.characters if DECK.character(each.card).unique]
    assert len(uniques) <= 1 or state.step in ("draft", "contest")
    for each in state.characters:
        printed = DECK.character(each.card)
        kinds = [DECK.printed(card).kind for card in each.gear]
        assert len(set(kinds)) == len(kinds)
        assert len(each.gear) <= printed.weapons + printed.skills

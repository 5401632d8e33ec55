"""A table of Dark Age Arena with hands at it, for tests: positions, and the gestures that mean each action."""

from __future__ import annotations

import random
from typing import Any

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.state import State
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.games.dark_age_arena.table.spots import column_of, lying, spots
from signifer_core.layout import Side
from signifer_core.procedure import Held, Prompt
from signifer_core.rules import Refusal

from tests.core.hands import HandsAt

from .states import DECK, PLAIN, RULES, played, position


class Hands(HandsAt):
    """A table of Dark Age Arena with hands at it."""

    procedure = DarkAgeArenaProcedure(PLAIN)

    @property
    def state(self) -> State:
        found: State = self.table.state
        return found

    @property
    def codes(self) -> list[str]:
        """The codes of the refusals that stand."""
        return [reason.code for reason in self.refusals]

    def question(self, side: Side) -> Prompt:
        """What a side is asked."""
        return next(each for each in self.procedure.prompts(self.table) if each.player == side)

    def pressed(self, *presses: str) -> list[str]:
        """Buttons one after another; the codes of what stands against them."""
        found: list[Refusal] = []
        for press in presses:
            found += self.press(press)
        return [reason.code for reason in found]

    def roll(self, *dice: int) -> Hands:
        """The roll that is due falls so."""
        self.dice = [*dice]
        self.press("press dice")
        return self


class TrainingHands(Hands):
    """With the training decks, their places' lines and all."""

    procedure = DarkAgeArenaProcedure(DECK)


def at_table(state: State, rng: random.Random | None = None, of: type[Hands] = Hands) -> Hands:
    """Hands where all lies where it belongs; with ``rng`` some of it is not read."""
    hands = of(state)
    hands.table = replace(hands.table, held=hands.procedure.keep(state, Held()))
    for card, at in sorted(spots(state)):
        if (rng is None or rng.random() < 0.8) and not hands.seen.zones_of(card):
            hands.lay(card, at, settled=None)
    hands.judge()
    assert (hands.refusals, hands.corrections, hands.state) == ((), (), state)
    return hands


def table(*args: object, **more: object) -> Hands:
    """Hands at a position (`states.position`) that nobody knows more of than a table."""
    return at_table(position(*args, **more))  # type: ignore[arg-type]


def somewhere(rng: random.Random) -> State:
    """A table's knowledge of a random game at a random moment; all steps equally likely."""
    moments = []
    for _, state in played(rng, RULES.new_game()):
        if not state.owed:
            moments.append(state)
        if len(moments) > 500:
            break
    step = rng.choice(sorted({state.step for state in moments}))
    return known_to_a_table(rng.choice([each for each in moments if each.step == step]))


def known_to_a_table(state: State) -> State:
    """What anybody knows, and what was entered or laid face down on the table."""
    seen = RULES.view(state, "anyone")
    for side, player in state.players:
        known = replace(seen.player(side), bid=player.bid, face_down=player.face_down)
        seen = seen.with_player(side, known)
    return seen


# Gestures


def do(hands: Hands, action: act.Action, rng: random.Random) -> None:
    """The gestures that mean ``action``, and then what the table asks for."""
    side: Side = hands.procedure.player_of(hands.state, action)
    if not _said(hands, action, side, rng):
        _laid(hands, action, side, rng)
    hands.follow()


def _said(hands: Hands, action: act.Action, side: Side, rng: random.Random) -> bool:
    """What is said with buttons alone; whether it was."""
    match action:
        case act.Rolled(first, second):
            hands.roll(*(die for die in (first, second) if die))
        case act.Bid(_, log):
            hands.press(f"hold ok {side}")
            while log:
                step = rng.randint(1, min(log, 5))
                hands.press(f"press column {step} {side}")
                log -= step
            hands.press(f"press ok {side}")
        case act.Aim(card, enemy) | act.Pair(card, enemy):
            face(hands, side, facing.shown(hands.state).index(enemy) + 1, card)
        case act.Assist(card, number):
            face(hands, side, number, card)
        case _:
            presses = _presses(action, side)
            hands.pressed(*presses)
            return bool(presses)
    return True


_HELD = {"com": 2, "log": 3, "roll": 5}


def _presses(action: act.Action, side: Side) -> tuple[str, ...]:
    match action:
        case act.Keep() | act.Pay() | act.Done() | act.Judge(_, "yes") | act.Bluff(_, None):
            return (f"press ok {side}",)
        case act.Reject() | act.GiveUp() | act.Judge(_, "no") | act.Declare(_, "none"):
            return (f"hold ok {side}",)
        case act.Marker(_, use):
            return (f"hold column {_HELD[use]} {side}",)
        case act.Exchange():
            return (f"hold column 1 {side}",)
        case act.Declare(_, way):
            return (f"press column {'4' if way == 'solitary' else way} {side}",)
        case act.Target(place):
            return (f"press column {place} {side}", f"press ok {side}")
        case act.Buy():
            return (f"press column 5 {side}", f"press ok {side}")
        case _:
            return ()


def _laid(hands: Hands, action: act.Action, side: Side, rng: random.Random) -> None:
    """What cards say."""
    state = hands.state
    ok = f"press ok {side}"
    match action:
        case (
            act.Artifact(card, place) | act.Enlist(card, place) | act.Lay(card, place) | act.Move(card, place)
        ):
            hands.lift(card, settled=None).lay(card, f"{place} {side}").press(ok)
        case act.Attach(card, bearer):
            hands.lay(card, f"5 {side}")
            choose(hands, side, bearer)
            hands.press(ok)
            hands.lift(card, settled=None).lay(card, f"{column_of_card(state, bearer)} {side}")
        case act.Play(card, target):
            hands.lay(card, f"5 {side}")
            if target:
                choose(hands, side, target)
            hands.press(ok)
        case act.Muster(_, cards):
            _fight(hands, side, 1, *(cards or ()))
        case act.Alone(card):
            _fight(hands, side, 4, card)
        case act.Bluff(_, str(card)):
            hands.lay(card, f"pad {side}").press(ok)
        case act.Assign(card, place):
            if rng.random() < 0.3 and hands.question(side).figure("card") == card:
                hands.press(f"press column {place} {side}")
            else:
                hands.lift(card, settled=None).lay(card, f"{place} {side}")
        case _:
            raise AssertionError(f"no gestures for {action}")


def _fight(hands: Hands, side: Side, column: int, *cards: str) -> None:
    """Fighters into the combat zone; a defender has said before which way."""
    if hands.state.step == "defend":
        hands.press(f"press column {column} {side}")
    for card in cards:
        hands.lift(card, settled=None).lay(card, f"4 {side}")
    hands.press(f"press ok {side}")


def face(hands: Hands, side: Side, number: int, card: str) -> None:
    """The column of an enemy or a confrontation, for a fighter."""
    for _ in range(9):
        if facing.acting(hands.procedure.rules, hands.table) == card:
            break
        hands.press(f"hold ok {side}")
    for _ in range(1 + max(0, number - 5)):
        hands.press(f"press column {min(number, 5)} {side}")
    hands.press(f"press ok {side}")


def choose(hands: Hands, side: Side, card: str) -> None:
    """The column of a character, as often as it takes."""
    found = lying(hands.table, side_of_card(card))
    column = found[card]
    for _ in range(1 + [each for each, there in found.items() if there == column].index(card)):
        hands.press(f"press column {column} {side}")


def column_of_card(state: State, card: str) -> str:
    standing = state.standing(card)
    assert standing is not None
    return column_of(standing.place)


def attacking(
    red: str = "knight-1 1, axeman-1 1, militia-1 2", blue: str = "scout-1 1, hunter-1 2", **more: Any
) -> Hands:
    """Red is asked where the attack starts."""
    hands = ("mail-1 rally-1 berserk-1 sack-1", "smoke-1 stand-1 duellist-1")
    return table("declare", red, blue, **{"hands": hands, **more})


def mustered(*cards: str, **more: Any) -> Hands:
    """These have been paid from place 1, and nothing was laid face down; the target is blue's place 1."""
    hands = attacking(**more)
    hands.press("press column 1 red")
    for card in cards or ("knight-1",):
        hands.lift(f"red/{card}", settled=None).lay(f"red/{card}", "4 red")
    hands.pressed("press ok red", "press ok red", "press column 1 red", "press ok red")
    assert (hands.state.step, hands.refusals, hands.corrections) == ("react", (), ())
    return hands


def fighting(ours: tuple[str, ...], theirs: tuple[str, ...], **more: Any) -> Hands:
    """Both have mustered; nothing lies face down."""
    hands = mustered(*ours, **more)
    hands.press("press ok blue")
    for card in theirs:
        hands.lift(f"blue/{card}", settled=None).lay(f"blue/{card}", "4 blue")
    hands.press("press ok blue")
    while hands.state.step == "yield":
        hands.press("press column 3 blue")
    hands.follow()
    hands.press("press ok blue")
    assert (hands.refusals, hands.corrections) == ((), ())
    return hands


def drafting(hand: str = "knight-1 militia-1", **red: object) -> Hands:
    return table("draft", "axeman-1 1", hands=(hand, "scout-1"), has={"red": red})

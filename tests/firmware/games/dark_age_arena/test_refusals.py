"""Why Dark Age Arena refuses: every reason with its figures and its fix, in each language; whole on its screen, and
without an id. No words are there for nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.combat import Combat, Confrontation
from signifer_core.games.dark_age_arena.state import State
from signifer_core.rules import Refusal
from signifer_firmware.display.panels import PlayerPanel, RefusalPanel
from signifer_firmware.display.render import render
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.games.dark_age_arena.texts import TEXTS
from signifer_firmware.games.dark_age_arena.texts.names import called, named, variant
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.texts.sentences import fix_of, refusal_text

from tests.core.dark_age_arena.domain import DOMAIN
from tests.core.dark_age_arena.fumbling import STRANGERS, fumble
from tests.core.dark_age_arena.hands import (
    Hands,
    TrainingHands,
    at_table,
    attacking,
    drafting,
    fighting,
    mustered,
    table,
)
from tests.core.dark_age_arena.states import DECK, RULES, deck_with, position

from .moments import moments

BUNDLE = GAME.bundle()
ENGLISH = words_of("en").calling(BUNDLE.names)
# No id, no word of the rules, no figure left open.
ID = re.compile(r"[a-z]-\d|None|\{|  |[a-z]/[a-z]|\b(red|blue)\b")
LONGEST_MESSAGE, LONGEST_FIX = 110, 110


def in_each_language() -> Iterator[Words]:
    return (words_of(language).calling(BUNDLE.names) for language in LANGUAGES)


def check_refusal(refusal: Refusal) -> str:
    """One clear sentence and its fix, whole on a player's screen, in each language; the key of its words."""
    for words in in_each_language():
        message, fix = refusal_text(refusal, words), fix_of(refusal, words)
        assert message.endswith("."), message
        assert fix.endswith("."), fix
        assert not ID.search(message + fix), (message, fix)
        assert len(message) <= LONGEST_MESSAGE, message
        assert len(fix) <= LONGEST_FIX, fix
        drawn = render(PlayerPanel("red", "", refusal=RefusalPanel(message, refusal.ruling, fix)))
        assert drawn.shortened == (), message
        assert {message, fix} <= set(drawn.texts), (message, fix)
    figures = {name: str(value) for name, value in refusal.figures}
    return f"{refusal.code} {variant(refusal.code, figures)}".strip()


def shape(refusal: Refusal) -> object:
    """What tells refusals apart that are said otherwise."""
    figures = {name: str(value) for name, value in refusal.figures}
    said = variant(refusal.code, figures)
    return refusal.code, said, refusal.fix.verb, refusal.fix.place, bool(refusal.card)


def told_anywhere() -> dict[object, Refusal]:
    """Refusals of the rules in random moments, and of tables at which hands fumble."""
    found: dict[object, Refusal] = {}
    rng = random.Random(1)
    for state in moments():
        for action in rng.sample(DOMAIN, 150):
            for reason in RULES.refusals(state, action):
                found.setdefault(shape(reason), reason)
    for seed in range(24):
        rng = random.Random(seed)
        hands = at_table(rng.choice(moments()), rng, TrainingHands)
        assert isinstance(hands, TrainingHands)
        for _ in range(25):
            fumble(hands, rng, [*DECK.catalogue, *STRANGERS])
            for reason in hands.refusals:
                found.setdefault(shape(reason), reason)
    return found


def test_whatever_is_refused_anywhere_is_said_in_a_sentence_that_fits() -> None:
    found = told_anywhere()
    keys = {check_refusal(reason) for reason in found.values()}
    assert len(keys) > 45
    assert not {key for key in keys if " " in key and key not in TEXTS.refusals}


# Each reason as players read it


def refused(hands: Hands, *gestures: str) -> list[Refusal]:
    """What stands after gestures: "CARD at ZONE" lays a card, "lift CARD" lifts it, "roll 3" is a die, others are
    buttons. A press that is refused tells it at once."""
    for gesture in gestures:
        card, at, zone = gesture.partition(" at ")
        if at:
            hands.lift(card, settled=None).lay(card, zone)
        elif gesture.startswith("lift "):
            hands.lift(gesture.removeprefix("lift "))
        elif gesture.startswith("roll "):
            hands.roll(*map(int, gesture.split()[1:]))
        elif reasons := [*hands.press(gesture)]:
            return reasons
    return [*hands.refusals]


MISSED = ("red/knight-1 at 2 red", "press ok red")
RECORD = " If the record is wrong, hold both ok."
INSTANT = '{ sort = "instant", at = "any", count = 2'
TOLL = f'toll = {INSTANT}, name = "Toll", effects = ["theirs: log -1", "task 4: com +1"] }}\n'
CURSE = f'curse = {INSTANT}, name = "Curse", target = "enemy", effects = ["chosen: wound 1"] }}\n'


class TollHands(Hands):
    """Some of red's instants take LOG, want a task roll, or are for somebody."""

    procedure = type(Hands.procedure)(deck_with(TOLL + CURSE).deck)


def toll(hand: str = "toll-1") -> Hands:
    rules = TollHands.procedure.rules
    return at_table(
        position(
            "prepare", "knight-1 1", "scout-1 1", hands=(hand, ""), rules=rules, has={"blue": {"com": 2}}
        ),
        None,
        TollHands,
    )


def second_round() -> Hands:
    """Two of red's have fought in the first round, one of them in support; two pairs are to be made."""
    combat = Combat(
        "red", 1, 1, attackers=("red/knight-1", "red/axeman-1"), defenders=("blue/scout-1", "blue/bowman-1"),
        round="second", supported=frozenset({"red/axeman-1", "blue/bowman-1"}),
    )  # fmt: skip
    return table("pair", "knight-1 0, axeman-1 0", "scout-1 0, bowman-1 0", combat=combat)


def unsaid() -> Hands:
    """Nobody of two enemies was chosen."""
    combat = Combat(
        "red", 1, 1, attackers=("red/knight-1", "red/axeman-1"), defenders=("blue/scout-1", "blue/bowman-1"),
        round="first",
    )  # fmt: skip
    return table("pair", "knight-1 0, axeman-1 0", "scout-1 0, bowman-1 0", combat=combat)


def missed() -> State:
    """Red's draft roll has missed."""
    hands = drafting()
    refused(hands, *MISSED, "roll 4")
    return hands.state


def in_support() -> State:
    """Red's axeman is to support one of two confrontations."""
    pairs = (Confrontation("red/knight-1", "blue/scout-1"), Confrontation("red/militia-1", "blue/bowman-1"))
    combat = Combat(
        "red", 1, 1, attackers=("red/knight-1", "red/militia-1", "red/axeman-1"),
        defenders=("blue/scout-1", "blue/bowman-1"), round="first", confrontations=pairs,
    )  # fmt: skip
    return position("assist", "knight-1 0, militia-1 0, axeman-1 0", "scout-1 0, bowman-1 0", combat=combat)


def going_home() -> Hands:
    combat = Combat("blue", 1, 1, attackers=("blue/scout-1",), defenders=("red/knight-1",))
    more = {"active": "red", "initiative": "blue", "attackers": ("blue",)}
    return table("yield", "knight-1 0, axeman-1 1, militia-1 2", "scout-1 0", combat=combat, **more)


TOLD: tuple[tuple[Callable[[], Hands], tuple[str, ...], str, str, str], ...] = (
    (
        lambda: drafting(com=6),
        ("red/militia-1 at 2 red", "press ok red", "roll 1", "press ok red"),
        "not-enough natural",
        "A natural 1 fails and takes no COM; a marker makes it a 2.",
        "Hold column 5: a marker adds 1 to the roll.",
    ),
    (
        lambda: drafting(com=6, markers=5),
        (*MISSED, "roll 3", "press ok red"),
        "not-enough missing",
        "The roll misses by 2; your leader adds 1 COM at most.",
        "Hold column 5: a marker adds 1 to the roll.",
    ),
    (
        lambda: drafting(com=4, markers=5),
        (*MISSED, "roll 3", "hold column 2 red", "press ok red"),
        "not-enough missing",
        "The roll misses by 2; your leader adds 1 COM at most.",
        "Hold ok to give up.",
    ),
    (
        lambda: drafting("knight-1 militia-1 rally-1", com=0, log=1, markers=0),
        (*MISSED, "roll 4", "press ok red"),
        "not-enough com",
        "This costs 1 COM; you have 0.",
        "Hold ok to give up.",
    ),
    (
        lambda: drafting(com=0, log=1, markers=1),
        (*MISSED, "roll 4", "press ok red"),
        "not-enough com",
        "This costs 1 COM; you have 0.",
        "Hold column 5: a marker adds 1 to the roll.",
    ),
    (
        lambda: drafting(com=0, log=6),
        (*MISSED, "roll 4", "press ok red"),
        "not-enough com",
        "This costs 1 COM; you have 0.",
        "Hold column 1: 2 LOG make 1 COM.",
    ),
    (
        lambda: drafting(com=6),
        (*MISSED, "press ok red"),
        "wrong-phase dice",
        "Dice are due first.",
        "Press dice.",
    ),
    *(
        (
            lambda: drafting(com=6),
            (gesture,),
            "wrong-phase no draft",
            "No draft roll of yours has missed.",
            "Do first what your screen asks.",
        )
        for gesture in ("hold column 5 red", "hold ok red")
    ),
    (
        lambda: drafting(com=6),
        (*MISSED, "roll 3", "hold column 2 red"),
        "at-limit",
        "COM is 6 already, and never more.",
        "Go on without it.",
    ),
    (
        lambda: drafting(com=2, marked=True),
        ("hold column 2 red",),
        "no-marker used",
        "One +1 marker a turn: this turn's is used.",
        "Go on without it.",
    ),
    (
        lambda: drafting(com=2, markers=0),
        ("hold column 2 red",),
        "no-marker",
        "You have no +1 marker left.",
        "Go on without it.",
    ),
    (
        lambda: table("prepare", "knight-1 1", hands=("mail-1 great-axe-1", "")),
        ("red/mail-1 at 5 red", "red/great-axe-1 at 5 red"),
        "column-full",
        "One card is played at a time: Mail lies in column 5.",
        "Take Great axe from column 5.",
    ),
    (
        lambda: table("prepare", "knight-1 1", hands=("mail-1", "")),
        ("red/mail-1 at 5 red", "press column 2 red"),
        "no-fighter chosen",
        "Mail: nobody to choose in column 2.",
        "Press the column that you mean.",
    ),
    (
        lambda: table("prepare", "knight-1 1", hands=("mail-1", "")),
        ("red/mail-1 at 5 red", "press ok red"),
        "no-target whom",
        "Mail: say for whom it is.",
        "Press the column that you mean.",
    ),
    (
        lambda: table("prepare", "knight-1 1 mail-2", hands=("mail-1", "")),
        ("red/mail-1 at 5 red", "press column 1 red", "press ok red"),
        "same-equipment",
        "Knight has one of this kind already.",
        "Take Mail from column 5.",
    ),
    *(
        (
            lambda log=log: table(
                "prepare", "knight-1 1", hands=("granary-1", ""), has={"red": {"com": 6, "log": log}}
            ),
            ("red/granary-1 at 2 red",),
            "not-enough log",
            f"This costs 2 LOG; you have {log}.",
            fix,
        )
        for log, fix in ((0, "Take Granary from column 2."), (1, "Hold column 3: a marker makes 1 LOG."))
    ),
    (
        lambda: table("stock", hands=("mail-1 rally-1 knight-1", "")),
        ("red/mail-1 at pad red", "red/rally-1 at pad red", "red/knight-1 at pad red", "press ok red"),
        "too-many",
        "At most 2 cards are discarded.",
        "Take 1 card from the pad.",
    ),
    (
        lambda: table("bid", "knight-1 1", hands=("mail-1 rally-1", "sack-1")),
        ("press column 3 red",),
        "bid-too-high",
        "A bid of 3: you have 6 LOG, and 2 cards to show it with.",
        "Bid 2 at most; hold ok clears it.",
    ),
    (
        lambda: table("bid", "knight-1 1", hands=("mail-1 rally-1", "sack-1"), has={"red": {"log": 0}}),
        ("press column 1 red",),
        "bid-too-high",
        "A bid of 1: you have 0 LOG, and 2 cards to show it with.",
        "Bid 0 at most; hold ok clears it.",
    ),
    (
        going_home,
        ("red/axeman-1 at 4 red",),
        "cannot-move step",
        "Axeman has to leave the place that is attacked.",
        "Lay Axeman in another column, 1 to 3.",
    ),
    (
        going_home,
        ("red/axeman-1 at 5 red",),
        "card-elsewhere column",
        "Axeman lies in column 1, says the record.",
        "Lay Axeman in another column, 1 to 3." + RECORD,
    ),
    (
        lambda: table("supply", "knight-1 1", hands=("mail-1", "sack-1")),
        ("press ok red", "press ok red"),
        "wrong-phase wait",
        "You have said it already; this waits for the other.",
        "Wait for Blue.",
    ),
    (
        attacking,
        ("press ok red",),
        "no-target declare",
        "Say where the attack starts.",
        "Press the column that you mean.",
    ),
    (
        attacking,
        ("press column 1 red", "press ok red"),
        "no-fighter muster",
        "Column 4 has nobody who may attack.",
        "Lay fighters in column 4; or hold ok: no attack.",
    ),
    (
        attacking,
        ("red/knight-1 at 4 red",),
        "wrong-phase",
        "This belongs to another step: Attackers. Now: Attack.",
        "Press the column that you mean.",
    ),
    (
        attacking,
        ("press column 4 red", "red/knight-1 at 4 red", "red/axeman-1 at 4 red"),
        "solitary-alone second",
        "One fights alone, not 2.",
        "Take Axeman from column 4.",
    ),
    (
        lambda: attacking("knight-1 2, berserk-1 3", has={"red": {"com": 5, "log": 6}}),
        ("press column 1 red", "red/knight-1 at 4 red", "red/berserk-1 at 4 red"),
        "not-enough com",
        "This costs 8 COM; you have 5.",
        "Take Berserk from column 4.",
    ),
    (
        lambda: attacking("knight-1 2, shieldman-1 3", has={"red": {"com": 3, "log": 6}}),
        ("press column 1 red", "red/knight-1 at 4 red", "red/shieldman-1 at 4 red"),
        "not-enough com",
        "This costs 6 COM; you have 3.",
        "3 times, hold column 1: 2 LOG make 1 COM.",
    ),
    (
        lambda: attacking("knight-1 1"),
        (
            "press column 1 red",
            "red/knight-1 at 4 red",
            "press ok red",
            "red/mail-1 at pad red",
            "red/rally-1 at pad red",
            "press ok red",
        ),
        "one-card",
        "One card is laid face down, not 2.",
        "Take 1 card from the pad.",
    ),
    (
        lambda: attacking("knight-1 1"),
        ("press column 1 red", "red/knight-1 at 4 red", "press ok red", "press ok red", "press ok red"),
        "no-target target",
        "Say which place is attacked.",
        "Press the column that you mean.",
    ),
    (
        going_home,
        ("press ok red",),
        "no-target yield",
        "Say where this character goes.",
        "Press the column that you mean.",
    ),
    (
        going_home,
        ("press column 1 red",),
        "wrong-column target",
        "Axeman has to leave the place that is attacked.",
        "Press another column.",
    ),
    (
        lambda: drafting("knight-1 militia-1"),
        ("red/knight-1 at 5 red",),
        "wrong-column place",
        "Knight is laid at a place, in column 1 to 3.",
        "Lay Knight in column 1, 2 or 3.",
    ),
    (
        lambda: attacking("knight-1 1"),
        (
            "press column 1 red",
            "red/knight-1 at 4 red",
            "press ok red",
            "red/mail-1 at pad red",
            "press ok red",
            "red/mail-1 at 5 red",
        ),
        "card-elsewhere pad",
        "Mail lies on the pad, says the record.",
        "Lay Mail on your pad." + RECORD,
    ),
    (
        unsaid,
        ("press ok red",),
        "no-target",
        "Knight: nobody was chosen.",
        "Press the column that you mean.",
    ),
    (
        second_round,
        ("press column 5 red",),
        "no-fighter",
        "Nobody is shown in column 5.",
        "Press the column that you mean.",
    ),
    (
        lambda: toll("toll-1 toll-2"),
        ("red/toll-1 at 5 red", "press ok red", "red/toll-2 at 5 red"),
        "wrong-phase task",
        "A task roll comes first.",
        "Take Toll from column 5.",
    ),
    (
        lambda: table("prepare", hands=("mail-1", "")),
        ("red/mail-1 at 5 blue", "press ok red"),
        "wrong-side yours",
        "Mail lies on the other player's side.",
        "Take Mail away.",
    ),
    (
        lambda: table("prepare", hands=("mail-1", "")),
        ("red/mail-1 at 5 red", "press ok red"),
        "no-target nobody",
        "There is nobody for Mail now.",
        "Take Mail from column 5.",
    ),
    (
        lambda: table("prepare", "knight-1 1 mail-1, axeman-1 1", hands=("mail-2", "")),
        ("red/mail-2 at 5 red", "press column 1 red", "press ok red"),
        "same-equipment",
        "Knight has one of this kind already.",
        "Press the same column again: the next one there.",
    ),
    (
        lambda: table("supply", "knight-1 1", has={"red": {"log": 5, "com": 3}}),
        ("press column 5 red", "hold column 1 red", "press ok red"),
        "not-enough log",
        "This costs 4 LOG; you have 3.",
        "Press column 5 again: go on without that card.",
    ),
    (
        lambda: table("bid", hands=("mail-1 mail-2", "longbow-1"), has={"red": {"log": 3, "com": 3}}),
        ("press column 2 red", "press ok red", "hold column 1 red"),
        "not-enough log unseen",
        "This costs 2 LOG; you have 3, less your bid.",
        "Go on without it.",
    ),
    (
        toll,
        ("red/toll-1 at 5 red", "hold column 1 blue"),
        "wrong-phase card",
        "Toll takes LOG: there is no exchange before it has.",
        "Wait for Red.",
    ),
    (
        lambda: toll("curse-1"),
        ("red/curse-1 at 5 red", "press ok red"),
        "no-target whom",
        "Curse: say for whom it is.",
        "Press the column that you mean.",
    ),
    (
        lambda: fighting(
            ("knight-1", "axeman-1", "militia-1"),
            ("duellist-1", "duellist-2"),
            blue="duellist-1 1, duellist-2 1",
        ),
        ("press column 1 red", "press ok red", "press column 1 red"),
        "not-free enemy",
        "Duellist is in a confrontation already.",
        "Press another column.",
    ),
    (
        second_round,
        ("press column 2 red",),
        "not-free first",
        "Scout comes first: it was in no support.",
        "Press another column.",
    ),
    (
        mustered,
        ("press column 1 red",),
        "not-your-turn",
        "It is Blue's turn.",
        "Wait for your turn.",
    ),
)


@pytest.mark.parametrize(("make", "gestures", "key", "message", "fix"), TOLD)
def test_each_reason_has_its_figures_and_the_shortest_fix(
    make: Callable[[], Hands], gestures: tuple[str, ...], key: str, message: str, fix: str
) -> None:
    found = refused(make(), *gestures)
    calls = words_of("en").calling({**called(make().procedure.deck), **named(make().procedure.deck)})
    said = {(refusal_text(each, calls), fix_of(each, calls)) for each in found}
    assert (message, fix) in said
    assert key in {check_refusal(each) for each in found}


# What rules alone say, which no gesture at a table comes to
BY_RULES: tuple[tuple[Callable[[], State], str, str, str], ...] = (
    (
        lambda: toll("curse-1").state,
        "play red/curse-1 red/knight-1",
        "wrong-side target",
        "Knight is on the wrong side for Curse.",
    ),
    (
        lambda: RULES.view(RULES.new_game(), "anyone"),
        "drawn red/anvil-1",
        "card-elsewhere aside",
        "Anvil is an artifact, and none of a stock.",
    ),
    (missed, "done red", "wrong-phase pay", "First pay what the draft roll misses, or give up."),
    (in_support, "assist red/knight-1 1", "not-free", "Knight has chosen already."),
    (
        lambda: position("stock", hands=("", "")),
        "discard red/mail-1",
        "count-wrong none",
        "It cannot come from the hand, which is empty.",
    ),
    (
        lambda: position("stock", hands=("sack-1", "")),
        "discard red/mail-1",
        "count-wrong",
        "It cannot come from the hand: its only card is known.",
    ),
    (in_support, "assist red/axeman-1 3", "no-fighter confrontation", "There is no confrontation 3."),
)


@pytest.mark.parametrize(("make", "action", "key", "message"), BY_RULES)
def test_reasons_of_the_rules_alone_have_words_too(
    make: Callable[[], State], action: str, key: str, message: str
) -> None:
    rules = TollHands.procedure.rules
    found = rules.refusals(make(), act.parse(action))
    calls = words_of("en").calling(called(rules.deck))
    assert message in {refusal_text(each, calls) for each in found}
    assert key in {check_refusal(each) for each in found}


def test_all_words_of_reasons_are_said_somewhere() -> None:
    """None is there for nothing: the rules, fumbling hands, and the tables above come to each."""
    keys = {check_refusal(reason) for reason in told_anywhere().values()}
    keys |= {key for _, _, key, _, _ in TOLD} | {key for _, _, key, _ in BY_RULES}
    assert set(TEXTS.refusals) - keys == set()

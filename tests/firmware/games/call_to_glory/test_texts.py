"""What Call to Glory says: every reason with its figures and its fix, every question, entry and line of a record, in
each language; whole on its screen, and without an id."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from signifer_core.frozen import replace
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import KINDS_TO_END, PADS, PLAYERS_STEP, Cards, Hand, State
from signifer_core.layout import SIDES
from signifer_core.notation import in_order
from signifer_core.procedure import Choice, Override, Table
from signifer_core.rules import Refusal
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.panels import PlayerPanel, RefusalPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.call_to_glory.game import GAME
from signifer_firmware.games.call_to_glory.texts import TEXTS
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.recording.moving_picture import won_text
from signifer_firmware.session import menus
from signifer_firmware.texts.decisions import agreement_text, decision_text, done_words
from signifer_firmware.texts.menus import entry_text, value_text
from signifer_firmware.texts.sentences import fix_of, prompt_text, refusal_text
from signifer_firmware.texts.terms import card_name, card_names

from tests.core.call_to_glory.hands import Hands, known, playing
from tests.core.call_to_glory.states import DECK, RULES, after, begun, cards, lay, position
from tests.firmware.display.drawn import faults_of

from .moments import moments

BUNDLE = GAME.bundle()
ENGLISH = words_of("en").calling(BUNDLE.called)
ID = re.compile(r"[a-z]-\d|None|\{|  |/")
KINDS = [card for kind in ("farmer", "ninja", "shogun", "emperor") for card in DECK.of_kind(kind)[:2]]
LONGEST_MESSAGE, LONGEST_FIX = 110, 100


def in_each_language() -> Iterator[Words]:
    return (words_of(language).calling(BUNDLE.called) for language in LANGUAGES)


def check_refusal(refusal: Refusal) -> None:
    """One clear sentence and its fix, whole on one picture of a player's screen, in each language."""
    for words in in_each_language():
        message, fix = refusal_text(refusal, words), fix_of(refusal, words)
        assert message.endswith((".", "?"))
        assert fix.endswith(".")
        assert not ID.search(message + fix), (message, fix)
        assert len(message) <= LONGEST_MESSAGE, message
        assert len(fix) <= LONGEST_FIX, fix
        drawn = render(PlayerPanel("red", "", refusal=RefusalPanel(message, refusal.ruling, fix)))
        assert drawn.shortened == ()
        assert {message, fix} <= set(drawn.texts), (message, fix)


def domain(rng: random.Random) -> tuple[act.Action, ...]:
    """Actions of all kinds, as wrong as may be."""
    few = rng.sample(KINDS, 3)
    return (
        act.Players(2, "none"),
        *(act.Starter("1"), act.Rolled(3), act.Deal(), act.Proceed()),
        *(act.Draw(pile) for pile in ("left", "right")),
        *(kind(card, pad) for kind in (act.Take, act.Discard, act.Remove) for card in few for pad in PADS),
        *(act.Lay(in_order(few[:number])) for number in (1, 2)),
        *(act.Lay(DECK.of_kind("ninja")[:number]) for number in (1, 2, 4)),
        *(act.Displace(pad) for pad in PADS),
        *(act.Strike(kind) for kind in ("farmer", "ninja", "emperor")),
        *(act.Emptied(pile) for pile in ("left", "right")),
        *(act.Reveal(card) for card in DECK.missions[::3]),
    )


def test_whatever_the_rules_refuse_is_said_in_a_sentence_that_fits() -> None:
    found: dict[object, Refusal] = {}
    for number, state in enumerate(moments()):
        for action in domain(random.Random(number)):
            for reason in RULES.refusals(state, action):
                shape = (reason.code, reason.fix.verb, tuple(name for name, _ in reason.figures))
                found.setdefault(shape, reason)
    assert len({reason.code for reason in found.values()}) >= 12
    for reason in found.values():
        check_refusal(reason)


# Each reason as players read it


def told(hands: Hands) -> list[tuple[str, str]]:
    for reason in hands.refusals:
        check_refusal(reason)
    return [(refusal_text(reason, ENGLISH), fix_of(reason, ENGLISH)) for reason in hands.refusals]


def refused(state: State, *gestures: str) -> list[tuple[str, str]]:
    """What stands after gestures at a position: "CARD at ZONE" lays a card, others are buttons. A press that is refused
    tells it at once."""
    hands = playing(state)
    for gesture in gestures:
        card, at, zone = gesture.partition(" at ")
        if at:
            hands.lay(card, zone)
            continue
        if gesture.startswith("lift "):
            hands.lift(gesture.removeprefix("lift "))
            continue
        if reasons := tuple(hands.press(gesture)):
            return [(refusal_text(reason, ENGLISH), fix_of(reason, ENGLISH)) for reason in reasons]
    return told(hands)


FOUR_FARMERS = {"2": {"farmer": 4}}
RECORD = " If the record is wrong, hold both ok."


@pytest.mark.parametrize(
    ("state", "gestures", "said"),
    [
        (
            position(("ninja-9, monk 2", "")),
            ("ninja-9 at 1 red", "press ok red"),
            ("Ninja: one card is no set, 2 are.", "Lay 1 more, or lift what is laid."),
        ),
        (
            position(("farmer 4", ""), sets=FOUR_FARMERS),
            (*(f"farmer-{number} at 1 red" for number in range(17, 21)), "press ok red"),
            ("Farmer: 5 displace the set that lies there, 4 do not.", "Lay 1 more, or lift what is laid."),
        ),
        (
            position(("ninja 2, monk 2", "", "")),
            ("ninja-13 at 1 red", "ninja-14 at 1 red", "press ok red"),
            (
                "Ninja: 3 are a set with 3 or 4 players, 2 are not.",
                "Lay 1 more, or lift what is laid.",
            ),
        ),
        (
            position(("ninja 2, monk 2", "")),
            ("ninja-13 at 1 red", "monk-18 at 2 red"),
            ("A set has one kind, not both monk and ninja.", "Take monk from column 2."),
        ),
        (
            position(("ninja 2, monk 2", "")),
            ("ninja-13 at pad red", "monk-18 at pad blue", "press ok red"),
            ("2 cards lie on the pads; one is discarded.", "Take ninja from Red's pad."),
        ),
        (
            position(("ninja 2, monk 2", "")),
            ("ninja-13 at 2 red", "monk-18 at pad blue", "press ok red"),
            ("A turn lays a set or discards a card, not both.", "Take monk from Blue's pad."),
        ),
        (
            position(("ninja 2", ""), pads=(("monk-3",), ())),
            ("ninja-13 at pad red",),
            ("While Blue's pad is empty, discards go there.", "Lay ninja on Blue's pad."),
        ),
        (
            position(step="draw", pads=(("monk-3",), ("farmer-9",))),
            ("press column 1 red",),
            (
                "No card was lifted from a pad yet.",
                "Lift one, or press ok: one from each face-down pile.",
            ),
        ),
        (
            position(step="draw"),
            ("press column 1 red",),
            ("No card was lifted from a pad yet.", "Press ok: one from each face-down pile."),
        ),
        (
            position(step="draw", pads=(("monk-3",), ()), empty=frozenset({"left"})),
            ("press column 5 red",),
            ("No card was lifted from a pad yet.", "Lift one, or press ok: one from the face-down pile."),
        ),
        (
            position(step="draw", empty=frozenset({"left"})),
            ("press column 5 red",),
            ("No card was lifted from a pad yet.", "Press ok: one from the face-down pile."),
        ),
        (
            # In hand are four monks whom everybody has seen, and one card more.
            replace(position(), hands=(Hand(Cards(5, frozenset(DECK.of_kind("monk")[:4]))), Hand())),
            ("ninja-14 at 1 red", "ninja-1 at 1 red"),
            ("4 of the 5 cards in hand are known to be others.", "Take ninja from column 1." + RECORD),
        ),
        (
            position(("", ""), step="draw", pads=(("monk-3",), ())),
            ("farmer-1 at pad red",),
            ("While Blue's pad is empty, discards go there.", "Take farmer from Red's pad."),
        ),
        (
            position(step="draw", pads=(("monk-3",), ("farmer-9",))),
            ("lift monk-3", "press ok red"),
            (
                "1 card is drawn; say where the second one comes from.",
                "Press column 1 or 5: from the pile beside it.",
            ),
        ),
        (
            position(("ninja 2", "monk 2"), step="draw", variant="figures"),
            ("press ok blue",),
            ("It is Red's turn.", "Wait for your turn."),
        ),
        (
            position(("ninja 2", "monk 2", ""), step="draw", variant="figures"),
            ("press ok blue",),
            ("It is Player 1's turn.", "Wait for your turn."),
        ),
        (
            known(position(("ninja 2", ""), sets=FOUR_FARMERS, variant="figures"), farmer="3"),
            ("hold column 3 red",),
            ("You have no ninja figure to return.", "Go on without it."),
        ),
        (
            known(
                position(("ninja 2", ""), sets=FOUR_FARMERS, variant="figures", figures=(1, 0), fresh=(1, 0)),
                farmer="3",
            ),
            ("hold column 3 red",),
            ("A figure of this turn may be returned in a later one.", "Go on without it."),
        ),
        (
            known(
                position(("ninja 2", ""), sets=FOUR_FARMERS, variant="figures", figures=(1, 0)), farmer="3"
            ),
            ("hold column 4 red",),
            ("No opponent's set lies in column 4.", "Go on without it."),
        ),
        (
            position(("ninja 2", ""), empty=frozenset({"left"})),
            ("hold column 1 red",),
            ("That pile is known to be empty.", "Go on without it." + RECORD),
        ),
        (
            position(("ninja 2", ""), empty=frozenset({"left"}), piles=(0, 108)),
            ("hold column 5 red",),
            ("By the count 108 cards are left, and lie here.", "Go on without it." + RECORD),
        ),
        (
            position(("", ""), step="draw", unseen=1, empty=frozenset({"left"}), piles=(0, 1)),
            ("hold column 5 red",),
            (
                "By the count 1 card is left, and lies here.",
                "If none does, draw as if one did: ok, or the column." + RECORD,
            ),
        ),
        (
            position(("", ""), step="mission", variant="missions", letters=("abc",) * 2),
            ("mission-a-1 at pad red",),
            ("A mission is revealed in a column of one's own side.", "Take mission A from Red's pad."),
        ),
    ],
)
def test_each_reason_has_its_figures_and_the_shortest_fix(
    state: State, gestures: tuple[str, ...], said: tuple[str, str]
) -> None:
    assert said in refused(state, *gestures)


def test_a_set_of_one_card_takes_as_many_more_as_displace_what_lies_there() -> None:
    state = position(("farmer 6", ""), sets=FOUR_FARMERS)
    assert refused(state, "farmer-20 at 1 red", "press ok red") == [
        ("Farmer: one card is no set, 5 are.", "Lay 4 more, or lift what is laid."),
        ("Farmer: 5 displace the set that lies there, 1 do not.", "Lay 4 more, or lift what is laid."),
    ]


# Questions, decisions, agreement


def test_two_players_are_red_and_blue_and_more_have_numbers() -> None:
    def waits(state: State) -> str:
        _, blue = BUNDLE.procedure.prompts(Table(state))
        return prompt_text(blue, ENGLISH, GAME.name)

    assert waits(position(("farmer 5", "monk 2"))) == "Red plays"
    assert waits(position(("farmer 5", "monk 2", ""))) == "Player 1 plays"
    assert waits(position(("farmer 5", "monk 2", ""), active="3")) == "Player 3 plays"


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (position(step="over", winner="2"), "Blue wins"),
        (position(("", "", ""), step="over", winner="2"), "Player 2 wins"),
        (position(step="over", winner="1 2"), "Shared: Red, Blue"),
        (position(("", "", ""), step="over", winner="1 3"), "Shared: Player 1, Player 3"),
    ],
)
def test_who_has_won_is_said_of_one_and_of_several(state: State, said: str) -> None:
    red, blue = BUNDLE.procedure.prompts(Table(state))
    assert [prompt_text(each, ENGLISH, GAME.name) for each in (red, blue)] == [said, said]
    assert won_text(BUNDLE, Table(state), ENGLISH) == said, "a moving picture tells it alike"


def test_every_question_of_the_table_has_words() -> None:
    asked = set[str]()
    for state in moments():
        for prompt in BUNDLE.procedure.prompts(Table(state)):
            asked.add(str(prompt.figure("asked")) if prompt.key == "wait" else prompt.key)
            for words in in_each_language():
                assert not ID.search(prompt_text(prompt, words, GAME.name))
    assert {"deal", "draw-two", "lay-or-discard", "displace", "reveal", "read-scores"} <= asked
    assert set(TEXTS.waiting) == set(TEXTS.prompts) - {"say-number"}


def test_every_action_is_said_without_its_ids() -> None:
    english = {
        "players 3 both": "Players: 3",
        "starter 2": "Starts: Player 2",
        "draw left": "Drawn face down",
        "take monk-7 red": "Drawn from a pad: monk, Red",
        "lay farmer-3+farmer-8 2+3": "Set laid: 2 x Farmer",
        "discard ninja-2 blue": "Discarded: ninja, Blue",
        "displace red": "Displaced set away: Red",
        "strike samurai": "Figure returned: Samurai",
        "reveal mission-a-1": "Revealed: mission A",
        "agreed size farmer 4": "Agreed: farmer: cards laid: 4",
        "agreed owner farmer 2": "Agreed: farmer: whose set: Player 2",
        "agreed discard blue 4": "Agreed: Cards on Blue's pad: 4",
        "agreed stock left 20": "Agreed: Pile by column 1: 20",
        "agreed hand 2 4": "Agreed: Player 2's hand: 4",
        "agreed position farmer-1:1:red": "Agreed: Sets as they lie",
    }
    assert {said: decision_text(said, ENGLISH, GAME.name) for said in english} == english
    assert set(done_words(TEXTS)) == set(act.NOTATION.words)


def test_every_entry_of_the_agreement_is_said_and_fits() -> None:
    found = {(entry.key, entry.figures): entry for state in moments() for entry in entries_of(state)}
    assert len({key for key, _ in found}) == 12
    for entry in found.values():
        for words in in_each_language():
            said = [entry_text(entry, words, GAME.name)]
            said += [value_text(entry, each, words, GAME.name) for each in values_of(entry)]
            assert not any(ID.search(text) for text in said), said
            shown = menus.Shown(entry, 24, 25, values(entry)[-1], frozenset({"red"}))
            for panel in menu_panels(shown, dict.fromkeys(SIDES, words), GAME.name).values():
                for page in range(pages(panel)):
                    drawn = render(panel, page)
                    assert (list(faults_of(drawn)), drawn.shortened) == ([], ()), panel


def test_entries_call_players_as_the_screens_do() -> None:
    def said(state: State, key: str) -> list[str]:
        found = [entry for entry in entries_of(state) if entry.key == key]
        values = [value_text(found[0], each.value, ENGLISH, GAME.name) for each in found[0].choices]
        return [*(entry_text(entry, ENGLISH, GAME.name) for entry in found), *values[:2]]

    two, three = position(("farmer 5", "monk 2")), position(("farmer 5", "monk 2", ""))
    assert said(two, "hand") == ["Red's hand", "Blue's hand", "0", "1"]
    assert said(three, "hand")[:3] == ["Player 1's hand", "Player 2's hand", "Player 3's hand"]
    assert said(two, "starter") == ["Starter of the round", "Red", "Blue"]
    assert said(three, "starter") == ["Starter of the round", "Player 1", "Player 2"]
    assert said(two, "over") == ["The game is over", "Red wins", "Blue wins"]
    assert said(position(sets={"2": {"ninja": 2}}), "owner") == ["ninja: whose set", "Red", "Blue"]


def test_the_record_calls_players_as_the_menu_does() -> None:
    """Red and Blue where two play, in all that was agreed on and done; of three and four by their numbers."""
    for state in (position(("farmer 5", "monk 2")), position(("farmer 5", "monk 2", ""))):
        for entry in entries_of(state):
            for choice in values(entry):
                what, which = (
                    entry_text(entry, ENGLISH, GAME.name),
                    value_text(entry, choice.value, ENGLISH, GAME.name),
                )
                for change in choice.changes:
                    said = agreement_text(BUNDLE.procedure.said(state, change), ENGLISH, GAME.name)
                    assert said == (what if entry.key == "position" else f"{what}: {which}")
    starts = [
        decision_text(BUNDLE.procedure.said(begun(players), "starter 2"), ENGLISH, GAME.name)
        for players in (2, 3)
    ]
    assert starts == ["Starts: Blue", "Starts: Player 2"]


def entries_of(state: State) -> list[Override]:
    entries = (
        [] if state.step == PLAYERS_STEP else [*BUNDLE.procedure.overrides(Table(state), Hands(state).seen)]
    )
    return [entry for entry in entries if entry.choices]


def values(entry: Override) -> tuple[Choice, ...]:
    return entry.choices[:1] + entry.choices[-1:]


def values_of(entry: Override) -> list[int | str]:
    return [each.value for each in values(entry)]


# Cards


def test_a_card_is_called_by_its_kind_and_a_mission_by_what_was_read_on_it() -> None:
    assert card_name("farmer-12", ENGLISH) == "farmer"
    assert card_names(("farmer-1", "farmer-2", "emperor-1"), ENGLISH) == ["Emperor", "2 x Farmer"]
    assert card_name("mission-b-2", ENGLISH) == "mission B", "its kind is assumed"
    mine = 'game = "call-to-glory"\nsource = "my cards"\n[card.mission-b-2]\nnames = 14\n'
    theirs = words_of("en").calling(GAME.bundle(mine).called)
    assert card_name("mission-b-2", theirs) == "mission B 14"


# Counts


def test_the_account_has_all_characters_for_red_and_all_missions_for_blue() -> None:
    for moment in moments():
        said = BUNDLE.account(moment)
        assert {side: text.partition(":")[0] for side, text in said.items()} == {"red": "110", "blue": "12"}
    state = position(("farmer 2", ""), sets={"2": {"ninja": 3}}, pads=(("monk-3",), ()))
    assert BUNDLE.account(state)["red"] == (
        "110: hands 2 (farmer-19 farmer-20) 0, sets 2 ninja 3 (ninja-1 ninja-2 ninja-3), "
        "discard piles 1 (monk-3) 0, face-down piles 104"
    )
    leaving = after(position(("ninja 4", ""), sets={"2": {"ninja": 3}}), lay(*cards("ninja 4")))
    assert BUNDLE.account(leaving)["red"].startswith("110:")


def test_the_kinds_that_end_a_round_are_those_of_the_rules() -> None:
    assert KINDS_TO_END == {2: 6, 3: 5, 4: 4}


@pytest.mark.parametrize(
    ("laid", "said"),
    [(1, "Ninja: 1 of 3"), (2, "Ninja: 2 of 3"), (3, "Ninja: 3, ok lays it"), (4, "Ninja: 4, ok lays it")],
)
def test_who_has_laid_enough_for_a_set_is_told_what_lays_it(laid: int, said: str) -> None:
    hands = Hands(position(("ninja 5", ""), sets={"2": {"ninja": 2}})).lay_all(
        cards(f"ninja {laid}"), "2 red"
    )
    red, _ = BUNDLE.procedure.prompts(hands.table)
    assert prompt_text(red, ENGLISH, GAME.name) == said

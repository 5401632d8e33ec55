"""Texts: every code, prompt and fix of the game has words, and they fit the place where they are shown."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.frozen import replace
from signifer_core.games import field_of_glory
from signifer_core.games.field_of_glory.actions import Discard, FlankAttack, Pay, Place
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.rules.placing import OF_A_TURN
from signifer_core.games.field_of_glory.state import STEPS as STEP_NAMES
from signifer_core.games.field_of_glory.state import Column, Holdings, State
from signifer_core.games.field_of_glory.table.undoing import BARRIERS
from signifer_core.layout import COLUMNS, Zone
from signifer_core.procedure import Correction, Mending, Prompt
from signifer_core.rules import Fix, Refusal, Verb
from signifer_firmware.display.panels import PlayerPanel, RefusalPanel
from signifer_firmware.display.render import render
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.registry import names
from signifer_firmware.game_api.texts import texts_of
from signifer_firmware.games.field_of_glory.texts import TEXTS
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.session.questions import unseen
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.sentences import (
    WAITING,
    WAY_OUT,
    asked_text,
    correction_text,
    fix_of,
    fix_text,
    prompt_text,
    refusal_codes,
    refusal_text,
)
from signifer_firmware.texts.terms import COMMON_STEPS

from tests.core.field_of_glory.states import DOMAIN, somewhere, walk
from tests.sweeps import often

ENGLISH = words_of("en")
DECK = standard_deck()
RULES = FieldOfGlory(DECK)
CODES = refusal_codes("field-of-glory")
LONGEST_MESSAGE, LONGEST_FIX = 110, 100
SOURCES = "".join(path.read_text() for path in Path(field_of_glory.__path__[0]).rglob("*.py"))


def test_every_code_in_the_rules_has_words() -> None:
    codes = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', SOURCES))
    assert codes
    assert codes <= CODES


def test_every_prompt_in_the_procedure_has_words() -> None:
    undo = ("turn-over", "other-moved", "nothing-done", "bonus-confirmed", "cards-drawn", "rolled", "agreed")
    keys = set(re.findall(r'Prompt\([^"(]*"([a-z-]+)"', SOURCES)) | {
        "place-there",
        "lift-one",
        "discard-down",
        "pad-unknown",
        "column-unknown",
        "lifted-or-covered",
        "back-first",
        *("pay-cards", "draw-or-worth", "draw-worth", "bonus-unseen", "worth", "points"),
        *("army", "terrain", "terrain-ok", "first", "hold-to-be-first", "roll-again"),
        *("flank", "choose-source", "choose-lead", "retreat", "top-card", "undone"),
        *("bonus", "bonus-from-deck", "bonus-after-shuffle", "draw-now"),
        *(f"no-undo-{why}" for why in (*BARRIERS, *undo)),
    }
    assert {"hold-to-end", "no-such-gesture", "wait", "over"} <= keys
    words = (("column", 3), ("excess", 2), ("active", "red"), ("winner", "red"), ("due", 3), ("paid", 1))
    more = (("place", "3"), ("cards", 2), ("card", "red/pike-1"), ("columns", "2 or 4"), ("asked", "bonus"))
    figures = (*words, ("number", 2), ("of", 5), ("side", "blue"), *more)
    for key in keys:
        assert prompt_text(Prompt("red", "actions", key, figures), ENGLISH), key


def test_the_question_about_silent_cards_names_the_pad_that_is_not_ones_own() -> None:
    zones = [Zone("pad", "red"), Zone("pad", "red"), Zone("pad", "blue")]
    (asked,) = unseen((), [("blue", zones)])
    said = {language: prompt_text(asked, words_of(language)) for language in ("en", "de", "fr")}
    assert said["en"] == "3 cards silent on Red's pad, Blue's pad: lifted? ok"
    assert said["de"] == "Pad von Rot, Pad von Blau: 3 Karten weg? ok"
    assert said["fr"] == "3 cartes enlevées (socle de Rouge, socle de Bleu)\u00a0? ok"


def test_whatever_one_player_is_asked_the_other_is_told_in_three_words() -> None:
    """Every question of the procedure, as its sources and the tests above have it."""
    words = (
        ("column", 3),
        ("columns", "2"),
        ("excess", 2),
        ("card", "red/pike-1"),
        ("number", 1),
        ("due", 2),
        ("left", 2),
        ("kind", "samurai"),
        ("laid", 3),
        ("needed", 5),
        *(("bid", 2), ("most", 3), ("com", 4), ("log", 2), ("cost", 3), ("cards", 2), ("missing", 1)),
    )
    figures: tuple[tuple[str, int | str], ...] = (*words, ("player", "2"))
    for key in WAITING:
        prompt_text(Prompt("red", "actions", key, figures), ENGLISH)
        told = prompt_text(Prompt("blue", "actions", "wait", (("active", "red"), ("asked", key))), ENGLISH)
        assert told.startswith("Red ") or key not in TEXTS.waiting
        assert len(told.split()) <= 3


@pytest.mark.parametrize("game", names())
def test_a_fix_without_a_card_names_none_and_no_column_called_column(game: str) -> None:
    folder = Path(field_of_glory.__file__).parents[1] / game.replace("-", "_")
    sources = "".join(path.read_text() for path in sorted(folder.rglob("*.py")))
    fixes = re.findall(r'Fix\(Verb\.([A-Z]+)(?:, place=(?:"(\w+)"|(PAD)))?(?:, number=[^)]*)?\)', sources)
    assert len(fixes) > 8
    for verb, place, pad in fixes:
        fix = Fix(Verb[verb], place=place or pad.lower() or None, number=2)
        said = fix_text(fix, ENGLISH, f"{registry.game(game).rulings}-1")
        assert not re.search(r"column column|  | \.|None", said), (fix, said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_out_of_a_wrong_record_is_said_once(language: str) -> None:
    words = words_of(language)
    way_out = words.say(WAY_OUT)
    figures = (("card", "red/spear-1"), ("pile", "discard"))
    for verb, told in ((Verb.TAKE, True), (Verb.UNDO, True), (Verb.OVERRULE, False)):
        refusal = Refusal(
            "card-elsewhere", "red", "FG-P1", Fix(verb, "red/spear-1", "3"), figures, "red/spear-1"
        )
        assert (way_out in fix_of(refusal, words)) == told
    alone = Refusal("must-retreat", "1", "TH-1", Fix(Verb.HOLD, place="ok"), (("player", "1"),))
    assert fix_of(alone, words).endswith(way_out)


def test_every_verb_of_a_fix_has_words() -> None:
    for verb in Verb:
        for fix in (Fix(verb, "red/spear-1", "3", 2), Fix(verb, place="ok"), Fix(verb)):
            assert fix_text(fix, ENGLISH).endswith(".")


def test_no_two_games_say_different_things_under_one_key() -> None:
    for table in ("prompts", "waiting", "steps", "kinds", "labels", "short_refusals"):
        found: dict[str, object] = {}
        for game in names():
            for key, said in getattr(texts_of(game), table).items():
                assert found.setdefault(key, said) == said, (table, key)
    assert len({registry.game(game).rulings for game in names()}) == len(names())
    assert refusal_text(
        Refusal("hand-limit", "red", "TH-2", Fix(Verb.WAIT), (("limit", 5),)), ENGLISH
    ) != refusal_text(
        Refusal("hand-limit", "red", "FG-D1", Fix(Verb.WAIT), (("limit", 9), ("hand", 10))), ENGLISH
    ), "a refusal is said in the words of the game whose ruling it names"


def test_who_has_won_is_said_in_the_words_of_the_game() -> None:
    over = Prompt("red", "over", "over", (("winner", "blue"),))
    said = [prompt_text(over, ENGLISH, game) for game in ("", *names())]
    assert said == ["Blue wins", "Blue wins", "The Persians win", "Blue wins", "Blue wins"]


def test_every_step_has_a_name() -> None:
    assert set(STEP_NAMES) == {*TEXTS.steps, *(set(STEP_NAMES) & set(COMMON_STEPS))}


cards = st.sampled_from([*DECK.army("red"), *DECK.army("blue")])
units = st.lists(st.sampled_from(DECK.army("red")), unique=True, max_size=10)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Any heap of cards: the words have to hold for whatever lies there."""
    lying = draw(units)
    columns = tuple(
        Column(draw(st.sampled_from(["plain", "rough", "woods", "hill"])), None, tuple(lying[i : i + 2]))
        for i in range(0, 10, 2)
    )
    hand = draw(st.integers(0, 12))
    red = Holdings(hand=hand, discards=frozenset(draw(units)))
    return State(columns, red=red, step=draw(st.sampled_from(["actions", "advance", "draw"])))


def check_words(refusal: Refusal) -> None:
    """In every language: a sentence and its fix that fit one picture, whole."""
    for language in LANGUAGES:
        words = words_of(language)
        message, fix = refusal_text(refusal, words), fix_of(refusal, words)
        assert len(message) <= LONGEST_MESSAGE, message
        assert len(fix) <= LONGEST_FIX, fix
        assert message.endswith((".", "?"))
        for wrong in ("None", "{", "column hand", "  "):
            assert wrong not in message + fix, (refusal, message, fix)
        panel = RefusalPanel(message, refusal.ruling, fix)
        drawn = render(PlayerPanel(player="red", title="Actions", refusal=panel))
        assert refusal.ruling in " ".join(drawn.texts)
        assert {message, fix} <= set(drawn.texts), (message, fix)


# The procedure and the referee refuse with them, not the rules.
AT_TABLES_ONLY = {"unknown-tag", "wrong-game"}


@pytest.mark.slow
@settings(max_examples=often(10, 60))
@given(positions(), cards, st.integers(1, 5))
def test_whatever_is_refused_is_said_on_a_screen(state: State, card: str, column: int) -> None:
    for action in (Place(card, column), Pay(card), Discard(card)):
        for refusal in RULES.refusals(state, action):
            check_words(refusal)


@pytest.mark.slow
def test_whatever_the_rules_refuse_in_any_step_is_said_on_a_screen() -> None:
    """One refusal for each way in which it may differ: its code, step, fix, and which figures it has."""
    rng = random.Random(7)
    ways: dict[tuple[object, ...], Refusal] = {}
    steps: set[str] = set()
    for number in range(600):
        if number >= 60 and steps == set(STEP_NAMES):
            break
        start = RULES.new_game() if number < 3 else somewhere(rng)
        for _, state in [(None, start), *walk(start, rng, 300 if number < 3 else 100)]:
            steps.add(state.step)
            for action in (*rng.sample(DOMAIN, 30), *map(FlankAttack, COLUMNS)):
                for refusal in RULES.refusals(state, action):
                    fix = refusal.fix
                    names = tuple(name for name, _ in refusal.figures)
                    place = "column" if (fix.place or "").isdecimal() else fix.place
                    shape = (refusal.ruling, names, fix.verb, place, fix.card is None, fix.number is None)
                    ways.setdefault((state.step, refusal.code, *shape), refusal)
    assert steps == set(STEP_NAMES)
    assert {refusal.code for refusal in ways.values()} == CODES - AT_TABLES_ONLY
    for refusal in ways.values():
        check_words(refusal)


def test_who_comes_in_the_wrong_step_is_not_told_to_wait() -> None:
    figures = (("step", "advance"), ("wanted", "actions"))
    refusal = Refusal("wrong-phase", "red", "FG-T0", Fix(Verb.WAIT), figures)
    assert fix_of(refusal, ENGLISH) == "Do first what your screen asks."
    over = Refusal("wrong-phase", "red", "FG-T0", Fix(Verb.WAIT), (("step", "over"), ("wanted", "actions")))
    assert fix_of(over, ENGLISH) == "The game is over."
    other = Refusal("not-your-turn", "red", "FG-T0", Fix(Verb.WAIT), (("active", "blue"),))
    assert fix_of(other, ENGLISH) == "Wait for your turn."


def test_whose_turn_it_is_and_who_decides_are_two_things() -> None:
    """FG-T0: in the steps of a turn it is the player's whose turn it is; in an attack the choice is named."""
    for step in {*STEP_NAMES} - OF_A_TURN - {"terrain", "first", "drawing", "over"}:
        refused = Refusal(
            "not-your-turn", "red", "FG-T0", Fix(Verb.WAIT), (("active", "blue"), ("asked", step))
        )
        for language in LANGUAGES:
            check_words(refused)
            assert refusal_text(refused, words_of(language)) != refusal_text(
                replace(refused, figures=(("active", "blue"),)), words_of(language)
            ), (language, step)
        assert fix_of(refused, ENGLISH) == "Wait for Blue."
    turn = Refusal("not-your-turn", "red", "FG-T0", Fix(Verb.WAIT), (("active", "blue"),))
    assert refusal_text(turn, ENGLISH) == "It is Blue's turn."


def test_fg_c5_overlap_beside_another_column_is_told_the_column() -> None:
    figures = (("step", "bonus"), ("column", 3))
    refusal = Refusal(
        "wrong-phase", "red", "FG-C5", Fix(Verb.LAY, "red/overlap-1", "3"), figures, "red/overlap-1"
    )
    check_words(refusal)
    assert "column 3" in refusal_text(refusal, ENGLISH)
    assert "step" not in refusal_text(refusal, ENGLISH)


def test_the_players_words() -> None:
    figures = (("column", 3), ("kind", "spear"), ("neighbour", "heavy-infantry"))
    refusal = Refusal(
        "mixed-kinds", "red", "FG-P2", Fix(Verb.TAKE, "red/spear-1", "3"), figures, "red/spear-1"
    )
    assert refusal_text(refusal, ENGLISH) == "Spear cannot share column 3 with heavy infantry."
    assert fix_text(refusal.fix, ENGLISH) == "Take spear 2 CP from column 3."
    assert (
        correction_text(Correction(Verb.TAKE, "blue/pike-1", Zone("3", "blue")), ENGLISH)
        == "take pike 2 CP from 3"
    )
    assert (
        correction_text(Correction(Verb.PUT, "red/cavalry-1", Zone("2", "red")), ENGLISH)
        == "put cavalry 2 CP in 2"
    )
    assert (
        correction_text(Correction(Verb.TAKE, "red/commander-2", Zone("pad", "red")), ENGLISH)
        == "take commander from pad"
    )


def test_a_card_on_a_pad_is_named_only_where_its_reason_tells_of_it() -> None:
    """What nobody asked for lies there face down; of another army or game it is known as it is refused."""
    card = "blue/pike-1"
    take = Fix(Verb.TAKE, card, "pad")
    needless = Refusal("nothing-due", "red", "FG-P1", take, (("due", 0),), card)
    assert fix_of(needless, ENGLISH) == "Take 1 card from the pad."
    for code, figures in (("one-card", {"cards": 3, "limit": 1}), ("count-wrong", {"hand": 1, "cards": 3})):
        several = Refusal.of(code, "red", "FG-P1", take, card, **figures)
        assert fix_of(several, ENGLISH).startswith("Take 2 cards from the pad.")
    wrong = Refusal.of("wrong-side", "blue", "FG-P1", take, card, card=card, side="red")
    assert fix_of(wrong, ENGLISH) == "Take pike 2 CP from the pad."


@pytest.mark.parametrize(
    ("verb", "place", "secret", "words"),
    [
        (Verb.TAKE, "4", False, "Take pike 2 CP from column 4."),
        (Verb.PUT, "4", False, "Put pike 2 CP back in column 4."),
        (Verb.TAKE, "pad", False, "Take pike 2 CP from the pad."),
        (Verb.TAKE, "pad", True, "Take 1 card from the pad."),
        (Verb.PUT, "pad", True, "Put 1 card on pad."),
    ],
)
def test_a_correction_is_a_sentence_that_names_the_column(
    verb: Mending, place: str, secret: bool, words: str
) -> None:
    fix = Correction(verb, "blue/pike-1", Zone(place, "blue"), secret)
    assert asked_text(fix, ENGLISH) == words


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("tag/04a1b2c3d4e5f6", "Take the unknown tag from column 3."),
        ("tag/04a1b2c3d4e5f6=red/commander-1", "Take the old tag of commander from column 3."),
        ("thermopyles:spartan-3", "Take Spartan 11 from column 3."),
        ("terrain/hill-1", "Take hill from column 3."),
    ],
)
def test_strange_cards_have_names(card: str, words: str) -> None:
    assert fix_text(Fix(Verb.TAKE, card, "3"), ENGLISH) == words


@pytest.mark.parametrize(
    ("part", "cause", "words"),
    [
        (
            "tag 3 red",
            "old tag of red/commander-1: take it off",
            (
                "Old tag of commander: take it off the card.",
                "Alter Chip von Kommandant: von der Karte nehmen.",
                "Ancienne étiquette de Commandant\u00a0: enlevez-la de la carte.",
            ),
        ),
        (
            "tag pad red",
            "old tag of a card: take it off",
            (
                "Old tag, pad red: take it off the card.",
                "Alter Chip, Pad Rot: von der Karte nehmen.",
                "Ancienne étiquette, socle rouge\u00a0: enlevez-la de la carte.",
            ),
        ),
    ],
)
def test_a_card_that_carries_an_old_tag_is_named_but_not_on_a_pad(
    part: str, cause: str, words: tuple[str, ...]
) -> None:
    assert tuple(fault_text(part, cause, words_of(language)) for language in ("en", "de", "fr")) == words

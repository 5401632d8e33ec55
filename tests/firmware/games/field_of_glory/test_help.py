"""Help on the present step and reasons for the last result: for each step, player and language, and they fit."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.actions import BonusFromHand
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import DRAWING, STEPS, Drawing, State
from signifer_core.games.field_of_glory.table.totals import shown_lines
from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Held, Table
from signifer_firmware.display.panels import TextPanel
from signifer_firmware.display.text import text_pages
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.games.field_of_glory.texts import help as help_module
from signifer_firmware.games.field_of_glory.texts.help import help_text
from signifer_firmware.games.field_of_glory.texts.why import why
from signifer_firmware.games.field_of_glory.texts.words import line_text
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.texts.terms import step_name

from tests.core.field_of_glory.attacks import ONE_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, RULES, Hands, played, position, somewhere, walk
from tests.core.field_of_glory.tables import won
from tests.firmware.display.drawn import check_drawn_whole

ENGLISH = words_of("en")
RULING = re.compile(r"\(FG-[A-Z]\d(, FG-[A-Z]\d)*\)")
MOST_PAGES = 9


def helped(state: State, player: Side, words: Words = ENGLISH) -> tuple[str, ...]:
    return help_text(RULES, Table(state), player, words)


@cache
def positions() -> list[State]:
    """States of every step, with pads and without."""
    rng = random.Random(11)
    found: dict[object, State] = {}
    for number in range(40):
        for _, state in walk(somewhere(rng), rng, 60) if number else played(rng):
            full = state.step in ("army", DRAWING) and state.full
            if full or (RULES.chance(state) and state.step != "over"):
                continue
            attack = state.attack
            key = (state.step, attack is not None and attack.bonus is None, bool(state.due), state.drawn)
            found.setdefault(key, state)
    hands = Hands(RULES.table_game())
    army = [hands.state, replace(hands.state, ready=frozenset({"red"}))]
    army += [replace(hands.state, step=step) for step in ("terrain", "first")]
    rampage = attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"})
    rampage.lay("red/commander-1", "pad red").press("press ok red")
    rampage.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    army.append(rampage.state)
    lost = Hands(position(units=ONE_EACH))
    lost.press("press column 3 red")
    lost.lay("red/cavalry-5", "pad red").press("press ok red")
    lost.lay("blue/cavalry-1", "pad blue")
    before = lost.table
    reveal = replace(RULES.apply(before.state, _bonus(before.state)), unseen=False)
    sources = [Counts(hand=0, deck=3), Counts(hand=0, deck=0, discard=3)]
    army += [attacked(ONE_EACH, red=counts).state for counts in sources]
    army.append(position(step="draw", red=Counts(shuffle=2), blue=Counts(shuffle=2)))
    army.append(part_paid())
    both = [*found.values(), *army, reveal]
    return [*both, *(replace(state, unseen=True) for state in both if not state.full)]


def _bonus(state: State) -> BonusFromHand:
    return next(action for action in RULES.legal_actions(state) if isinstance(action, BonusFromHand))


def test_every_step_is_among_the_positions() -> None:
    assert {state.step for state in positions()} == set(STEPS) - {DRAWING}


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_says_two_to_five_sentences_in_every_step_to_each_player_and_they_fit(language: str) -> None:
    words, said = words_of(language), set()
    for state in positions():
        for player in SIDES:
            found = helped(state, player, words)
            if found in said:
                continue
            said.add(found)
            assert 1 <= len(found) <= 5
            check_drawn_whole(step_name(state.step, words), found, MOST_PAGES)
    assert len(said) > 30


def test_who_decides_and_who_waits_read_different_things() -> None:
    for state in positions():
        actors = RULES.actors(state)
        if len(actors) == 1 and state.step != "over":
            (actor,) = actors
            other: Side = "blue" if actor == "red" else "red"
            assert helped(state, actor) != helped(state, other), state.step
            assert any(RULING.search(sentence) for sentence in helped(state, actor)) or state.step == "result"


def test_every_sentence_is_said_somewhere() -> None:
    tables = (help_module._DECIDES, help_module._SOURCES, help_module._WAITS)
    keys = {key for table in tables for keys in table.values() for key in keys}
    assert keys | {"undo"} == set(help_module._SENTENCES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_torn_though_a_last_row_says_how_to_leave(language: str) -> None:
    words = words_of(language)
    for message in help_module._SENTENCES.values():
        said = words.say(message, actor="Rouge", other="Rouge", due=12, excess=10)
        assert text_pages(TextPanel("red", "Help", (said,), leave="ok")) == 1, said


def test_what_is_due_and_who_it_is_stand_in_the_sentences() -> None:
    hands = Hands(position()).lay("red/pike-1", "1 red")
    assert helped(hands.state, "red")[0].startswith("8 CP are due (FG-P1)")
    assert helped(hands.state, "blue")[0] == "Red places units, pays and may attack."
    assert helped(hands.state, "blue", words_of("de"))[0].startswith("Rot setzt Einheiten ein")


def test_help_at_a_reveal_is_for_whoever_still_has_to_say_something() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    lost = RULES.apply(at_retreat_over(), _bonus(at_retreat_over()))
    assert lost.step == "result"
    assert helped(lost, "red")[0].startswith("The record lacks your bonus card")
    waiting = Table(replace(lost, unseen=True), held=Held())
    assert help_text(RULES, waiting, "blue", ENGLISH)[0].startswith("Show the bonus cards")


def at_retreat_over() -> State:
    """Blue is to choose a bonus card."""
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert hands.state.step == "bonus"
    return hands.state


def test_a_shuffle_is_explained_to_both() -> None:
    state = replace(position(step="draw"), step="shuffle", drawing=Drawing("red", 2, "actions"))
    assert helped(state, "red")[0].startswith("Your deck is empty")
    assert helped(state, "blue")[0].startswith("Red shuffles")


def test_help_on_a_bonus_card_that_the_deck_alone_can_give_speaks_of_no_other() -> None:
    top, shuffled = "Lay the top card of your deck", "Hold ok: your discards are shuffled first (FG-K1)."
    deck_only = attacked(ONE_EACH, red=Counts(hand=0, deck=3)).state
    hands = attacked(ONE_EACH, red=Counts(hand=3, deck=0, discard=3))
    hands.press("hold ok red")
    hands.press("press ok red")
    empty = attacked(ONE_EACH, red=Counts(hand=0, deck=0, discard=3)).state
    for unseen in (False, True):
        for state in (deck_only, hands.state):
            (first, *more) = helped(replace(state, unseen=unseen), "red")
            assert first.startswith(top)
            assert first.endswith("and hold ok: its CP count (FG-C3).")
            assert ("on your pad" in first) != unseen
            assert not any("then ok" in sentence for sentence in more)
        assert helped(replace(empty, unseen=unseen), "red")[0] == shuffled
    assert helped(attacked(ONE_EACH).state, "red")[0].startswith("Lay one card on your pad, then ok")
    assert helped(at_retreat_over(), "blue")[1].startswith("For the top card of your deck")


def test_who_waits_in_the_last_draw_is_promised_no_turn() -> None:
    last = position(step="draw", red=Counts(hand=4, shuffle=2), blue=Counts(shuffle=2))
    assert helped(last, "blue")[0] == "Red draws. Then the game is over (FG-E1)."
    assert helped(position(step="draw"), "blue")[0] == "Red draws. Then it is your turn."
    assert helped(last, "red") == helped(position(step="draw"), "red")


def test_help_on_open_placements_says_whether_they_were_paid_for() -> None:
    hands = Hands(position()).lay("red/light-cavalry-1", "2 red")
    assert helped(hands.state, "red")[0].startswith("Placements that cost nothing stay open")
    assert helped(part_paid(), "red")[0].startswith("Placements that are paid stay open")
    assert helped(part_paid(), "red")[1:] == helped(hands.state, "red")[1:]


def part_paid() -> State:
    """Red has paid a part, and taken back what was not covered by it."""
    hands = Hands(position()).lay("red/pike-1", "3 red").lay("red/cavalry-1", "2 red")
    hands.lay("red/commander-1", "pad red").press("hold ok red")
    state = hands.lift("red/commander-1").lift("red/cavalry-1").state
    assert (state.due, bool(state.paid), len(state.unpaid)) == (0, True, 1)
    return state


# Why?


def reasons(hands: Hands, words: Words = ENGLISH, player: Side = "red") -> tuple[str, ...]:
    return why(hands.table, player, words)


def test_why_is_empty_before_the_first_result() -> None:
    assert reasons(attacked(ONE_EACH)) == ()


def test_why_names_both_sums_line_by_line_and_what_came_of_it() -> None:
    counts = Counts(hand=5)
    hands = won(terrain="plain plain hill plain plain", control={3: "blue"}, red=counts)
    assert reasons(hands) == (
        "Red attacked column 3.",
        "Red, heavy infantry 2 CP: 4 combat +4 card = 8.",
        "Blue, heavy infantry 2 CP: 4 combat +2 card +1 hill = 7.",
        "The higher total wins: Red (FG-C6).",
        "Red scores: heavy infantry 2 CP (FG-C6).",
        "Red takes control of column 3 (FG-C6).",
        "Sums by FG-C3, FG-C4.",
    )
    hands.press("hold ok red")
    hands.press("press ok red")
    assert hands.state.active == "blue"
    assert reasons(hands, player="blue")[1] == "Red, heavy infantry 2 CP: 4 combat +4 card = 8.", "later, too"


@pytest.mark.parametrize(
    ("units", "control", "bonus", "said"),
    [
        ({"3 red": "pike-1", "3 blue": "spear-1"}, None, "cavalry-1", "spear wins in defence, so Blue"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, "red", "cavalry-1", "Red loses control: column 3"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, None, "cavalry-1", "2 CP, Blue heavy infantry 2 CP"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, None, "cavalry-1", "a tie"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, "blue", "cavalry-5", "Blue keeps control"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, None, "cavalry-5", "Column 3 stays neutral"),
        ({"3 red": "elephant-1", "3 blue": "heavy-infantry-1"}, None, "commander-1", "Rampage: Red also loses"),
    ],
)  # fmt: skip
def test_why_says_how_it_was_decided(
    units: dict[str, str], control: str | None, bonus: str, said: str
) -> None:
    hands = attacked(units, control={3: control} if control else {}).lay("red/cavalry-1", "pad red")
    hands.press("press ok red")
    if hands.state.step == "retreat":
        hands.press("press ok blue")
    hands.lay(f"blue/{bonus}", "pad blue").press("press ok blue")
    assert said in " ".join(reasons(hands))


def test_why_tells_of_retreats() -> None:
    hands = at_retreat({"3 red": "heavy-infantry-1", "3 blue": "medium-infantry-1 medium-infantry-2"})
    hands.lift("blue/medium-infantry-2").press("press ok blue")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert (
        "Cheaper than heavy infantry 2 CP, so they could retreat: medium infantry 2 CP (FG-C2)."
        in reasons(hands)
    )
    assert len(reasons(hands)) > 3
    hands = at_retreat({"3 red": "heavy-infantry-1", "3 blue": "archer-1"}).lift("blue/archer-1")
    hands.press("press ok blue")
    assert reasons(hands)[1:] == (
        "Cheaper than heavy infantry 2 CP, so they could retreat: archer 2 CP (FG-C2).",
        "All defenders retreated: no totals, and control does not change (FG-C1).",
    )


@pytest.mark.slow
def test_why_agrees_with_the_screens_and_fits_in_every_language() -> None:
    rng = random.Random(6)
    seen = 0
    for _ in range(25):
        for _, state in walk(somewhere(rng), rng, 80):
            if state.result is None:
                sure = state.step == "over" or (
                    state.red.hand and state.red.deck and not (state.drawn and state.active == "red")
                )
                said = why(Table(state), "red", ENGLISH)
                assert state.earlier or (said == ()) == bool(sure), "a count at its bound may be wrong"
                continue
            seen += 1
            table = Table(state)
            for language in LANGUAGES if seen % 4 == 0 else ("en",):
                words = words_of(language)
                said = why(table, "blue", words)
                check_drawn_whole("Why?", said, MOST_PAGES)
                terrain = state.column(state.result.column).terrain
                fought = state.result_stands and state.result.defending_lead
                for player in SIDES if fought else ():
                    lines = shown_lines(DECK, table, state.result.column, player)
                    told = " ".join(line_text(line.name, line.figure, terrain, words) for line in lines)
                    assert told in " ".join(said)
    assert seen > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_says_where_the_counts_are_at_a_bound_what_may_have_happened(language: str) -> None:
    words = words_of(language)
    for counts in (Counts(hand=0, deck=5), Counts(hand=5, deck=0, discard=3)):
        table = Table(position(red=counts))
        said = why(table, "red", words)
        assert len(said) == 3
        assert all(str(count) in said[0] for count in (counts.hand, counts.deck, counts.discard))
        check_drawn_whole("Why?", said, MOST_PAGES)
        assert why(table, "blue", words) == ()
    many = replace(position(step="draw", red=Counts(hand=12)), drawn=True)
    assert why(Table(many), "red", ENGLISH)[1].endswith("Was one drawn too many?")


def test_the_bundle_gives_both_to_the_menu() -> None:
    bundle, hands = FIELD_OF_GLORY.bundle(), won()
    assert bundle.help(hands.table, "red", ENGLISH) == help_text(RULES, hands.table, "red", ENGLISH)
    assert bundle.why(hands.table, "red", ENGLISH) == reasons(hands)

"""Help and reasons of Dark Age Arena: for each step and language; they fit, name their ruling, and their figures are
true."""

from __future__ import annotations

import re

import pytest
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import both_texts, training
from signifer_core.games.dark_age_arena.state import STEPS, Draft, State
from signifer_core.layout import SIDES
from signifer_core.procedure import Table
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.games.dark_age_arena.texts import help as help_module
from signifer_firmware.games.dark_age_arena.texts import why as why_module
from signifer_firmware.i18n.words import LANGUAGES, Called, Words, words_of

from tests.core.dark_age_arena.states import RULES, after, deck_with, fight, position
from tests.firmware.display.drawn import check_drawn_whole

from .moments import moments

BUNDLE = GAME.bundle()
ENGLISH = words_of("en").calling(BUNDLE.names)
RULING = re.compile(r"\(DA-\d+(, DA-\d+)*\)")
MOST_PAGES = 14


def check(title: str, said: tuple[str, ...], most_pages: int = MOST_PAGES) -> None:
    check_drawn_whole(title, said, most_pages)
    assert not re.search(r"None|[a-z]-\d|[a-z]/[a-z]", "".join(said)), said


# Help


def helped() -> dict[tuple[str, ...], tuple[Table[State], str]]:
    """A table for each different help, as red and blue read it."""
    oath = Combat("red", 1, 1, attackers=("red/knight-1",), asked="red/sack-1")
    states = (
        *moments(),
        RULES.table_game(),
        position("contest", "mara-vane-1 1", "mara-vane-1 1", hands=("mail-1", "sack-1")),
        position("draft", hands=("knight-1", ""), has={"red": {"draft": Draft("red/militia-1", 1, 1)}}),
        position("spoils", "knight-1 0", combat=oath),
        position("muster", "knight-1 1", combat=Combat("red", 0, alone="red/knight-1", die=1)),
        position("over", winner="red"),
    )
    found: dict[tuple[str, ...], tuple[Table[State], str]] = {}
    for state in states:
        for side in SIDES:
            keys = tuple(help_module._keys(BUNDLE.deck, Table(state), side))
            found.setdefault(keys, (Table(state), side))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_of_each_step_fits(language: str) -> None:
    words = words_of(language).calling(BUNDLE.names)
    for keys, (table, side) in helped().items():
        said = BUNDLE.help(table, "red" if side == "red" else "blue", words)
        assert 1 <= len(said) == len(keys) <= 8
        check(table.state.step, said)


def test_each_sentence_of_help_is_said_and_each_step_has_some() -> None:
    said = {key for keys in helped() for key in keys}
    assert set(help_module._SENTENCES) - said == {"by-hand"}
    assert {state.step for state in moments()} | {"contest"} >= set(STEPS)


def test_rules_in_help_name_their_ruling() -> None:
    gestures = {
        *(
            "assemble-table",
            "bid-buttons",
            "prepare-tuck",
            "declare-none",
            "muster-cost",
            "defend-cost",
            "fifth",
        ),
        *(
            "defend-alone",
            "muster-way",
            "named",
            "pair-other",
            "dice",
            "supply-done",
            "waits",
            "odds",
            "by-hand",
        ),
        *("over", "wrong", "undo"),
    }
    unnamed = {key for key, said in help_module._SENTENCES.items() if not RULING.search(said)}
    assert unnamed == gestures


def test_help_names_who_is_next_and_the_roll_that_is_due() -> None:
    combat = Combat("blue", 1, 1, attackers=("blue/scout-1",), defenders=("red/knight-1",))
    going = position(
        "yield", "knight-1 0, axeman-1 1", "scout-1 0", combat=combat, active="red", attackers=("blue",)
    )
    assert "Axeman is next." in BUNDLE.help(Table(going), "red", ENGLISH)
    assert BUNDLE.help(Table(going), "blue", ENGLISH)[0].startswith("Red decides.")
    rolling = position("draft", rolling=("blue",), has={"blue": {"draft": Draft("blue/scout-1", 1)}})
    assert BUNDLE.help(Table(rolling), "red", ENGLISH)[0] == "Press dice: Blue: draft roll."


NOTED = 'seer = { sort = "character", name = "Seer", count = 1, control = 2, life = 1, note = "Sees." }\n'


def test_notes_of_what_a_player_has_in_play_come_last() -> None:
    text = (
        training("training-iron").text.replace('{ name = "Hall" }', '{ name = "Hall", note = "Echoes." }')
        + NOTED
    )
    own = GAME.bundle(both_texts(text, training("training-ash").text))
    table = Table(position("prepare", "seer-1 1", rules=deck_with(NOTED)))
    words = words_of("en").calling(own.names)
    assert own.help(table, "red", words)[-2:] == ("By hand, Hall: Echoes.", "By hand, Seer: Sees.")
    assert not any("By hand" in said for said in own.help(table, "blue", words))


# Why


def why(state: State, words: Words = ENGLISH) -> list[str]:
    return list(BUNDLE.why(Table(state), "red", words))


def test_why_of_a_combat_tells_each_roll_and_what_came_of_it() -> None:
    """The first example of the rules' page."""
    state = fight("duellist-1 ", "knight-1", "65 54 44 54 43 42 34 23 4", by="blue")
    assert why(state) == [
        "Blue attacked Gate (DA-26).",
        "First close round (DA-31):",
        "Blue Duellist: 6 + 5 = 11 at 7, 9, 11: 3 hits on Red Knight.",
        "Armour of Red Knight: 5 + 4 = 9 at 9: 1 cancelled (DA-32).",
        "Red Knight blocks: 4 + 4 = 8 at 8, 10: 1 cancelled (DA-32).",
        "Red Knight: 5 + 4 = 9 at 7, 9, 11: 2 hits on Blue Duellist.",
        "Blue Duellist blocks: 4 + 3 = 7 at 6, 9: 1 cancelled (DA-32).",
        "Blue Duellist: 1 wound.",
        "Red Knight: 1 wound.",
        "Second close round (DA-36):",
        "Blue Duellist: 4 + 2 = 6 at 7, 9, 11: 0 hits on Red Knight.",
        "Red Knight: 3 + 4 = 7 at 7, 9, 11: 1 hit on Blue Duellist.",
        "Blue Duellist blocks: 2 + 3 = 5 at 6, 9: 0 cancelled (DA-32).",
        "Blue Duellist: 1 wound.",
        "Blue Duellist is dead (DA-34).",
        "No attacker lives: no pillage (DA-38).",
        "Red for Blue Duellist: 4 is below 5, a point (DA-40).",
    ]


def test_why_tells_support_unblockable_hits_and_pillage() -> None:
    paired = "pair red/militia-1 blue/duellist-1"
    state = fight("militia-1, axeman-1", "duellist-1", "44 65 52 54 34 52 32 42 4 2", choices=paired)
    said = why(state)
    assert "Red Axeman in support: 6 + 5 = 11 at 7, 10: 1 hit on Blue Duellist (DA-30)." in said
    assert "No defender lives: Ravine is pillaged, 3 points (DA-38)." in said
    venom = why(fight("duellist-1 venom-1", "knight-1", "65 43 42 5", by="blue"))
    assert "Red Knight suffers 3 unblockable hits (DA-33)." in venom
    assert "Red Knight: 3 wounds." in venom


def test_why_names_what_is_added_and_shows_face_down_cards() -> None:
    """The sixth example: a great axe, and a card that scores."""
    said = why(fight("axeman-1 great-axe-1 short-blade-1", "scout-1", "44 44 53 35 1", down=("sack-1", "")))
    assert "Red Axeman: 4 + 4 + 1 (Great axe) = 9 at 7, 9, 10: 2 hits on Blue Scout." in said
    assert "Red shows Sack: 1 point (DA-39)." in said
    bluff = why(fight("axeman-1", "scout-1", "44 44 53 35 44 12 12 1", down=("mail-1", "")))
    assert "Red shows Mail: nothing (DA-39)." in bluff
    rules = deck_with(
        'boon = { sort = "victory", name = "Boon", count = 1, as = "A", points = 0, when = ["pillaged"], '
        'effects = ["draw 2"] }\n'
    )
    boon = fight("axeman-1", "", "", down=("boon-1", ""), rules=rules)
    words = ENGLISH.calling({"red/boon-1": Called(name="Boon")})
    assert "Red shows Boon: its conditions hold (DA-39)." in why(boon, words)
    pairs = [each.partition(" at ")[0].partition(": ")[2] for each in said if " = " in each]
    for sums, total in (each.split(" = ") for each in pairs if " = " in each):
        assert sum(map(int, re.findall(r"\d+", sums))) == int(total), sums


def test_why_before_a_combat_tells_drafts_and_initiative() -> None:
    state = position("draft", hands=("knight-1", "scout-1"))
    missed = after(state, "enlist red/knight-1 1", "rolled 4 -")
    assert why(missed) == ["Red Knight: 4 misses 5 (DA-10)."]
    paid = after(missed, "pay red")
    assert why(paid) == ["Red Knight: 4 + 1 (COM) reaches 5 and is enlisted (DA-10)."]
    assert why(after(missed, "marker red roll")) == [
        "Red Knight: 4 + 1 (marker) reaches 5 and is enlisted (DA-10)."
    ]
    one = after(position("draft", hands=("militia-1", "")), "enlist red/militia-1 1", "rolled 1 -")
    assert why(one) == ["Red Militia: a natural 1 fails (DA-11)."]
    bids = after(
        position("bid", "knight-1 1", hands=("mail-1 rally-1", "sack-1")),
        "bid red 2",
        "bid blue 0",
        "rolled 3 5",
    )
    assert why(bids) == [
        "Red 3 + 2 (bid) = 5, Blue 5 + 0 (bid) = 5 (DA-18).",
        "Equal: both bid and roll again.",
    ]
    won = after(bids, "bid red 0", "bid blue 1", "rolled 4 4")
    assert why(won)[-2:] == ["Red 4 + 0 (bid) = 4, Blue 4 + 1 (bid) = 5 (DA-18).", "Blue is higher."]


def test_why_the_game_is_over() -> None:
    def over(winner: str, red: int, blue: int, idle: int = 0) -> str:
        has: dict[str, dict[str, object]] = {"red": {"points": red}, "blue": {"points": blue}}
        return why(position("over", has=has, winner=winner, idle=idle))[-1]

    assert over("blue", 4, 11) == "Blue has 11 points, supply included, and more than the other (DA-1)."
    assert (
        over("red", 4, 3, idle=2) == "Two turns without a combat at empty stocks: the points decide (DA-21)."
    )
    assert over("draw", 4, 4, idle=2) == over("red", 4, 3, idle=2)
    assert over("red", 4, 3) == over("red", 4, 11) == "So it was agreed."
    assert {over("blue", 4, 3, idle=2), over("red", 4, 3, idle=1)} == {"So it was agreed."}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_has_fallen_is_told_and_fits(language: str) -> None:
    words = words_of(language).calling(BUNDLE.names)
    longest: tuple[str, ...] = ()
    for state in moments():
        said = BUNDLE.why(Table(state), "red", words)
        longest = max(longest, said, key=len)
        assert not re.search(r"\{|None|[a-z]-\d|[a-z]/[a-z]", "".join(said)), said
    check("why", longest, 40)


def test_sentences_of_why_name_rulings_that_there_are() -> None:
    said = "".join(
        each if isinstance(each, str) else each.one + each.many for each in why_module._SENTENCES.values()
    )
    found = {int(number) for number in re.findall(r"DA-(\d+)", said)}
    assert found == {1, 10, 11, 18, 21, 23, 26, 28, 30, 31, 32, 33, 34, 36, 38, 39, 40}

"""An evening of games: begun, broken off, taken up; what players choose; and that a power cut loses none of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from signifer_core.games.field_of_glory.state import State
from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, ChangeKind, Finding
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.games.call_to_glory.game import GAME as CALL_TO_GLORY
from signifer_firmware.i18n.words import words_of
from signifer_firmware.league.book import result_of
from signifer_firmware.recording.game_text import to_journal
from signifer_firmware.recording.part import lines_of, part
from signifer_firmware.session import journal
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import GAME, OFF, START
from signifer_firmware.storage.store import Store
from signifer_firmware.texts.menus import entry_text

from tests.firmware.session.agreeing import entries
from tests.firmware.session.keepers import BUNDLE, SETTLE_US, SETUP, TAGS, UIDS, keeper


class Evening:
    """Presses at a table whose power may fail at any time. ``now_us`` goes on meanwhile."""

    def __init__(self, folder: Path, bundle: AnyBundle = BUNDLE.unnamed) -> None:
        self._folder, self._bundle = folder, bundle
        self.now_us = 0
        self.store = Store(folder / "s")
        self.store.bind(TAGS)
        self.keeper = self._switched_on()

    def _switched_on(self) -> Keeper:
        found = keeper(self.store, random.Random(1), bundle=self._bundle, red="de")
        found.power_on(self.now_us)
        return found

    def power_cut(self) -> None:
        self.store.close()
        self.store = Store(self._folder / "s")
        self.keeper = self._switched_on()
        self.rest()

    def rest(self) -> None:
        for _ in range(3):
            self.now_us += 2 * SETTLE_US
            self.keeper.step(self.now_us)

    def press(self, *presses: Press) -> None:
        for press in presses:
            self.keeper.press(press, self.now_us)
            self.rest()

    def card(self, kind: ChangeKind, card: str, zone: Zone) -> None:
        self.keeper.change(Change(kind, str(zone), UIDS[card]), self.now_us)
        self.rest()

    def choose(self, key: str, value: str | int, *, by: tuple[Side, ...] = SIDES) -> None:
        """Open the menu if it is not, go to an entry and a value, and say ok."""
        if self.keeper.outlook.agreement is None:
            self.press(Press(PressKind.HOLD, Button.AGREE))
        for number, wanted, button in ((0, key, 2), (1, value, 5)):
            for _ in range(99):
                if self._entry()[number] == wanted:
                    break
                self.press(Press(PressKind.PRESS, Button.COLUMN, "red", button))
            assert self._entry()[number] == wanted, (key, value, self._entry())
        self.press(*(Press(PressKind.PRESS, Button.OK, player) for player in by))

    def _entry(self) -> tuple[str, object]:
        shown = self.keeper.outlook.agreement
        assert shown is not None
        player = dict(shown.entry.figures).get("player", "")
        key = (
            f"{shown.entry.key} {player}".strip()
            if shown.entry.key in ("language", "help")
            else shown.entry.key
        )
        return key, shown.choice.value if shown.choice else None

    @property
    def phase(self) -> str:
        return self.keeper.outlook.phase

    @property
    def step(self) -> str:
        assert self.keeper.table is not None
        return str(self.keeper.table.state.step)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.store.close()


@pytest.fixture
def glory(tmp_path: Path) -> Iterator[Evening]:
    """At a table of Call to Glory."""
    found = Evening(tmp_path, CALL_TO_GLORY.bundle().unnamed)
    yield found
    found.store.close()


def test_without_a_record_the_start_picture_is_shown_and_both_begin(evening: Evening) -> None:
    assert (evening.phase, evening.keeper.table) == (START, None)
    evening.press(Press(PressKind.PRESS, Button.OK, "blue"), Press(PressKind.PRESS, Button.OK, "blue"))
    assert evening.phase == START, "one player's ok, however often"
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    assert (evening.phase, evening.step) == (GAME, "army")


def test_cards_before_a_game_mean_nothing_and_are_asked_away_once_it_begins(evening: Evening) -> None:
    zone = Zone("3", "red")
    evening.card(Finding.PRESENT, "red/spear-1", zone)
    assert (evening.phase, evening.keeper.outlook.refusals, evening.keeper.outlook.corrections) == (
        START,
        (),
        (),
    )
    evening.choose("new", "field-of-glory")
    assert evening.keeper.quiet
    assert [(fix.verb, fix.card) for fix in evening.keeper.outlook.corrections] == [("take", "red/spear-1")]
    assert evening.keeper.outlook.refusals
    evening.card(Finding.ABSENT, "red/spear-1", zone)
    assert (evening.keeper.outlook.refusals, evening.keeper.outlook.corrections) == ((), ())


def test_a_language_needs_the_ok_of_its_reader_alone_and_survives_everything(evening: Evening) -> None:
    evening.choose("language blue", "fr", by=("red",))
    assert evening.keeper.words["blue"].language == "en"
    evening.choose("language blue", "fr", by=("blue",))
    assert evening.keeper.words["blue"].language == "fr"
    evening.power_cut()
    evening.choose("new", "field-of-glory")
    evening.power_cut()
    assert {player: words.language for player, words in evening.keeper.words.items()} == {
        "red": "de",
        "blue": "fr",
    }
    evening.choose("language red", "en", by=("red",))
    evening.power_cut()
    assert {player: words.language for player, words in evening.keeper.words.items()} == {
        "red": "en",
        "blue": "fr",
    }


@pytest.mark.parametrize(
    ("key", "value"), [("sound", "off"), ("hold", "1300"), ("odds", "on"), ("recall", "on"), ("clock", "on")]
)
def test_what_concerns_both_needs_both(key: str, value: str, evening: Evening) -> None:
    evening.choose(key, value, by=("red",))
    assert evening.keeper.settings.now(key) != value
    evening.choose(key, value)
    assert evening.keeper.settings.now(key) == evening.keeper.outlook.settings.now(key) == value
    evening.power_cut()
    assert evening.keeper.settings.now(key) == value


def test_a_rematch_begins_again_and_all_take_their_settings_along(evening: Evening) -> None:
    evening.choose("new", "field-of-glory")
    evening.choose("over", "red")
    evening.choose("rematch", "no")
    assert evening.step == "over", "nobody does it by accident"
    evening.choose("help red", "tutor", by=("red",))
    evening.choose("rematch", "yes")
    assert evening.step == "army"
    assert evening.keeper.outlook.agreement is None
    assert {player: words.language for player, words in evening.keeper.words.items()} == {
        "red": "en",
        "blue": "de",
    }
    assert evening.keeper.settings.help == {"red": "hints", "blue": "tutor"}
    evening.power_cut()
    assert evening.step == "army"


@pytest.mark.parametrize(
    ("blue", "then"),
    [
        ({"name": "Bert"}, {"red": {"name": "Bert"}, "blue": {"name": "Anna"}}),
        # Where a robot sits now, the table does not know.
        ({"robot": 3}, None),
    ],
)
def test_players_who_change_sides_take_their_names_along(evening: Evening, blue: Json, then: Json) -> None:
    evening.choose("new", "field-of-glory")
    evening.keeper.named({"red": {"name": "Anna"}, "blue": blue}, evening.now_us)
    evening.choose("over", "red")
    evening.choose("rematch", "yes")
    assert evening.step == "army"
    assert journal.players_of(evening.store.last_game()).get(None) == then
    evening.power_cut()
    assert evening.step == "army"


def rematch_of(evening: Evening) -> str:
    """The menu's line about a rematch."""
    (entry,) = (entry for entry in entries(evening.keeper) if entry.key == "rematch")
    return entry_text(entry, words_of("en"))


ANNA, BERT, CLEO = ({"name": name} for name in ("Anna", "Bert", "Cleo"))


@pytest.mark.parametrize(
    ("players", "then", "label", "languages"),
    [
        ({"1": ANNA, "2": BERT}, {"2": ANNA, "1": BERT}, "Rematch, sides swapped", ("en", "de")),
        ({"1": ANNA, "2": {"robot": 3}}, None, "Rematch, sides swapped", ("en", "de")),
        (*({"1": ANNA, "2": BERT, "3": CLEO},) * 2, "Once more", ("de", "en")),
        (*({"1": ANNA, "2": {"robot": 3}, "3": {"robot": 3}},) * 2, "Once more", ("de", "en")),
    ],
    ids=["two", "a robot", "three", "two robots"],
)
def test_of_players_with_seats_two_change_sides_and_more_stay(
    glory: Evening, players: dict[str, Json], then: Json, label: str, languages: tuple[str, str]
) -> None:
    glory.choose("new", "call-to-glory")
    glory.press(Press(PressKind.PRESS, Button.COLUMN, "red", len(players)))
    glory.press(Press(PressKind.PRESS, Button.OK, "red"))
    assert glory.step == "deal"
    assert rematch_of(glory) == label
    glory.keeper.named(players, glory.now_us)
    # Of a game whose number of players is not said yet, nobody knows whether it is one of two.
    for told in (label, "Once more"):
        assert rematch_of(glory) == told
        glory.choose("rematch", "yes")
        assert glory.step == "players"
        assert journal.players_of(glory.store.last_game()).get(None) == then
        assert tuple(glory.keeper.settings.language[side] for side in SIDES) == languages


def test_a_game_broken_off_is_taken_up_with_its_cards_to_be_laid_back(evening: Evening) -> None:
    zone = Zone("3", "red")
    evening.keeper.begin(SETUP | {"units": [[3, "red", ["red/spear-1"]]], "step": "actions"}, 0)
    evening.card(Finding.PRESENT, "red/spear-1", zone)
    before = evening.keeper.table
    evening.choose("abort", "yes")
    assert (evening.phase, evening.keeper.table, evening.keeper.outlook.corrections) == (START, None, ())
    evening.power_cut()
    assert evening.phase == START
    evening.card(Finding.ABSENT, "red/spear-1", zone)
    evening.choose("resume", "field-of-glory")
    after = evening.keeper.table
    assert before is not None
    assert after is not None
    assert after.state == before.state, "what was cleared away was not lifted in the game"
    assert evening.keeper.outlook.agreement is None
    assert [(fix.verb, fix.card) for fix in evening.keeper.outlook.corrections] == [("put", "red/spear-1")]
    evening.power_cut()
    assert [(fix.verb, fix.card) for fix in evening.keeper.outlook.corrections] == [("put", "red/spear-1")]
    evening.card(Finding.PRESENT, "red/spear-1", zone)
    assert (evening.keeper.outlook.corrections, evening.keeper.seen) == ((), Layout({zone: ("red/spear-1",)}))
    assert evening.keeper.table == before


def counts_of(evening: Evening) -> dict[str, object]:
    """The step, and red's hand and deck, of a game of Field of Glory."""
    assert evening.keeper.table is not None
    state = cast(State, evening.keeper.table.state)
    return {"step": state.step, "hand": state.red.hand, "deck": state.red.deck}


@pytest.mark.parametrize("end", ["abort", "off"])
def test_what_was_agreed_on_has_its_consequences_where_the_menu_is_left_by_another_way(
    end: str, evening: Evening
) -> None:
    counts = {"hand": 6, "deck": 0, "discard": 5, "points": 0, "shuffle": 0}
    evening.keeper.begin(SETUP | {"step": "draw", "red": counts}, evening.now_us)
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    evening.choose("deck", 2)
    evening.power_cut()
    assert counts_of(evening) == {"step": "shuffle", "hand": 6, "deck": 2}, "the menu is open, and all waits"
    evening.choose(end, "yes")
    evening.power_cut()
    if end == "abort":
        evening.choose("resume", "field-of-glory")
    assert counts_of(evening) == {"step": "shuffle", "hand": 8, "deck": 0}
    assert evening.keeper.outlook.agreement is None
    told = evening.keeper.outlook.said
    assert [(said.player, said.key, said.figures) for said in told] == [("red", "draw-now", (("cards", 2),))]
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    assert told[0] not in evening.keeper.outlook.said


@pytest.mark.parametrize(("key", "value", "hand"), [("deck", 2, 6), ("hand", 9, 9)])
def test_a_part_up_to_what_was_agreed_on_goes_on_as_the_table_did(
    key: str, value: int, hand: int, evening: Evening
) -> None:
    deck, discard = (0, 5) if key == "deck" else (None, 0)
    counts = {"hand": hand, "deck": deck, "discard": discard, "points": 0, "shuffle": 0}
    evening.keeper.begin(SETUP | {"step": "draw", "red": counts}, evening.now_us)
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    evening.choose(key, value)
    evening.choose("points", 1)
    evening.press(Press(PressKind.HOLD, Button.AGREE))
    played, went_on = evening.store.last_game(), counts_of(evening)
    told = [entry.body for entry in played for _ in range(lines_of(entry))]
    at = 1 + told.index("agreed count red points 1")
    last, middle = (to_journal(part(played, line)) for line in (at, at - 1))
    assert [entry.body for entry in last if entry.kind == "agreed"][2:] == ["agreed done"]
    assert middle[-1].body == f"agreed count red {key} {value}", "nothing followed in the middle of a visit"
    for piece in (last, middle):
        evening.store.append(piece)
        evening.power_cut()
        assert (evening.phase, counts_of(evening)) == (GAME, went_on)


def test_a_game_broken_off_with_the_menu_open_has_no_winner_before_it_goes_on(evening: Evening) -> None:
    shuffled = {"hand": 9, "deck": None, "discard": 0, "points": 0, "shuffle": 2}
    sides = {"red": shuffled | {"points": 1}, "blue": shuffled}
    evening.keeper.begin(SETUP | {"step": "draw"} | sides, evening.now_us)
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    evening.choose("hand", 9)
    evening.choose("abort", "yes")
    assert result_of({BUNDLE.name: BUNDLE.unnamed}, evening.store.last_game()).outcome is None
    evening.choose("resume", "field-of-glory")
    assert evening.step == "over"
    assert result_of({BUNDLE.name: BUNDLE.unnamed}, evening.store.last_game()).outcome == "red"


@pytest.mark.parametrize(("entry", "value"), [("new", "field-of-glory"), ("rematch", "yes")])
def test_what_was_agreed_on_has_its_consequences_before_another_game_begins(
    entry: str, value: str, evening: Evening
) -> None:
    """That game goes on no more: who had won by it had won nothing."""
    shuffled = {"hand": 9, "deck": None, "discard": 0, "points": 0, "shuffle": 2}
    sides = {"red": shuffled | {"points": 1}, "blue": shuffled}
    evening.keeper.begin(SETUP | {"step": "draw"} | sides, evening.now_us)
    evening.press(Press(PressKind.PRESS, Button.OK, "red"))
    evening.choose("hand", 9)
    evening.choose(entry, value)
    first, second = evening.store.games()
    played = evening.store.game(first[0])
    assert result_of({BUNDLE.name: BUNDLE.unnamed}, played).outcome == "red"
    assert not journal.menu_open(played)
    assert [entry.kind for entry in played].count("opened") == 1, "the secret of its dice is told"
    assert evening.store.game(second[0])[0].kind == "begin"
    assert (evening.step, evening.keeper.outlook.agreement) == ("army", None)


def test_nothing_is_taken_up_after_a_new_game(evening: Evening) -> None:
    evening.choose("new", "field-of-glory")
    evening.choose("abort", "yes")
    evening.choose("new", "field-of-glory")
    evening.power_cut()
    assert evening.phase == GAME
    assert [entry.kind for entry in evening.store.last_game()].count("begin") == 1


def test_off_nothing_does_anything_until_the_power_is_back(evening: Evening) -> None:
    evening.choose("new", "field-of-glory")
    evening.choose("off", "yes")
    assert evening.phase == OFF
    evening.press(
        Press(PressKind.HOLD, Button.AGREE),
        Press(PressKind.PRESS, Button.OK, "red"),
        Press(PressKind.PRESS, Button.OK, "blue"),
    )
    evening.card(Finding.PRESENT, "red/spear-1", Zone("3", "red"))
    assert evening.phase == OFF
    assert evening.keeper.off
    evening.power_cut()
    assert (evening.phase, evening.step) == (GAME, "army")
    assert evening.keeper.outlook.agreement is None, "the menu went with it"


def test_off_at_the_start_picture_too(evening: Evening) -> None:
    evening.choose("off", "yes")
    assert evening.phase == OFF
    evening.power_cut()
    assert evening.phase == START


def test_cards_that_fell_silent_together_are_not_asked_away_in_the_next_game(evening: Evening) -> None:
    """Who clears a table takes them by the armful, and nobody answers for the game before."""
    zone, cards = Zone("1", "red"), ("red/spear-1", "red/spear-2")
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    for kind in (Finding.PRESENT, Finding.COVERED):
        for card in cards:
            evening.keeper.change(Change(kind, str(zone), UIDS[card]), evening.now_us)
        evening.rest()
    assert evening.keeper.seen[zone] == cards, "they may lie under each other"
    evening.choose("new", "field-of-glory")
    assert evening.keeper.seen == Layout()
    assert evening.keeper.outlook.corrections == ()


def test_a_menu_that_is_open_after_a_power_cut_still_knows_what_was_decided_last(evening: Evening) -> None:
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.press(Press(PressKind.HOLD, Button.OK, "red"), Press(PressKind.HOLD, Button.AGREE))
    evening.power_cut()
    assert evening.keeper.outlook.agreement is not None
    decided = [str(entry.body) for entry in evening.store.last_game() if entry.kind == "gesture"]
    evening.choose("wrong", decided[-1])
    assert evening.store.last_game()[-1].body == decided[-1]


def test_what_was_refused_before_the_menu_opened_is_marked_after_a_power_cut_too(evening: Evening) -> None:
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.press(Press(PressKind.PRESS, Button.COLUMN, "red", 3))
    refused = "refused " + ", ".join(refusal.code for refusal in evening.keeper.outlook.refusals)
    evening.press(Press(PressKind.HOLD, Button.AGREE))
    evening.power_cut()
    evening.choose("wrong", refused)
    assert evening.store.last_game()[-1].body == refused


def test_what_is_agreed_on_is_not_what_was_wrong_before(evening: Evening) -> None:
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.press(Press(PressKind.HOLD, Button.OK, "red"))
    decided = [str(entry.body) for entry in evening.store.last_game() if entry.kind == "gesture"]
    evening.choose("active", "blue")
    evening.power_cut()
    evening.choose("wrong", decided[-1])


def test_where_nothing_was_decided_or_refused_there_is_nothing_to_mark(evening: Evening) -> None:
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.press(Press(PressKind.HOLD, Button.AGREE))
    for _ in range(99):
        if evening._entry()[0] == "wrong":
            break
        evening.press(Press(PressKind.PRESS, Button.COLUMN, "red", 2))
    assert evening._entry() == ("wrong", None)
    recorded = evening.store.last_game()
    evening.press(*(Press(PressKind.PRESS, Button.OK, player) for player in SIDES))
    assert evening.store.last_game() == recorded


# The clock

MINUTE_US = 60_000_000


def test_the_clock_counts_for_who_has_to_decide_and_stands_in_the_menu(evening: Evening) -> None:
    evening.keeper.begin(SETUP | {"step": "actions"}, 0)
    evening.press(Press(PressKind.HOLD, Button.AGREE))
    assert not evening.keeper.outlook.minutes
    evening.choose("clock", "on")
    evening.now_us += 5 * MINUTE_US
    evening.press(Press(PressKind.HOLD, Button.AGREE))
    assert evening.keeper.outlook.minutes == (0, 0), "not while the menu is open"
    woken_us = evening.keeper.step(evening.now_us)
    assert 0 < woken_us - evening.now_us <= MINUTE_US
    assert evening.keeper.step(woken_us) > woken_us
    assert evening.keeper.outlook.minutes == (1, 0)
    evening.now_us = woken_us + MINUTE_US
    evening.press(Press(PressKind.HOLD, Button.OK, "red"))
    assert evening.step == "draw"
    assert evening.keeper.outlook.minutes == (2, 0)
    evening.power_cut()
    assert evening.keeper.outlook.minutes == (2, 0), "whole minutes are on disk"


def test_a_new_game_begins_a_new_clock(evening: Evening) -> None:
    evening.choose("clock", "on")
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.rest()
    evening.now_us += 3 * MINUTE_US
    evening.rest()
    assert evening.keeper.outlook.minutes == (3, 0)
    evening.choose("new", "field-of-glory")
    assert evening.keeper.outlook.minutes == (0, 0)


def test_a_clock_that_was_switched_off_begins_again_after_a_power_cut_too(evening: Evening) -> None:
    evening.choose("clock", "on")
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.rest()
    evening.now_us += 3 * MINUTE_US
    evening.rest()
    evening.choose("clock", "off")
    evening.choose("clock", "on")
    assert evening.keeper.outlook.minutes == (0, 0)
    evening.power_cut()
    assert evening.keeper.outlook.minutes == (0, 0)


@pytest.mark.parametrize("end", ["abort", "off"])
def test_without_a_game_no_clock_is_shown_and_none_is_recorded(evening: Evening, end: str) -> None:
    """Nobody writes on the disk for cards that are cleared away after a game."""
    evening.keeper.begin(SETUP | {"step": "actions"}, evening.now_us)
    evening.choose("clock", "on")
    evening.choose(end, "yes")
    assert evening.phase == {"abort": START, "off": OFF}[end]
    recorded = evening.store.last_game()
    evening.card(Finding.PRESENT, "red/spear-1", Zone("3", "red"))
    evening.now_us += 3 * MINUTE_US
    evening.card(Finding.ABSENT, "red/spear-1", Zone("3", "red"))
    assert evening.keeper.outlook.minutes == ()
    assert evening.store.last_game() == recorded

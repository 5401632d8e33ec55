"""The virtual table without pads on the page: two people play, numbers are said with buttons, and hands bring every
card to the pile in which the table counts it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import SIDES, Zone
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, VICTORY
from signifer_firmware.web.game import BOX, goes_on_at
from signifer_firmware.web.virtual.answers import hints
from signifer_firmware.web.virtual.lesson_files import is_taught_at

from tests.firmware.web.table import Played, played
from tests.hostile.tables import play, script

TO_DO = 40


class Hands:
    """Two people at the page, who do what it asks. Of cards that nobody names they take any."""

    def __init__(self, page: Played) -> None:
        self.page, self.live = page, page.live
        self.asked: set[str] = set()

    def do(self, said: st.Statement) -> None:
        match said:
            case st.Put(card=card, zone=zone):
                self._have(card)
                self._done(self.page.put(card, str(zone)))
            case st.Take(card=card):
                to = self.live.hands.home(card) or BOX
                self._done(self.page.put(card, str(to) if isinstance(to, Zone) else " ".join(reversed(to))))
            case st.Press(button=button):
                self._done(self.page.do(do="button", name=str(button), down=True))
                self._done(self.page.do(do="button", name=str(button), down=False))
            case st.Hold(buttons=buttons):
                self._done(self.page.do(do="hold", names=[str(button) for button in buttons]))
                self.page.wait(1.5)
        assert self.page.view()["refusals"] == [], said
        # Before they say `ok` hands are not done: a unit may be lifted, and none laid in its place yet.
        if isinstance(said, st.Hold) or (isinstance(said, st.Press) and said.button.kind == "ok"):
            self.obey()

    def _done(self, answer: dict[str, Any]) -> None:
        assert answer["type"] == "done", answer

    def _have(self, card: str) -> None:
        """Chance has dealt others: the card is in the hand, in place of one there."""
        piles, player = self.live.hands.piles, card.split("/")[0]
        where = piles.where(card)
        if where is not None and where != (player, HAND) and not isinstance(where, Zone):
            piles.take(min(piles.cards(player, HAND)), where)
            piles.take(card, (player, HAND))

    def obey(self) -> None:
        """All that the page asks for, until it asks for nothing."""
        for _ in range(TO_DO):
            view = self.page.view()
            self.asked |= {name for name in ("owed", "to_lay", "shuffling") if _asks(view[name])}
            laying = [player for player in SIDES if view["to_lay"][player]]
            told = view["corrections"] or view["astray"] or view["shuffling"] or _asks(view["owed"])
            if not told and not laying:
                return
            for player in SIDES:
                self.live.hands.as_told(player)
            self.page.wait(0.6)
            for player in laying:
                count = self.live.hands.to_lay(player)
                frm, to = (HAND, DISCARD) if count > 0 else (DISCARD, HAND)
                if count:
                    card = min(self.live.hands.piles.cards(player, frm))
                    self._done(self.page.put(card, f"{to} {player}"))
        raise AssertionError(view["corrections"], view["owed"], view["to_lay"])

    def check(self) -> None:
        """Every pile has as many cards as the table counts."""
        state = self.live.state
        assert state is not None
        for player in SIDES:
            side, piles = state.side(player), self.live.hands.piles  # type: ignore[attr-defined]
            counted = {HAND: side.hand, DECK: side.deck, DISCARD: side.discard}
            counted[VICTORY] = len(side.lost) + side.lost_unseen
            there = {pile: len(piles.cards(player, pile)) for pile in counted}
            assert there == counted, player


def _asks(told: Any) -> bool:
    return any(told.values()) if isinstance(told, dict) else bool(told)


def meant_takes(text: str) -> frozenset[int]:
    """The lines with cards that somebody takes of their own accord; the others were taken as told, which is done here
    when the page asks for it."""
    found, meant = set[int](), ""
    for number, line in enumerate(text.splitlines(), 1):
        meant = line if line.startswith("# meant") else meant
        if line.startswith("take ") and f"'{line.removeprefix('take ')}'" in meant:
            found.add(number)
    return frozenset(found)


def evening_at_the_page(seed: int, folder: Path, **how: Any) -> Hands:
    evening, fault = play("field-of-glory-starter", seed, patient=True, rate=0.0, **how)
    assert fault is None
    text = script(evening, "field-of-glory-starter")
    meant, told = meant_takes(text), parse_script(text, file="evening").statements
    read = [said for said in told if not isinstance(said, st.Take) or said.line in meant]
    terrain = {
        said.zone.place: said.card.rpartition("-")[0].rpartition("/")[2]
        for said in read
        if isinstance(said, st.Put) and said.card.startswith("terrain/")
    }
    begun = next(at for at, said in enumerate(read) if isinstance(said, st.Hold))
    first = str(read[begun]).split()[-1]
    position = (f"terrain {' '.join(terrain[column] for column in sorted(terrain))}", f"first {first}")
    with played(folder, position=position, table="handy") as page:
        hands = Hands(page)
        hands.obey()
        for said in read[begun + 1 :]:
            hands.do(said)
            state: Any = hands.live.state
            assert state.step not in SET_UP
            is_done = isinstance(said, st.Press) and said.button.kind == "ok"
            if is_done and state.attack is None and not state.due and state.drawing is None:
                hands.check()
        return hands


def test_hands_bring_each_card_where_the_table_counts_it(tmp_path: Path) -> None:
    hands = evening_at_the_page(4, tmp_path, most=16)
    assert {"owed", "to_lay"} <= hands.asked


def test_reserves_waits_in_the_hand_while_the_discards_are_shuffled_for_it(tmp_path: Path) -> None:
    """Seed 34: it was to be laid with the discards first, was shuffled with them, and drawn, without end."""
    position = (
        *("terrain plain plain plain plain plain", "first red", "begin actions", "count red hand 4"),
        *("count red deck 1", "count red discard 10"),
    )
    with played(tmp_path, position=position, table="handy") as page:
        hands = Hands(page)
        for said in parse_script(
            "game field-of-glory\ntable handy\nhold column 3 red\npress ok red\n", file="reserves"
        ).statements[2:]:
            hands.do(said)
        state: Any = page.live.state
        assert (state.step, state.red.shuffles) == ("actions", 1)
        assert {"owed", "to_lay", "shuffling"} <= hands.asked
        hands.check()


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30, 36))
def test_a_whole_game_is_played_to_its_end(seed: int, tmp_path: Path) -> None:
    hands = evening_at_the_page(seed, tmp_path)
    assert hands.live.over


def test_new_game_offers_what_can_be_had_and_says_what_cannot(tmp_path: Path) -> None:
    with played(tmp_path, table="handy") as page:
        table = page.view()["table"]
        assert table["games"] == {"field-of-glory": ["two"]}
        assert table["lacking"] == ["pads", "sides"]
        for wish in (
            {"mode": "robot"},
            {"mode": "two", "game": "thermopyles"},
            {"mode": "two", "lesson": "lay"},
        ):
            answer = page.do(**{"do": "new", "game": "field-of-glory", "red": "en", "blue": "en"} | wish)
            assert (answer["type"], answer["reason"]) == ("refused", "no-such-mode"), wish


def test_no_card_is_laid_on_a_pad_that_is_not_there(tmp_path: Path) -> None:
    with played(
        tmp_path, table="handy", position=("terrain plain plain plain plain plain", "first red")
    ) as page:
        card, number = page.hand("red")[0], len(page.hand("red"))
        answer = page.put(card, "pad red")
        assert (answer["type"], answer["reason"]) == ("refused", "no-such-place")
        assert len(page.hand("red")) == number
        hinted = hints(page.live, "both", card)
        assert set(hinted) == {f"{column} red" for column in range(1, 6)}


@pytest.mark.parametrize("table", ["direct", "double", "handy", "standard", "starter"])
def test_the_page_knows_where_lessons_can_be_had(table: str, tmp_path: Path) -> None:
    """It offers them where a virtual table lacks nothing, and then every game that has some can be begun."""
    with played(tmp_path, table=table) as page:
        told = page.view()["table"]
        assert is_taught_at(load_table(table)) == (not told["lacking"])
        assert told["lacking"] or told["games"].keys() >= {
            game for game, all_ in told["lessons"].items() if all_
        }


def test_a_game_goes_on_at_a_table_of_its_kind_alone(tmp_path: Path) -> None:
    small, standard = load_table("handy"), load_table("standard")
    with played(tmp_path, table="handy") as page:
        state = page.live.state
        assert state is not None
        assert goes_on_at(small, "field-of-glory", state, "two")
        assert not goes_on_at(small, "field-of-glory", state, "robot")
        assert not goes_on_at(standard, "field-of-glory", state, "two")

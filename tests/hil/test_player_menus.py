"""Player menus on the whole table: odds and recall if both allow them, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import SIDES
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import Store

from tests.firmware.states import fog
from tests.hil.statements import do, running


def says(run: ScriptRun, text: str) -> set[str]:
    """The players whose screens say ``text``."""
    return {player for player in SIDES if text in run.appliance.words(player)}


ODDS = "Both draw"


def test_odds_that_are_not_allowed_are_not_told_and_only_who_asked_hears_so(tmp_path: Path) -> None:
    with running(tmp_path, "press column 3 red\nhold column 3 blue\n") as run:
        assert says(run, ODDS) == set()
        assert says(run, "Odds are off: menu") == {"blue"}
        do(run, "press column 3 red")
        assert says(run, "Odds are off") == set()


@pytest.mark.parametrize("asks", SIDES)
def test_the_attacked_columns_button_shows_odds_to_both_and_held_again_takes_them_away(
    tmp_path: Path, asks: str
) -> None:
    with running(tmp_path, f"press column 3 red\nhold column 3 {asks}\n", "odds on") as run:
        assert says(run, ODDS) == set(SIDES)
        lead = run.appliance.keeper.table
        do(run, f"hold column 3 {'blue' if asks == 'red' else 'red'}")
        assert says(run, ODDS) == set()
        assert run.appliance.keeper.table == lead, "asking is no gesture of the game"
        do(run, f"hold column 3 {asks}", "put red/cavalry-5 pad red")
        assert says(run, ODDS) == set(SIDES), "a card on a pad says nothing yet"
        do(run, "press ok red")
        assert says(run, ODDS) == set(), "what was accepted ends them"


def test_a_refusal_or_a_word_of_the_table_ends_odds(tmp_path: Path) -> None:
    with running(tmp_path, "press column 3 red\nhold column 3 red\n", "odds on") as run:
        do(run, "put blue/pike-1 5 blue")
        assert says(run, ODDS) == set()
        assert says(run, "FG-") == {"blue"}
        do(run, "take blue/pike-1", "hold column 3 red", "press dice")
        assert says(run, ODDS) == set()
        do(run, "hold column 3 red", "hold dice")
        assert says(run, ODDS) == set()
        assert says(run, "Taken back") == set(SIDES)


def test_other_columns_and_other_times_mean_what_they_did(tmp_path: Path) -> None:
    with running(tmp_path, "hold column 3 red\n", "odds on") as run:
        table = run.appliance.keeper.table
        assert table is not None
        assert fog(table.state).attack is not None, "held or pressed, it declares an attack"
        assert says(run, ODDS) == set()
        do(run, "hold column 2 red")
        assert {refusal.code for refusal in run.appliance.keeper.outlook.refusals} == {"no-unit"}
        assert says(run, ODDS) == set()


def turned_to(run: ScriptRun, entry: str) -> None:
    """Red turns backwards through the menu of both, or the start picture's, to what it calls ``entry``."""
    for _ in range(60):
        if says(run, entry):
            return
        do(run, "press column 1 red")
    pytest.fail(f"no entry {entry}: {run.appliance.words('red')}")


def test_odds_switched_off_by_both_are_shown_no_longer(tmp_path: Path) -> None:
    with running(
        tmp_path, "press column 3 red\nhold column 3 red\nhold ok red + ok blue\n", "odds on"
    ) as run:
        turned_to(run, "Odds of attacks")
        do(run, "press column 5 red", "press ok red", "press ok blue", "hold ok red + ok blue")
        assert not run.appliance.keeper.settings.odds
        assert says(run, ODDS) == set()


def test_odds_of_a_game_that_was_broken_off_do_not_come_back_with_it(tmp_path: Path) -> None:
    with running(
        tmp_path, "press column 3 red\nhold column 3 red\nhold ok red + ok blue\n", "odds on"
    ) as run:
        turned_to(run, "Break the game off")
        do(run, "press column 5 red", "press ok red", "press ok blue")
        turned_to(run, "Go on with")
        do(run, "press ok red", "press ok blue")
        assert run.appliance.keeper.table is not None
        assert says(run, ODDS) == set()


def test_odds_after_a_power_cut_are_to_be_asked_for_again(tmp_path: Path) -> None:
    with running(tmp_path, "press column 3 red\nhold column 3 red\npower cut\n", "odds on") as run:
        assert says(run, ODDS) == set()
        do(run, "hold column 3 red")
        assert says(run, ODDS) == set(SIDES)


def test_no_screen_differs_by_the_card_on_the_pad_while_odds_are_shown(tmp_path: Path) -> None:
    shown = []
    for number, card in enumerate(("archer-1", "commander-1", "overlap-1")):
        text = f"press column 3\nput red/{card} pad red\npress ok red\nput blue/{card} pad blue\nhold column 3 blue\n"
        with running(tmp_path / str(number), text, "odds on") as run:
            assert says(run, ODDS) == set(), "red's card is chosen"
            assert says(run, "Both hand") == set(SIDES)
            shown.append(
                {screen.place: run.table.image(screen.place).tobytes() for screen in run.config.screens}
            )
    assert all(screens == shown[0] for screens in shown)


def test_a_player_with_their_menu_open_sees_odds_when_they_close_it(tmp_path: Path) -> None:
    text = "hold dice + ok blue\npress column 3 red\nhold column 3 red\n"
    with running(tmp_path, text, "odds on") as run:
        assert says(run, ODDS) == {"red"}
        do(run, "hold ok blue")
        assert says(run, ODDS) == set(SIDES)


def test_discards_are_shown_to_their_owner_alone_and_only_while_both_allow_it(tmp_path: Path) -> None:
    paid = "put red/spear-1 2 red\nput red/elephant-1 pad red\nput red/commander-1 pad red\npress ok red\n"
    opened = "hold dice + ok red\npress column 2 red\nhold dice + ok blue\npress column 2 blue\n"
    with running(tmp_path / "on", paid + opened, "recall on") as run:
        assert says(run, "My discards") == set(SIDES)
        assert says(run, "Elephant 2 CP") == {"red"}
        assert says(run, "No discards") == {"blue"}
    with running(tmp_path / "off", paid + opened) as run:
        assert says(run, "My discards") == set()
        assert says(run, "My language") == set(SIDES)


def test_a_choice_is_on_disk_when_it_is_shown_and_told_nowhere_else(tmp_path: Path) -> None:
    news: list[News] = []
    with running(tmp_path, "hold dice + ok red\npress column 3 red\npress column 5 red\n", news=news) as run:
        before = list(news)
        do(run, "press ok red")
        store = Store.reading(run.store)
        assert store.settings() == ["language red fr"]
        store.close()
        assert "Ma langue" in run.appliance.words("red")
        assert news == before
        do(run, "hold ok red")
        assert "Plaine" in run.appliance.words("2 red")
        assert "Plain" in run.appliance.words("2 blue").split()

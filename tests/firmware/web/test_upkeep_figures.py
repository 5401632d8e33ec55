"""Figures that an owner corrects on the page of upkeep, over real sockets, and the files that come of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.json_values import as_list, as_str
from signifer_firmware.cli.main import app
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.web.upkeep.figures import AGAIN_S, Figures
from typer.testing import CliRunner

from tests.firmware.web.upkeeping import Kept, Upkeep, asked, upkeep

TABLES = Path(__file__).parents[3] / "firmware/signifer_firmware/config/tables"
FOG, CARD = "field-of-glory", "red/spear-1"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A table's file that people have written; it names no corrections."""
    folder = tmp_path / "own"
    folder.mkdir()
    return Path(shutil.copyfile(TABLES / "direct.toml", folder / "table.toml"))


@pytest.fixture
def table(tmp_path: Path, own: Path) -> Iterator[Kept]:
    table = Kept(tmp_path, name=str(own))
    table.begin()
    yield table
    table.close()


def value_of(told: dict[str, object], figure: str) -> object:
    figures = told["figures"]
    assert isinstance(figures, list)
    return next(each["value"] for each in figures if each["name"] == figure)


def points(table: Kept, card: str) -> int:
    return table.run.appliance.keeper.bundle.deck.catalogue[card].figure("command_points")


def test_everybody_reads_figures_and_who_was_let_in_corrects_them_for_the_next_game(
    table: Kept, own: Path
) -> None:
    keeper, scheduler = table.run.appliance.keeper, table.run.scheduler
    before = points(table, CARD)
    wish = {
        "do": "correct",
        "game": FOG,
        "card": CARD,
        "figures": {"command_points": before + 1},
        "scope": "both",
    }

    def begin() -> None:
        scheduler.call(lambda: keeper.begin({}, scheduler.clock.now_us, FOG))

    def work() -> None:
        with upkeep(table.port) as one, upkeep(table.port) as two:
            page, guest = Upkeep(one), Upkeep(two)
            told = guest.ask(do="figures", game=FOG, card="")["told"]
            assert (told["card"], len(told["cards"]), told["file"]) == (told["cards"][0], 105, "")
            assert guest.ask(**wish)["reason"] == "not-paired"
            assert not (own.parent / "cards.toml").exists()
            page.pair(table)
            begin()
            page.until(lambda view: view["phase"] == "game")
            told = page.ask(**wish)["told"]
            assert (value_of(told, "command_points"), told["file"]) == (before + 1, "cards.toml")
            assert (
                value_of(page.ask(do="figures", game=FOG, card=CARD)["told"], "command_points") == before + 1
            )
            assert (
                value_of(guest.ask(do="figures", game=FOG, card="blue/spear-1")["told"], "command_points")
                == before + 1
            )
            assert points(table, CARD) == before, "the game that is on goes on with what it was begun with"
            printed = json.loads(asked(table.port, "GET", f"/{FOG}/cards.json", {})[1])
            assert printed["cards"][CARD][0] == before + 1
            begin()
            page.ask(do="figures", game=FOG, card="")

    table.meanwhile(work)
    table.until(lambda: points(table, CARD) == before + 1)
    assert load_table(str(own)).cards.corrections == ("cards.toml",)
    # It stands there as `signifer enrol` writes it, and the next start reads it.
    text = (own.parent / "cards.toml").read_text(encoding="utf-8")
    assert f'game = "{FOG}"' in text
    assert f"command_points = {before + 1}" in text
    again = bundles_of(load_table(str(own)))[FOG]
    assert again.deck.catalogue[CARD].figures["command_points"].confidence == "owner"
    assert CliRunner().invoke(app, ["table", str(own)]).exit_code == 0


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_written(table: Kept, own: Path) -> None:
    before = own.read_bytes()
    wrong = {"do": "correct", "game": FOG, "card": CARD, "scope": "kind"}
    junk: list[dict[str, object]] = [
        {"figures": {"combat": True}},
        {"figures": {"combat": 10**9}},
        {"figures": {"combat": "5"}},
        {"figures": {}},
        {"figures": {"kind]\nx = 1 #": 3}},
        {"figures": {"combat": 5}, "scope": "all"},
        {"figures": {"combat": 5}, "game": "../table"},
        {"figures": {"combat": 5}, "card": "red/spear-1\n"},
    ]

    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            page.pair(table)
            answer = page.ask(**wrong, figures={"combat": 50, "wins_ties_defending": 7, "hump": 1})
            assert answer["type"] == "refused"
            assert len(answer["faults"]) == 3
            assert answer["reason"] == answer["faults"][0]
            assert any('no figure "hump"' in fault for fault in answer["faults"])
            assert any("combat is a whole number from 0 to 20, not 50" in fault for fault in answer["faults"])
            for game, card, said in (
                ("dark-age-arena", CARD, "its deck file"),
                ("chess", CARD, 'no game "chess"'),
                (FOG, "red/knight-1", "no-card"),
            ):
                answer = page.ask(**{**wrong, "game": game, "card": card, "figures": {"combat": 5}})
                assert said in answer["reason"]
            for each in junk:
                socket.send(json.dumps({**wrong, **each, "n": 99}))
                while (answer := page.hear())["type"] == "view":
                    pass
                assert answer == {"type": "refused", "reason": "malformed", "n": 99}

    table.meanwhile(work)
    assert own.read_bytes() == before
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_a_table_that_comes_with_the_program_says_what_to_do(tmp_path: Path) -> None:
    figures = Figures("direct", load_table("direct"))
    with pytest.raises(ConfigError, match="comes with the program and names no file of corrections"):
        figures.correct(FOG, CARD, {"combat": 5}, "kind")
    virtual = Figures("direct", load_table("direct"), is_virtual=True)
    with pytest.raises(ConfigError, match="virtual-figures"):
        virtual.correct(FOG, CARD, {"combat": 5}, "kind")
    assert virtual.told(FOG, CARD)["file"] == ""


def test_what_cannot_be_written_is_said_and_changes_nothing(table: Kept, own: Path) -> None:
    # What is written comes there first.
    (own.parent / ".cards.toml.signifer-new").mkdir()

    def work() -> None:
        with upkeep(table.port) as socket:
            page = Upkeep(socket)
            page.pair(table)
            answer = page.ask(do="correct", game=FOG, card=CARD, figures={"combat": 5}, scope="kind")
            assert answer["reason"].endswith("/.cards.toml.signifer-new: cannot be written (Is a directory)")

    table.meanwhile(work)
    assert sorted(path.name for path in own.parent.iterdir()) == [".cards.toml.signifer-new", own.name]
    assert load_table(str(own)).cards.corrections == ()


def test_a_second_game_has_a_file_of_its_own_and_what_is_there_stays(own: Path) -> None:
    mine = own.parent / "mine.toml"
    mine.write_text(f'# of mine\ngame = "{FOG}"\n\n[kind.spear]\nvictory_points = 2 # so\n', encoding="utf-8")
    text = own.read_text(encoding="utf-8")
    own.write_text(f'{text}\n[cards]\ncorrections = "mine.toml"\n', encoding="utf-8")
    figures = Figures(str(own), load_table(str(own)))
    bundle = figures.correct(FOG, CARD, {"command_points": 4}, "alone")
    assert bundle.deck.catalogue[CARD].figure("command_points") == 4
    assert mine.read_text(encoding="utf-8").startswith("# of mine\n")
    assert "victory_points = 2 # so" in mine.read_text(encoding="utf-8")
    spartan = as_str(as_list(figures.told("thermopyles", "")["cards"])[0])
    figures.correct("thermopyles", spartan, {"battle_value": 3}, "both")
    assert load_table(str(own)).cards.corrections == ("mine.toml", "thermopyles.toml")
    assert os.listdir(own.parent).count("thermopyles.toml") == 1
    # A statement about one card is nearer than one about its kind.
    with pytest.raises(ConfigError, match="a nearer statement about red/spear-1 holds there"):
        figures.correct(FOG, CARD, {"command_points": 1}, "kind")
    assert "command_points = 1" not in mine.read_text(encoding="utf-8")


def test_a_file_that_somebody_broke_is_not_read_again_for_everybody_who_asks(own: Path) -> None:
    now_s = 0.0
    figures = Figures(str(own), load_table(str(own)), monotonic=lambda: now_s)
    figures.correct(FOG, CARD, {"combat": 5}, "kind")
    mine = own.parent / "cards.toml"
    good = mine.read_text(encoding="utf-8")
    mine.write_text("[kind.spear", encoding="utf-8")
    with pytest.raises(ConfigError, match="not TOML"):
        figures.told(FOG, CARD)
    mine.write_text(good, encoding="utf-8")
    with pytest.raises(ConfigError, match="not TOML"):
        figures.told(FOG, CARD)
    now_s += AGAIN_S
    assert figures.told(FOG, CARD)["file"] == "cards.toml"

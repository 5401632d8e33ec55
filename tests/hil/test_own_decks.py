"""Players bring their decks: the table names them, people choose at the start picture who plays which, and a game keeps
the text of both, whatever becomes of the files."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib import resources
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest
from signifer_core.errors import ConfigError
from signifer_core.json_values import as_object, as_str
from signifer_core.layout import SIDES
from signifer_firmware.cli.main import app
from signifer_firmware.cli.replay import replay
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.table_decks import read_decks
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.recording.archive import exported, games_known
from signifer_firmware.recording.game_text import CORRECTIONS, parsed, positions
from signifer_firmware.recording.replay import Rerun
from signifer_firmware.recording.report import packed, unpacked
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.service.run import Around, TableRun, virtual_hardware
from signifer_firmware.service.sd_notify import Notifier
from signifer_firmware.session import journal
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.files import read_script, run_files, step, table_of
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.table_run import ScriptRun
from typer.testing import CliRunner

GAME = "dark-age-arena"
IRON, ASH = "training-iron", "training-ash"
FILES = registry.game(GAME).decks
START = f"game {GAME}\nbegin start\n"


def shipped(name: str, called: str) -> str:
    """A deck that is shipped, with another name, and as somebody's own."""
    assert FILES is not None
    text = FILES().example(name).replace(f'deck = "{name}"', f'deck = "{called}"')
    return text.replace("invented = true\n", "")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table beside which two decks lie."""
    (tmp_path / "record").mkdir()
    named(tmp_path, '["wolves.toml", "bears.toml"]')
    (tmp_path / "wolves.toml").write_text(shipped(IRON, "wolves"))
    (tmp_path / "bears.toml").write_text(shipped(ASH, "bears"))
    return tmp_path


def named(folder: Path, decks: str) -> None:
    direct = resources.files("signifer_firmware.config").joinpath("tables", "direct.toml").read_text()
    (folder / "mine.toml").write_text(f"{direct}\n[cards]\ndecks = {decks}\n")


@contextmanager
def recorder() -> Iterator[None]:
    """Tables that are built now have the flight recorder on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_run, "Appliance", partial(Appliance, flight=True))
        yield


class Evening:
    """Fingers at the table of a folder, from the start picture on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log: list[str] = []
        config = load_table(str(folder / "mine.toml"))
        self.run = ScriptRun(parse_script(START, file="it"), config, folder / "record", lambda news: None)
        self.run.begin()

    def say(self, *statements: str) -> None:
        for statement in statements:
            for said in parse_script(START + statement, file="it").statements[2:]:
                self.run.run(said)

    def go_to(self, key: str, side: str = "") -> None:
        """Go to an entry of the menu."""
        for _ in range(40):
            shown = self.run.appliance.keeper.outlook.agreement
            assert shown is not None
            entry = shown.entry
            if entry.key == key and dict(entry.figures).get("player", "") == side:
                break
            self.say("press column 2 red")

    def choose(self, key: str, value: str, side: str = "") -> None:
        """Go to an entry of the menu and to a value, and both say ok."""
        self.go_to(key, side)
        for _ in range(40):
            shown = self.run.appliance.keeper.outlook.agreement
            assert shown is not None
            if shown.choice is not None and shown.choice.value == value:
                break
            self.say("press column 5 red")
        self.say("press ok red", "press ok blue")

    def power_cut(self) -> None:
        """The program ends, and a new one reads what lies in the folder now."""
        games = bundles_of(load_table(str(self.folder / "mine.toml")), self.log.append)
        self.run.bundle, self.run._games = games[GAME], tuple(games.values())
        self.run._power_cut()
        self.run.rest()

    @property
    def sitting(self) -> tuple[str, ...]:
        """The decks of the game that is on, red's and blue's."""
        found = self.run.appliance.keeper.bundle.sitting
        return tuple(found[side].name for side in SIDES)

    @property
    def offered(self) -> tuple[str, ...]:
        """The decks as the start picture has them now."""
        entries = self.run.appliance.keeper.session.start_picture.entries()
        return tuple(str(entry.now) for entry in entries if entry.key == "deck")


@pytest.fixture
def evening(folder: Path) -> Iterator[Evening]:
    found = Evening(folder)
    yield found
    found.run.close()


def test_people_choose_whose_deck_sits_where(evening: Evening) -> None:
    assert evening.offered == (IRON, ASH), "the first ones"
    evening.choose("deck", "wolves", "red")
    assert evening.offered == ("wolves", ASH)
    evening.choose("deck", "bears", "blue")
    evening.choose("deck", "bears", "red")
    assert evening.offered == ("bears", "wolves"), "each deck sits on one side"
    evening.choose("new", GAME)
    assert evening.sitting == ("bears", "wolves")
    assert evening.run.appliance.keeper.table is not None


def test_what_was_chosen_last_is_offered_again(evening: Evening) -> None:
    evening.choose("deck", ASH, "red")
    evening.choose("deck", "wolves", "blue")
    evening.power_cut()
    assert evening.offered == (ASH, "wolves")
    evening.choose("deck", ASH, "blue")
    assert evening.offered == ("wolves", ASH)
    evening.power_cut()
    assert evening.offered == ("wolves", ASH)


def test_a_deck_that_is_gone_is_not_offered(evening: Evening) -> None:
    evening.choose("deck", "wolves", "red")
    evening.choose("deck", "bears", "blue")
    named(evening.folder, '"bears.toml"')
    evening.power_cut()
    assert evening.offered == (IRON, "bears")


def test_the_start_picture_says_whose_deck_would_play(evening: Evening) -> None:
    evening.choose("deck", "wolves", "blue")
    evening.go_to("new")
    found = set()
    for _ in registry.names():
        evening.say("press column 5 red")
        for side in SIDES:
            words = evening.run.appliance.words(side)
            found.add(("Dark Age Arena" in words, f"{IRON} / wolves" in words))
    assert found == {(True, True), (False, False)}


def test_the_menu_says_which_decks_are_invented(evening: Evening) -> None:
    evening.choose("deck", "wolves", "red")
    evening.say("press column 2 red")  # blue's deck
    assert f"{ASH} (invented)" in evening.run.appliance.words("red")
    evening.say("press column 1 red")
    assert "wolves" in evening.run.appliance.words("red")
    assert "invented" not in evening.run.appliance.words("red")


@pytest.mark.parametrize("change", ["edited", "deleted", "faulty"])
def test_a_game_goes_on_with_the_decks_it_began_with(evening: Evening, change: str) -> None:
    evening.choose("deck", "wolves", "red")
    evening.choose("new", GAME)
    evening.run.table.world.put("red/anvil-1", next(iter(evening.run.config.readers)).zones[0])
    evening.run.rest()
    keeper = evening.run.appliance.keeper
    before, printed = keeper.table, keeper.bundle.deck
    wolves = evening.folder / "wolves.toml"
    if change == "deleted":
        wolves.unlink()
    elif change == "edited":
        wolves.write_text(wolves.read_text().replace("recruitment = 1", "recruitment = 4"))
    else:
        wolves.write_text("no deck")
    evening.power_cut()
    assert bool(evening.log) == (change != "edited"), (
        "a table does without a deck that it cannot read, and says so"
    )
    keeper = evening.run.appliance.keeper
    assert keeper.table is not None
    assert before is not None
    assert (keeper.table.state, keeper.bundle.deck) == (before.state, printed)
    assert evening.sitting == ("wolves", ASH)
    # As the next game begins the file counts, if there is one.
    evening.say("hold ok red + ok blue")
    evening.choose("rematch", "yes")
    assert evening.sitting == (ASH, "wolves")
    leader = evening.run.appliance.keeper.bundle.sitting["blue"].text
    assert ("recruitment = 4" in leader) == (change == "edited")


def test_whoever_changes_sides_takes_the_deck_along(evening: Evening) -> None:
    evening.choose("deck", "wolves", "red")
    evening.choose("new", GAME)
    zone = evening.run.config.readers[0].zones[0]
    # The card whose tag names it wolves/..., red's until now.
    card = next(card for card in evening.run.bundle.cards if card.startswith("red/"))
    uid = evening.run.table.world.tag(card).uid
    evening.run.appliance.enrol({uid: evening.run.appliance.keeper.bundle.full_id(card)})
    evening.run.table.world.put(card, zone)
    evening.run.rest()
    assert evening.run.appliance.keeper.seen[zone] == (card,)
    evening.say("hold ok red + ok blue")
    evening.choose("rematch", "yes")
    assert evening.sitting == (ASH, "wolves")
    assert evening.run.appliance.keeper.seen[zone] == (f"blue/{card.partition('/')[2]}",)
    evening.power_cut()
    assert evening.sitting == (ASH, "wolves")
    evening.say("hold ok red + ok blue")
    evening.choose("abort", "yes")
    assert evening.offered == (ASH, "wolves"), "and they sit there from now on"


def test_a_game_that_was_broken_off_is_taken_up_with_its_decks(evening: Evening) -> None:
    evening.choose("deck", "wolves", "blue")
    evening.choose("new", GAME)
    evening.say("hold ok red + ok blue")
    evening.choose("abort", "yes")
    evening.choose("deck", "bears", "blue")
    evening.choose("resume", GAME)
    assert evening.sitting == (IRON, "wolves")


def test_the_record_keeps_both_decks_and_is_played_again_without_their_files(evening: Evening) -> None:
    evening.choose("deck", "wolves", "red")
    evening.choose("new", GAME)
    evening.say("hold ok red", "hold ok blue")
    evening.run.close()
    (evening.folder / "wolves.toml").unlink()
    text = exported(evening.run.store)
    record = parsed(text, file="it", games=games_known())
    bundle = games_known()[GAME].corrected(record.tags[CORRECTIONS])
    assert [bundle.sitting[side].name for side in SIDES] == ["wolves", ASH]
    assert record.tags[CORRECTIONS].count("a deck file") == 2
    *_, (_, last) = positions(bundle, record)
    assert last.state == evening.run.appliance.keeper.session.play.table.state


def test_a_game_of_the_shipped_decks_keeps_no_text(evening: Evening) -> None:
    evening.choose("new", GAME)
    begin = evening.run.appliance._store.last_game()[0]
    assert as_str(as_object(begin.body)["corrections"]) == ""
    assert journal.game_of([begin]) == GAME


# The table's file


def faults(folder: Path) -> list[str]:
    with pytest.raises(ConfigError) as told:
        bundles_of(load_table(str(folder / "mine.toml")))
    return list(told.value.faults)


def test_a_table_knows_the_decks_that_are_shipped_and_those_that_it_names(folder: Path) -> None:
    config = load_table(str(folder / "mine.toml"))
    decks, wrong = read_decks(config)
    assert (list(decks[GAME]), wrong) == (["wolves", "bears"], [])
    assert list(bundles_of(config)[GAME].decks) == [IRON, ASH, "wolves", "bears"]
    assert list(bundles_of(load_table("standard"))[GAME].decks) == [IRON, ASH]
    listed = CliRunner().invoke(app, ["table", str(folder / "mine.toml")]).stdout.splitlines()
    at = listed.index("decks")
    assert [row.split()[:2] for row in listed[at + 1 :]] == [["wolves", f"{GAME},"], ["bears", f"{GAME},"]]
    assert "decks" not in CliRunner().invoke(app, ["table"]).stdout


def test_each_deck_has_a_name_of_its_own(folder: Path) -> None:
    named(folder, '["wolves.toml", "bears.toml", "more.toml", "iron.toml"]')
    (folder / "more.toml").write_text("\n" + shipped(ASH, "wolves"))
    (folder / "iron.toml").write_text(shipped(IRON, IRON))
    more, iron = faults(folder)
    assert more.startswith(f"{folder / 'more.toml'}:")
    assert f'the deck in {folder / "wolves.toml"} is called "wolves", too' in more
    assert f'a deck that is shipped is called "{IRON}", too' in iron


def test_all_faults_of_all_files_are_told_at_once_each_on_a_line(folder: Path) -> None:
    named(folder, '["wolves.toml", "bears.toml", "none.toml", "big.toml", "latin.toml"]')
    table = (folder / "mine.toml").read_text()
    (folder / "mine.toml").write_text(f'{table}corrections = ["cards.toml", "arena.toml"]\n')
    (folder / "cards.toml").write_text('game = "field-of-glory"\n[kind.speer]\n')
    (folder / "arena.toml").write_text(f'game = "{GAME}"\n')
    text = shipped(IRON, "wolves")
    for number in range(24):
        text += f'odd-{number} = {{ sort = "supply", name = "Odd", count = 9 }}\n'
    (folder / "wolves.toml").write_text(text)
    (folder / "bears.toml").write_text(shipped(ASH, "bears").replace("recruitment = 2", "recruitment = 9"))
    (folder / "big.toml").write_text("nonsense " * 120_000)
    (folder / "latin.toml").write_bytes(b'deck = "\xe9"\n')
    found = faults(folder)
    assert len(found) == 24 + 1 + 1 + 1 + 1 + 2
    assert all("\n" not in fault and len(fault) < 400 for fault in found)
    done = CliRunner().invoke(app, ["table", str(folder / "mine.toml")])
    assert done.exit_code == 2
    assert sorted(done.stderr.splitlines()) == sorted(found)


def test_a_file_of_corrections_is_no_deck_and_says_where_decks_are_named(folder: Path) -> None:
    named(folder, '"wolves.toml"\ncorrections = "bears.toml"')
    (fault,) = faults(folder)
    assert fault.startswith(f"{folder / 'bears.toml'}:")
    assert "name it behind decks" in fault


# Reports, scripts of them, and what the docs say


def test_a_report_is_played_again_and_written_as_a_script_without_the_decks_files(folder: Path) -> None:
    """A card of a third deck was laid, too: it is a stranger there as it was here."""
    script = folder / "it.table"
    script.write_text(
        f"game {GAME}\ntable mine.toml\ndeck red wolves.toml\ndeck blue bears.toml\nput red/anvil-1 1 red\n"
        f"put {GAME}:{IRON}/axeman-1 2 blue\nexpect refused wrong-game\ntake {GAME}:{IRON}/axeman-1\n"
        "press ok red\npress ok blue\nexpect step stock\n"
    )
    parsed_script = read_script(script)
    report = Report("it")
    with recorder():
        run = ScriptRun(parsed_script, table_of(parsed_script, script), folder / "record", report.news)
        report.bound_to(run)
        for statement in parsed_script.statements:
            step(run, statement, report)
        run.close()
    (folder / "r").write_bytes(packed(run.store, hidden=True))
    for name in ("wolves.toml", "bears.toml", "mine.toml"):
        (folder / name).unlink()
    (folder / "again").mkdir()
    said = folder / "said.table"
    assert replay(folder / "r", speed=0, terminal=None, script=said) == 0
    (folder / "once more").mkdir()
    with closing(Rerun(unpacked(folder / "r"), folder / "once more", lambda news: None)) as rerun:
        assert f"{GAME}:{IRON}/axeman-1" in rerun.appliance.keeper.tags.values()
    text = said.read_text()
    assert "deck red said-red.toml\ndeck blue said-blue.toml\n" in text
    assert f"put {GAME}:{IRON}/axeman-1 2 blue" in text
    assert (folder / "said-red.toml").read_text() == shipped(IRON, "wolves")
    out = StringIO()
    assert run_files([said], json=False, screens=None, out=out, err=out) == 0, out.getvalue()


def test_a_deck_that_was_written_by_the_page_about_decks_alone_plays(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "decks.md").read_text(encoding="utf-8")
    (whole,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "wolves.toml").write_text(whole)
    done = CliRunner().invoke(app, ["deck", "check", str(tmp_path / "wolves.toml")])
    assert done.exit_code == 0, done.stderr
    (table,) = re.findall(r"(    game dark-age-arena\n(?:    .*\n)+)", page)
    (tmp_path / "it.table").write_text(dedent(table))
    done = CliRunner().invoke(app, ["script", str(tmp_path / "it.table")])
    assert done.exit_code == 0, done.stdout + done.stderr
    assert "1 held" in done.stdout
    (cards,) = re.findall(r"( +\[cards\]\n +decks = .*\n)", page)
    standard = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
    (tmp_path / "bears.toml").write_text(shipped(ASH, "bears"))
    (tmp_path / "mine.toml").write_text(standard + dedent(cards))
    assert list(bundles_of(load_table(str(tmp_path / "mine.toml")))[GAME].decks)[2:] == ["wolves", "bears"]


def test_a_service_does_without_a_deck_that_it_cannot_read_and_says_so(folder: Path) -> None:
    (folder / "bears.toml").write_text(shipped(ASH, "bears").replace("recruitment = 2", "recruitment = 9"))
    config, err = load_table(str(folder / "mine.toml")), StringIO()
    run = TableRun(
        config,
        virtual_hardware(config),
        Around(
            store=folder / "record" / "table.sqlite",
            log=Logbook(err, prefixed=False),
            notifier=Notifier({}),
            rng=random.Random(1),
        ),
    )
    try:
        assert list(run.appliance.keeper.session.state.games[GAME].decks) == [IRON, ASH, "wolves"]
        assert f"{GAME}:wolves/anvil-1" in run.appliance.keeper.tags.values(), "at a virtual table, all are"
    finally:
        run.close()
    assert re.search(r"a deck is left out: .*bears\.toml:[0-9]+: .*recruitment", err.getvalue())

"""Dice on whole tables: whenever the plug is pulled, nothing is drawn or rolled again, and nothing tells the secret."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from signifer_core.dice import Record, check
from signifer_firmware.config.model import load_table
from signifer_firmware.recording import archive
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session import dice
from signifer_firmware.session.events import News
from signifer_firmware.simulation.files import run_files
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import Entry, Store

SCRIPTS = Path(__file__).parents[1] / "scripts"
OPENED = (SCRIPTS / "dice-opened.table").read_text()
PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")
CEREMONY = """game field-of-glory
seed 4
press dice
press column 3 red
press column 1 red
press column 5 red
press column 2 blue
press column 4 blue
press column 1 blue
press dice
press ok red
press ok blue
press dice
"""
CUT = st.PowerCut()
WITHOUT = "game field-of-glory\nseed 6\nterrain plain plain plain plain plain\n" + "press dice\n" * 4


@contextmanager
def table(
    folder: Path, text: str, news: list[News] | None = None
) -> Iterator[tuple[ScriptRun, list[st.Statement]]]:
    """A table that has begun, and the hands' statements that are to follow."""
    script = parse_script(text, file="it")
    run = ScriptRun(script, load_table("direct"), folder, (news if news is not None else []).append)
    hands: list[st.Statement] = [
        s for s in script.statements if isinstance(s, (st.Press, st.Hold, st.Put, st.Take))
    ]
    try:
        run.begin()
        yield run, hands
    finally:
        run.close()


def record(run: ScriptRun) -> Record:
    return run.appliance.keeper.record


def journal(run: ScriptRun) -> list[Entry]:
    store = Store.reading(run.store)
    try:
        return store.last_game()
    finally:
        store.close()


def on_disk(run: ScriptRun) -> Record:
    return dice.kept(Record(), journal(run))


def rolls_on_disk(run: ScriptRun) -> list[Entry]:
    return [entry for entry in journal(run) if entry.kind == "roll"]


def shown(run: ScriptRun) -> str:
    """Every word of every page of both players' screens."""
    return " ".join(run.appliance.words(place) for place in ("red", "blue"))


@pytest.mark.slow
@pytest.mark.parametrize("text", [CEREMONY, WITHOUT], ids=["ceremony", "without"])
def test_after_every_statement_the_plug_may_be_pulled(text: str, tmp_path: Path) -> None:
    """Every draw comes from one source that outlives the cuts: one draw more, and all that follow would differ."""
    (tmp_path / "whole").mkdir()
    with table(tmp_path / "whole", text) as (run, hands):
        for statement in hands:
            run.run(statement)
        wanted = record(run)
    assert len(wanted.rolls) >= 3
    (tmp_path / "cut").mkdir()
    with table(tmp_path / "cut", text) as (run, hands):
        for statement in hands:
            run.run(CUT)
            run.run(statement)
            before, rolls, words = record(run), run.appliance.keeper.outlook.rolls, shown(run)
            believed = run.appliance.keeper.table
            run.run(CUT)
            assert run.appliance.keeper.table == believed, "undo goes no further back than before"
            assert (record(run), run.appliance.keeper.outlook.rolls) == (before, rolls)
            assert on_disk(run) == before
            if str(statement) == "press dice":
                assert shown(run) == words
        assert record(run) == wanted


class PlugPulledError(RuntimeError):
    """The power is gone while the program writes."""


@pytest.mark.slow
@pytest.mark.parametrize("written", [False, True], ids=["before-the-write", "after-the-write"])
@pytest.mark.parametrize("text", [CEREMONY, WITHOUT], ids=["ceremony", "without"])
def test_the_plug_may_be_pulled_while_it_is_written(
    text: str, written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was on disk stands and is not rolled again; what was not was shown to nobody, and hands do it again."""
    append = Store.append
    broken = False

    def breaks(store: Store, entries: list[Entry], spare: Mapping[bytes, str]) -> None:
        if not broken or written:
            append(store, entries, spare)
        if broken:
            raise PlugPulledError

    monkeypatch.setattr(Store, "append", breaks)
    news: list[News] = []
    with table(tmp_path, text, news) as (run, hands):
        for statement in hands:
            before, told = record(run), len(news)
            broken = True
            with pytest.raises(PlugPulledError):
                run.run(statement)
            assert not any(each.kind == "roll" for each in news[told:]), "told before it was on disk"
            broken = False
            run.run(CUT)
            assert (record(run) == before) is (not written or "ok" in str(statement))
            if not written:
                run.run(statement)
            assert record(run) == on_disk(run)
        entries = rolls_on_disk(run)
        assert len(entries) == sum(str(statement) == "press dice" for statement in hands)
        assert record(run).holds is (text == CEREMONY)
        numbers = [fallen.number for fallen in record(run).rolls if fallen.number]
        assert numbers == [*range(1, len(numbers) + 1)]
        assert bool(numbers) is (text == CEREMONY)


def test_nothing_tells_the_secret_before_the_end(tmp_path: Path) -> None:
    """No event and no screen, whole or in part, until the game is over; then both screens do."""
    news: list[News] = []
    with table(tmp_path, OPENED, news) as (run, hands):
        secret = record(run).secret.hex()
        parts = {secret[at : at + 8] for at in range(len(secret) - 7)}
        for statement in hands:
            run.run(statement)
            said = re.sub(r"\s", "", shown(run) + "".join(f"{each.kind}{each.what}" for each in news))
            if record(run).opened:
                break
            assert not any(part in said for part in parts), statement
        assert run.appliance.keeper.table is not None
        assert run.appliance.keeper.table.state.step == "over"
        assert all(f"Secret{secret}" in run.appliance.words(p).replace(" ", "") for p in ("red", "blue"))
        assert check(on_disk(run)) == ""


def test_json_events_hold_nothing_of_it_either() -> None:
    out = io.StringIO()
    run_files([SCRIPTS / "dice-opened.table"], json=True, screens=None, out=out, err=io.StringIO())
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    opened = "e3c244c54f36afcc"
    told = [event for event in events if event["kind"] not in ("expect", "did")]
    assert not any(opened in re.sub(r"\s", "", json.dumps(event)) for event in told)
    rolls = [event for event in events if event["kind"] == "roll"]
    assert len(rolls) == 3
    assert all(set(event) == {"time_s", "line", "kind", "player", "value", "for"} for event in rolls)


def test_the_opening_is_written_with_what_ends_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[list[str]] = []
    append = Store.append

    def listens(store: Store, entries: list[Entry], spare: Mapping[bytes, str]) -> None:
        written.append([entry.kind for entry in entries])
        append(store, entries, spare)

    monkeypatch.setattr(Store, "append", listens)
    with table(tmp_path, OPENED) as (run, hands):
        for statement in hands:
            run.run(statement)
    assert [kinds for kinds in written if "opened" in kinds] == [written[-1]]
    assert {"action", "gesture"} & set(written[-1])


def test_the_print_out_of_the_docs_is_that_of_its_script(tmp_path: Path) -> None:
    """docs/dice.md shows what ``signifer dice`` makes of the store that ``signifer script --stores`` leaves."""
    path = SCRIPTS / "dice-opened.table"
    stores = tmp_path / "stores"
    assert (
        run_files([path], json=False, screens=None, out=io.StringIO(), err=io.StringIO(), stores=stores) == 0
    )
    (wanted,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert archive.dice_printed(stores / "dice-opened.sqlite") == wanted.splitlines()


def test_a_table_without_column_buttons_offers_none(tmp_path: Path) -> None:
    script = parse_script("game field-of-glory\n", file="it")
    starter = load_table("starter")
    reds = tuple(button for button in starter.buttons if "column" not in button.name or "red" in button.name)
    for config, offers in ((starter, True), (starter.model_copy(update={"buttons": reds}), False)):
        folder = tmp_path / str(offers)
        folder.mkdir()
        run = ScriptRun(script, config, folder, lambda news: None)
        try:
            run.begin()
            assert bool(run.appliance.keeper.outlook.notes) is offers
            assert ("Hash" in run.appliance.words("red")) is offers
        finally:
            run.close()


def test_dice_after_the_end_are_none_of_the_open_secrets(tmp_path: Path) -> None:
    with table(tmp_path, OPENED + "press dice\n") as (run, hands):
        for statement in hands:
            run.run(statement)
        assert [fallen.number for fallen in record(run).rolls] == [1, 2, 3, 0]
        assert check(record(run)) == ""
        assert "Red rolled 3" in shown(run)

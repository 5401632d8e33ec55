"""A real table's page looks back and hands out the record: to who looks on, and with nothing hidden in it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any, cast

import pytest
from signifer_core.games.field_of_glory.agreement.changes import AgreedOver, notation
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.json_values import Json, as_object
from signifer_core.layout import Zone
from signifer_firmware.config.entries import PAGE_LOOPBACK
from signifer_firmware.kernel.log import Logbook
from signifer_firmware.kernel.realtime import PacedScheduler
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.session.events import News
from signifer_firmware.storage.store import StoreError
from signifer_firmware.web.live_table import RealPage
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server import records
from signifer_firmware.web.server.answering import GROUPS
from signifer_firmware.web.server.questions import PageQuestion
from signifer_firmware.web.server.records import AGAIN_S, open_record
from signifer_firmware.web.view.history import History
from signifer_firmware.web.view.view import view
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR
from signifer_firmware.web.virtual.answers import answer, record_for

from tests.firmware.session.agreeing import agree
from tests.firmware.states import fog
from tests.firmware.web.table import Played, on_page, played, put_in_hand

PLAIN = ("terrain plain plain plain plain plain", "first red")
PLACING = (*PLAIN, "begin actions", "count red hand 9", "count blue hand 9")
ATTACK = (*PLAIN, "begin actions", "setup 3 red heavy-infantry-5", "setup 3 blue heavy-infantry-6")
ON_TABLE = ("red/heavy-infantry-5", "blue/heavy-infantry-6")
DECK = standard_deck()


class Looked:
    """The page that `signifer run` would show of the table of ``game``, without its thread and its sockets."""

    def __init__(self, game: Played) -> None:
        self.game = game
        run = game.live.run
        scheduler = cast(PacedScheduler, run.scheduler)
        log = cast(Logbook, None)
        self.page = RealPage(run.config, run.appliance, scheduler, log, listen=PAGE_LOOPBACK, store=run.store)
        self.page.hub.wanted = {SPECTATOR: 1}
        tell = run.appliance._tell
        run.appliance._tell = lambda news: self._heard(news, tell)
        scheduler.add(self.page)
        self.look()

    def _heard(self, news: News, tell: Any) -> None:
        tell(news)
        self.page.hear(news)

    def look(self) -> Any:
        """What a spectator is told now."""
        self.page.step(self.game.live.run.now_us)
        return on_page(self.page._view(SPECTATOR))

    def ask(self, role: str = SPECTATOR, **question: Any) -> dict[str, Any]:
        """The answer to a question."""
        answers: list[dict[str, Any]] = []
        asked = msg._READER.validate_python({"run": self.page.run, "n": 3} | question)
        assert isinstance(asked, msg.Hint | msg.Odds | msg.Look | msg.Export)
        self.page.send(PageQuestion(asked, role), answers.append)
        for group in GROUPS:
            self.page.answering.turn(group)
        return answers[0]

    def pictures(self, role: str = SPECTATOR) -> dict[int, dict[str, Any]]:
        """How it was at each moment, by its number."""
        first, last = self.look()["past"]
        found = [self.ask(role, do="look", at=at) for at in range(first, last + 1)]
        return {one["told"]["at"]: one["told"] for one in found}


def paid(game: Played) -> None:
    """Red places two units, lifts one again, and pays for the other."""
    spear, other = "red/spear-1", "red/cavalry-1"
    for card in (spear, other):
        put_in_hand(game.live, "red", card)
    game.put(spear, "3 red")
    game.put(other, "4 red")
    game.put(other, "hand red")
    for card in game.hand("red")[:3]:
        game.put(card, "pad red")
    game.press("ok red")
    game.wait(1)
    assert fog(game.live.state).due == 0
    assert not fog(game.live.state).unpaid


def test_who_looks_on_looks_back(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        assert looked.look()["past"] == [0, 0]
        paid(game)
        lines = looked.look()["record"]
        assert [line["act"] for line in lines if line["kind"] == "action"][:3] == [
            "place",
            "place",
            "take-back",
        ]
        assert looked.look()["past"] == [0, lines[-1]["id"]]
        pictures = looked.pictures()
        assert pictures[0]["cards"]["3 red"] == []
        assert pictures[1]["cards"]["3 red"] == [lines[0]["card"]]
        assert pictures[2]["cards"]["4 red"] == [lines[1]["card"]]
        assert pictures[3]["cards"]["4 red"] == []
        assert pictures[3]["game"]["due"] > 0
        assert looked.ask(do="look", at=9_999)["reason"] == "no-such-moment"
        assert looked.ask(do="odds")["reason"] == "spectator"


def test_no_moment_keeps_the_gestures_before_it(tmp_path: Path) -> None:
    """Each would have all of them: of a thousand gestures half a million."""
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        paid(game)
        looked.look()
        appliance = game.live.run.appliance
        table = appliance.keeper.table
        assert table is not None
        assert table.past
        told = History(appliance.keeper.bundle, appliance.game_so_far()).moments
        tables = [
            *(moment.table for _, moment in (*looked.page._past, *told)),
            *(glance.table for _, glance in game.live.sight.past),
        ]
        assert len(tables) > 3
        assert [table.past for table in tables if table is not None and table.past] == []


def test_the_record_is_the_tables_own_and_names_no_discards(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        paid(game)
        text = looked.ask(do="export")["told"]["text"]
        assert text.startswith('[Game "field-of-glory"]')
        assert "pay red/?" in text
        # One of them had lain open before.
        paid_with = {line.split()[-1] for line in record_of(game) if line.startswith("pay ")} - {
            "red/cavalry-1"
        }
        assert paid_with
        for card in paid_with:
            assert card not in text
            assert card not in json.dumps(looked.look()["record"])
        # Read again only when the game has gone on.
        assert looked.ask(do="export")["told"]["text"] is text
        game.put(game.hand("red")[0], "5 red")
        looked.look()
        assert looked.ask(do="export")["told"]["text"].count("\n") > text.count("\n")


def test_what_was_undone_is_in_no_record_that_is_saved_then(tmp_path: Path) -> None:
    with played(tmp_path, position=ATTACK) as game:
        game.live.helping = False
        looked = Looked(game)
        game.press("column 3 red")
        game.wait(1)
        looked.look()
        assert "\nattack 3" in looked.ask(do="export")["told"]["text"]
        lines = looked.look()["record"]
        game.press("dice", 1.5)
        game.wait(1)
        assert fog(game.live.state).attack is None
        assert looked.look()["record"] == lines
        assert "\nattack 3" not in looked.ask(do="export")["told"]["text"]


def test_a_store_that_cannot_be_read_is_not_read_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s, asked = [100.0], []

    def broken(path: Path, *game: Any) -> str:
        asked.append(path)
        raise StoreError("broken")

    monkeypatch.setattr(records, "open_record", broken)
    monkeypatch.setattr(time, "monotonic", lambda: now_s[0])
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        for _ in range(20):
            assert looked.ask(do="export")["reason"] == "no-record"
        assert len(asked) == 1
        now_s[0] += AGAIN_S
        monkeypatch.setattr(records, "open_record", open_record)
        assert looked.ask(do="export")["type"] == "done"


def setup_of(game: Played) -> Mapping[str, Json]:
    """With what the game was begun."""
    return as_object(as_object(game.live.run.appliance.game_so_far()[0].body)["setup"])


def record_of(game: Played) -> list[str]:
    return [
        str(entry.body)
        for entry in game.live.run.appliance.game_so_far()
        if entry.kind in ("gesture", "action")
    ]


def test_after_a_restart_the_journal_fills_record_and_timeline(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        before = Looked(game)
        paid(game)
        told, pictures = before.look()["record"], before.pictures()
        game.live.switch(on=False)
        game.live.switch(on=True)
        after = Looked(game)
        assert after.page.run != before.page.run
        now = after.look()
        assert now["record"] == [line for line in told if line["kind"] == "action"]
        assert now["past"] == [0, len(now["record"])]
        again = after.pictures()
        assert pictures.keys() & again.keys() == {0, 1, 2, 3, max(pictures)}
        for number, picture in pictures.items():
            assert again[number] == picture
        # Cards that have paid lay on the pad when the record said so.
        assert again[max(pictures)]["cards"]["pad red"] == 3
        # It goes on where the journal ends.
        game.put(game.hand("red")[0], "5 red")
        lines = after.look()["record"]
        assert [line["id"] for line in lines] == [*range(1, len(lines) + 1)]
        assert after.look()["past"] == [0, len(lines)]


def test_a_moment_tells_what_was_done_around_it_long_after_its_lines_have_left_the_record(
    tmp_path: Path,
) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        for number in range(450):
            text = f"bind tag/{number:014x} red/spear-1"
            game.live.run.appliance._tell(News(1, "action", {"player": "both", "text": text}))
            looked.look()
            game.live.sight.remember()
        assert looked.look()["record"][0]["id"] == 51
        virtual = answer(game.live, SPECTATOR, msg.Look(run=game.owner.run, n=1, do="look", at=5))
        for told in (looked.ask(do="look", at=5)["told"], on_page(virtual)):
            assert told["at"] == 5
            near = {line["id"]: line["text"] for line in told["record"]}
            assert [*near][:5] == [1, 2, 3, 4, 5]
            assert 6 in near
            assert near[5] == "bind tag/0004 red/spear-1"


def test_a_journal_that_cannot_be_played_leaves_no_past(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        history = looked.page._history
        broken = replace(
            history, entries=(*history.entries, replace(history.entries[0], kind="action", body="nonsense"))
        )
        assert broken.lines == ()
        assert broken.moments == ()


def test_another_game_begins_another_record(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        paid(game)
        run, keeper = looked.page.run, game.live.run.appliance.keeper
        assert looked.look()["record"]
        keeper.begin(setup_of(game), game.live.run.now_us)
        assert looked.look()["record"] == []
        assert looked.page.run != run
        assert looked.ask(run=run, do="export")["reason"] == "stale"


def test_the_record_of_a_game_that_is_over_has_all_in_it(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        paid(game)
        keeper = game.live.run.appliance.keeper
        assert keeper.table is not None
        drawn = agree(keeper, "over", "draw", game.live.run.now_us)
        assert drawn.changes == (notation(AgreedOver("draw")),)
        assert looked.look()["game"]["winner"] == "draw"
        assert looked.look()["notes"] == []
        text = looked.ask(do="export")["told"]["text"]
        assert parsed(text, file="record", games=games_known()).tags["Result"] == "draw"
        assert "?" not in text.partition("\n\n")[2]
        # An end that both take back hides again what it has shown.
        agree(keeper, "step", "actions", game.live.run.now_us)
        assert looked.look()["game"]["winner"] is None
        assert looked.look()["notes"] == ["opened"]
        assert "pay red/?" in looked.ask(do="export")["told"]["text"]
        assert "pay red/?" in record_for(game.live, SPECTATOR)


def test_the_buzzer_is_shown(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        number, _ = looked.look()["sound"]
        put_in_hand(game.live, "red", "red/commander-1")
        game.put("red/commander-1", "3 red")
        game.wait(1)
        now, name = looked.look()["sound"]
        assert (now > number, name) == (True, "refused")
        assert game.view(SPECTATOR)["sound"] == [now, name]


def test_an_unknown_tag_is_told_by_the_end_of_its_number_where_it_lies_open(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        keeper = game.live.run.appliance.keeper
        looked = Looked(game)
        for zone in (Zone("3", "red"), Zone("pad", "blue")):
            keeper.sight.seen = keeper.seen.laid(f"tag/04a1b2c3{zone.place[0]}{zone.place[0]}5e77", zone)
        keeper.session.play.settled = False
        game.wait(1)
        told = looked.look()
        assert told["cards"]["3 red"] == ["tag/5e77"]
        assert told["cards"]["pad blue"] == 1
        assert {refusal["card"] for refusal in told["refusals"]} <= {"tag/5e77", None}
        assert "04a1b2c3" not in json.dumps(told)


def test_a_disk_that_lacks_the_game_that_is_on_has_no_record_of_it(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    with played(tmp_path / "table", position=PLACING) as game:
        looked = Looked(game)
        copytree(game.live.run.store.parent, tmp_path / "full")
        looked.page._store = tmp_path / "full" / game.live.run.store.name
        assert looked.ask(do="export")["type"] == "done"
        keeper = game.live.run.appliance.keeper
        keeper.begin(setup_of(game), game.live.run.now_us)
        looked.look()
        assert looked.ask(do="export")["reason"] == "no-record"


def test_a_disk_that_would_not_take_a_card_has_it_in_the_record_later(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        database = game.live.run.appliance._store._db
        assert database is not None
        database.execute("PRAGMA query_only = ON")
        put_in_hand(game.live, "red", "red/spear-1")
        game.put("red/spear-1", "3 red")
        looked.look()
        assert "place red/spear-1" not in looked.ask(do="export")["told"]["text"]
        database.execute("PRAGMA query_only = OFF")
        game.live.run.appliance._store.look()
        assert not game.live.run.appliance.record_waits
        looked.look()
        assert "place red/spear-1" in looked.ask(do="export")["told"]["text"]


def test_of_a_tag_that_is_bound_the_end_of_its_number_is_told(tmp_path: Path) -> None:
    with played(tmp_path, position=PLACING) as game:
        looked = Looked(game)
        text = "bind tag/04a1b2c3d45e77 red/spear-1"
        game.live.run.appliance._tell(News(1, "action", {"player": "both", "text": text}))
        line = looked.look()["record"][-1]
        assert line["text"] == "bind tag/5e77 red/spear-1"
        assert line["message"]["en"] == "New tag: Red spear 2 CP"


# Secrets


LOOK_ON = (SPECTATOR, PHONES["blue"])


def hidden(folder: Path, card: str) -> list[str]:
    """All that spectators and the other's phone are told at a real table while red adds ``card`` to an attack: each
    picture, each answer."""
    folder.mkdir()
    with played(folder, position=ATTACK) as game:
        game.live.helping = False
        piles = game.live.hands.piles
        for other in (*DECK.army("red"), *DECK.army("blue")):
            if other not in ON_TABLE and isinstance(piles.where(other), tuple):
                piles.take(other, (other.partition("/")[0], "hand" if other == card else "out"))
        looked = Looked(game)
        looked.page.run = "same"
        told = []
        for deed in ("column 3 red", card, "ok red"):
            if deed == card:
                game.put(card, "pad red")
            else:
                game.press(deed)
            game.wait(1)
            looked.page.step(game.live.run.now_us)
            now = looked.page._now
            assert now is not None
            told += [json.dumps(view(looked.page._glance(now), role)) for role in LOOK_ON]
        attack = fog(game.live.state).attack
        assert attack is not None
        assert attack.bonus is not None
        for role in LOOK_ON:
            told += [json.dumps(one) for one in looked.pictures(role).values()]
            told.append(json.dumps(looked.ask(role, do="export")))
        return told


@pytest.mark.slow
def test_nobody_who_looks_on_can_tell_a_hidden_card(tmp_path: Path) -> None:
    cards = ("red/spear-1", "red/commander-1", "red/overlap-1")
    first, *others = (hidden(tmp_path / str(number), card) for number, card in enumerate(cards))
    assert len(first) >= 12
    for told in others:
        assert told == first
    for card in cards:
        assert card not in "".join(first)

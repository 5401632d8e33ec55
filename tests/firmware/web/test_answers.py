"""Questions of a page: what would come of a card, the odds, how it was, the record; to each as much as they may
know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PageQuestion
from signifer_firmware.web.view.viewers import BOTH, SPECTATOR
from signifer_firmware.web.virtual.answers import answer
from signifer_firmware.web.virtual.live import ROBOT, TWO

from tests.firmware.session.agreeing import choose
from tests.firmware.states import fog
from tests.firmware.web.table import Played, on_page, played, put_in_hand

PLACING = ("terrain rough plain plain plain plain", "first red", "begin actions")
LINED_UP = (
    *PLACING,
    "setup 2 red heavy-infantry-5",
    "setup 3 red heavy-infantry-4",
    "setup 3 blue pike-1",
    "setup 4 blue cavalry-1",
)


def ask(game: Played, viewer: str, do: str, **fields: Any) -> Any:
    question = msg.parse(json.dumps({"run": game.owner.run, "n": 1, "do": do} | fields))
    assert isinstance(question, msg.Ask)
    return on_page(answer(game.live, viewer, question))


def test_a_hint_says_what_the_table_would(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=LINED_UP) as game:
        for card in ("red/heavy-infantry-1", "red/commander-1"):
            put_in_hand(game.live, "red", card)
            hints = ask(game, "red", "hint", card=card)["places"]
            assert set(hints) == {"1 red", "2 red", "3 red", "4 red", "5 red", "pad red"}
            for place in ("1 red", "2 red"):
                before = fog(game.live.state).due
                game.put(card, place)
                refusals = [refusal["code"] for refusal in game.view()["refusals"]]
                told = hints[place]
                assert ([told["refusal"]["code"]] if "refusal" in told else []) == refusals[:1], place
                assert told["cost"] == fog(game.live.state).due - before, place
                game.put(card, "hand red")


def test_a_hint_lays_no_card_that_was_asked_away(tmp_path: Path) -> None:
    """While terrain is laid, a unit does nothing wherever it lies."""
    with played(tmp_path, TWO, by_hand=True) as game:
        for player in ("red", "blue"):
            game.do(do="keep", player=player, cards=[])
            game.press(f"ok {player}")
        game.put("terrain/hill-1", "2 red")
        game.put("terrain/woods-1", "1 red")
        game.press("ok red")
        game.put("terrain/rough-1", "5 red")
        assert [fix["card"] for fix in game.view()["corrections"]] == ["terrain/hill-1"]
        hinted = ask(game, BOTH, "hint", card=game.hand("red")[0])["places"]
        assert hinted
        assert not any(told["does"] for told in hinted.values())
        assert fog(game.live.state).laid == (("terrain/woods-1", 1),)


def test_a_hint_is_for_who_holds_the_card_and_wants_help(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=PLACING) as game:
        for viewer, card in (("red", "blue/spear-1"), (SPECTATOR, "red/spear-1"), ("red", "red/spear-9")):
            with pytest.raises(CannotError, match="no-such-card"):
                ask(game, viewer, "hint", card=card)
        keeper = game.live.run.appliance.keeper
        assert ask(game, "red", "hint", card="red/spear-1")["places"]
        choose(keeper, ("help red referee",), game.live.run.now_us)
        assert ask(game, "red", "hint", card="red/spear-1")["places"] == {}


def test_odds_come_from_what_the_asker_may_know(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=LINED_UP) as game:
        (attack,) = ask(game, "red", "odds")["attacks"]
        assert (attack["column"], attack["attacker"]) == (3, "red")
        assert all(99.7 <= sum(way["chances"]) <= 100.3 for way in attack["ways"])
        # Which cards the other holds changes nothing; which they hold themselves does.
        for card in sorted(game.live.hands.piles.cards("blue", "hand")):
            game.live.hands.piles.take(card, ("blue", "out"))
        for number in range(1, 6):
            put_in_hand(game.live, "blue", f"blue/commander-{number}")
        assert ask(game, "red", "odds")["attacks"] == [attack]
        mine = sorted(game.live.hands.piles.cards("red", "hand"))
        for card in mine:
            game.live.hands.piles.take(card, ("red", "out"))
        weak = [c for c in standard_deck().army("red") if standard_deck().command_points(c) == 2]
        for card in weak[: len(mine)]:
            put_in_hand(game.live, "red", card)
        assert ask(game, "red", "odds")["attacks"] != [attack]
        with pytest.raises(CannotError, match="spectator"):
            ask(game, SPECTATOR, "odds")


def test_looking_back_shows_how_it_lay_and_hides_what_is_hidden(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        game.live.helping = False
        game.wait(0.1)
        begin = game.view()["past"][0]
        put_in_hand(game.live, "red", "red/heavy-infantry-1")
        put_in_hand(game.live, "red", "red/commander-1")
        game.put("red/heavy-infantry-1", "3 red")
        game.put("red/commander-1", "pad red")
        game.press("ok red")
        game.put("red/commander-1", "discard red")
        game.wait(1)
        paid = game.live.sight.feed.count
        assert ask(game, BOTH, "look", at=begin)["cards"]["3 red"] == []
        then = ask(game, BOTH, "look", at=begin + 1)
        assert then["cards"]["3 red"] == ["red/heavy-infantry-1"]
        assert then["game"]["due"] == 4
        for viewer in (BOTH, "blue", SPECTATOR):
            text = json.dumps([ask(game, viewer, "look", at=at) for at in range(begin, paid + 1)])
            assert "red/commander-1" not in text, viewer
        own = [ask(game, "red", "look", at=at) for at in range(begin, paid + 1)]
        assert "red/commander-1" in json.dumps(own)
        assert not any(card in json.dumps(own) for card in game.live.hands.piles.cards("blue", "hand"))
        with pytest.raises(CannotError, match="no-such-moment"):
            ask(game, "red", "look", at=10**6)


def test_the_record_names_discards_to_their_owner_until_the_game_is_over(tmp_path: Path) -> None:
    position = (*PLACING, "count red hand 24", "count red deck 0", "control 1 red", "control 2 red")
    with played(tmp_path, TWO, position=position) as game:
        for card in ("red/heavy-infantry-1", "red/commander-1"):
            put_in_hand(game.live, "red", card)
        game.put("red/heavy-infantry-1", "3 red")
        game.put("red/commander-1", "pad red")
        game.press("ok red")
        game.wait(1)
        for viewer in (BOTH, "blue", SPECTATOR):
            text = ask(game, viewer, "export")["text"]
            assert "pay red/?" in text, viewer
            assert "commander-1" not in text, viewer
            assert "place red/heavy-infantry-1 3" in text
        assert "pay red/commander-1" in ask(game, "red", "export")["text"]
        own = ask(game, "red", "export")["text"]
        assert parsed(own, file="own", games=games_known()).lines
        assert "[Secret" not in own


def test_a_record_that_cannot_be_read_is_a_refusal(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        game.live.run.appliance._store.append([Entry(0, "action", "nonsense")])
        with pytest.raises(CannotError, match="no-record"):
            ask(game, SPECTATOR, "export")
        game.live.run.store.unlink()
        with pytest.raises(CannotError, match="no-record"):
            ask(game, SPECTATOR, "export")


def test_a_record_is_read_again_only_when_the_game_has_gone_on(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        before = ask(game, SPECTATOR, "export")["text"]
        game.live.run.store.rename(tmp_path / "elsewhere")
        assert ask(game, SPECTATOR, "export")["text"] == before
        card = game.hand("red")[0]
        game.put(card, "3 red")
        # What was taken away has been written again, and with it what came since.
        assert f"place {card}" in ask(game, SPECTATOR, "export")["text"]


def test_a_record_is_read_again_once_the_disk_has_what_it_would_not_take(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        database = game.live.run.appliance._store._db
        assert database is not None
        database.execute("PRAGMA query_only = ON")
        card = "red/heavy-infantry-1"
        put_in_hand(game.live, "red", card)
        game.put(card, "3 red")
        assert game.live.run.appliance.record_behind
        assert f"place {card}" not in ask(game, SPECTATOR, "export")["text"]
        database.execute("PRAGMA query_only = OFF")
        game.wait(60.0)
        assert not game.live.run.appliance.record_waits
        assert f"place {card}" in ask(game, SPECTATOR, "export")["text"]


def test_spectators_may_look_and_not_touch(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=PLACING) as game:
        game.wait(0.2)
        asked = msg.parse(json.dumps({"run": game.owner.run, "n": 3, "do": "look", "at": 0}))
        assert isinstance(asked, msg.Look)
        found = on_page(game.owner._seen_for(PageQuestion(asked, SPECTATOR))())
        assert isinstance(found["cards"]["hand red"], int)
        stale = asked.model_copy(update={"run": "other"})
        with pytest.raises(CannotError, match="stale"):
            game.owner._seen_for(PageQuestion(stale, SPECTATOR))

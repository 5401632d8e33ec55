"""What was decided is told with what it came of, stands in the record, and is left to be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from signifer_core.games.thermopyles.deck import standard_deck
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import RESULT_US, TWO

from tests.firmware.web.table import Played, played, put_in_hand

PLAIN = ("terrain plain plain plain plain plain", "first red")
ATTACK = (
    *PLAIN,
    "begin actions",
    "setup 3 red heavy-infantry-1",
    "setup 3 blue archer-1",
    "count red hand 9",
    "count blue hand 9",
)


def attacked(game: Played) -> None:
    """Red attacks in column 3 with a commander as bonus card, blue defends with a pike."""
    put_in_hand(game.live, "red", "red/commander-1")
    put_in_hand(game.live, "blue", "blue/pike-1")
    game.press("column 3 red")
    game.put("red/commander-1", "pad red")
    game.press("ok red")
    game.put("blue/pike-1", "pad blue")
    game.press("ok blue")


def revealed(game: Played, role: str = HAND) -> Any:
    """The line of the record that tells of the last attack."""
    return next(line for line in reversed(game.view(role)["record"]) if line.get("act") == "reveal")


def test_an_attack_tells_both_sums_and_who_takes_what(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ATTACK) as game:
        game.live.helping = False
        assert game.view()["game"]["result"] is None
        attacked(game)
        for role in (HAND, SPECTATOR):
            result = game.view(role)["game"]["result"]
            assert (result["winner"], result["by"], result["column"]) == ("red", "total", 3)
            assert result["takes"] == ["blue/archer-1"]
            for player in ("red", "blue"):
                assert sum(part["figure"] for part in result["parts"][player]) == result["totals"][player]
            assert result["parts"]["red"][0]["text"] == {"en": "4 combat", "fr": "4 combat", "de": "4 Kampf"}
            came = revealed(game, role)["came"]
            assert came == {key: result[key] for key in came}
        # It is told no more with the next thing that is done; the record has it.
        game.do(do="as-told")
        game.live.step()
        assert game.view()["game"]["result"] is not None
        game.press("ok red", 1.1)
        assert game.view()["game"]["result"] is None
        assert revealed(game)["came"]["winner"] == "red"


def test_helping_hands_wait_until_a_result_was_seen(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=ATTACK) as game:
        attacked(game)
        before_us = game.live.run.now_us
        assert game.view()["corrections"]
        game.live.step()
        assert game.view()["corrections"] == []
        assert game.live.run.now_us - before_us > RESULT_US
    # Whoever wants it done does not wait.
    with played(tmp_path / "wish", TWO, position=ATTACK) as game:
        attacked(game)
        before_us = game.live.run.now_us
        game.do(do="as-told")
        game.live.step()
        assert game.view()["corrections"] == []
        assert game.live.run.now_us - before_us < RESULT_US


def test_a_combat_of_thermopyles_tells_who_falls_before_they_are_laid_away(tmp_path: Path) -> None:
    deck = standard_deck()
    row = ("setup 1 blue persian-8", "setup 2 blue persian-12")
    position = ("players 1", *row, "begin act")
    with played(tmp_path, "solo", position=position, game="thermopyles") as game:
        game.live.helping = False
        game.put(game.hand("1")[0], "1 red")
        for number in (1, 2, 3, 4):
            game.put(f"support-{number}", "pad red")
        game.press("ok red")
        assert game.view()["game"]["result"] is None
        while (fight := game.view()["game"]["fight"]) and fight["due"]:
            game.press("dice")
        told = game.view()["game"]
        result = told["result"]
        assert result["total"] == result["base"] + sum(result["dice"])
        met = deck.persian("persian-8")
        falls = [each["card"] for each in result["beaten"]]
        assert ("persian-8" in falls) == (result["total"] >= met.battle)
        line = next(line for line in reversed(game.view()["record"]) if "came" in line)
        assert line["came"] == result


def test_a_round_of_call_to_glory_tells_its_points(tmp_path: Path) -> None:
    position = (
        *("players 2", "begin play"),
        "setup 1 red farmer-1 farmer-2 monk-1 monk-2 envoy-1 envoy-2",
        "setup 2 red ninja-1 ninja-2 samurai-1 samurai-2",
    )
    with played(tmp_path, TWO, position=position, game="call-to-glory") as game:
        game.live.helping = False
        for card in ("shogun-1", "shogun-2"):
            game.live.hands.piles.take(card, ("1", "hand"))
            game.put(card, "3 red")
        assert game.view()["game"]["result"] is None
        game.press("ok red")
        assert game.view()["game"]["result"] == {"round": 1, "points": {"1": 89, "2": 0}}

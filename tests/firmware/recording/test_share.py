"""Games that are given away: small, whole, asking nobody for anything, and without what only one player knows."""

from __future__ import annotations

import io
import itertools
import re
import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from signifer_core.errors import ConfigError
from signifer_core.games.dark_age_arena.deck import TRAINING, both_texts, training
from signifer_firmware.cli.main import app
from signifer_firmware.game_api.registry import bundles
from signifer_firmware.recording.archive import games_known, imported
from signifer_firmware.recording.game_text import parsed, positions, to_journal
from signifer_firmware.recording.moving_picture import Pictures, steps
from signifer_firmware.recording.share import MOST_LINK, MOST_PAGE_BYTES, WHOLE_EVERY, Shared, of_link
from signifer_firmware.session import journal
from signifer_firmware.texts.spoken import came_text
from signifer_firmware.web.game import page_of
from typer.testing import CliRunner

DATA = Path(__file__).parents[2] / "data" / "0.1.0"
GAMES = ("field-of-glory", "thermopyles", "call-to-glory", "dark-age-arena")
NO_GAME = urlsafe_b64encode(zlib.compress(b"no game")).decode()
BOMB = urlsafe_b64encode(zlib.compress(bytes(4_000_000), 9)).decode().rstrip("=")


def text_of(game: str, how: str = "broken-off") -> str:
    return (DATA / game / how / "record.txt").read_text(encoding="utf-8")


def shared(text: str) -> Shared:
    record = parsed(text, file="x", games=games_known())
    bundle = journal.corrected(games_known()[record.name], to_journal(record))
    return Shared(bundle, record, page_of(record.name).secrets)


def test_a_game_of_too_many_pictures_is_told_so_before_memory_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("signifer_firmware.recording.share.MOST_PICTURES", 3)
    game = shared(text_of(GAMES[0]))
    for made in (game.picture, game.page):
        with pytest.raises(ConfigError, match="too long for pictures"):
            made("en")


@pytest.mark.parametrize("game", GAMES)
def test_one_file_for_a_browser_asks_nobody_for_anything(game: str) -> None:
    page = shared(text_of(game)).page("fr").decode()
    assert len(page) < MOST_PAGE_BYTES / 10
    assert '<html lang="fr">' in page
    assert not re.search(
        r"(?:https?:)?//[a-z]|<link|src=|@import|url\(", page.partition('type="application/json"')[0]
    )
    assert "<!--" not in page
    assert page.count("<script") == 2
    assert f"const whole = {WHOLE_EVERY};" in page
    assert "default-src 'none'" in page


def test_it_tells_each_step_in_words() -> None:
    page = shared(text_of("field-of-glory")).page("en").decode()
    listed = re.findall(r'<li><button data-at="(\d+)">(.*?)</button>', page)
    assert [int(at) for at, _ in listed] == sorted(int(at) for at, _ in listed)
    assert any("infantry" in said.lower() for _, said in listed)


@pytest.mark.parametrize("game", GAMES)
def test_who_reads_the_steps_reads_which_game_it_is_and_what_came_of_them(game: str) -> None:
    """Not an id; and of each thing that was decided how, once."""
    found = shared(text_of(game, "whole"))
    words = Pictures(found.bundle, "en").readers["red"]
    said = [step.said for step in steps(found.bundle, found.record, words)]
    assert said[0] == found.bundle.game.title
    tables = [table for _, table in positions(found.bundle, found.record)]
    decided = [came_text(found.bundle, last, table, words) for last, table in itertools.pairwise(tables)]
    told = "\n".join(said)
    assert [came for came in decided if came not in told] == []
    assert any(decided)


def test_a_moving_picture_moves() -> None:
    image = Image.open(io.BytesIO(shared(text_of("thermopyles")).picture("de")))
    assert image.format == "GIF"
    assert getattr(image, "n_frames", 1) > 10


@pytest.mark.parametrize("other", ["blue/spear-1", "blue/archer-1", "blue/elephant-2"])
def test_nothing_shared_of_a_game_under_way_depends_on_a_hidden_card(other: str) -> None:
    """Blue's discard for the hand limit is Blue's alone to know."""
    text = text_of("field-of-glory")
    assert "discard-down blue/overlap-1" in text
    mine, theirs = shared(text), shared(text.replace("blue/overlap-1", other))
    assert mine.page("en") == theirs.page("en")
    assert mine.picture("en") == theirs.picture("en")
    for each in (mine, theirs):
        with pytest.raises(ConfigError, match="only one player knows"):
            each.link()


def test_of_a_game_under_way_no_link_tells_both_decks() -> None:
    """Nor the deck that only one of them has seen; once it is over, all of it may be told."""
    text = text_of("dark-age-arena")
    assert shared(text).link(), "two decks that are shipped, which everybody knows"
    red, blue = (training(name).text.replace(name, f"my-{name}") for name in TRAINING)
    decks = both_texts(red, blue).replace("\n", "\\n").replace('"', '\\"')
    own = shared(text.replace("[Commitment", f'[Corrections "{decks}"]\n[Commitment'))
    assert [deck.name for deck in own.bundle.sitting.values()] == [f"my-{name}" for name in TRAINING]
    for language, said in (("en", "both decks"), ("fr", "deux decks"), ("de", "beide Decks")):
        with pytest.raises(ConfigError, match=said):
            own.link(language)
    assert replace(own, secrets=None).link()


def test_of_a_game_under_way_no_link_tells_a_bid_that_waits_for_the_other() -> None:
    whole = text_of("dark-age-arena", "whole").replace('[Result "red"]', '[Result "*"]')
    before, _, _ = whole.partition("\nbid blue 3")
    assert before.endswith("\nbid red 0")
    with pytest.raises(ConfigError, match="only one player knows"):
        shared(f"{before}\nend *\n").link()
    assert shared(f"{before}\nbid blue 3\nend *\n").link()


def test_what_one_player_knows_is_found_without_keeping_every_table_of_the_game() -> None:
    """A record has thousands of lines: each table that was is only needed for the next one."""
    whole = text_of("dark-age-arena", "whole").replace('[Result "red"]', '[Result "*"]')
    on, _, _ = whole.rpartition("\nbid ")
    found = shared(f"{on}\nend *\n")
    before = found._hidden  # and all that is needed is loaded
    tracemalloc.start()
    try:
        assert replace(found)._hidden == before
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1_000 * len(found.record.lines)


@pytest.mark.parametrize("game", GAMES)
def test_a_link_holds_the_whole_game(game: str) -> None:
    found = shared(text_of(game, "whole"))
    link = found.link()
    assert len(link) < MOST_LINK
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link)
    back = parsed(of_link(link).decode(), file="link", games=games_known())
    assert list(back.lines) == list(found.record.lines)
    assert back.name in bundles()


@pytest.mark.parametrize(
    "text", ["", "1", "2abc", "1é", "1" + "A" * 9_000, "1" + NO_GAME[:-6], "1" + BOMB, "1%%%"]
)
def test_a_link_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="no game, or not whole"):
        of_link(text)


def test_by_the_command_line(tmp_path: Path) -> None:
    store, record = tmp_path / "table.sqlite", DATA / "thermopyles" / "whole" / "record.txt"
    imported(record, store)
    run = CliRunner().invoke
    for name in ("game.gif", "game.html"):
        done = run(app, ["record", "share", str(tmp_path / name), str(store), "--language", "de"])
        assert done.exit_code == 0, done.stderr
        assert (tmp_path / name).stat().st_size > 10_000
    done = run(app, ["record", "link", str(store), "--line", "20", "--page", "http://table.local/"])
    assert done.exit_code == 0, done.stderr
    address, _, link = done.stdout.strip().partition("#game=")
    assert address == "http://table.local/"
    assert b"[Result" in of_link(link)
    for arguments, said in (
        (["share", str(tmp_path / "game.png"), str(store)], "game.gif or game.html"),
        (["share", str(tmp_path / "game.gif"), str(store), "--language", "it"], "--language it"),
        (["link", str(store), "--game", "7"], "holds no game 7"),
    ):
        done = run(app, ["record", *arguments])
        assert done.exit_code == 2
        assert said in done.stderr


def test_it_calls_players_as_the_screens_do() -> None:
    """Red and Blue where two play, also in what was chosen before the first turn."""
    text = text_of("call-to-glory")
    assert "starter 2" in text
    listed = re.findall(r'<li><button data-at="\d+">(.*?)</button>', shared(text).page("en").decode())
    assert any(said.startswith("Starts: ") for said in listed)
    assert not [said for said in listed if "Player " in said]

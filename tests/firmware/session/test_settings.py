"""Settings: their notation there and back, and what holds after many choices."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.layout import SIDES
from signifer_firmware.session.settings import Settings, choices, swapped
from signifer_firmware.storage.store import Entry, Store

OWN = ("language", "help")
SHARED = ("sound", "hold", "odds", "recall", "clock")
NAMES = [*((name, player) for name in OWN for player in SIDES), *((name, "") for name in SHARED)]


def text_of(name: str, player: str, value: str) -> str:
    return " ".join(part for part in (name, player, value) if part)


TEXTS = st.sampled_from(NAMES).flatmap(
    lambda which: st.sampled_from(choices(which[0], Settings().now(*which))).map(
        lambda value: text_of(*which, value)
    )
)


@given(st.lists(TEXTS))
def test_the_last_choice_of_each_setting_holds(texts: list[str]) -> None:
    settings = Settings().folded(texts)
    for name, player in NAMES:
        said = [text for text in texts if text.startswith(text_of(name, player, ""))]
        wanted = said[-1].split()[-1] if said else Settings().now(name, player)
        assert settings.now(name, player) == wanted
    assert Settings().folded(text_of(*which, settings.now(*which)) for which in NAMES) == settings


@pytest.mark.parametrize(
    "text",
    [
        "",
        "language red it",
        "language green fr",
        "help red",
        "hold 20",
        "hold x",
        "odds maybe",
        "sound",
        "x on",
        "deck red ",
        "deck green wolves",
    ],
)
def test_any_other_text_is_no_setting(text: str) -> None:
    with pytest.raises(ConfigError, match="is no setting"):
        Settings().changed(text)


@given(st.lists(st.tuples(st.sampled_from(SIDES), st.sampled_from("abc"))))
def test_a_deck_sits_on_the_side_for_which_it_was_chosen_last(chosen: list[tuple[str, str]]) -> None:
    settings = Settings().folded(f"deck {side} {deck}" for side, deck in chosen)
    decks = settings.decks
    assert len(set(decks.values())) == len(decks), "and on no other"
    for side in SIDES:
        last = next((deck for each, deck in reversed(chosen) if each == side), None)
        assert decks.get(side) in (last, None)
    if chosen:
        assert decks[chosen[-1][0]] == chosen[-1][1]


def test_a_value_from_table_toml_is_among_the_choices() -> None:
    assert choices("hold", "900") == ("500", "650", "800", "900", "1000", "1300", "1600")


def test_who_changes_sides_takes_their_own_settings_along() -> None:
    before = Settings().folded(["language red fr", "help blue tutor"])
    after = before.folded(swapped(before))
    assert [after.now(name, player) for name in OWN for player in SIDES] == ["en", "fr", "tutor", "hints"]
    assert after.folded(swapped(after)) == before


def test_the_store_keeps_them_outside_of_any_game(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([Entry(0, "setting", "sound quiet"), Entry(1, "begin", {}), Entry(2, "setting", "odds on")])
    store.close()
    with closing(Store(tmp_path / "s")) as again:
        assert again.settings() == ["sound quiet", "odds on"]

"""A player's own menu: where their presses lead, what they choose, and that nobody chooses for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from signifer_core.layout import SIDES, Side
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.i18n.words import LANGUAGES
from signifer_firmware.session.own_menu import DISCARDS, STEP, WHY, OwnMenu, own_entries
from signifer_firmware.session.settings import HELP_LEVELS, Settings

ALL = own_entries(Settings(recall=True), "red", why=True)


def ok(player: Side = "red") -> Press:
    return Press(PressKind.PRESS, Button.OK, player)


def column(number: int) -> Press:
    return Press(PressKind.PRESS, Button.COLUMN, "red", number)


def pressed(*presses: Press, menu: OwnMenu | None = None) -> tuple[OwnMenu, list[str]]:
    """Red's menu after presses, and all that red has chosen."""
    menu, found = menu or OwnMenu(), list[str]()
    for press in presses:
        menu, chosen = menu.pressed(ALL, press)
        found += chosen.changes if chosen else []
    return menu, found


def at(menu: OwnMenu) -> tuple[str, int]:
    own = menu.shown(ALL)
    return own.shown.entry.key, own.page


def value(menu: OwnMenu) -> object:
    choice = menu.shown(ALL).shown.choice
    return choice.value if choice else None


def keys(settings: Settings, *, why: bool) -> list[str]:
    return [entry.key for entry in own_entries(settings, "blue", why=why)]


# Entries


def test_discards_are_there_while_both_allow_it_and_reasons_while_there_are_any() -> None:
    assert keys(Settings(), why=False) == [STEP, "language", "help"]
    assert keys(Settings(recall=True), why=True) == [STEP, WHY, DISCARDS, "language", "help"]


def test_settings_are_the_players_own_and_offer_all_values() -> None:
    settings = Settings().folded(["language red fr", "help blue tutor"])
    for player in SIDES:
        *_, language, level = own_entries(settings, player, why=False)
        assert (language.now, level.now) == (settings.language[player], settings.help[player])
        assert tuple(choice.value for choice in language.choices) == LANGUAGES
        assert tuple(choice.value for choice in level.choices) == HELP_LEVELS
        for choice in (*language.choices, *level.choices):
            for text in choice.changes:
                changed = settings.changed(text)
                other = "blue" if player == "red" else "red"
                assert changed != settings
                assert (changed.language[other], changed.help[other]) == (
                    settings.language[other],
                    settings.help[other],
                )


# Presses


def test_buttons_step_through_entries_and_parts_round_and_round() -> None:
    assert at(OwnMenu()) == (STEP, 0)
    ways = {1: "help", 2: WHY, 3: "language"}
    assert {number: at(pressed(column(number))[0])[0] for number in ways} == ways
    assert at(pressed(*[column(2)] * 5)[0]) == (STEP, 0)
    assert at(pressed(column(3), column(3))[0]) == (STEP, 0)


def test_pages_are_turned_and_every_entry_is_opened_at_its_first() -> None:
    assert at(pressed(column(5), column(5))[0]) == (STEP, 2)
    assert at(pressed(ok(), column(5), column(4))[0]) == (STEP, 1)
    assert at(pressed(column(4))[0]) == (STEP, -1), "round and round"
    assert at(pressed(column(5), column(2))[0]) == (WHY, 0)
    assert at(pressed(column(5), column(2), column(1))[0]) == (STEP, 0)


def test_a_page_is_that_of_its_entry_only() -> None:
    menu = pressed(column(2), column(5))[0]
    assert at(menu) == (WHY, 1)
    fewer = own_entries(Settings(), "red", why=False)
    own = menu.shown(fewer)
    assert (own.shown.entry.key, own.page) == ("language", 0)


def test_their_own_ok_takes_what_is_shown() -> None:
    menu, chosen = pressed(column(3), ok())
    assert chosen == [], "what holds already is no choice"
    menu, chosen = pressed(column(5), menu=menu)
    assert (value(menu), chosen) == ("fr", [])
    assert pressed(ok(), menu=menu)[1] == ["language red fr"]
    menu, chosen = pressed(column(1), column(4), ok())
    assert chosen == ["help red referee"]


def test_a_value_that_is_left_is_not_taken() -> None:
    assert pressed(column(3), column(5), column(2), column(1), ok())[1] == []


def test_the_others_ok_and_held_buttons_take_nothing() -> None:
    french = pressed(column(3), column(5))[0]
    assert pressed(ok("blue"), menu=french)[1] == []
    assert pressed(
        Press(PressKind.HOLD, Button.OK, "red"), Press(PressKind.HOLD, Button.COLUMN, "red", 5), menu=french
    ) == (french, [])
    assert pressed(Press(PressKind.HOLD, Button.COLUMN, "red", 5)) == (OwnMenu(), [])


BUTTONS = [
    *(Press(kind, Button.COLUMN, "red", number) for kind in PressKind for number in range(1, 6)),
    *(Press(kind, Button.OK, "red") for kind in PressKind),
]


@given(st.lists(st.sampled_from(BUTTONS), max_size=40), st.booleans(), st.booleans())
def test_what_is_taken_is_what_was_shown_and_only_their_own(
    presses: list[Press], why: bool, recall: bool
) -> None:
    settings, menu = Settings(recall=recall), OwnMenu()
    for press in presses:
        entries = own_entries(settings, "red", why=why)
        before = menu.shown(entries)
        assert before.shown.entry in entries
        menu, chosen = menu.pressed(entries, press)
        if chosen is None:
            continue
        assert press == ok()
        assert chosen == before.shown.choice
        (text,) = chosen.changes
        assert text.split()[:2] == [before.shown.entry.key, "red"]
        settings = settings.changed(text)
        after = menu.shown(own_entries(settings, "red", why=why)).shown
        assert (after.entry.key, after.entry.now) == (before.shown.entry.key, chosen.value)
        assert after.choice is not None
        assert after.choice.changes == (), "it holds now: there is nothing more to take"


@given(st.lists(st.sampled_from(BUTTONS), max_size=20))
def test_every_entry_is_reached_from_anywhere(presses: list[Press]) -> None:
    menu, _ = pressed(*presses)
    found = {at(pressed(*[column(2)] * steps, menu=menu)[0])[0] for steps in range(len(ALL))}
    assert found == {entry.key for entry in ALL}

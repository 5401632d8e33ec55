"""The menu of agreement: where presses lead, when both have agreed, what is bound, and that a resume holds it all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.json_values import as_object
from signifer_core.layout import SIDES, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override, Table
from signifer_drivers.polling.findings import Change, ChangeKind, Finding
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.panels import MenuPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.session.lifecycle import game_entries, start_entries
from signifer_firmware.session.menus import Menu, menu_entries
from signifer_firmware.session.observation import Sight
from signifer_firmware.session.settings import Settings as TableSettings
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.texts.menus import entries_of, entry_text, value_text

from tests.core.field_of_glory.states import somewhere, walk
from tests.firmware.session.keepers import SETTLE_US, TAGS, UIDS, Fumbling, keeper
from tests.sweeps import often, shared_out

BUNDLE = FIELD_OF_GLORY.bundle()
GAMES = (BUNDLE.name,)
SIDE = BUNDLE.procedure.side
ENTRIES = (
    Override("position", "a", None, (Choice(2, ("take",)),)),
    Override("step", "b", "one", (Choice("one"), Choice("two", ("second",)), Choice("three", ("third",)))),
    Override("active", "b", "red", (Choice("red"), Choice("blue", ("blue",)))),
    Override("over", "c", "none", (Choice("red", ("won",)), Choice("draw", ("drawn",)))),
)
BUTTONS = [
    *(Press(PressKind.PRESS, Button.COLUMN, player, column) for player in SIDES for column in range(1, 6)),
    *(Press(kind, Button.OK, player) for player in SIDES for kind in PressKind),
    *(Press(kind, Button.DICE) for kind in PressKind),
]


def ok(player: Side) -> Press:
    return Press(PressKind.PRESS, Button.OK, player)


def column(number: int, player: Side = "red") -> Press:
    return Press(PressKind.PRESS, Button.COLUMN, player, number)


def pressed(*presses: Press, menu: Menu | None = None) -> tuple[Menu, list[Choice]]:
    """The menu after presses, and all that was agreed on."""
    menu, found = menu or Menu(), []
    for press in presses:
        menu, agreed = menu.pressed(ENTRIES, press)
        found += [agreed] if agreed else []
    return menu, found


def shown(menu: Menu) -> tuple[str, object, set[str]]:
    what = menu.shown(ENTRIES)
    return what.entry.key, what.choice.value if what.choice else None, set(what.given)


# Presses


def test_buttons_step_through_entries_and_groups_round_and_round() -> None:
    ways = {1: "over", 2: "step", 3: "step"}
    for number, key in ways.items():
        assert shown(pressed(column(number))[0])[0] == key
    assert shown(pressed(column(2), column(3))[0])[0] == "over"
    assert shown(pressed(*[column(2, "blue")] * 4)[0])[0] == "position"
    assert shown(pressed(Press(PressKind.PRESS, Button.DICE))[0])[0] == "step"


def test_values_go_up_and_down_round_and_round() -> None:
    at_step = pressed(column(2))[0]
    assert shown(at_step) == ("step", "one", set())
    assert shown(pressed(column(5), menu=at_step)[0])[1] == "two"
    assert shown(pressed(Press(PressKind.HOLD, Button.DICE), menu=at_step)[0])[1] == "two"
    assert shown(pressed(column(4), menu=at_step)[0])[1] == "three"
    assert shown(pressed(*[column(5)] * 3, menu=at_step)[0])[1] == "one"


def test_nothing_is_chosen_before_a_value_is() -> None:
    at_end = pressed(column(1))[0]
    assert shown(at_end) == ("over", None, set())
    assert pressed(ok("red"), ok("blue"), menu=at_end)[1] == []
    assert shown(pressed(column(5), menu=at_end)[0])[1] == "red"
    assert shown(pressed(column(4), menu=at_end)[0])[1] == "draw"


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_both_have_to_say_so_in_either_order(order: tuple[Side, Side]) -> None:
    menu, agreed = pressed(column(2), column(5), ok(order[0]), ok(order[0]))
    assert (shown(menu), agreed) == (("step", "two", {order[0]}), [])
    menu, agreed = pressed(ok(order[1]), menu=menu)
    assert [choice.value for choice in agreed] == ["two"]
    assert shown(menu) == ("step", "one", set()), "the entry as it holds, nobody's ok"


@pytest.mark.parametrize("between", [(column(5), column(4)), (column(2), column(1)), (column(4),)])
def test_another_value_or_entry_withdraws_an_ok(between: tuple[Press, ...]) -> None:
    menu, agreed = pressed(column(2), column(5), ok("red"), *between)
    assert (shown(menu)[2], agreed) == (set(), [])


def test_what_holds_already_and_a_held_ok_are_no_agreement() -> None:
    assert pressed(column(2), ok("red"), ok("blue"))[1] == []
    assert pressed(Press(PressKind.HOLD, Button.OK, "red"), Press(PressKind.HOLD, Button.OK, "blue"))[1] == []


def test_an_ok_counts_only_for_what_was_shown_when_it_was_given() -> None:
    menu, _ = pressed(ok("red"))
    other = (Override("position", "a", None, (Choice(3, ("take", "more")),)), *ENTRIES[1:])
    assert menu.shown(other).given == frozenset()
    menu, agreed = menu.pressed(other, ok("blue"))
    assert agreed is None
    assert menu.shown(other).given == {"blue"}


def test_an_entry_that_is_gone_leaves_the_menu_where_it_was() -> None:
    menu, _ = pressed(column(1), column(1), column(5), ok("red"))
    left = (*ENTRIES[:2], ENTRIES[3])
    assert (menu.shown(left).entry.key, menu.shown(left).given, menu.shown(left).choice) == (
        "over",
        frozenset(),
        None,
    )


@given(st.lists(st.sampled_from(BUTTONS), max_size=40))
def test_nothing_is_agreed_on_that_both_did_not_say_ok_to_since_it_was_shown(presses: list[Press]) -> None:
    menu, given = Menu(), set[str]()
    for press in presses:
        before = shown(menu)[:2]
        menu, agreed = menu.pressed(ENTRIES, press)
        if press.button == Button.OK and press.kind == PressKind.PRESS:
            given.add(press.player or "")
        if agreed is not None:
            assert given == set(SIDES)
            assert (agreed.value, bool(agreed.changes)) == (before[1], True)
        if agreed is not None or shown(menu)[:2] != before:
            given.clear()


# Entries of the table's own


def entries(
    seen: Layout, due: Layout, gone: tuple[str, ...] = (), offers: tuple[str, ...] = BUNDLE.cards
) -> tuple[Override, ...]:
    sides: dict[Zone, tuple[Side, ...]] = {
        Zone("3", "red"): ("red",),
        Zone("4", "red"): ("red", "blue"),
        Zone("pad", "blue"): ("blue",),
    }
    return menu_entries(
        ENTRIES,
        seen=seen,
        due=due,
        cards=BUNDLE.cards,
        sides=sides,
        gone=gone,
        last="place red/spear-1 3",
        side=BUNDLE.procedure.side,
        offer=lambda card, pad: pad == Zone("pad", "blue") and card in offers,
        alike=lambda card: (),
        renewed=(),
    )


def test_of_equal_cards_a_new_tag_is_offered_one_that_is_not_read() -> None:
    """Nobody can tell them apart; that of those that are left one with its first tag comes first leads from a good card
    that was taken for dead to the dead one."""
    seen = Layout({Zone("pad", "blue"): ("blue/spear-1", "tag/0a")})
    spears = tuple(f"blue/spear-{number}" for number in (1, 2, 3))

    def offered(*renewed: str) -> list[object]:
        found = menu_entries(
            ENTRIES,
            seen=seen,
            due=Layout(),
            cards=(*spears, "blue/pike-1"),
            sides={Zone("pad", "blue"): ("blue",)},
            gone=(),
            last="",
            side=BUNDLE.procedure.side,
            offer=lambda card, pad: True,
            alike=lambda card: tuple(each for each in spears if each != card and card in spears),
            renewed=renewed,
        )
        (entry,) = (each for each in found if each.key == "bind")
        return [choice.value for choice in entry.choices]

    assert offered() == ["blue/spear-2", "blue/pike-1"]
    assert offered("blue/spear-2") == ["blue/spear-3", "blue/pike-1"]
    assert offered("blue/spear-2", "blue/spear-3") == ["blue/spear-2", "blue/pike-1"]


def test_a_new_tag_on_a_pad_is_offered_what_may_lie_there_after_what_is_missed_there() -> None:
    pad = Zone("pad", "blue")
    due = Layout({pad: ("blue/pike-4",), Zone("3", "red"): ("blue/pike-1",)})
    (entry, _) = entries(Layout({pad: ("tag/0a",)}), due, ("blue/pike-2",), ("blue/spear-1", "blue/pike-3"))[
        -3:-1
    ]
    found = [choice.value for choice in entry.choices]
    assert set(found[1:3]) == {"blue/spear-1", "blue/pike-3"}
    assert (found[0], found[3:5]) == ("blue/pike-4", ["blue/pike-1", "blue/pike-2"])
    (entry, _) = entries(Layout({Zone("3", "red"): ("tag/0a",)}), due, ("red/pike-2",))[-3:-1]
    assert entry.choices[0].value == "blue/pike-1"


def test_a_new_tag_is_offered_the_cards_that_are_missed_first() -> None:
    here = Zone("3", "red")
    due = Layout(
        {
            Zone("2", "red"): ("red/pike-1",),
            here: ("red/spear-1", "red/spear-2"),
            Zone("2", "blue"): ("blue/pike-1",),
        }
    )
    found = entries(
        Layout({here: ("red/spear-1", "tag/0a")}),
        due,
        ("tag/0b", "thermopyles:spartan-1", "red/archer-2", "blue/archer-1"),
    )
    (entry,) = [entry for entry in found if entry.key == "bind"]
    values = [str(choice.value) for choice in entry.choices]
    assert values[:4] == ["red/spear-2", "red/pike-1", "red/archer-2", "red/elephant-1"]
    assert "red/spear-1" not in values, "it lies there"
    assert {value.partition("/")[0] for value in values} == {"red", "terrain"}
    assert values[-1].startswith("terrain/")
    assert [found[-1].key, found[-2].key] == ["over", "wrong"]


def test_what_lies_or_lay_on_a_pad_is_not_told_by_the_cards_offered_for_a_tag() -> None:
    here, pad = Zone("3", "red"), Zone("pad", "red")
    without = entries(Layout({here: ("tag/0a",)}), Layout())
    assert entries(Layout({here: ("tag/0a",), pad: ("red/pike-1",)}), Layout()) == without
    sight = Sight(
        {"pad red": (pad,), "3 red": (here,)}, {b"a": "red/pike-1", b"b": "red/pike-2"}, BUNDLE.procedure.side
    )
    kinds: tuple[ChangeKind, ...] = (Finding.PRESENT, Finding.ABSENT)
    for kind in kinds:
        sight.changed([Change(kind, "pad red", b"a")], 0, ())
        sight.changed([Change(kind, "3 red", b"b")], 0, ())
    assert sight.gone == ("red/pike-2",)


def test_a_card_that_lay_somewhere_by_its_old_tag_no_longer_lies_there() -> None:
    here, pad = Zone("3", "red"), Zone("pad", "red")
    sight = Sight({"pad red": (pad,), "3 red": (here,)}, {b"a": "red/pike-1"}, SIDE)
    sight.changed([Change(Finding.PRESENT, "pad red", b"a")], 0, ())
    sight.changed([Change(Finding.PRESENT, "3 red", b"n")], 0, ())
    sight.bound("tag/6e", "red/pike-1")
    assert sight.seen == Layout({here: ("red/pike-1",)})


def test_on_a_shared_antenna_the_tag_may_be_of_either_army() -> None:
    found = entries(Layout({Zone("4", "red"): ("tag/0a",)}), Layout())
    (entry,) = [entry for entry in found if entry.key == "bind"]
    assert {str(choice.value).partition("/")[0] for choice in entry.choices} == {"red", "blue", "terrain"}


def test_a_bound_tag_counts_at_once_on_its_own_side_and_the_old_one_is_forgotten(tmp_path: Path) -> None:
    cards = {b"a": "blue/spear-1", b"b": "red/spear-1"}
    sight = Sight({"4": (Zone("4", "red"), Zone("4", "blue"))}, cards, SIDE)
    sight.changed([Change(Finding.PRESENT, "4", b"n"), Change(Finding.PRESENT, "4", b"b")], 0, ())
    assert sight.seen == Layout({Zone("4", "red"): ("tag/6e", "red/spear-1")})
    sight.bound("tag/6e", "blue/spear-1")
    assert sight.seen == Layout({Zone("4", "red"): ("red/spear-1",), Zone("4", "blue"): ("blue/spear-1",)})
    store = Store(tmp_path / "s")
    store.bind(cards)
    store.append([Entry(0, "begin", {})])
    store.append([Entry(1, "bound", {})], {b"n": "blue/spear-1"})
    assert store.cards() == {b"n": "blue/spear-1", b"b": "red/spear-1"}
    assert store.last_game()[-1] == Entry(1, "bound", {})
    store.close()


@pytest.mark.parametrize("silent", [True, False])
def test_a_tag_that_was_asked_about_or_covered_stays_so_as_the_card(silent: bool) -> None:
    pad = Zone("pad", "red")
    sight = Sight({"pad red": (pad,)}, {}, SIDE)
    for at_us, uid in enumerate([b"m", b"n"]):
        sight.changed([Change(Finding.PRESENT, "pad red", uid)], at_us, ())
    gone = [b"m", b"n"] if silent else [b"m"]
    kind: ChangeKind = Finding.COVERED if silent else Finding.ABSENT
    sight.changed([Change(kind, "pad red", uid) for uid in gone], 10, ())
    sight.bound("tag/6d", "red/pike-1")
    sight.bound("tag/6e", "red/pike-2")
    assert set(sight.seen[pad]) == {"red/pike-1", "red/pike-2"}
    assert {card for card, _ in sight.in_question} == ({"red/pike-1", "red/pike-2"} if silent else set())
    assert [card for card, _ in sight.covered] == ([] if silent else ["red/pike-1"])


# Words


@pytest.mark.slow
@settings(max_examples=often(8, 40), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_every_entry_and_value_has_words_that_fit_the_screen(seed: int) -> None:
    rng = random.Random(seed)
    state = [somewhere(rng), *(later for _, later in walk(somewhere(rng), rng, 10))][-1]
    seen = Layout({Zone("3", "red"): ("tag/0a", "blue/medium-infantry-8"), Zone("pad", "blue"): ("tag/0b",)})
    overrides = BUNDLE.procedure.overrides(Table(state), seen)
    sides: dict[Zone, tuple[Side, ...]] = {zone: (zone.side,) for zone, _ in seen.items()}
    found = menu_entries(
        overrides,
        seen=seen,
        due=Layout(),
        cards=BUNDLE.cards,
        sides=sides,
        gone=(),
        last="refused mixed-kinds",
        side=BUNDLE.procedure.side,
        offer=lambda card, pad: True,
        alike=lambda card: (),
        renewed=(),
    )
    start = start_entries(TableSettings(), GAMES, GAMES[0])
    again = (game_entries(TableSettings(), GAMES, swaps=swaps) for swaps in (True, False))
    menus = (found, start, *again)
    told = {entry.key for entries in menus for entry in entries}
    # "done" is told of as the menu is left, and is no entry of it.
    assert told | {"rematch same", "done"} == set(entries_of("field-of-glory"))
    for entries in menus:
        fits(entries)


def test_a_number_is_a_player_only_where_players_are_meant() -> None:
    words = words_of("en")
    for game, key, said in (
        ("field-of-glory", "hand", "4"),
        ("thermopyles", "marker", "4"),
        ("thermopyles", "active", "Player 4"),
    ):
        assert value_text(Override(key, key, 4, ()), 4, words, game) == said


def fits(found: Sequence[Override]) -> None:
    menu = Menu()
    for entry in found:
        what = menu.shown(found)
        assert what.entry == entry
        for _ in range(min(3, len(entry.choices))):
            menu, _ = menu.pressed(found, column(5))
        for words in map(words_of, LANGUAGES):
            for panel in menu_panels(menu.shown(found), dict.fromkeys(SIDES, words)).values():
                assert isinstance(panel, MenuPanel)
                drawn = [render(panel, page) for page in range(pages(panel))]
                assert not any(picture.shortened for picture in drawn)
                assert (len(drawn) == 1) or entry.refusals, panel
                assert entry_text(entry, words) in drawn[0].texts
            for choice in entry.choices:
                assert value_text(entry, choice.value, words)
        menu, _ = menu.pressed(found, column(2))


# The keeper


class Agreeing(Fumbling):
    """Hands that also open the menu, press its buttons, and lay tags that nobody knows."""

    def fumble(self) -> None:
        rng, is_open = self.rng, self.keeper.outlook.agreement is not None
        if rng.randrange(6 if not is_open else 16) == 0:
            self.press(Press(PressKind.HOLD, Button.AGREE))
        elif is_open and rng.randrange(3):
            self.press(rng.choice([*BUTTONS, *[ok("red"), ok("blue")] * 6]))
        elif rng.randrange(12) == 0:
            zone = Zone(rng.choice(["2", "3", "pad"]), rng.choice(SIDES))
            self.keeper.change(
                Change(Finding.PRESENT, str(zone), bytes([rng.randrange(200, 204)])), self.now_us
            )
        else:
            super().fumble()
        self._let_go()


@pytest.mark.slow
@pytest.mark.parametrize("seed", shared_out(range(10), 4))
def test_a_resumed_keeper_holds_what_was_agreed_and_an_open_menu(seed: int, tmp_path: Path) -> None:
    hands = Agreeing(tmp_path, seed)
    kinds = set()
    for number in range(150):
        hands.fumble()
        again = keeper(hands.store, random.Random(0))
        assert again.resume(hands.now_us)
        assert again.table == hands.keeper.table, number
        assert (again.outlook.agreement is None) == (hands.keeper.outlook.agreement is None)
    kinds = {entry.kind for entry in hands.store.last_game()}
    assert {"agreement", "agreed"} <= kinds
    hands.store.close()


def test_while_the_menu_is_open_nothing_is_judged_and_afterwards_everything(tmp_path: Path) -> None:
    hands = Fumbling(tmp_path, 0)
    hands.press(Press(PressKind.HOLD, Button.AGREE))
    rest(hands)
    before = hands.keeper.table
    hands.lay("red/pike-1", Zone("3", "red"))
    hands.lift("red/spear-1")
    rest(hands)
    assert (hands.keeper.table, hands.keeper.outlook.corrections, hands.keeper.quiet) == (before, (), True)
    hands.press(Press(PressKind.HOLD, Button.AGREE))
    rest(hands)
    outlook = hands.keeper.outlook
    assert hands.keeper.table != before or outlook.refusals or outlook.corrections
    hands.store.close()


def rest(hands: Fumbling) -> None:
    hands.now_us += 10 * SETTLE_US
    hands.keeper.step(hands.now_us)


def test_the_record_has_what_was_bound_and_marked(tmp_path: Path) -> None:
    hands = Fumbling(tmp_path, 0)
    told: list[str] = []
    hands.keeper.tell = lambda news: told.append(f"{news.kind} {news.what.get('text')}")
    hands.keeper.change(Change(Finding.PRESENT, "3 red", b"new"), 0)
    rest(hands)
    for press in (
        Press(PressKind.HOLD, Button.AGREE),
        column(1),
        column(1),
        ok("red"),
        ok("blue"),
        column(1),
        ok("red"),
        ok("blue"),
    ):
        hands.press(press)
        rest(hands)
    entries = {entry.kind: entry.body for entry in hands.store.last_game()}
    bound = as_object(entries["bound"])
    card = bound["card"]
    assert (entries["marked"], bound["tag"]) == ("refused unknown-tag", "tag/6e6577")
    done = [text for text in told if text.startswith("action")]
    assert done == ["action wrong", f"action bind tag/6e6577 {card}"]
    assert hands.store.cards()[b"new"] == card
    assert UIDS[card] in TAGS
    assert UIDS[card] not in hands.store.cards(), "the old tag is forgotten"
    assert card in hands.keeper.seen[Zone("3", "red")]
    hands.store.close()

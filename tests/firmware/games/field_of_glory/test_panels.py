"""What the screens show of Field of Glory: nobody has to count, remember or look up, and every text fits its place."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules.turn import TERRAINS_TO_WIN
from signifer_core.games.field_of_glory.state import DRAWING, RAMPAGE, STEPS, Holdings, State
from signifer_core.layout import SIDES
from signifer_core.procedure import Table
from signifer_firmware.display.panels import ColumnPanel, PlayerPanel, Shown, SidePanel
from signifer_firmware.display.render import page_texts, render
from signifer_firmware.games.field_of_glory.screens.panels import Panels, banners, won_text
from signifer_firmware.games.field_of_glory.texts import words as phrases
from signifer_firmware.games.field_of_glory.texts.words import HINT_KEYS, hint_text
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.outlook import Outlook

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, PROCEDURE, Hands, played, position, somewhere, walk
from tests.firmware.games.field_of_glory.outlooks import ENGLISH, check_all, held, panels_of, player


def column(hands: Hands, number: int, facing: Player = "red") -> ColumnPanel:
    return panels_of(hands).column(number, facing)


# Everything fits


def rampaging() -> State:
    """Blue has lost an elephant: random games hardly ever come to that."""
    hands = attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"})
    hands.lay("red/commander-1", "pad red").press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.state.step == RAMPAGE
    return hands.state


@pytest.mark.slow
def test_whatever_comes_in_a_game_fits_the_screens() -> None:
    """Random games and random positions; one picture of each step with each question, and of each attack's stage."""
    rng, lost = random.Random(7), rampaging()
    seen: set[object] = set()
    for number in range(60):
        path = walk(somewhere(rng), rng, 80) if number else played(rng)
        for state in (lost, *(state for _, state in path)):
            table = Table(state)
            if state.step == DRAWING or (state.step == "army" and state.full):
                continue
            prompts = PROCEDURE.prompts(table)
            stage = (state.result is not None and state.result.by, state.attack and state.attack.flank)
            shape = (*(prompt.key for prompt in prompts), state.step, stage, banners(state, "red", ENGLISH))
            if shape in seen:
                continue
            seen.add(shape)
            turned = frozenset(rng.sample(range(1, 6), rng.randrange(3)))
            check_all(Panels(DECK, table, Outlook(prompts=prompts), 0, turned))
    steps = {shape[-3] for shape in seen if isinstance(shape, tuple)}
    assert set(STEPS) - {DRAWING, "army"} <= steps
    assert len(seen) > 60


def test_every_hint_has_words() -> None:
    for key in HINT_KEYS:
        assert "{" not in hint_text(key, ENGLISH, "red")
    assert hint_text("top-card", ENGLISH, "red") == "It goes to Red's points"


@pytest.mark.parametrize(("language", "pad"), [("en", "pad"), ("fr", "socle"), ("de", "pad")])
def test_no_hint_of_a_table_without_pads_tells_of_one(language: str, pad: str) -> None:
    said = [key for key in HINT_KEYS if f"{key}-unseen" not in HINT_KEYS]
    hints = [hint_text(key, words_of(language), "red").lower() for key in said]
    assert [hint for hint in hints if pad in hint.split() or f"{pad}," in hint.split()] == []
    state = replace(position(step="draw"), unseen=True, drawn=True, red=Holdings(hand=11))
    panels = Panels(DECK, Table(state), Outlook(prompts=PROCEDURE.prompts(Table(state))), 0, frozenset())
    assert panels.hint(panels.outlook.prompts[0]) == "Then ok. Wrong? Both ok"


def test_an_attack_fits_the_screens_in_every_stage() -> None:
    hands = attacked(TWO_EACH)
    check_all(panels_of(hands))
    hands.lay("red/cavalry-5", "pad red")
    check_all(panels_of(hands))
    hands.press("press ok red")
    hands.lift("blue/medium-infantry-2")
    check_all(panels_of(hands))
    hands.press("press ok blue")
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    hands.press("press ok blue")
    assert hands.corrections
    check_all(panels_of(hands, frozenset({3})))


# Columns


def test_the_lead_is_marked_when_selected_and_otherwise_when_confirmed() -> None:
    hands = attacked(TWO_EACH)
    assert [unit.lead for unit in column(hands, 3).own.units] == ["selected", ""]
    hands.press("press column 3 red")
    assert [unit.lead for unit in column(hands, 3, "blue").enemy.units] == ["", "selected"]
    hands.press("press ok red")
    assert [unit.lead for unit in column(hands, 3).own.units] == ["", "confirmed"]
    assert [unit.lead for unit in column(hands, 3).enemy.units] == ["", ""]
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    hands.press("press ok blue")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert [unit.lead for unit in column(hands, 3).enemy.units] == ["selected", ""]
    drawn = {box.what for box in render(column(hands, 3)).boxes}
    assert {"lead", "selected"} <= drawn


def test_vulnerable_columns_say_so_and_the_player_reads_which() -> None:
    units = {"3 red": "spear-1", "3 blue": "pike-1", "2 red": "cavalry-1"}
    hands = Hands(position(units=units, step="flank"))
    assert [column(hands, number, "blue").note for number in (2, 3, 4)] == ["", "Flank open", ""]
    assert player(hands, "red").headline == "Flank 3, or ok"
    assert player(hands, "blue").headline == "Red may flank"
    hands.press("press column 3 red")
    assert column(hands, 3).note == "Red flanks"
    assert (player(hands, "red").headline, player(hands, "blue").headline) == (
        "Lead from 2 or 3",
        "Red chooses lead",
    )


def test_the_lines_of_a_sum_are_shown_without_the_bonus_card_until_it_is_revealed() -> None:
    hands = attacked(ONE_EACH, terrain="plain plain hill plain plain", control={3: "blue"})
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    panel = column(hands, 3)
    assert (panel.own.lines, panel.own.total) == (("4 combat",), 4)
    assert (panel.enemy.lines, panel.enemy.total) == (("4 combat", "+1 hill"), 5)
    assert (panel.note, panel.result) == ("Red attacks", "")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    panel = column(hands, 3)
    assert (panel.own.lines, panel.own.total) == (("4 combat", "+4 card"), 8)
    assert (panel.result, panel.note) == ("Red wins by 1", "")
    assert column(hands, 2).result == ""
    hands.follow()
    for facing in SIDES:
        panel = column(hands, 3, facing)
        assert (panel.result, panel.turn) == ("Red wins by 1", "Terrain to Red")
        assert {panel.own.lines, panel.enemy.lines} == {
            ("4 combat", "+4 card"),
            ("4 combat", "+2 card", "+1 hill"),
        }
        assert {panel.own.total, panel.enemy.total} == {8, 7}
        shown = " ".join(page_texts(panel))
        for text in ("Red wins by 1", "4 combat +4 card", "4 combat +2 card", "+1 hill", "8", "7"):
            assert text in shown, "both players read all of it"
    hands.press("hold ok red")
    panel = column(hands, 3)
    assert (panel.own.lines, panel.result, panel.turn) == ((), "", "")


@pytest.mark.parametrize(
    ("units", "bonus", "said"),
    [
        ({"3 red": "pike-1", "3 blue": "spear-1"}, "cavalry-1", "Blue's spear wins"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, "cavalry-1", "A tie"),
        ({"3 red": "pike-1", "3 blue": "heavy-infantry-1"}, "cavalry-5", "Blue wins by 2"),
    ],
)
def test_how_an_attack_ended(units: dict[str, str], bonus: str, said: str) -> None:
    hands = attacked(units).lay("red/cavalry-1", "pad red")
    hands.press("press ok red")
    if hands.state.step == "retreat":
        hands.press("press ok blue")
    hands.lay(f"blue/{bonus}", "pad blue").press("press ok blue")
    assert column(hands, 3, "blue").result == said
    assert {player(hands, name).headline for name in SIDES} == {said}


def test_that_all_retreated_is_said_until_it_is_dismissed() -> None:
    hands = at_retreat({"3 red": "heavy-infantry-1", "3 blue": "archer-1"})
    assert player(hands, "blue").info == "May: archer"
    hands.lift("blue/archer-1")
    assert player(hands, "blue").info == "1 lifted"
    hands.press("press ok blue")
    assert column(hands, 3).result == "All retreated"
    assert hands.follow()
    assert column(hands, 3).result == "All retreated"
    hands.press("hold ok red")
    assert column(hands, 3).result == ""


def test_after_the_reveal_nobody_attacks_any_more_though_the_attack_is_not_over() -> None:
    hands = attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}).lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.state.step == "rampage"
    assert (column(hands, 3).note, column(hands, 3).result) == ("", "Red wins by 2")
    assert (player(hands, "blue").headline, player(hands, "blue").info) == ("Top card, ok", "Red wins by 2")
    assert player(hands, "red").headline == "Blue loses card"


def test_a_turned_terrain_card_says_which_way() -> None:
    state = position(units={"3 red": "spear-1"}, control={3: "red"})
    table = Table(state)
    shown = Panels(DECK, table, Outlook(), 0, frozenset({2, 3}))
    assert [shown.column(number, "blue").turn for number in (1, 2, 3)] == [
        "",
        "Terrain: neutral",
        "Terrain to Red",
    ]


def test_terrain_is_shown_while_it_waits_and_none_before() -> None:
    from tests.core.field_of_glory.empty_tables import table as empty_table

    hands = empty_table()
    assert (column(hands, 3).terrain, column(hands, 3).terrain_name) == ("", "No terrain")
    hands.press("press ok red")
    hands.press("press ok blue")
    hands.lay("terrain/plain-1", "3 red")
    for facing in SIDES:
        panel = column(hands, 3, facing)
        assert (panel.terrain, panel.note) == ("plain", "ok, or lift it")
    assert column(hands, 2).note == ""
    check_all(panels_of(hands))
    hands.press("press ok red")
    assert (column(hands, 3).terrain_name, column(hands, 3).note) == ("Plain", "")


# Players


def test_a_pad_says_how_many_cards_and_the_reveal_says_which() -> None:
    hands = attacked(ONE_EACH)
    assert player(hands, "red").shown == ()
    hands.lay("red/cavalry-5", "pad red").lay("red/spear-1", "pad red")
    assert player(hands, "red").shown == (Shown("red", "2 cards: 1 too many"),)
    hands.lift("red/spear-1")
    assert player(hands, "red").shown == (Shown("red", "1 card: ok"),)
    hands.press("press ok red")
    assert player(hands, "red").shown == (Shown("red", "1 card, confirmed"),)
    hands.lay("blue/cavalry-1", "pad blue")
    assert player(hands, "blue").shown == (Shown("blue", "1 card: ok"),)
    hands.press("press ok blue")
    both = (Shown("red", "cavalry: 4 CP"), Shown("blue", "cavalry: 2 CP"))
    assert [player(hands, name).shown for name in SIDES] == [both, both]
    hands.follow()
    assert [player(hands, name).shown for name in SIDES] == [both, both]
    hands.press("hold ok red")
    assert player(hands, "red").shown == ()


def test_no_screen_differs_by_the_card_on_a_pad() -> None:
    def shown(card: str, *, confirmed: bool) -> object:
        hands = attacked(ONE_EACH).lay(f"red/{card}", "pad red")
        if confirmed:
            hands.press("press ok red")
        return panels_of(hands).all()

    cards = [card.partition("/")[2] for card in DECK.army("red")]
    cards.remove("heavy-infantry-1")  # it lies in the column
    assert len(cards) == 47
    for confirmed in (False, True):
        first, *others = [shown(card, confirmed=confirmed) for card in cards]
        assert all(other == first for other in others)


def test_a_card_that_the_enemy_has_won_is_handed_to_them() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert set(player(hands, "blue").corrections) == {
        "take heavy infantry 2 CP from 3 to Red",
        "take cavalry 2 CP from pad",
    }


def test_who_has_something_to_decide_has_the_lit_head() -> None:
    hands = at_retreat()
    assert (player(hands, "red").active, player(hands, "blue").active) == (False, True)
    hands.press("press ok blue")
    assert player(hands, "red").headline == "Blue adds bonus"


# How the game may end


def test_fg_v1_three_terrains_are_a_threat_until_the_holders_turn() -> None:
    state = held({"blue": 3})
    assert banners(state, "red", ENGLISH) == (
        "Blue holds three: break one, or Blue wins as the next turn begins",
    )
    assert banners(state, "blue", ENGLISH) == ("You hold three: you win next turn unless one is broken",)
    assert banners(held({"blue": 4, "red": 1}), "red", ENGLISH)[0].startswith("Blue holds four")
    assert banners(held({"blue": 2, "red": 3}), "red", ENGLISH) == (), "red's own check has passed"
    assert banners(held({"blue": 3}, active="blue"), "red", ENGLISH) == ()
    for reader in SIDES:
        check_all(Panels(DECK, Table(held({reader: 5})), Outlook(), 0))


@pytest.mark.parametrize("language", LANGUAGES)
def test_fg_v1_a_threat_says_how_many_must_be_broken_and_fits(language: str) -> None:
    words = words_of(language)
    # German says to the holder that none may fall, and to the other that one must.
    broken = {"en": ("one", "two", "three"), "fr": ("un", "deux", "trois"), "de": ("k?eins", "zwei", "drei")}
    for terrains, holder, reader in product((3, 4, 5), SIDES, SIDES):
        said = phrases.threat_text(holder, terrains, reader, words)
        # In French the holder is told what to keep.
        if language != "fr" or holder != reader:
            wanted = broken[language][terrains - TERRAINS_TO_WIN]
            assert re.search(rf"\b{wanted}\b", said.partition(":")[2]), said
        drawn = render(PlayerPanel("red", "", banners=(said,)))
        assert drawn.shortened == (), said


def test_fg_e1_the_last_turn_is_announced_and_no_check_follows_it() -> None:
    out, one, fresh = Holdings(shuffles=2), Holdings(shuffles=1, deck=2), Holdings(shuffles=1, deck=3)
    assert banners(held({"blue": 3}, red=out, blue=out), "red", ENGLISH) == (
        "Both shuffle cards are out: this is the last turn",
    )
    assert banners(held({}, red=one, blue=out), "red", ENGLISH) == (
        "Your next shuffle ends the game with that turn",
    )
    assert banners(held({}, red=one, blue=out), "blue", ENGLISH) == (
        "Red's next shuffle ends the game with that turn",
    )
    assert banners(held({}, red=fresh, blue=out), "red", ENGLISH) == ()
    assert banners(held({}, red=one, blue=one), "red", ENGLISH) == ()
    assert len(banners(held({"blue": 3}, red=one, blue=out), "red", ENGLISH)) == 2
    check_all(Panels(DECK, Table(held({"blue": 3}, red=one, blue=out)), Outlook(), 0))


def test_nothing_is_announced_before_or_after_the_game() -> None:
    for step in ("army", "terrain", "first"):
        assert banners(replace(held({"blue": 3}), step=step, winner="red"), "red", ENGLISH) == ()
    over = banners(replace(held({"blue": 3}), step="over", winner="red"), "red", ENGLISH)
    assert over == ("Rematch, new game: hold both ok",), "only what comes next"


@pytest.mark.parametrize(
    ("state", "winner", "said"),
    [
        (held({"blue": 3}, active="blue"), "blue", "Three terrains at the check"),
        (held({"blue": 3, "red": 1}, active="red"), "blue", "Terrain 3 : 1, points 0 : 0"),
        (held({"blue": 3, "red": 1}), "red", "Terrain 1 : 3, points 0 : 0"),
        (
            held({"red": 2, "blue": 1}, red=Holdings(shuffles=2), blue=Holdings(shuffles=2)),
            "red",
            "Terrain 2 : 1",
        ),
        (
            held(
                {"red": 1, "blue": 1}, red=Holdings(shuffles=2, points=3), blue=Holdings(shuffles=2, points=7)
            ),
            "blue",
            "Terrain 1 : 1, points 7 : 3",
        ),
        (
            held({}, red=Holdings(shuffles=2, points=3), blue=Holdings(shuffles=2, points=3)),
            "draw",
            "Terrain 0 : 0, points 3 : 3",
        ),
    ],
)
def test_the_end_says_who_won_and_by_what(state: State, winner: str, said: str) -> None:
    state = replace(state, step="over", winner=winner)
    assert won_text(state, ENGLISH) == said
    table = Table(state)
    panels = Panels(DECK, table, Outlook(prompts=PROCEDURE.prompts(table)))
    for name in SIDES:
        panel = panels.player(name)
        assert panel.headline == ("A draw" if winner == "draw" else f"{winner.capitalize()} wins")
        assert (panel.info, panel.active) == (said, False)
    check_all(panels)


def test_what_both_read_in_the_same_words_is_put_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a table that says something new twelve panels are made, on a small computer within the time of a look."""
    put: list[tuple[int, str, str]] = []
    side = Panels.side

    def counted(self: Panels, number: int, player: Player, words: Words) -> SidePanel:
        put.append((number, player, words.language))
        return side(self, number, player, words)

    monkeypatch.setattr(Panels, "side", counted)
    panels = panels_of(attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}))
    assert len(dict(panels.all())) == 12
    assert len(put) == len(set(put)) == 10
    put.clear()
    dict(replace(panels, readers={"red": words_of("en"), "blue": words_of("de")}).all())
    assert len(put) == len(set(put)) == 20

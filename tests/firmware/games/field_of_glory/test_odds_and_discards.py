"""What players ask for in Field of Glory: odds that tell nothing hidden, their own discards, and how much help."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from signifer_core.frozen import replace as with_fields
from signifer_core.games.field_of_glory.odds import Chance, odds
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Table
from signifer_firmware.display.panels import PlayerPanel, TextPanel
from signifer_firmware.display.player_menu_panels import with_player_menus
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.games.field_of_glory.screens.panels import Panels, banners
from signifer_firmware.games.field_of_glory.texts.odds_and_discards import _per_cent, discards
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.settings import HELP_LEVELS, Settings

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, Hands, position
from tests.firmware.display.drawn import faults_of
from tests.firmware.games.field_of_glory.outlooks import ENGLISH, held, outlook_of

BUNDLE = FIELD_OF_GLORY.bundle()


def told(hands: Hands, language: str = "en") -> tuple[str, ...]:
    return BUNDLE.odds(hands.table, words_of(language))


def columns(hands: Hands) -> list[int]:
    """The columns whose button asks for odds, whoever holds it."""
    red, blue = (BUNDLE.odds_columns(hands.table, player) for player in SIDES)
    assert red == blue
    return sorted(red)


def pictures(hands: Hands, language: str) -> list[bytes]:
    """Every picture that both players' screens show while odds are asked for."""
    readers: dict[str, Words] = dict.fromkeys(SIDES, words_of(language))
    outlook = replace(outlook_of(hands), odds=3)
    panels = with_player_menus(
        BUNDLE.panels(hands.table, outlook, readers=readers), BUNDLE, hands.table, outlook, readers
    )
    found = []
    for player in SIDES:
        panel = panels[player]
        assert isinstance(panel, TextPanel)
        for page in range(pages(panel)):
            drawn = render(panel, page)
            assert list(faults_of(drawn)) == []
            assert drawn.shortened == ()
            found.append(drawn.image.tobytes())
    return found


# Odds


def test_a_way_that_only_a_retreat_opens_is_not_told_of_an_attack_without_one() -> None:
    """Both units may retreat, and become the only cards that a defender without hand and deck could draw."""
    _, *said = told(attacked(TWO_EACH, blue=Counts(hand=0, deck=0, discard=0)))
    ways = [line.partition("  ")[0].rstrip(" :0123456789") for line in said if " : " in line]
    assert ways == ["Red draws", "Red hand"]


def test_the_chances_of_both_draws_and_hands_and_of_each() -> None:
    title, *said = told(attacked(ONE_EACH, control={3: "blue"}))
    assert title == "Red : tie : Blue, %"
    found = odds(DECK, attacked(ONE_EACH, control={3: "blue"}).state)
    assert [line.split(" ")[:2] for line in said[:4]] == [
        ["Both", "draw"],
        ["Blue", "hand"],
        ["Red", "hand"],
        ["Both", "hand"],
    ]
    for line, way in zip(
        said, [("deck", "deck"), ("deck", "hand"), ("hand", "deck"), ("hand", "hand")], strict=False
    ):
        figures = [int(word) for word in line.replace(":", "").split() if word.isdigit()]
        chance = found.best(*way).of(*way)
        assert sum(figures) == 100
        for figure, part in zip(figures, (chance.win, chance.tie, chance.lose), strict=True):
            assert abs(figure - 100 * part) < 1
    assert said[4:] == [
        "Red: heavy infantry 2 CP",
        "Blue: heavy infantry 2 CP",
        "Unseen: all alike. Hand: the best.",
    ]


def test_a_lead_that_a_button_selects_or_ok_confirms_counts() -> None:
    units = {"3 red": "cavalry-1 light-cavalry-1", "3 blue": "heavy-infantry-1"}
    hands = attacked(units)
    best = told(hands)
    assert "Red: cavalry 2 CP" in best
    hands.press("press column 3 red")
    selected = told(hands)
    assert "Red: light cavalry 2 CP" in selected
    assert selected[1:5] != best[1:5]
    hands.press("press ok red")
    assert told(hands) == selected


def test_who_has_chosen_their_card_has_no_choice_any_more_and_who_may_retreat_is_told_of() -> None:
    hands = at_retreat()
    assert [line.split(" ")[:2] for line in told(hands)[1:3]] == [["Red", "hand"], ["Both", "hand"]]
    assert told(hands)[-1] == "Unseen: all alike. Hand: the best. No retreat."


def test_odds_are_told_from_the_declaration_to_the_reveal() -> None:
    hands = Hands(position(units=ONE_EACH))
    assert (columns(hands), told(hands)) == ([], ())
    hands.press("press column 3 red")
    seen = [columns(hands)]
    hands.lay("red/commander-1", "pad red").press("press ok red")
    seen.append(columns(hands))
    assert seen == [[3], [3]]
    assert told(hands)
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert (columns(hands), told(hands)) == ([], ())


def test_counts_that_cannot_be_right_are_said_to_be() -> None:
    hands = attacked(ONE_EACH)
    state = hands.state.with_side("red", hand=60)
    title, *said = BUNDLE.odds(with_fields(hands.table, state=state), ENGLISH)
    assert (title, said) == ("Odds", ["The counts cannot be right."])


@pytest.mark.parametrize(
    ("win", "tie", "lose", "said"),
    [
        (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3), "34 : 33 : 33"),
        (Fraction(996, 1000), Fraction(2, 1000), Fraction(2, 1000), "100 : 0 : 0"),
        (Fraction(1), Fraction(0), Fraction(0), "100 : 0 : 0"),
        (Fraction(105, 1000), Fraction(406, 1000), Fraction(489, 1000), "10 : 41 : 49"),
    ],
)
def test_per_cent_make_a_hundred(win: Fraction, tie: Fraction, lose: Fraction, said: str) -> None:
    assert _per_cent(Chance("deck", "deck", win, tie, lose)) == said


@pytest.mark.slow
@pytest.mark.parametrize("confirmed", [False, True])
@pytest.mark.parametrize("player", SIDES)
def test_odds_do_not_differ_by_a_byte_whichever_card_lies_on_a_pad(player: Side, confirmed: bool) -> None:
    shown: dict[str, list[list[bytes]]] = {}
    for card in DECK.army(player):
        hands = attacked(TWO_EACH) if player == "red" else at_retreat()
        if hands.state.where(card) or card in hands.pad("red"):
            continue
        if player == "blue":
            hands.press("press ok blue")
        hands.lay(card, f"pad {player}")
        if confirmed:
            hands.press(f"press ok {player}")
        assert (hands.table.held.offers(player) is not None) == confirmed
        shown[card] = [pictures(hands, language) for language in LANGUAGES]
    first, *others = shown.values()
    assert len(others) >= 44
    assert all(other == first for other in others)


def test_odds_fit_the_screens_in_every_stage_and_language() -> None:
    stages = [attacked(TWO_EACH), at_retreat(TWO_EACH), attacked(ONE_EACH)]
    stages.append(at_retreat({"3 red": "heavy-infantry-1", "3 blue": "light-infantry-1 light-infantry-2"}))
    none = Counts(hand=0, deck=0, discard=0)
    stages += [
        attacked(ONE_EACH, red=none),
        attacked(ONE_EACH, blue=none),
        attacked(TWO_EACH, red=none, blue=none),
    ]
    stages.append(
        attacked(
            {"3 red": "medium-infantry-1 medium-infantry-2", "3 blue": "light-infantry-1 light-cavalry-1"}
        )
    )
    for hands in stages:
        for language in LANGUAGES:
            assert 2 <= len(pictures(hands, language)) <= 6
    assert told(stages[4])[1].startswith("Blue ")
    assert told(stages[6])[1] == "No cards 100 : 0 : 0"


# Discards


def test_discards_are_named_by_kind_as_far_as_they_were_seen() -> None:
    assert discards(position(), "red", ENGLISH) == ("No discards",)
    state = position(red=Counts(hand=5, deck=5, discard=2))
    assert discards(state, "red", ENGLISH) == ("2 cards not seen",)
    seen = frozenset({"red/spear-3", "red/spear-2", "red/heavy-infantry-1"})
    state = state.with_side("red", discard=4, discards=seen)
    assert discards(state, "red", ENGLISH) == ("Heavy infantry 2 CP", "Spear 3 4 CP", "1 card not seen")
    assert discards(state, "blue", ENGLISH) == ("No discards",)
    assert discards(state, "red", words_of("de"))[-1] == "1 Karte nicht gesehen"


def test_what_was_paid_is_in_the_pile_and_what_lies_on_the_pad_is_not() -> None:
    hands = Hands(position(units={"3 blue": "pike-1"}))
    hands.lay("red/archer-1", "3 red").lay("red/commander-1", "pad red")
    before = discards(hands.state, "red", ENGLISH)
    hands.press("press ok red")
    assert before == ("No discards",)
    assert discards(hands.state, "red", ENGLISH) == ("Commander",)


# Levels of help


def seen_at(level: str, hands: Hands, name: Side = "red") -> PlayerPanel:
    settings = Settings().changed(f"help {name} {level}")
    return Panels(DECK, hands.table, replace(outlook_of(hands), settings=settings)).player(name)


def test_a_referee_says_what_was_asked_and_no_more() -> None:
    hands = attacked(TWO_EACH)
    assert [seen_at(level, hands).headline for level in HELP_LEVELS] == ["Lead: heavy infantry 2 CP?"] * 3
    assert [seen_at(level, hands).info for level in HELP_LEVELS] == ["", "Button 3: next", "Button 3: next"]
    assert seen_at("referee", hands, "blue").info == ""
    hands = at_retreat({"3 red": "heavy-infantry-1", "3 blue": "archer-1"})
    assert [seen_at(level, hands, "blue").info for level in HELP_LEVELS] == ["", "May: archer", "May: archer"]
    hands.lift("blue/archer-1")
    assert seen_at("referee", hands, "blue").info == "1 lifted", "that is what the table has seen"


def test_a_referee_still_tells_results_refusals_with_their_fix_and_what_a_shuffle_asks_for() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert seen_at("referee", hands).headline == "Red wins by 2"
    hands = Hands(position()).lay("blue/pike-1", "3 blue")
    refusal = seen_at("referee", hands, "blue").refusal
    assert refusal is not None
    assert refusal.fix == "Take pike 2 CP away."
    hands = Hands(position(red=Counts(hand=3, deck=0, discard=6), step="draw"))
    hands.press("press ok red")
    assert seen_at("referee", hands).info.startswith("Shuffle card: turn")


def test_a_referee_warns_of_nothing_but_announces_the_last_turn() -> None:
    state = held({"blue": 3})
    assert banners(state, "red", ENGLISH)
    assert banners(state, "red", ENGLISH, advice=False) == ()
    settings = Settings().changed("help red referee")
    panels = Panels(DECK, Table(state), Outlook(settings=settings))
    assert (panels.player("red").banners, len(panels.player("blue").banners)) == ((), 1)
    last = state.with_side("red", shuffles=2).with_side("blue", shuffles=2)
    assert len(banners(last, "red", ENGLISH, advice=False)) == 1


def test_levels_are_each_players_own_and_hints_are_what_everybody_had() -> None:
    hands = attacked(TWO_EACH)
    for name in SIDES:
        assert seen_at("hints", hands, name) == Panels(DECK, hands.table, outlook_of(hands)).player(name)
    settings = Settings().changed("help blue referee")
    assert Panels(DECK, hands.table, replace(outlook_of(hands), settings=settings)).player("red").info

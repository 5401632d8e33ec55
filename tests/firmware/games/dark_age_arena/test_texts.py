"""What Dark Age Arena says beside refusals: every question, notice, entry and line of a record, in each language; whole
on its screen, and without an id. Names are those of the deck files."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import TRAINING, both_texts, training
from signifer_core.games.dark_age_arena.state import STEPS, Spot, Step
from signifer_core.layout import SIDES
from signifer_core.procedure import Override, Prompt, Table
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.panels import PlayerPanel
from signifer_firmware.display.render import pages, render
from signifer_firmware.games.dark_age_arena.game import GAME
from signifer_firmware.games.dark_age_arena.texts import TEXTS
from signifer_firmware.games.dark_age_arena.texts.words import HINT_KEYS, SORTS, hint_text, sort_text
from signifer_firmware.i18n.words import LANGUAGES, Words, words_of
from signifer_firmware.session import menus
from signifer_firmware.texts.decisions import decision_text, done_words
from signifer_firmware.texts.menus import entry_text, value_text
from signifer_firmware.texts.sentences import notice_text, pad_text, prompt_text
from signifer_firmware.texts.terms import card_name, card_names, kind_label, kind_name, source_name, step_name

from tests.core.dark_age_arena.hands import Hands, attacking, drafting, fighting, known_to_a_table, table
from tests.core.dark_age_arena.states import RULES, played, position
from tests.firmware.display.drawn import faults_of

from .moments import moments

BUNDLE = GAME.bundle()
ENGLISH = words_of("en").calling(BUNDLE.names)
ID = re.compile(r"[a-z]-\d|None|\{|  |[a-z]/[a-z]|\b(red|blue)\b")


def in_each_language() -> Iterator[Words]:
    return (words_of(language).calling(BUNDLE.names) for language in LANGUAGES)


# Names: those of the deck files

OURS = (
    training("training-iron")
    .text.replace('name = "Knight",', 'name = "Knight", names = { fr = "Chevalier", de = "Ritter" },')
    .replace('{ name = "Gate",', '{ name = "Gate", names = { fr = "Porte" },')
)
OWN = GAME.bundle(both_texts(OURS, training("training-ash").text))


def test_cards_are_called_as_on_their_owners_deck_in_the_language_of_the_reader() -> None:
    said = {language: words_of(language).calling(OWN.names) for language in LANGUAGES}
    names = {language: card_name("red/knight-2", words) for language, words in said.items()}
    assert names == {"en": "Knight", "fr": "Chevalier", "de": "Ritter"}
    assert [kind_name("knight", said["fr"]), kind_label("knight", said["de"])] == ["Chevalier", "Ritter"]
    assert card_name("blue/scout-1", said["fr"]) == "Scout", "a name without others is said in every language"
    cards = ("red/knight-1", "red/knight-3", "red/mail-1")
    assert card_names(cards, said["fr"]) == ["2 x Chevalier", "Mail"]
    assert card_name("red/knight-2", words_of("fr")) == "Knight", "nobody knows which game: as it is shipped"
    assert (card_name("tag/04aa", ENGLISH), card_name("red/spear-2", ENGLISH)) == (
        "the unknown tag",
        "spear 3 CP",
    )
    assert card_name("red/nobody-1", ENGLISH) == "nobody-1".replace("-", " ")


def test_places_and_leaders_have_the_names_of_their_decks() -> None:
    french = words_of("fr").calling(OWN.names)
    assert [source_name(f"{place} {side}", french) for side in SIDES for place in (1, 2)] == [
        "Porte", "Hall", "Ravine", "Camp",
    ]  # fmt: skip
    assert source_name("leader red", french) == "Iron"
    assert [source_name(word, ENGLISH) for word in ("bid", "class", "marker", "com")] == [
        "bid",
        "enemy class",
        "marker",
        "COM",
    ]
    assert set(OWN.called) == set(OWN.deck.catalogue), "they are no cards"


def test_a_kind_of_another_game_does_not_name_a_card_of_a_deck() -> None:
    """Field of Glory has spears, too."""
    mine = OURS.replace(
        'mail = { sort = "weapon", name = "Mail"', 'spear = { sort = "weapon", name = "Long spear"'
    )
    words = words_of("de").calling(GAME.bundle(both_texts(mine, training("training-ash").text)).names)
    assert (card_name("red/spear-1", words), kind_name("spear", words)) == ("Long spear", "Long spear")
    assert card_name("red/spear-1", words_of("de")) == "Speerträger 2 KP"


def test_sorts_of_cards_have_words() -> None:
    assert {each for name in TRAINING for each in training(name).sorts} <= set(SORTS)
    assert [sort_text("instant", words) for words in in_each_language()] == [
        "Instant",
        "Instantané",
        "Sofortkarte",
    ]


# Questions


def asked() -> dict[tuple[str, tuple[str, ...]], Prompt]:
    """Each question that tables come to, by its key and the names of its figures."""
    found: dict[tuple[str, tuple[str, ...]], Prompt] = {}
    tables = [Table(state) for state in moments()]
    tables += [hands.table for hands in waiting()]
    for each in tables:
        for prompt in BUNDLE.procedure.prompts(each):
            key = f"wait {prompt.figure('asked')}" if prompt.key == "wait" else prompt.key
            found.setdefault((key, tuple(name for name, _ in prompt.figures)), prompt)
    return found


def waiting() -> Iterator[Hands]:
    """Tables at which something waits for `ok`."""
    yield drafting().lay("red/knight-1", "2 red")
    yield table("prepare", "knight-1 1", hands=("mail-1 granary-1", "")).lay("red/mail-1", "5 red")
    playing = table("prepare", "knight-1 1", hands=("mail-1 granary-1", "")).lay("red/mail-1", "5 red")
    playing.press("press column 1 red")
    yield playing
    yield table("prepare", hands=("mail-1", "")).lay("red/mail-1", "5 red")
    yield table("prepare", "knight-1 1", hands=("mail-1 granary-1", "")).lay("red/granary-1", "1 red")
    for card in ("great-axe-1", "war-chest-1"):
        playing = table("prepare", "knight-1 1", hands=(card, "")).lay(f"red/{card}", "5 red")
        playing.press("press column 1 red")
        yield playing
    moving = table("supply", "knight-1 1, axeman-1 1")
    yield moving.lift("red/knight-1", settled=None).lay("red/knight-1", "2 red")
    buying = table("supply", "knight-1 1", hands=("mail-1", ""))
    buying.press("press column 5 red")
    yield buying
    for moves in (True, False):
        short = table("supply", "knight-1 1, axeman-1 1", has={"red": {"com": 3}})
        if moves:
            short.lift("red/knight-1", settled=None).lay("red/knight-1", "2 red")
        short.pressed(*[] if moves else ["press column 5 red"], *["hold column 1 red"] * 3)
        yield short
    bidding = table("bid", "knight-1 1", hands=("mail-1", "sack-1"))
    bidding.press("press ok red")
    yield bidding
    aiming = fighting(("knight-1", "axeman-1"), ("scout-1",))
    aiming.press("press column 1 blue")
    yield aiming


def test_every_question_of_the_table_has_words_and_fits() -> None:
    found = asked()
    for (key, _), prompt in found.items():
        for words in in_each_language():
            said, more = prompt_text(prompt, words, GAME.name), hint_text(prompt, words)
            assert not ID.search(said + more), (key, said, more)
            panel = PlayerPanel("red", step_name(prompt.step, words), headline=said, info=more)
            assert pages(panel) <= 2, (said, more)
            drawn = [render(panel, page) for page in range(pages(panel))]
            assert all((list(faults_of(each)), each.shortened) == ([], ()) for each in drawn), (said, more)
    keys = {key for key, _ in found}
    assert set(TEXTS.prompts) - keys <= {
        *("contest", "roll-contest", "no-undo-bid", "no-undo-step-over", "roll-task", "ask", "assemble-laid"),
        *("defend-alone", "draft-missed", "solitary-short", "play-com"),
    }
    assert {f"wait {key}" for key in TEXTS.waiting} - keys <= {
        "wait ask",
        "wait contest",
        "wait defend-alone",
    }
    assert {"roll-draft", "roll-strike", "roll-block", "play-log", "supply-moves", "wait muster"} <= keys
    assert {key.partition(" ")[0] for key in HINT_KEYS} <= set(TEXTS.prompts)


def test_a_roll_says_whose_what_for_what_it_must_reach_and_what_is_added() -> None:
    figures = (
        ("player", "blue"), ("dice", 2), ("card", "blue/raider-1"), ("reach", "8 10 12"),
        ("modifiers", "1 blue +1, blue/drill-1 -2"), ("modifiers_sum", -1),
    )  # fmt: skip
    prompt = Prompt("red", "strike", "roll-strike", figures)
    assert prompt_text(prompt, ENGLISH) == "Blue: roll to hit"
    assert hint_text(prompt, ENGLISH) == "Raider hits at 8, 10, 12. Added: Ravine +1, Drill -2"
    bids = (("player", "red"), ("modifiers", "bid +2"), ("others", "bid +0, blue/watchfire-1 +1"))
    assert hint_text(Prompt("red", "bid", "roll-initiative", bids), ENGLISH) == (
        "Red: bid +2. Blue: bid +0, Watchfire +1"
    )


def test_da_4_only_who_may_go_on_is_told_so() -> None:
    def hint(step: Step) -> str:
        hands = table(step, "knight-1 1", hands=("mail-1", "sack-1"))
        hands.press("press ok red")
        prompt = hands.question("red")
        assert prompt.key == "done"
        return hint_text(prompt, ENGLISH)

    assert hint("prepare") == "You are done, and may still go on"
    assert hint("stock") == ""


def test_who_is_chosen_changes_the_hint() -> None:
    def hint(key: str, **figures: int | str) -> str:
        return hint_text(Prompt("red", "aim", key, tuple(figures.items())), ENGLISH)

    assert hint("aim", card="red/raider-1", column=0) == "Column of the enemy, then ok"
    assert hint("aim", card="red/raider-1", column=2) == "The one in column 2: ok"
    assert hint("target", place=0) == "Column 1, 2 or 3, then ok"
    assert hint("target", place=3) == "column 3: ok attacks it"
    assert hint("play-log", card="red/mail-1", com=0, log=2) == "Mail"
    assert hint("play-log", card="red/mail-1", target="red/knight-1", com=0, log=2) == "Mail for Knight"
    missed: dict[str, int | str] = {"card": "red/militia-1", "die": 1, "missing": 1, "most": 1}
    assert hint("draft-missed", **missed).startswith("Militia: 1. Ok: pay.")
    assert hint("draft-missed", **missed, natural=1).startswith("Militia: a 1 takes no COM.")
    assert hint("draft-missed", **missed, beyond=1) == "Militia: 1. Hold 5: marker. Hold ok: give up"
    assert hint("solitary-short", card="red/raider-1", enough=1) == "Raider. Ok: pay. Hold ok: stays away"
    assert hint("over") == ""


def test_pads_say_what_ok_would_do() -> None:
    discards = BUNDLE.procedure.offered(Table(position("stock")), "red", ("red/mail-1",))
    bluff = BUNDLE.procedure.offered(Table(position("bluff", "knight-1 0")), "red", ("red/mail-1",))
    assert [pad_text(each, ENGLISH) for each in (discards, bluff)] == [
        "1 card: ok discards it",
        "1 card: ok lays it face down",
    ]


def test_every_step_has_a_name() -> None:
    assert set(TEXTS.steps) == set(STEPS) - {"over"}


# Notices


@pytest.mark.parametrize(
    ("key", "figures", "said"),
    [
        (
            "crowded",
            (("column", 2), ("limit", 8)),
            "Column 2, over 8 cards: pile the others beside the table.",
        ),
        (
            "invented",
            (("decks", "training-iron, training-ash"),),
            "Invented cards, never printed: training-iron, training-ash.",
        ),
        ("by-hand", (("card", "red/rally-1"), ("note", "All shout.")), "Rally, by hand: All shout."),
        ("by-hand", (("card", "1 blue"), ("note", "Creaks.")), "Ravine, by hand: Creaks."),
        ("stock-empty", (("player", "red"),), "Red's stock is empty."),
        ("near-ten", (("player", "blue"), ("points", 8)), "Blue has 8 of 10 points."),
    ],
)
def test_notices_are_said_and_fit(key: str, figures: tuple[tuple[str, int | str], ...], said: str) -> None:
    notice = Prompt("red", "prepare", key, figures)
    assert notice_text(notice, ENGLISH, GAME.name) == said
    for words in in_each_language():
        text = notice_text(notice, words, GAME.name)
        assert not ID.search(text)
        panel = PlayerPanel(
            "red",
            step_name("prepare", words),
            headline=prompt_text(Prompt("red", "prepare", "prepare"), words),
            notes=(text,),
        )
        shown = [render(panel, page) for page in range(pages(panel))]
        assert all(each.shortened == () for each in shown)
        assert any(text in each.texts for each in shown)


def test_every_notice_has_words() -> None:
    assert set(TEXTS.notices) == {"crowded", "invented", "by-hand", "stock-empty", "near-ten"}


# The record


def test_every_action_is_said_without_its_ids() -> None:
    english = {
        "artifact red/anvil-1 2": "Artifact laid: Red Anvil, column 2",
        "enlist red/knight-1 3": "To be enlisted: Red Knight, column 3",
        "rolled 3 -": "Dice: 3",
        "rolled 3 6": "Dice: 3, 6",
        "marker red com": "+1 marker: Red, COM",
        "marker blue roll": "+1 marker: Blue, draft roll",
        "exchange red": "2 LOG for 1 COM: Red",
        "bid red 2": "Bid: Red",
        "bluff red red/sack-1": "Face down: Red",
        "bluff red none": "Face down: Red",
        "attach red/mail-1 red/knight-1": "Equipped: Red Mail, Red Knight",
        "play red/rally-1 none": "Instant: Red Rally",
        "declare red 2": "Attack: Red, column 2",
        "declare red solitary": "Attack: Red, one alone",
        "declare red none": "Attack: Red, no attack",
        "muster red red/knight-1+red/militia-2": "Fighters: Red, Knight, Militia",
        "muster red none": "Fighters: Red",
        "assist red/militia-1 2": "In support: Red Militia, 2",
        "judge red yes": "It has happened: Red, Yes",
        "agreed com red 4": "Agreed: Red's COM: 4",
        "agreed pillaged red 2 yes": "Agreed: Red, column 2: pillaged: Yes",
        "agreed place red/knight-1 3": "Agreed: Red, Knight: place: 3",
        "agreed bearer red/mail-1 red/knight-1": "Agreed: Red, Mail: bearer: Knight",
        "agreed position red/knight-1:2": "Agreed: Places as they lie",
        "agreed step bid": "Agreed: Step of the turn: Initiative",
    }
    assert {said: decision_text(said, ENGLISH, GAME.name) for said in english} == english
    assert set(done_words(TEXTS)) == set(act.NOTATION.words)
    for _, state in played(random.Random(4), RULES.new_game()):
        for action in RULES.legal_actions(state)[:3]:
            for words in in_each_language():
                assert not ID.search(decision_text(act.notation(action), words, GAME.name)), action


# Agreement


def entries() -> list[Override]:
    found: dict[object, Override] = {}
    spots = (Spot(supply="red/granary-1"), Spot(pillaged=True), Spot())
    states = (
        *moments()[::3],
        position("prepare", "knight-1 1 mail-1, axeman-1 2", has={"red": {"spots": spots}}),
    )
    for state in states:
        for each in BUNDLE.procedure.overrides(Table(state), Hands(state).seen):
            if each.choices:
                found.setdefault((each.key, each.figures), each)
    return list(found.values())


def test_every_entry_of_the_agreement_is_said_and_fits() -> None:
    found = entries()
    assert {each.key for each in found} >= set(TEXTS.entries) - {"odds", "position", "wounds-of", "classes"}
    for each in {each.key: each for each in found}.values():
        for words in in_each_language():
            values = [choice.value for choice in (*each.choices[:2], *each.choices[-1:])]
            said = [entry_text(each, words, GAME.name)]
            said += [value_text(each, value, words, GAME.name) for value in values]
            assert not any(ID.search(text) for text in said), said
            shown = menus.Shown(each, 24, 25, each.choices[-1], frozenset({"red"}))
            for panel in menu_panels(shown, dict.fromkeys(SIDES, words), GAME.name).values():
                for page in range(pages(panel)):
                    drawn = render(panel, page)
                    assert (list(faults_of(drawn)), drawn.shortened) == ([], ()), panel


def test_values_of_entries_are_said_in_words() -> None:
    found = {(each.key, dict(each.figures).get("card")): each for each in entries()}
    bearer = found["bearer", "red/mail-1"]
    assert entry_text(bearer, ENGLISH, GAME.name) == "Red, Mail: bearer"
    assert [value_text(bearer, value, ENGLISH, GAME.name) for value in ("red/knight-1", "none")] == [
        "Knight",
        "Nobody",
    ]
    assert value_text(found["place", "red/knight-1"], "none", ENGLISH, GAME.name) == "Discarded"
    assert entry_text(found["wounds", "red/axeman-1"], ENGLISH, GAME.name) == "Red, Axeman, column 2: wounds"
    assert (
        decision_text("agreed wounds red/axeman-1 1", ENGLISH, GAME.name) == "Agreed: Red, Axeman: wounds: 1"
    )
    pillaged = found["pillaged", None]
    assert [value_text(pillaged, value, ENGLISH, GAME.name) for value in ("yes", "no")] == ["Yes", "No"]


# Counts


def test_the_account_has_all_cards_of_each_side() -> None:
    whole = {side: str(len(RULES.deck.stock(side))) for side in SIDES}
    for moment in moments():
        said = BUNDLE.account(moment)
        assert {side: text.partition(":")[0] for side, text in said.items()} == whole
    spots = (Spot(supply="red/granary-1", artifact="red/anvil-1"), Spot(), Spot())
    state = position(
        "prepare",
        "knight-1 1 mail-1, axeman-1 2",
        has={"red": {"under": ("red/raider-2",), "spots": spots}},
        stock=20,
    )
    assert BUNDLE.account(known_to_a_table(state))["red"] == (
        "25: hand 0, stock 20, under it raider-2, discards 0, out of the game 0, place 1 knight-1 mail-1 granary-1, "
        "place 2 axeman-1, place 3 none, combat zone none, face down 0, being played none, artifacts anvil-1"
    )


def test_a_face_down_card_is_counted_and_not_named() -> None:
    hands = attacking("knight-1 1")
    for gesture in ("press column 1 red",):
        hands.press(gesture)
    hands.lift("red/knight-1", settled=None).lay("red/knight-1", "4 red").press("press ok red")
    hands.lay("red/sack-1", "pad red").press("press ok red")
    said = BUNDLE.account(hands.state)["red"]
    assert "face down 1," in said
    assert "sack-1" not in said

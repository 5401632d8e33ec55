"""Deck files of Dark Age Arena: read whole, with every fault; the training decks; two decks in one game."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest
import signifer_core
from signifer_core.decks import CardDeck
from signifer_core.errors import ConfigError, RulesError
from signifer_core.frozen import FrozenMap
from signifer_core.games.dark_age_arena import deck as decks
from signifer_core.games.dark_age_arena.deck import Deck, standard_deck, training, training_decks
from signifer_core.games.dark_age_arena.deck.effects import (
    Bonus,
    Cost,
    Effect,
    EffectError,
    Figure,
    Gain,
    Modifier,
    Trait,
    Value,
    What,
    Wounds,
    parse_effect,
)
from signifer_core.games.dark_age_arena.deck.file import parse_deck
from signifer_core.games.dark_age_arena.deck.printed import (
    Artifact,
    Character,
    Equipment,
    Instant,
    Leader,
    Place,
    Supply,
    Victory,
)

SHIPPED = Path(signifer_core.__file__).parent / "games" / "dark_age_arena" / "decks"
IRON = (SHIPPED / "training-iron.toml").read_text(encoding="utf-8")


def faults(text: str) -> list[str]:
    """What is wrong with a deck file, without the file's name."""
    with pytest.raises(ConfigError) as raised:
        parse_deck(text, file="my.toml", worded=True)
    assert all(fault.startswith("my.toml:") for fault in raised.value.faults)
    return [fault.removeprefix("my.toml:") for fault in raised.value.faults]


def changed(old: str, new: str) -> str:
    """The iron deck with one change."""
    assert IRON.count(old) == 1, old
    return IRON.replace(old, new)


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


# A whole file

# Each line of this file ends with what its messages must say, each behind "##".
PLANTED = Path(__file__).with_name("planted.toml").read_text(encoding="utf-8")


def planted() -> list[tuple[int, str]]:
    """Each planted fault by its line and a piece of what is to be said."""
    return [
        (number, piece.strip())
        for number, line in enumerate(PLANTED.split("\n"), 1)
        if number > 1
        for piece in line.split("##")[1:]
    ]


def test_thirty_planted_faults_and_more_are_all_told_each_with_its_line() -> None:
    told, expected = faults(PLANTED), planted()
    assert len(expected) >= 30
    left = list(told)
    for line, piece in expected:
        fitting = [fault for fault in left if fault.startswith(f"{line}: ") and piece in fault]
        assert fitting, (line, piece, [fault for fault in told if fault.startswith(f"{line}: ")])
        left.remove(fitting[0])
    assert [fault.partition(": places = ")[0] for fault in left] == ["7: there are three places, not 4"]


def test_each_fault_is_one_sentence_and_names_its_card() -> None:
    for fault in faults(PLANTED):
        line, _, said = fault.partition(": ")
        assert said
        assert not said.endswith(".")
        assert len(said) < 220
        row = PLANTED.split("\n")[int(line) - 1]
        if int(line) > line_of(PLANTED, "[kind]"):
            assert said.startswith(f"{row.split(' ')[0]}: ")


def test_a_fault_within_a_list_over_several_lines_has_its_own_line() -> None:
    text = changed('effects = ["+[9]"]', 'effects = [\n  "+[9]",\n  "+[1]",\n]')
    assert faults(text) == [
        f"{line_of(text, '+[1]')}: short-blade: effects: the value 1 is none of 2D6: write 2 to 15"
    ]


def test_what_is_no_toml_is_told_with_its_line_too() -> None:
    text = changed('deck = "training-iron"', "deck = training-iron")
    (fault,) = [fault for fault in faults(text) if "not TOML" in fault]
    assert fault.startswith(f"{line_of(text, 'deck = ')}: ")


@pytest.mark.parametrize("word", ["red", "blue"])
def test_a_deck_is_not_called_as_a_side(word: str) -> None:
    (fault,) = faults(changed('deck = "training-iron"', f'deck = "{word}"'))
    assert "side of the table" in fault


def test_cards_may_be_tables_of_their_own() -> None:
    text = (
        changed('granary = { sort = "supply", name = "Granary", count = 3, log = 2 }\n', "")
        + '[kind.granary]\nsort = "supply"\nname = "Granary"\ncount = 3\nlog = 2\nnote = "by hand"\n'
    )
    made = parse_deck(text, file="my.toml")
    assert made.kinds["granary"] == Supply(kind="granary", name="Granary", count=3, log=2, note="by hand")
    wrong = text.replace("log = 2\nnote", "log = 9\nnote")
    assert faults(wrong) == [
        f"{line_of(wrong, 'log = 9')}: granary: log is a whole number from 0 to 6, not 9"
    ]


@pytest.mark.parametrize("missing", ["sort", "name", "count", "control", "life"])
def test_what_a_character_needs_is_asked_for(missing: str) -> None:
    row = next(line for line in IRON.split("\n") if line.startswith("knight"))
    text = IRON.replace(row, re.sub(rf"{missing} = [^,]+, ", "", row, count=1))
    (fault,) = faults(text)
    assert fault.startswith(f"{line_of(text, 'knight')}: knight: say its {missing}: {missing} = ")


@pytest.mark.parametrize("missing", ["game", "deck", "leader", "places"])
def test_what_a_deck_needs_is_asked_for(missing: str) -> None:
    text = re.sub(rf"^{missing} = .*\n", "", IRON, flags=re.MULTILINE)
    (fault,) = faults(text)
    assert f"say its {missing}: {missing} = " in fault


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("leader = {", "leader = 3 # {", "leader is a table in braces, not 3"),
        ('{ name = "Hall" }', '"Hall"', 'place 2 is a table: { name = "Gate" }'),
        ("places = [", "places = 3 # [", "places is a list in brackets, not 3"),
        ("granary = {", "granary = 3 # {", 'granary: write granary = { sort = "character", ... }'),
        ('effects = ["+1 <>"]', 'effects = "+1 <>"', "drill: effects is a list of texts"),
        ('effects = ["+1 <>"]', "effects = [1]", "drill: effects: is a text in quotes"),
        ('name = "Granary", ', 'name = "Granary", names = { french = "x" }, ', "granary: names are written by"),
        ('name = "Granary", ', 'name = "Granary", names = { fr = 1 }, ', "granary: names: fr is a text in quotes"),
        ('deck = "training-iron"', 'deck = "training-iron"\nenemies = "x"', "enemies are pairs of classes"),
        ('when = ["held"]', "when = []", "stand: when names one at least"),
        ('when = ["held"]', "when = [3]", "stand: when is not 3"),
        ('at = "any"', "at = []", "war-chest: at names one at least"),
    ],
)  # fmt: skip
def test_what_has_another_form_than_it_needs_is_told(old: str, new: str, said: str) -> None:
    text = changed(old, new)
    (fault, *others) = faults(text)
    assert fault.startswith(f"{line_of(text, new)}: ") or new.startswith("deck")
    assert said in fault
    assert not others


WORDED = changed(
    'name = "Granary", ',
    'name = "Grana\\u0007ry\\u202e\\u0007", names = { fr = 1, xx = "\\u200b", de = "x\\u0325\\u0325\\u0325" }, ',
)


def test_names_that_no_screen_shows_or_that_spoil_it_are_all_told() -> None:
    line = line_of(WORDED, "granary")
    assert faults(WORDED) == [
        f'{line}: granary: names: fr is a text in quotes, such as "Knight", not 1',
        f"{line}: granary: name has signs that no screen shows (U+0007, U+202E): leave them out",
        f'{line}: granary: names are written by language, not "xx": write en, fr, de, or leave it out',
        f"{line}: granary: names: xx has signs that no screen shows (U+200B): leave them out",
        f"{line}: granary: names: de has heaps of accents: leave two of them on a letter at most",
    ]


@pytest.mark.parametrize(
    ("old", "called"),
    [('name = "Iron", ', "leader"), ('name = "Hall"', "place 2"), ('name = "Granary", ', "granary")],
)
def test_wherever_a_name_or_a_note_stands_it_is_looked_at(old: str, called: str) -> None:
    text = changed(old, f'note = "one\\ntwo\\u009b", names = {{ it = "x" }}, {old}')
    line = line_of(text, old)
    assert faults(text) == [
        f"{line}: {called}: note has signs that no screen shows (U+009B): leave them out",
        f'{line}: {called}: names are written by language, not "it": write en, fr, de, or leave it out',
    ]
    harmless = text.replace("\\u009b", "\u00a0!").replace("{ it =", "{ fr =")
    assert parse_deck(harmless, file="my.toml", worded=True).text == harmless


def test_a_game_that_was_begun_with_such_names_is_read_as_ever() -> None:
    it = WORDED.replace("fr = 1", 'fr = "x"')
    kept = decks.parse_decks(decks.both_texts(it, training("training-ash").text), file="x")
    assert kept.files["red"].kinds["granary"].names["xx"] == "\u200b"


def test_a_file_that_cannot_be_read_at_all_is_told_as_such() -> None:
    assert faults("x = " + "[" * 3000) == ["1: brackets are nested too deeply"]
    assert faults("x = " + "[" * 5000) == ["1: a line of more than 4000 characters; break it"]


# DA-2: how many cards


def test_da_2_a_stock_has_fifty_cards_without_leader_places_and_artifacts() -> None:
    assert len(standard_deck().stock("red")) == 50
    text = changed('name = "Granary", count = 3', 'name = "Granary", count = 2')
    assert faults(text) == [f"{line_of(text, '[kind]')}: the stock has 49 cards: add 1, 50 are the least"]


def test_da_2_at_most_four_of_a_card() -> None:
    (fault,) = faults(changed('name = "Granary", count = 3', 'name = "Granary", count = 5'))
    assert "granary: count is a whole number from 1 to 4, not 5" in fault


def test_da_2_at_most_one_artifact_a_place() -> None:
    text = IRON + 'bell = { sort = "artifact", name = "Bell", count = 3 }\n'
    (fault,) = faults(text)
    assert "there are 4 artifacts: leave 3" in fault
    assert parse_deck(IRON + 'bell = { sort = "artifact", name = "Bell", count = 2 }\n', file="x").name


# Effects


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("+1 ()", Modifier("()", 1)),
        ("-2 []", Modifier("[]", -2)),
        ("+1 <>", Modifier("<>", 1)),
        ("+1 {}", Modifier("{}", 1)),
        ("+(9)", Value("()", 9)),
        ("+[9]", Value("[]", 9)),
        ("+<9>", Value("<>", 9)),
        ("+{9}", Value("{}", 9)),
        ("unblockable", Trait("unblockable")),
        ("frenzy", Trait("frenzy")),
        ("life +1", Figure("life", 1)),
        ("control -1", Figure("control", -1)),
        ("wound 2", Wounds(2)),
        ("heal 1", Wounds(-1)),
        ("recruit +1", Bonus("recruit", 1)),
        ("initiative +1", Bonus("initiative", 1)),
        ("com +2", Gain("com", 2)),
        ("log -2", Gain("log", -2)),
        ("draw 1", Gain("draw", 1)),
        ("points 10", Gain("points", 10)),
        *(
            (f"cost {of} -1", Cost(of, -1))
            for of in ("weapon", "skill", "supply", "recruit", "standard", "solitary")
        ),
    ],
)
def test_what_a_line_does(text: str, what: What) -> None:
    assert parse_effect(text) == Effect(what)


def test_what_a_line_says_before_and_after() -> None:
    one = Modifier("[]", 1)
    assert parse_effect("attacking: +1 []") == Effect(one, role="attacking")
    assert parse_effect("defending: mine: +1 []") == Effect(one, role="defending", who="mine")
    assert parse_effect("direct: +1 []") == Effect(one, direct=True)
    assert parse_effect("task 4: theirs: +1 [] for round") == Effect(one, task=4, who="theirs", span="round")
    assert parse_effect("chosen: +1 [] for turn") == Effect(one, who="chosen", span="turn")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("+0 []", "0 is too much or nothing"),
        ("+7 []", "7 is too much"),
        ("points 11", "-10 to 10"),
        ("draw -1", "1 to 6"),
        ("cost wepon -1", 'did you mean "weapon"'),
        ("mine: theirs: +1 []", 'one condition and one "who"'),
        ("attacking: direct: +1 []", 'one condition and one "who"'),
        ("direct: soon: +1 []", 'one condition and one "who"'),
        ("atacking: +1 []", 'did you mean "attacking"'),
        ("+1 [] for ever", "write round, combat, turn"),
        ("task 1: +1 []", "1D6"),
        ("unblokable", 'did you mean "unblockable"'),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_what_to_write(text: str, said: str) -> None:
    with pytest.raises(EffectError) as raised:
        parse_effect(text)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("owner", "line", "said"),
    [
        ("anvil", "com +1", "done once"),
        ("anvil", "task 4: cost weapon -1", "a task is rolled"),
        ("anvil", "+1 []", "say whose fighters: mine: or theirs:"),
        ("sack", "+1 []", "out of the game"),
        ("war-chest", "+1 []", "mine: or theirs: or chosen:"),
        ("war-chest", "com +2 for turn", "done at once"),
        ("war-chest", "chosen: com +1", "a player is not chosen"),
        ("drill", "chosen: +1 <>", "only an instant chooses"),
    ],
)
def test_a_line_stands_where_it_makes_sense(owner: str, line: str, said: str) -> None:
    row = next(row for row in IRON.split("\n") if row.startswith(owner))
    bare = re.sub(r", effects = \[.*?\]", "", row, count=1) if "effects" in row else row
    told = faults(IRON.replace(row, bare.replace(" }", f', effects = ["{line}"] }}')))
    assert any(said in fault and f'{owner}: effects: "{line}"' in fault for fault in told), told


# The training decks


def figures(card: Character) -> str:
    """A character as the rules page writes it: "5-2-1-3 [7 9 11] <8 10> {9}"."""
    lists = [
        f"{sign[0]}{' '.join(map(str, values))}{sign[1]}"
        for sign, values in (("()", card.ranged), ("[]", card.hit), ("<>", card.block), ("{}", card.armour))
        if values
    ]
    words = ["unique"] * card.unique + ["frenzy"] * card.frenzy
    return " ".join([f"{card.control}-{card.weapons}-{card.skills}-{card.life}", *lists, *words])


CHARACTERS = {
    "militia": (4, 3, "2-1-0-1 [8] <8>"),
    "raider": (3, 3, "4-1-1-2 (9) [8 10 12] <10>"),
    "mara-vane": (1, 1, "6-2-2-4 (8) [6 8 10] <8 10> unique"),
    "shieldman": (4, 0, "3-1-1-2 [9] <7 10>"),
    "axeman": (4, 0, "4-2-0-2 [7 10] <8>"),
    "knight": (3, 0, "5-2-1-3 [7 9 11] <8 10> {9}"),
    "berserk": (3, 0, "5-1-1-2 [6 9 11] <10> frenzy"),
    "scout": (0, 4, "2-0-1-1 (9) [9] <8>"),
    "bowman": (0, 4, "3-1-0-1 (8) [10] <8>"),
    "hunter": (0, 4, "4-1-1-2 (7 11) [8] <8>"),
    "duellist": (0, 3, "5-1-2-2 [7 9 11] <6 9>"),
}
OTHERS = {
    "short-blade": (3, 4, "weapon", 0, 1, "+[9]"),
    "great-axe": (3, 0, "weapon", 1, 2, "+1 []"),
    "mail": (3, 0, "weapon", 0, 2, "+{8}"),
    "longbow": (0, 3, "weapon", 0, 2, "+(9)"),
    "venom": (0, 2, "weapon", 1, 2, "unblockable"),
    "drill": (4, 2, "skill", 0, 1, "+1 <>"),
    "keen-eye": (0, 3, "skill", 0, 1, "+1 ()"),
    "granary": (3, 3, "supply", 0, 2, ""),
    "war-chest": (3, 3, "any", 0, 0, "com +2"),
    "rally": (3, 0, "combat", 0, 1, "mine: +1 []"),
    "smoke": (0, 3, "combat", 0, 1, "theirs: -2 ()"),
    "sack": (2, 2, "A", 1, ("pillaged",), 0),
    "stand": (2, 2, "D", 1, ("held",), 0),
    "slaughter": (2, 1, "AD", 2, (), 2),
    "anvil": (1, 0, "artifact", 0, 0, "cost weapon -1"),
    "watchfire": (0, 1, "artifact", 0, 0, "initiative +1"),
}


def effects(line: str | int) -> tuple[Effect, ...]:
    return (parse_effect(str(line)),) if line else ()


@pytest.mark.parametrize("kind", CHARACTERS)
def test_the_characters_of_the_training_decks_are_those_of_the_page(kind: str) -> None:
    iron, ash, said = CHARACTERS[kind]
    for name, count in (("training-iron", iron), ("training-ash", ash)):
        made = training(name).kinds.get(kind)
        assert (made.count if made else 0) == count
        assert made is None or isinstance(made, Character)
        assert made is None or figures(made) == said


@pytest.mark.parametrize("kind", OTHERS)
def test_the_other_cards_of_the_training_decks_are_those_of_the_page(kind: str) -> None:
    iron, ash, word, *more = OTHERS[kind]
    for name, count in (("training-iron", iron), ("training-ash", ash)):
        made = training(name).kinds.get(kind)
        assert (made.count if made else 0) == count
        match made:
            case Equipment():
                assert [made.sort, made.com, made.log, made.effects] == [word, *more[:2], effects(more[2])]  # type: ignore[arg-type]
            case Supply():
                assert ["supply", made.com, made.log, made.effects] == [word, *more[:2], ()]
            case Instant():
                assert [made.at, made.com, made.log, made.effects] == [(word,), *more[:2], effects(more[2])]  # type: ignore[arg-type]
            case Victory():
                assert [made.scorer, made.points, made.when, made.killed] == [word, *more]
            case Artifact():
                assert made.effects == effects(more[2])  # type: ignore[arg-type]


def test_the_training_decks_have_no_other_cards_and_say_that_they_are_invented() -> None:
    kinds = {kind for name in decks.TRAINING for kind in training(name).kinds}
    assert kinds == {*CHARACTERS, *OTHERS}
    assert all(training(name).invented for name in decks.TRAINING)
    deck = standard_deck()
    assert all(deck.is_assumed(card) for card in ("red/knight-1", "blue/sack-2"))


def test_leaders_and_places_of_the_training_decks() -> None:
    iron, ash = (training(name) for name in decks.TRAINING)
    assert iron.leader == Leader(name="Iron", recruitment=1, attack=1, defence=3, min_hand=5)
    assert ash.leader == Leader(name="Ash", recruitment=2, attack=2, defence=2, min_hand=5)
    gate = Place(name="Gate", effects=effects("defending: mine: +1 <>"))
    assert iron.places == (gate, Place(name="Hall"), Place(name="Mill"))
    ravine = Place(name="Ravine", effects=effects("defending: mine: +1 ()"))
    assert ash.places == (ravine, Place(name="Camp"), Place(name="Well"))


# Two decks in one game

WOLVES = changed('deck = "training-iron"', 'deck = "wolves"').replace("invented = true\n", "")


def test_cards_are_called_by_their_side_in_a_game_and_by_their_deck_on_their_tags() -> None:
    both = decks.joined(training("training-ash"), parse_deck(WOLVES, file="wolves.toml"))
    assert both.tag_name("blue/knight-2") == "wolves/knight-2"
    assert both.by_tag_name("wolves/knight-2") == "blue/knight-2"
    assert both.by_tag_name("wolves/scout-1") is None
    assert both.by_tag_name("bears/knight-1") is None
    alone = decks.one_deck(parse_deck(WOLVES, file="wolves.toml"))
    assert set(alone) == {both.tag_name(card) for card in both.card_ids("blue")}
    assert {decks.kind_of(card) for card in both.ids_of(both.kinds["militia"])} == {"militia"}
    assert len(both.ids_of(both.kinds["militia"])) == 7


def test_a_deck_sits_on_one_side_only() -> None:
    iron = training("training-iron")
    with pytest.raises(ConfigError, match="each deck sits on one side"):
        decks.joined(iron, iron)


def test_the_text_of_both_decks_is_kept_with_the_game_and_read_again() -> None:
    both = decks.joined(parse_deck(WOLVES, file="wolves.toml"), training("training-ash"))
    assert training_decks().overlaid(both.text, file="corrections") == both
    assert training_decks() != both
    assert hash(training_decks().overlaid(both.text, file="x")) == hash(both)
    assert Deck(both) == Deck(training_decks().overlaid(both.text, file="x"))
    windows = WOLVES.replace("\n", "\r\n")
    assert decks.parse_decks(decks.both_texts(windows, training("training-ash").text), file="x") == both


def test_faults_in_both_decks_are_told_with_the_side() -> None:
    broken = IRON.replace("recruitment = 1", "recruitment = 9")
    text = decks.both_texts(broken, WOLVES.replace("min_hand = 5", "min_hand = 50"))
    with pytest.raises(ConfigError) as raised:
        decks.parse_decks(text, file="journal")
    assert [fault.partition(": ")[0] for fault in raised.value.faults] == [
        "journal, red:5",
        "journal, blue:4",
    ]


@pytest.mark.parametrize("text", ["", "game = 1", "# red: 2 lines of a deck file\na\nb\n"])
def test_what_is_no_text_of_two_decks_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="name a deck file of each"):
        decks.parse_decks(text, file="x")


def test_a_deck_knows_its_cards_and_only_these() -> None:
    deck = standard_deck()
    assert isinstance(deck, CardDeck)
    assert deck.character("red/knight-3").life == 3
    assert deck.twins("red/knight-1") == ("red/knight-2", "red/knight-3")
    assert "red/militia-1" not in deck.twins("blue/militia-1")
    assert pickle.loads(pickle.dumps(deck)) == deck
    assert deck.in_order({"blue/sack-1", "red/axeman-1"}) == ["red/axeman-1", "blue/sack-1"]
    with pytest.raises(RulesError, match="no card of these decks"):
        deck.printed("red/scout-1")
    with pytest.raises(RulesError, match="of another sort: weapon"):
        deck.character("red/mail-1")
    for word in ("knight-1", "green/knight-1", "red/knight"):
        with pytest.raises(RulesError):
            decks.kind_of(word)


def test_classes_names_and_notes_are_read() -> None:
    text = changed(
        'name = "Knight", ', 'name = "Knight", class = "order", names = { fr = "Chevalier" }, note = "x", '
    )
    text = text.replace("[kind]", 'enemies = [["order", "chaos"]]\n\n[kind]')
    made = parse_deck(text, file="x")
    knight = made.kinds["knight"]
    assert isinstance(knight, Character)
    assert (knight.klass, knight.names, knight.note) == ("order", FrozenMap({"fr": "Chevalier"}), "x")
    assert made.enemies == {frozenset({"order", "chaos"})}


def test_a_character_bears_nothing_of_which_nothing_is_said() -> None:
    row = next(line for line in IRON.split("\n") if line.startswith("knight"))
    made = parse_deck(IRON.replace(row, re.sub("(weapons|skills) = [0-9]+, ", "", row)), file="my.toml")
    knight = made.kinds["knight"]
    assert isinstance(knight, Character)
    assert (knight.weapons, knight.skills) == (0, 0)

"""Catalogues and owners' corrections as text: what is read, what wins, and every fault with its line."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.cards import Catalogue, Figure, parse_catalogue
from signifer_core.errors import ConfigError, RulesError
from signifer_core.frozen import FrozenMap
from signifer_core.games.field_of_glory.deck import field_of_glory_catalogue

SMALL = """
game = "skirmish"
armies = ["red", "blue"]
totals = { army = 4, terrain = 1 }

[figure.count]
of = ["unit", "terrain"]
range = [1, 9]
source = "the box"
confidence = "high"

[figure.strength]
of = ["unit"]
range = [0, 9]
source = "a listing"
confidence = "medium"

[figure.against]
of = ["unit"]
members = "kind"
range = [-5, 5]
source = "a listing"
confidence = "medium"

[kind.knight]
sort = "unit"
count = 1
strength = { value = 5, source = "page 3", confidence = "high" }
against.peasant = 2

[kind.peasant]
sort = "unit"
count = 3
strength = [1, 2, "unknown"]

[kind.moor]
sort = "terrain"
count = 1
"""


@pytest.fixture(scope="module")
def small() -> Catalogue:
    return parse_catalogue(SMALL, file="small.toml")


def faults_of(text: str, base: Catalogue | None = None) -> list[str]:
    """The faults of ``text`` as a catalogue, or as corrections of ``base``."""
    read = parse_catalogue if base is None else base.overlaid
    with pytest.raises(ConfigError) as caught:
        read(text, file="f.toml")
    return caught.value.faults


# --- reading a catalogue


def test_a_figure_carries_its_own_source_or_that_of_its_name(small: Catalogue) -> None:
    assert small["red/knight-1"].figures["strength"] == Figure(5, "page 3", "high")
    assert small["red/peasant-2"].figures["strength"] == Figure(2, "a listing", "medium")
    assert small["blue/knight-1"].figures["against.peasant"] == Figure(2, "a listing", "medium")
    assert small["blue/knight-1"].group("against") == {"peasant": 2}


def test_a_figure_that_nobody_knows_is_never_taken_for_a_number(small: Catalogue) -> None:
    assert small["red/peasant-3"].figures["strength"].value is None
    with pytest.raises(RulesError, match="strength of red/peasant-3 is not known"):
        small["red/peasant-3"].figure("strength")
    with pytest.raises(RulesError, match='no figure "wit"'):
        small["red/knight-1"].figure("wit")


def test_the_order_is_that_of_the_list_army_by_army(small: Catalogue) -> None:
    assert list(small) == [
        *(
            f"{army}/{card}"
            for army in ("red", "blue")
            for card in ("knight-1", "peasant-1", "peasant-2", "peasant-3")
        ),
        "terrain/moor-1",
    ]
    assert small.card_ids("") == ("terrain/moor-1",)


def test_catalogues_are_values(small: Catalogue) -> None:
    again = parse_catalogue(SMALL, file="other name.toml")
    assert again == small
    assert hash(again) == hash(small)
    assert small != field_of_glory_catalogue()
    assert small != "skirmish"
    assert pickle.loads(pickle.dumps(small)) == small
    with pytest.raises(TypeError):
        small["red/knight-1"].figures["strength"] = Figure(9, "", "high")  # type: ignore[index]


def test_a_frozen_map_is_a_value() -> None:
    one, other = FrozenMap({"a": 1, "b": 2}), FrozenMap({"b": 2, "a": 1})
    assert one == other == {"a": 1, "b": 2}
    assert hash(one) == hash(other)
    assert pickle.loads(pickle.dumps(one)) == one
    assert repr(FrozenMap({"a": 1})) == "FrozenMap({'a': 1})"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('game = "skirmish"', "game = 1", "2: say which game"),
        ('armies = ["red", "blue"]', "armies = 2", "3: name the armies"),
        ("totals = { army = 4, terrain = 1 }", "totals = true", "4: say how many cards"),
        ("army = 4", "army = 5", "4: the counts of the kinds make 4 cards (army), and there are 5"),
        (
            "terrain = 1 }",
            "terrain = 2 }",
            "4: the counts of the kinds make 1 cards (terrain), and there are 2",
        ),
        ('of = ["unit", "terrain"]', 'of = "unit"', "6: the figure count needs"),
        ('of = ["unit", "terrain"]', "of = []", "6: the figure count needs"),
        ('of = ["unit", "terrain"]', 'of = ["unit", "weather"]', "6: the figure count needs"),
        ("range = [1, 9]", "range = [1]", "6: the figure count needs"),
        ('source = "the box"', "source = 1", "6: the figure count needs"),
        ('members = "kind"', 'members = "kin"', "18: the figure against needs"),
        ("[kind.moor]\nsort", "[kind.moor]\nsorte", "36: the sort of moor is one of"),
        ("count = 1\nstrength", "strength", "25: say how many cards of knight"),
        ('confidence = "high" }', 'confidence = "quite" }', "28: confidence is one of"),
        ("against.peasant", "against.pheasant", '29: no kind "pheasant": did you mean "peasant"?'),
        ("against.peasant = 2", "against = 2", "29: against is about a kind: say against.knight = 1"),
        ('[1, 2, "unknown"]', "[1, 2]", "34: strength: give one figure, or one for each of the 3"),
        ('[1, 2, "unknown"]', "[1, 2, true]", "34: strength is a whole number from 0 to 9, not true"),
        ("totals =", "extra = 1\ntotals =", '4: no "extra" here'),
    ],
)
def test_faults_of_a_catalogue(old: str, new: str, fault: str) -> None:
    assert SMALL.count(old) >= 1
    faults = faults_of(SMALL.replace(old, new, 1))
    assert any(found.startswith(f"f.toml:{fault}") for found in faults), faults


# --- an owner's corrections


def test_a_correction_is_the_owners(small: Catalogue) -> None:
    text = """
        game = "skirmish"
        source = "my box, second printing"
        [kind.knight]
        strength = 4
        [card."red/peasant-3"]
        strength = { value = 3, source = "the card in my hand" }
    """
    mine = small.overlaid(text, file="mine.toml")
    assert mine["blue/knight-1"].figures["strength"] == Figure(4, "my box, second printing", "owner")
    assert mine["red/peasant-3"].figures["strength"] == Figure(3, "the card in my hand", "owner")
    assert mine["blue/peasant-3"].figures["strength"].value is None
    assert mine["red/peasant-1"] == small["red/peasant-1"]
    assert small["blue/knight-1"].figure("strength") == 5


def test_without_a_source_the_file_is_the_source(small: Catalogue) -> None:
    mine = small.overlaid('game = "skirmish"\nkind.knight.strength = 4', file="mine.toml")
    assert mine["red/knight-1"].figures["strength"] == Figure(4, "mine.toml", "owner")


def test_the_nearer_correction_wins_wherever_it_stands(small: Catalogue) -> None:
    text = """
        game = "skirmish"
        card."red/peasant-2".strength = 9
        card.peasant-2.strength = 8
        kind.peasant.strength = [5, 6, 7]
    """
    mine = small.overlaid(text, file="mine.toml")
    strengths = [
        mine[f"{army}/peasant-{n}"].figure("strength") for army in ("red", "blue") for n in (1, 2, 3)
    ]
    assert strengths == [5, 9, 7, 5, 8, 7]


def test_a_figure_may_be_new_on_a_kind(small: Catalogue) -> None:
    mine = small.overlaid('game = "skirmish"\nkind.peasant.against.knight = -2', file="mine.toml")
    assert mine["red/peasant-1"].group("against") == {"knight": -2}
    assert mine["red/knight-1"].group("against") == {"peasant": 2}


def test_corrections_lie_over_each_other(small: Catalogue) -> None:
    first = small.overlaid('game = "skirmish"\nkind.knight.strength = 4', file="first.toml")
    second = first.overlaid('game = "skirmish"\ncard."red/knight-1".strength = 3', file="second.toml")
    assert second["red/knight-1"].figures["strength"] == Figure(3, "second.toml", "owner")
    assert second["blue/knight-1"].figures["strength"] == Figure(4, "first.toml", "owner")


def test_counts_are_corrected_together(small: Catalogue) -> None:
    text = """
        game = "skirmish"
        kind.peasant.count = 2
        kind.peasant.strength = [3, 4]
        kind.knight.count = 2
        card."red/knight-2".strength = 6
    """
    mine = small.overlaid(text, file="mine.toml")
    assert "red/peasant-3" not in mine
    assert mine["red/knight-2"].figure("strength") == 6
    assert mine["blue/knight-2"].figures["strength"] == Figure(5, "page 3", "high")
    assert mine["blue/knight-2"].figure("count") == 2
    assert [mine[f"red/peasant-{n}"].figure("strength") for n in (1, 2)] == [3, 4]


def test_more_cards_of_a_kind_need_the_figures_in_which_they_differ(small: Catalogue) -> None:
    text = """
        game = "skirmish"
        [kind.peasant]
        count = 4
    """
    assert faults_of(text, small) == [
        "f.toml:4: the counts of the kinds make 5 cards (army), and there are 4",
        "f.toml:4: peasant has 4 cards with this: list the strength of each",
    ]


def test_all_faults_of_a_correction_come_at_once_in_order(small: Catalogue) -> None:
    text = """game = "skirmish"
sauce = "me"
[kind.knigth]
strength = 4
[kind.knight]
strengh = 4
strength = 10
[kind.moor]
strength = 1
[kind.peasant]
strength = [1, 2]
against = { moor = 9, peasants = 1 }
= 5
[card."red/peasant-4"]
strength = 1
[card.peasant-1]
strength = [1, 2]
count = 2
[card.peasant-2]
strength = { value = 3, confidence = "high" }
[card.peasant-3]
strength = { source = 5 }
"""
    assert faults_of(text, small) == [
        'f.toml:2: no "sauce" here: did you mean "source"?',
        'f.toml:3: no kind "knigth" in skirmish: did you mean "knight"?',
        'f.toml:6: no figure "strengh" on a card of this sort (unit): did you mean "strength"?',
        "f.toml:7: strength is a whole number from 0 to 9, not 10",
        'f.toml:9: no figure "strength" on a card of this sort (terrain): known: count',
        "f.toml:11: strength: give one figure, or one for each of the 3",
        "f.toml:12: against.moor is a whole number from -5 to 5, not 9",
        'f.toml:12: no kind "peasants": did you mean "peasant"?',
        "f.toml:13: not TOML: Invalid statement",
        'f.toml:14: no card "red/peasant-4" in skirmish: did you mean "red/peasant-3"?',
        "f.toml:17: one card has one figure, not a list",
        "f.toml:18: the number of cards belongs to the kind, not to one card",
        'f.toml:20: no "confidence" here: known: value, source',
        'f.toml:22: a figure needs its value: { value = 3, source = "..." }',
        "f.toml:22: source is a text in quotes",
    ]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ['1: say which game the cards belong to: game = "skirmish"']),
        ('\n\ngame = "chess"', ['3: these are corrections for "chess", and the cards are of "skirmish"']),
        ('game = "skirmish"\nsource = 3', ['2: source is a text in quotes: source = "my cards, printed 2011"']),
        ('game = "skirmish"\nkind = 3', ["2: kind is written as tables: [kind.NAME]"]),
        ('game = "skirmish"\nkind.knight = 3', ["2: write [kind.knight] and its figures below it"]),
        ('game = "skirmish"\nkind.knight.strength = "unknown"',
         ['2: strength is a whole number from 0 to 9, not "unknown"']),
        ('game = "skirmish"\nkind.knight.count = [1]', ["2: count is a whole number from 1 to 9, not [1]"]),
        ('game = "skirmish"\ncard.zzz.strength = 1',
         ['2: no card "zzz" in skirmish: a card is written "red/cavalry-5", or "cavalry-5" for that of both armies']),
        ('game = "skirmish"\nkind.knight.strength = "' + "x" * 60 + '"',
         ['2: strength is a whole number from 0 to 9, not "' + "x" * 36 + "..."]),
        ('game = "skirmish"\nkind.knight.strength = 0x' + "f" * 3900,
         ["2: strength is a whole number from 0 to 9, not something endless"]),
        ('game = "skirmish"\nkind.knight.strength.value = ' + f"{{ {'.'.join('a' * 16)} = " * 90 + "1" + "}" * 90,
         ["2: strength is a whole number from 0 to 9, not something endless"]),
    ],
)  # fmt: skip
def test_faults_of_a_correction(small: Catalogue, text: str, faults: list[str]) -> None:
    assert faults_of(text, small) == [f"f.toml:{fault}" for fault in faults]


# --- lines, as people's files have them


def test_lines_are_found_through_all_that_toml_allows(small: Catalogue) -> None:
    text = '''\ufeffgame = "skirmish"\r
source = """three
lines = [
here = ] \\""" """"   # = [ "
# a comment [kind.nothing]
  [ kind . "peasant" ]   # and a header with blanks
strength = [
    1,  # with ] and "
    2, 4,
]
'against' . "kni\\u0067ht" = +7
[[card]]
'''
    faults = faults_of(text, small)
    assert faults == [
        "f.toml:11: against.knight is a whole number from -5 to 5, not 7",
        "f.toml:12: card is written as tables: [card.NAME]",
    ]


def test_after_a_faulty_header_its_rows_are_not_taken_for_those_of_another_table(small: Catalogue) -> None:
    text = (
        'game = "skirmish"\n[kind.knight]\nstrength = 4\n[kind.peasant\nstrengt = 3\n[kind.moor]\ncuont = 1\n'
    )
    assert faults_of(text, small) == [
        "f.toml:4: not TOML: Expected ']' at the end of a table declaration",
        'f.toml:7: no figure "cuont" on a card of this sort (terrain): did you mean "count"?',
    ]


def test_a_fault_that_reaches_over_lines_is_told_once(small: Catalogue) -> None:
    faults = faults_of('game = "skirmish"\nkind.peasant.strength = [1, 2\nkind.knight.strength = 4\n', small)
    assert len(faults) == 1
    assert faults[0].startswith("f.toml:3: not TOML: Unclosed array")


@pytest.mark.parametrize(
    "text",
    ["x = " + "[" * 100_000, "x = " + "9" * 5_000, "x = 2023-13-45", "\x00", 'x = "\ud800"', "x = '''"],
)
def test_hostile_text_is_a_fault_and_no_crash(small: Catalogue, text: str) -> None:
    assert faults_of(text, small)


def test_not_more_faults_of_syntax_than_one_reads(small: Catalogue) -> None:
    assert len(faults_of("= 1\n" * 500, small)) == 20


def test_of_more_faults_than_one_mends_at_once_the_last_that_is_told_says_so(small: Catalogue) -> None:
    rows = "".join(f"kind.knight.strength{number} = 1\n" for number in range(101))
    faults = faults_of('game = "skirmish"\n' + rows, small)
    assert [int(fault.split(":")[1]) for fault in faults] == [*range(2, 102)]
    more = "; there are more faults: mend these first"
    assert [fault for fault in faults if fault.endswith(more)] == faults[-1:]


WORDS = st.one_of(
    st.sampled_from(
        ["game", "skirmish", "kind", "card", "knight", "peasant-2", "red/peasant-1", "strength", "source"]
    ),
    st.sampled_from(["against", "count", "value", "any", "1", "-3", "true", "1e3", "2020-01-01"]),
    st.sampled_from(['"', "'", '"""', "=", ".", ",", "#", "\\", "[", "]", "{", "}", "\n", " ", "\r\n"]),
)
SCALARS = st.one_of(st.integers(-9, 12), st.booleans(), st.text(max_size=3), st.floats(allow_nan=False))
TREES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["strength", "against", "knight", "value", "source", "count"]), inner
        ),
    ),
    max_leaves=6,
)


def inline(value: object) -> str:
    """A value as TOML, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08X}" for letter in value if letter.isprintable()) + '"'
    return str(value).lower()


def parses_or_says_why(text: str, base: Catalogue) -> None:
    lines = text.count("\n") + 1
    try:
        mine = base.overlaid(text, file="f.toml")
    except ConfigError as error:
        faults = error.faults or ["nothing"]
    else:
        faults = []
        assert set(mine.card_ids("")) == {"terrain/moor-1"}
        assert len(mine) == len(base)
    for fault in faults:
        file, line, cause = fault.split(":", 2)
        assert file == "f.toml"
        assert 1 <= int(line) <= lines
        assert cause.strip()
        assert "\n" not in cause


@given(st.one_of(st.text(), st.lists(WORDS, max_size=30).map("".join)))
def test_any_text_parses_or_says_why(text: str) -> None:
    parses_or_says_why(text, parse_catalogue(SMALL, file="small.toml"))


@given(st.dictionaries(st.sampled_from(["knight", "peasant", "moor", "wolf"]), TREES),
       st.dictionaries(st.sampled_from(["peasant-1", "red/knight-1", "terrain/moor-1", "red"]), TREES))  # fmt: skip
def test_any_tables_parse_or_say_why(kinds: dict[str, object], cards: dict[str, object]) -> None:
    rows = ['game = "skirmish"']
    rows += [f"kind.{name} = {inline(value)}" for name, value in kinds.items()]
    rows += [f'card."{name}" = {inline(value)}' for name, value in cards.items()]
    parses_or_says_why("\n".join(rows), parse_catalogue(SMALL, file="small.toml"))


@given(st.data())
def test_any_correction_within_its_limits_is_what_the_card_then_says(data: st.DataObject) -> None:
    base = field_of_glory_catalogue()
    card = base[data.draw(st.sampled_from(list(base)))]
    sort = base.kinds[card.kind].sort
    single = [
        rule for rule in base.rules.values() if sort in rule.of and not rule.members and rule.name != "count"
    ]
    rule = data.draw(st.sampled_from(single))
    value = data.draw(st.integers(rule.least, rule.most))
    text = f'game = "field-of-glory"\ncard."{card.id}".{rule.name} = {value}'
    mine = base.overlaid(text, file="mine.toml")
    assert mine[card.id].figures[rule.name] == Figure(value, "mine.toml", "owner")
    assert all(mine[other] == base[other] for other in base if other != card.id)

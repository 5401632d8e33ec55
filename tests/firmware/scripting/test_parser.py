"""Table scripts: every statement, all faults with lines and what to write, and no way to raise anything else."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS, SIDES, ZONES, Zone
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.games.call_to_glory import script as call_to_glory
from signifer_firmware.games.dark_age_arena import script as dark_age_arena
from signifer_firmware.games.field_of_glory import script as field_of_glory
from signifer_firmware.games.thermopyles import script as thermopyles
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as said
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.forms import FORMS, Form
from signifer_firmware.scripting.game import AnyScriptGame, Script, game_of
from signifer_firmware.scripting.help import help_text
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.slots import SLOTS
from signifer_firmware.scripting.statements import Button, Statement

GAME = "game field-of-glory\n"
FIELD_OF_GLORY = game_of("field-of-glory")


def parse(text: str) -> Script:
    return parse_script(text, file="s.table")


def one(row: str) -> Statement:
    """The only statement of a script besides its game."""
    statements = parse(GAME + row).statements
    assert len(statements) == 2
    assert statements[1].line == 2
    return statements[1]


def faults(text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    return caught.value.faults


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ("table starter", said.Table("starter")),
        ("table tables/mine.toml", said.Table("tables/mine.toml")),
        ("seed 7", said.Seed(7)),
        ("language red fr", said.Language("red", "fr")),
        ("terrain plain plain woods plain rough", said.Given("terrain", "plain plain woods plain rough")),
        ("first red", said.Given("first", "red")),
        ("setup 3 red pike-2 pike-1", said.Setup(Zone("3", "red"), ("red/pike-2", "red/pike-1"))),
        ("control 3 red", said.Given("control 3", "red")),
        ("count red hand 5", said.Given("count red hand", "5")),
        ("count red deck 0", said.Given("count red deck", "0")),
        ("begin actions", said.Begin("actions")),
        ("put spear-2 3 red", said.Put("red/spear-2", Zone("3", "red"))),
        ("put red/spear-2 3 blue", said.Put("red/spear-2", Zone("3", "blue"))),
        ("put spear-2 pad blue", said.Put("blue/spear-2", Zone("pad", "blue"))),
        ("put tag/1 3 red", said.Put("tag/1", Zone("3", "red"))),
        ("put thermopyles:spartan-3 3 red", said.Put("thermopyles:spartan-3", Zone("3", "red"))),
        ("put terrain/hill-1 3 red", said.Put("terrain/hill-1", Zone("3", "red"))),
        ("take tag/12", said.Take("tag/12")),
        ("swap red/spear-1 blue/spear-2", said.Swap("red/spear-1", "blue/spear-2")),
        ("press dice", said.Press(Button("dice"))),
        ("press ok red", said.Press(Button("ok", "red"))),
        ("press column 3", said.Press(Button("column", None, 3))),
        ("press column 3 blue", said.Press(Button("column", "blue", 3))),
        ("hold dice", said.Hold((Button("dice"),))),
        ("hold column 3 blue", said.Hold((Button("column", "blue", 3),))),
        ("hold ok blue + ok red", said.Hold((Button("ok", "red"), Button("ok", "blue")))),
        ("hold dice + ok red", said.Hold((Button("dice"), Button("ok", "red")))),
        ("hold ok blue + dice", said.Hold((Button("dice"), Button("ok", "blue")))),
        ("wait 1.5", said.Wait(1_500_000)),
        ("wait 0.000001", said.Wait(1)),
        ("fault reader 3 red unplug", said.Fault("reader", "3 red", "unplug")),
        ("fault reader pad red stuck", said.Fault("reader", "pad red", "stuck")),
        ("fault reader 3 stack", said.Fault("reader", "3", "stack")),
        ("fault reader 3 red noise 5%", said.Fault("reader", "3 red", "noise", 5.0)),
        ("fault reader 3 red miss 0.5%", said.Fault("reader", "3 red", "miss", 0.5)),
        ("fault screen red unplug", said.Fault("screen", "red", "unplug")),
        ("fault screen 3 red unplug", said.Fault("screen", "3 red", "unplug")),
        ("fault node 3 unplug", said.Fault("node", "3", "unplug")),
        ("mend reader 3 red", said.Mend("reader", "3 red")),
        ("mend reader 3 red noise", said.Mend("reader", "3 red", "noise")),
        ("mend screen red", said.Mend("screen", "red")),
        ("mend node 3", said.Mend("node", "3")),
        ("fault node pad red reboot", said.Fault("node", "pad red", "reboot")),
        ("mend node pad blue", said.Mend("node", "pad blue")),
        ("power cut", said.PowerCut()),
        ("power cut again after 0.1 2", said.PowerCut((100_000, 2_000_000))),
        ("power cut at commit", said.PowerCutAt("commit")),
        ("stall 2.5", said.Stall(2_500_000)),
        ("brush tag/1 pad red for 0.2", said.Brush("tag/1", Zone("pad", "red"), 200_000)),
        ("expect active red", ex.ExpectActive("red")),
        ("expect step actions", ex.ExpectStep("actions")),
        ("expect due red 5", ex.ExpectThat("due red", "5")),
        ("expect total 3 red -1", ex.ExpectTotal(Zone("3", "red"), -1)),
        ("expect units 3 red spear pike", ex.ExpectUnits(Zone("3", "red"), ("pike", "spear"))),
        ("expect units 3 red none", ex.ExpectUnits(Zone("3", "red"), ())),
        ("expect lead 3 red pike-2", ex.ExpectLead(Zone("3", "red"), "red/pike-2")),
        ("expect control 3 red", ex.ExpectThat("control 3", "red")),
        ("expect control 3 none", ex.ExpectThat("control 3", "none")),
        ("expect hand red 8", ex.ExpectThat("hand red", "8")),
        ("expect points blue 4", ex.ExpectThat("points blue", "4")),
        ("expect shuffle red 2", ex.ExpectThat("shuffle red", "2")),
        ("expect refused mixed-kinds", ex.ExpectRefused("mixed-kinds")),
        ("expect refused none", ex.ExpectRefused(None)),
        ("expect correction take blue/pike-1 3", ex.ExpectCorrection("take", "blue/pike-1", "3")),
        ("expect correction put tag/1 pad", ex.ExpectCorrection("put", "tag/1", "pad")),
        ("expect correction none", ex.ExpectNoCorrection()),
        ("expect screen 3 red heavy   infantry 4", ex.ExpectScreen("3 red", "heavy infantry 4")),
        ("expect screen red red pays", ex.ExpectScreen("red", "red pays")),
        (
            "expect lying 3 red spear-2 blue/pike-1",
            ex.ExpectLying(Zone("3", "red"), ("blue/pike-1", "red/spear-2")),
        ),
        ("fault card red/spear-2 weak 20%", said.Fault("card", "red/spear-2", "weak", 20.0)),
        ("mend card tag/1", said.Mend("card", "tag/1")),
        ("expect lying pad blue none", ex.ExpectLying(Zone("pad", "blue"), ())),
        ("expect reader pad red fault", ex.ExpectReader("pad red", "fault")),
        *(
            (f"fault reader 3 red {kind}", said.Fault("reader", "3 red", kind))
            for kind in (
                "held",
                "varying",
                "random",
                "wiring",
                "brownout",
                "clone",
                "unlisted",
                "hot",
                "loud",
            )
        ),
        ("fault reader 3 red detuned", said.Fault("reader", "3 red", "detuned")),
        ("fault reader 3 slow", said.Fault("reader", "3", "slow")),
        ("fault reader 3 red cross 30%", said.Fault("reader", "3 red", "cross", 30.0)),
        ("mend reader 3 red brownout", said.Mend("reader", "3 red", "brownout")),
        ("expect cause 3 red no-chip", ex.ExpectCause("3 red", "no-chip")),
        ("expect cause pad red none", ex.ExpectCause("pad red", None)),
        ("expect winner draw", ex.ExpectWinner("draw")),
    ],
)
def test_each_statement_means_what_the_language_says(row: str, wanted: Statement) -> None:
    found = one(row)
    assert found == wanted
    assert type(found) is type(wanted)
    assert found.text == row


def test_comments_and_blanks_do_not_count_and_lines_do() -> None:
    script = parse("# a demo\r\n\r\n\tgame   field-of-glory # first\n\n  put  spear-2 3 red#laid\n")
    assert [(each.line, each.text) for each in script.statements] == [
        (3, "game   field-of-glory"),
        (5, "put  spear-2 3 red"),
    ]


def test_numbers_are_written_as_people_write_them() -> None:
    assert str(said.Wait(1_500_000)) == "wait 1.5"
    assert str(said.Wait(2_000_000)) == "wait 2"
    assert str(said.Fault("reader", "3 red", "noise", 5.0)) == "fault reader 3 red noise 5%"


def test_a_byte_order_mark_is_no_word() -> None:
    assert len(parse("\ufeff" + GAME).statements) == 1


def test_together_holds_its_statements() -> None:
    together = parse(GAME + "together\n put spear-1 1 red\n press ok red\nend\nwait 1").statements[1]
    assert isinstance(together, said.Together)
    assert together.statements == (
        said.Put("red/spear-1", Zone("1", "red")),
        said.Press(Button("ok", "red")),
    )
    assert [each.line for each in together.statements] == [3, 4]


def test_a_button_gets_its_name_from_who_has_to_decide() -> None:
    assert Button("dice").name("red") == "dice"
    assert Button("column", None, 3).name("blue") == "column 3 blue"
    assert Button("column", "red", 3).name("blue") == "column 3 red"
    assert Button("ok", "red").name("blue") == "ok red"


@pytest.mark.parametrize(
    ("row", "wrong", "instead"),
    [
        ("putt spear-2 3 red", '"putt" is no statement', 'did you mean "put"?'),
        ("frobnicate", '"frobnicate" is no statement', "write game, table"),
        ("put spear-2", "missing at the end", "write"),
        ("put spear-2 6 red", '"6" is not a place', "1, 2, 3, 4, 5 or pad"),
        ("put spear-2 3 rde", '"rde" is not a player', 'did you mean "red"?'),
        ("put speer-2 3 red", '"speer-2" is no card', 'did you mean "spear-2"?'),
        ("put red/spaer-2 3 red", '"red/spaer-2" is no card', 'did you mean "red/spear-2"?'),
        ("put spear-2 3 red now", '"now" is one word too many', 'for example "put spear-2 3 red"'),
        ("put plain-1 3 red", '"plain-1" does not say whose', "write terrain/plain-1"),
        ("put tag/0 3 red", '"tag/0" is no card', '"tag/1"'),
        ("put thermopile:spartan-1 3 red", '"thermopile" is no game', '"thermopyles"'),
        ("put thermopyles: 3 red", "no card's name", '"thermopyles:spartan-3"'),
        ("take spear-2", "does not say whose card it is", "write blue/spear-2 or red/spear-2"),
        ("swap red/spear-1 spear-2", "does not say whose card it is", "write blue/spear-2 or red/spear-2"),
        ("press", "missing at the end", "dice, ok or column"),
        ("press ok", "a player is missing", "red or blue"),
        ("press ok red + ok blue", '"+" is one word too many', "press ok red"),
        ("hold column 3 red + dice", "not held together", '"hold dice + ok red"'),
        ("hold dice + dice", "not held together", '"hold dice + ok red"'),
        ("hold ok red + ok red", "not held together", '"hold ok red + ok blue"'),
        ("wait -1", '"-1" is not a number of seconds', '"1.5"'),
        ("wait soon", '"soon" is not a number of seconds', '"1.5"'),
        ("wait ١", "is not a number of seconds", '"1.5"'),
        ("wait 1e3", "is not a number of seconds", '"1.5"'),
        ("fault reader 3 red noise 101%", '"101%" is not a percentage', '"5%"'),
        ("fault reader 3 red noise 5", '"5" is not a percentage', '"5%"'),
        ("fault reader 3 red smoke", '"smoke" does not fit', "unplug, stuck, stack, held"),
        ("expect cause 3 red no-chop", '"no-chop" is not a cause', 'did you mean "no-chip"?'),
        ("fault lamp", '"lamp" does not fit', "reader, card, screen, button or node"),
        ("power out", '"out" is not', "cut"),
        ("seed -1", '"-1" is not a whole number', "write"),
        ("seed " + "9" * 5000, "is not a whole number", "write"),
        ("language red es", '"es" is not a language', "en, fr or de"),
        ("terrain plain plain plain plain", "4 words, each a kind of terrain", "write 5"),
        (
            "terrain plain plain plain plain plian",
            '"plian" is not a kind of terrain',
            'did you mean "plain"?',
        ),
        ("terrain plain woods plain woods plain", "2 of woods, and there is only 1", "another"),
        ("begin action", '"action" is not a step', 'did you mean "actions"?'),
        ("count red hands 5", '"hands" is not a count', 'did you mean "hand"?'),
        ("count red shuffle 3", "shuffle is 3", "0 to 2"),
        ("setup pad red spear-1", '"pad" is not a column', "write 1, 2, 3, 4 or 5"),
        ("setup 3 red blue/spear-1", "blue/spear-1 is no unit of 3 red", "one like red/"),
        ("setup 3 red commander-1", "red/commander-1 is no unit", "one like red/"),
        ("setup 3 red pike-1 pike-1", "red/pike-1 is there twice", "another card"),
        ("setup 3 red pike-1\nsetup 3 red pike-1", "is there twice, at line 2 already", "another card"),
        ("setup 3 red elephant-1 spear-1", "red/spear-1 cannot share 3 red", "another unit"),
        ("setup 3 red pike-1 pike-2 pike-3", "a column takes two units of a side (FG-P2)", "0 to 2"),
        ("count red points 100", "count red points is 100", "0 to 99"),
        ("expect", "a word is missing", "active, step"),
        ("expect shuffle blue 3", "shuffle blue is 3", "0, 1 or 2"),
        ("expect refusd none", '"refusd" does not fit after "expect"', 'did you mean "refused"?'),
        ("expect refused mixed-kind", '"mixed-kind" is not a refusal', 'did you mean "mixed-kinds"?'),
        ("expect correction", "a word is missing", "take, put or none"),
        ("expect correction take blue/pike-1", "missing at the end", "1, 2, 3, 4, 5 or pad"),
        ("expect units 3 red", "a kind of unit is missing", "write"),
        ("expect units 3 red spear none", '"none" is not a kind of unit', "write"),
        ("expect units 3 red speer", '"speer" is not a kind of unit', 'did you mean "spear"?'),
        ("expect screen 3 red", "the text is missing", "expect screen 3 red heavy infantry"),
        ("expect total 3 red lots", '"lots" is not a whole number', "write"),
        ("expect winner nobody", '"nobody" is not', "red, blue, draw or none"),
        ("brush red/spear-1 3 red", "missing at the end", "write for"),
        ("stall soon", '"soon" is not a number of seconds', "1.5"),
        ("power cut at commmit", '"commmit" is not', 'did you mean "commit"?'),
        ("end", "end without together", '"together"'),
        ("together\nput spear-1 3 red", "together without end", '"end"'),
        ("together\nend", "nothing in it", "put"),
        ("together\nwait 1\nend", "cannot stand inside together", '"end"'),
        ("together\nput spear-1 3 red\nwait 1\nend", "cannot stand inside together", '"end"'),
        ("together\nput spear-1 3 red\ntogether\nend\nend", "together inside that of line 2", '"end"'),
        ("first red\nfirst blue", "said at line 2 already", "leave one"),
        ("count red hand 1\ncount red hand 1", "said at line 2 already", "leave one"),
        ("put spear-1 3 red\nfirst red", "first comes after play began at line 2", "before"),
        ("expect active red\nseed 1", "seed comes after play began at line 2", "before"),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_to_write(row: str, wrong: str, instead: str) -> None:
    found = faults(GAME + row)
    assert len(found) == 1
    place, _, text = found[0].partition(": ")
    assert place.startswith("s.table:")
    before, _, after = text.partition("; ")
    assert wrong in before
    assert instead in after
    assert len(text) < 300


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in faults(GAME + "put \x1b[2J 3 red")[0]


def test_all_faults_come_at_once_with_their_lines() -> None:
    found = faults("seed x\ngame field-of-glory\n\nput spear-9 3 red # nine\nwait\ntogether\n")
    assert [fault.split(":")[1] for fault in found] == ["1", "4", "5", "6"]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "no game is named"),
        ("# nothing\n\n", 1, "no game is named"),
        ("\nput spear-1 3 red", 2, "no game is named"),
        ("seed 7\ngame field-of-glory", 2, "game must come before all else"),
        (GAME + GAME, 2, "said at line 1 already"),
        ("game field-of-glori\nwait 1", 1, 'did you mean "field-of-glory"?'),
    ],
)
def test_the_game_is_named_first(text: str, line: int, words: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(f"s.table:{line}: ")
    assert words in found[0]


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ("setup 1 red pike-1 pike-2\nsetup 2 red pike-3", 0),
        ("count red hand 9\ncount red deck 15", 0),
        ("setup 1 red pike-1\ncount red hand 9\ncount red deck 15", 1),
        ("setup 1 red pike-1\ncount red deck 15", 1),
        ("setup 1 red pike-1\ncount red hand 23", 0),
        ("count red hand 4\ncount red deck 4\ncount red discard 17", 1),
        ("count red points 99", 0),
        ("setup 1 blue pike-1\ncount red hand 9\ncount red deck 15", 0),
    ],
)
def test_nobody_has_more_cards_than_an_army(rows: str, more: int) -> None:
    if more:
        found = faults(GAME + rows)
        assert len(found) == 1
        assert f"{24 + more} cards" in found[0]
        assert found[0].startswith(f"s.table:{1 + len(rows.splitlines())}: ")
    else:
        parse(GAME + rows)


def test_a_fault_may_be_there_before_the_set_up_ends() -> None:
    parse(GAME + "fault reader 3 red unplug\nfirst red")


# What the table of statements, the parser and the help say of each other


KEPT = (field_of_glory.SCRIPT, thermopyles.SCRIPT, call_to_glory.SCRIPT, dark_age_arena.SCRIPT)
GAMES = [game_of(name) for name in registry.names()]
OWN = [(game, form) for game in GAMES for form in game.forms]


def test_each_game_is_found_by_its_name() -> None:
    assert tuple(GAMES) == KEPT


def head(game: AnyScriptGame) -> str:
    return f"game {game.vocabulary.game}\n"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.usage))
def test_every_form_has_an_example_that_parses_as_this_form(form: Form) -> None:
    if form.make is not None:
        rows = form.example if form.usage == "game GAME" else GAME + form.example
        assert parse(rows).statements[-1].text == form.example


@pytest.mark.parametrize(("game", "form"), OWN, ids=lambda each: getattr(each, "usage", ""))
def test_every_form_of_a_game_has_an_example_that_parses_as_this_form(
    game: AnyScriptGame, form: Form
) -> None:
    assert parse(head(game) + form.example).statements[-1].text == form.example


def leaves(kind: type[Statement]) -> set[type[Statement]]:
    """Of the program: tests may have others."""
    below = [each for each in kind.__subclasses__() if each.__module__.startswith("signifer_firmware.")]
    return set().union(*map(leaves, below)) if below else {kind}


def test_every_kind_of_statement_has_a_form() -> None:
    made = {type(parse(f"{GAME}{form.example}").statements[-1]) for form in FORMS[1:] if form.make}
    made |= {type(parse(head(game) + form.example).statements[-1]) for game, form in OWN}
    assert made | {said.Game, said.Together} == leaves(Statement)


def test_the_help_names_every_form_and_every_word() -> None:
    text = help_text()
    for form in (*FORMS, *(form for _, form in OWN)):
        assert f"  {form.usage}" in text
    for name, slot in [*SLOTS.items(), *(item for game in GAMES for item in game.slots.items())]:
        assert f"  {name}" in text
        assert slot.about.split()[0] in text
    for game in GAMES:
        words = game.vocabulary
        assert words.game in text
        for word in (*words.steps, *words.refusals, *words.kinds):
            assert word in text
    assert max(map(len, text.splitlines())) <= 88


@pytest.mark.parametrize("game", GAMES, ids=registry.names())
def test_every_word_in_capitals_is_explained(game: AnyScriptGame) -> None:
    words = [word for form in (*FORMS, *game.forms) for word in form.usage.split()]
    assert {word for word in words if word.isupper() or word.endswith("...")} <= {*SLOTS, *game.slots}


# Properties

WORDS = FIELD_OF_GLORY.vocabulary
_ZONE = st.sampled_from([zone for zone in ZONES if zone.column])
_PLAYER = st.sampled_from(SIDES)
_COLUMN = st.sampled_from(COLUMNS)
_NUMBER = st.integers(0, 999_999)
_CARD = st.sampled_from(sorted(WORDS.cards)) | st.sampled_from(["tag/1", "thermopyles:spartan-3", "tag/77"])
_BUTTON = (
    st.just(Button("dice"))
    | st.builds(Button, st.just("ok"), _PLAYER)
    | st.builds(Button, st.just("column"), _PLAYER | st.none(), _COLUMN)
)
_NODE = st.sampled_from([*map(str, COLUMNS), "pad red", "pad blue"])
_READER = st.sampled_from([*map(str, ZONES), *map(str, COLUMNS)])
_SCREEN = _ZONE.map(str) | _PLAYER
_WORD = st.text(
    st.characters(codec="utf-8", exclude_categories=("Z", "C"), exclude_characters="#"), min_size=1
)
_PERCENT = st.integers(0, 100_000).map(lambda thousandth: thousandth / 1000)
_HANDS = (
    st.builds(said.Put, _CARD, st.sampled_from(ZONES))
    | st.builds(said.Take, _CARD)
    | st.builds(said.Swap, _CARD, _CARD)
    | st.builds(said.Push, _CARD, st.sampled_from([("a",), ("b", "c")]))
    | st.builds(said.Brush, _CARD, st.sampled_from(ZONES), st.integers(0, 999_999_999_999))
    | st.builds(said.Stall, st.integers(0, 999_999_999_999))
    | st.builds(said.PowerCut, st.lists(st.integers(0, 999_999_999_999), max_size=3).map(tuple))
    | st.builds(said.Press, _BUTTON)
    | st.builds(said.Hold, st.tuples(_BUTTON))
    | st.just(said.Hold((Button("ok", "red"), Button("ok", "blue"))))
    | st.builds(said.Fault, st.just("reader"), _READER, st.sampled_from(["unplug", "stuck", "stack"]))
    | st.builds(said.Fault, st.just("reader"), _READER, st.sampled_from(["noise", "miss"]), _PERCENT)
    | st.builds(said.Fault, st.just("screen"), _SCREEN, st.just("unplug"))
    | st.builds(said.Fault, st.just("node"), _NODE, st.just("unplug"))
    | st.builds(said.Mend, st.just("reader"), _READER, st.none() | st.just("noise"))
    | st.builds(said.Mend, st.just("screen"), _SCREEN)
    | st.builds(said.Mend, st.just("node"), _NODE)
)


def _that(*words: st.SearchStrategy[object]) -> st.SearchStrategy[Statement]:
    """An expectation of these words, the last of them its value."""
    return st.tuples(*words).map(lambda said_: ex.ExpectThat(" ".join(map(str, said_[:-1])), str(said_[-1])))


_EXPECT = (
    st.builds(ex.ExpectActive, _PLAYER)
    | st.builds(ex.ExpectStep, st.sampled_from(WORDS.steps))
    | _that(st.just("due"), _PLAYER, _NUMBER)
    | st.builds(ex.ExpectTotal, _ZONE, st.integers(-999_999, 999_999))
    | st.builds(
        ex.ExpectUnits,
        _ZONE,
        st.lists(st.sampled_from(sorted(WORDS.kinds))).map(lambda k: tuple(sorted(k))),
    )
    | st.builds(ex.ExpectLead, _ZONE, _CARD)
    | _that(st.just("control"), _COLUMN, st.just("none") | _PLAYER)
    | _that(st.sampled_from(["hand", "deck", "discard", "points"]), _PLAYER, _NUMBER)
    | _that(st.just("shuffle"), _PLAYER, st.integers(0, 2))
    | st.builds(ex.ExpectRefused, st.none() | st.sampled_from(sorted(WORDS.refusals)))
    | st.builds(
        ex.ExpectCorrection, st.sampled_from(["take", "put"]), _CARD, st.sampled_from(["1", "5", "pad"])
    )
    | st.just(ex.ExpectNoCorrection())
    | st.builds(ex.ExpectScreen, _SCREEN, st.lists(_WORD, min_size=1, max_size=4).map(" ".join))
    | st.builds(ex.ExpectLying, _ZONE, st.lists(_CARD).map(lambda cards: tuple(sorted(cards))))
    | st.builds(ex.ExpectReader, _READER, st.sampled_from(["ok", "fault"]))
    | st.builds(ex.ExpectWinner, st.sampled_from(["red", "blue", "draw", "none"]))
)
_PLAYED = (
    _HANDS
    | _EXPECT
    | st.builds(said.Wait, st.integers(0, 999_999_999_999))
    | st.builds(said.PowerCutAt, st.sampled_from(["write", "commit", "copy", "done"]))
    | st.builds(said.RobotsPlay, st.none() | st.integers(0, 999_999))
    | st.builds(said.Together, st.lists(_HANDS, min_size=1, max_size=4).map(tuple))
)


@pytest.mark.slow
@given(st.lists(_PLAYED, max_size=6))
def test_what_statements_say_of_themselves_parses_back(played: list[Statement]) -> None:
    text = GAME + "\n".join(map(str, played))
    assert parse(text).statements == (said.Game("field-of-glory"), *played)


def test_the_property_above_covers_every_statement_of_play() -> None:
    played = {
        form.make for form in FORMS if isinstance(form.make, type) and not form.group.startswith("Before")
    }
    drawn = {
        *(said.Put, said.Push, said.Take, said.Swap, said.Brush, said.Press, said.Hold, said.Wait),
        *(said.Stall, said.PowerCut, said.PowerCutAt),
        said.RobotsPlay,
        *(
            kind
            for kind in vars(ex).values()
            if isinstance(kind, type) and kind.__name__.startswith("Expect")
        ),
    }
    assert played <= drawn


_JUMBLE = st.lists(
    st.sampled_from(
        [
            word
            for form in (*FORMS, *(form for _, form in OWN))
            for word in (*form.usage.split(), *form.example.split())
        ]
        + [
            "\n",
            "#",
            "+",
            "5%",
            "none",
            "-1",
            "999999",
            "é",
            "\x00",
            "\x1b",
            "\u2028",
            "tag/1",
            "a:b",
            "/",
            ":",
        ]
    ),
    max_size=40,
).map(" ".join)


_HEAD = st.sampled_from([head(game) for game in GAMES])


def test_a_long_run_of_carriage_returns_is_read_once() -> None:
    """A pattern that looked at the rest of them from each took minutes for what a script may hold."""
    with pytest.raises(ConfigError) as error:
        parse("game field-of-glory\r\r\n" + "\r" * 300_000 + "nonsense")
    assert any(fault.startswith('s.table:300002: "nonsense"') for fault in error.value.faults)


@given(st.text(max_size=80) | _JUMBLE | st.tuples(_HEAD, _JUMBLE).map("".join))
def test_any_text_parses_or_raises_config_error(text: str) -> None:
    found: list[str] = []
    try:
        parse(text)
    except ConfigError as error:
        found = error.faults or ["no fault"]
    for fault in found:
        file, line, rest = fault.split(":", 2)
        assert file == "s.table"
        assert 1 <= int(line) <= text.count("\n") + text.count("\r") + 1
        assert rest.startswith(" ")
        assert "; " in rest
        assert rest.isprintable()


def test_all_waits_of_a_script_take_two_hours_at_most() -> None:
    rows = "wait 3600\nwait 3599.5\nwait 0.5\n"
    check(parse(GAME + rows), load_table("standard"), file="s.table")
    with pytest.raises(ConfigError) as refused:
        check(parse(GAME + rows + "wait 0.1\nwait 999999\n"), load_table("standard"), file="s.table")
    assert refused.value.faults == [
        "s.table:5: up to here the script waits for more than 2 hours; cut it in two before"
    ]


@pytest.mark.parametrize(
    ("where", "antennas", "said"),
    [
        (
            "3 red",
            "b",
            '3 red of the table "mixed" has no antenna b; leave this line out, or choose another table',
        ),
        ("2 red", "a c", '2 red of the table "mixed" has no antenna c; leave it out'),
        ("2 red", "a a", "an antenna is named twice; name it once"),
    ],
)
def test_a_card_is_pushed_above_antennas_of_its_own_place(where: str, antennas: str, said: str) -> None:
    double = load_table("double")
    one = [
        reader.model_copy(update={"antenna": None}) if str(reader.zones[0]) == "3 red" else reader
        for reader in double.readers
        if reader.name != "3 red b"
    ]
    mixed = double.model_copy(update={"name": "mixed", "readers": tuple(one)})
    rows = f"put red/spear-2 {where}\npush red/spear-2 {antennas}\n"
    with pytest.raises(ConfigError) as refused:
        check(parse(GAME + rows), mixed, file="s.table")
    assert refused.value.faults == [f"s.table:3: {said}"]
    moved = (
        "put red/spear-2 3 red\nput red/spear-2 2 red\npush red/spear-2 b\n"
        "swap red/spear-2 red/spear-1\npush red/spear-1 a b\n"
    )
    check(parse(GAME + moved), mixed, file="s.table")


def test_values_are_frozen_and_lines_are_not_compared() -> None:
    here, there = said.Take("tag/1", line=1), said.Take("tag/1", line=2, text="take tag/1")
    assert here == there
    assert hash(here) == hash(there)
    assert {field.name for field in fields(said.Statement)} == {"line", "text"}

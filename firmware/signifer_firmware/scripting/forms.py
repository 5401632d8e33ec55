"""The statements of every game's table scripts in one table, from which the parser reads and ``script --help`` is
written; what a game adds stands beside it (`ScriptGame`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from . import expectations as ex
from . import statements

# The groups of statements, as the help lists them.
SETUP = "Before play, game first"
HANDS = "What hands do"
TIME = "Time and accidents"
EXPECT = "What must be seen"


@dataclass(frozen=True)
class Form:
    """One form of a statement.

    ``usage``: words in small letters stand for themselves ("a|b" for one of them, which counts as a value), words in
    capitals are SLOTS, or the game's. ``make`` gets the values in order and returns the statement, or None for the
    brackets of a block. ``example`` parses.
    """

    group: str
    usage: str
    example: str
    about: str
    make: Callable[..., statements.Statement] | None


_FORMS: tuple[tuple[str, str, str, str, Callable[..., statements.Statement] | None], ...] = (
    (SETUP, "game GAME", "game field-of-glory", "the game played; the first statement", statements.Game),
    (
        SETUP,
        "table FILE",
        "table standard",
        "the table it is played at; standard without it",
        statements.Table,
    ),
    (SETUP, "seed N", "seed 7", "for dice, tag UIDs and the order within together", statements.Seed),
    (
        SETUP,
        "dice DICE...",
        "dice 4 2 6",
        "what the first dice show; those after them are by the seed, and those of a ceremony by what was entered",
        statements.Dice,
    ),
    (SETUP, "language PLAYER LANGUAGE", "language red fr", "of a player's screens", statements.Language),
    (
        SETUP,
        "setup ZONE NAME...",
        "setup 3 red spear-1 spear-2",
        "these cards lie there already, paid for; counts stay as they are",
        statements.Setup,
    ),
    (
        SETUP,
        "begin STEP",
        "begin actions",
        "go to this step of the first turn without playing those before; start: no game is on, only its picture",
        statements.Begin,
    ),
    (
        SETUP,
        "robots level N",
        "robots level 3",
        "how well the robots play; by rules of thumb without it",
        statements.RobotsLevel,
    ),
    (HANDS, "put NAME PLACE", "put spear-2 3 red", "lay a card", statements.Put),
    (
        HANDS,
        "push CARD ANTENNA...",
        "push red/spear-2 b",
        "push a card above this antenna of its place, where that has several, or between these",
        statements.Push,
    ),
    (HANDS, "take CARD", "take red/spear-2", "lift a card", statements.Take),
    (
        HANDS,
        "swap CARD CARD",
        "swap red/spear-1 red/spear-2",
        "lift the first while the second is laid in its place",
        statements.Swap,
    ),
    (
        HANDS,
        "brush CARD PLACE for SECONDS",
        "brush red/spear-2 3 red for 0.2",
        "a hand with a card is over that place for so long, and goes on with it",
        statements.Brush,
    ),
    (HANDS, "press BUTTON", "press ok red", "a short press", statements.Press),
    (
        HANDS,
        "hold BUTTONS",
        "hold ok red",
        "a long one; of two at once: both ok, or dice and an ok",
        statements.Hold,
    ),
    (
        HANDS,
        "together",
        "together",
        "what stands between this and end happens within 50 ms, in random order",
        None,
    ),
    (HANDS, "end", "end", "closes together", None),
    (
        HANDS,
        "robots play N",
        "robots play 12",
        "robots play both sides on, so many decisions; at first from the empty table",
        statements.RobotsPlay,
    ),
    (HANDS, "robots play", "robots play", "the same, to the end of the game", statements.RobotsPlay),
    (
        TIME,
        "wait SECONDS",
        "wait 1.5",
        "for delays that matter in themselves: every statement runs until all is at rest",
        statements.Wait,
    ),
    (
        TIME,
        "fault reader READER unplug|stuck|stack",
        "fault reader 3 red unplug",
        "a reader that is gone, gives the same bytes for ever, or has its tags exactly stacked",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER held|varying|random|wiring",
        "fault reader 3 red held",
        "another chip holds MISO; bytes on MISO with a flipped bit; any bytes there; late bits on MOSI",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER brownout|clone",
        "fault reader 3 red brownout",
        "its supply breaks down 2 ms after the field goes on, each time; or it is another chip",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER unlisted|crystal|hot",
        "fault reader 3 red hot",
        "it is a chip that works, of a version that nobody has listed; its crystal stops; "
        "it is too hot and switches its antenna off",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER loud|neighbour|detuned|slow",
        "fault reader 3 red loud",
        "noise that its gain picks up; a field nearby that stays on; tags so close that each weakens the others; "
        "tags slower than the standard",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER deep",
        "fault reader 3 red deep",
        "its cards lie in one stack, of which the uppermost four answer, and the lower ones are silent",
        lambda place: statements.Fault("reader", place, "deep"),
    ),
    (
        TIME,
        "fault reader READER noise|miss|cross PERCENT",
        "fault reader 3 red noise 5%",
        "so many radio frames with a flipped bit, or answers missed, or visits in which a neighbour's tag is read",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault reader READER noise|miss|cross PERCENT for SECONDS",
        "fault reader 3 red miss 90% for 0.8",
        "it is over by itself after so long, whatever else happens meanwhile",
        partial(statements.Fault, "reader"),
    ),
    (
        TIME,
        "fault card CARD weak PERCENT",
        "fault card red/spear-2 weak 20%",
        "so many of its tag's answers are too weak to be heard, wherever it lies; 40% at most",
        lambda card, percent: statements.Fault("card", card, "weak", percent),
    ),
    (
        TIME,
        "fault screen SCREEN unplug|stuck|held",
        "fault screen 3 red unplug",
        "a screen that is gone, or holds SCL low, or SDA, which a Pi takes for an answer to all that it says",
        partial(statements.Fault, "screen"),
    ),
    (
        TIME,
        "fault button BUTTON stuck",
        "fault button ok red stuck",
        "something lies on it, so that it is down, whatever fingers do; a column's is of a player who is named",
        lambda button: statements.Fault("button", str(button), "stuck"),
    ),
    (
        TIME,
        "fault node NODE unplug|reboot",
        "fault node 3 unplug",
        "the node that reads there, also pad red, is gone, or starts again, a moment later",
        partial(statements.Fault, "node"),
    ),
    (
        TIME,
        "fault node NODE noise PERCENT",
        "fault node 3 noise 1%",
        "so many bytes damaged on its cable, both ways",
        lambda place, percent: statements.Fault("node", place, "noise", percent),
    ),
    (
        TIME,
        "mend reader READER",
        "mend reader 3 red",
        "all that is wrong with it",
        partial(statements.Mend, "reader"),
    ),
    (
        TIME,
        "mend reader READER unplug|stuck|stack|deep|noise|miss",
        "mend reader 3 red noise",
        "this alone",
        partial(statements.Mend, "reader"),
    ),
    (
        TIME,
        "mend reader READER held|varying|random|wiring|brownout|clone",
        "mend reader 3 red held",
        "",
        partial(statements.Mend, "reader"),
    ),
    (
        TIME,
        "mend reader READER unlisted|crystal|hot",
        "mend reader 3 red hot",
        "",
        partial(statements.Mend, "reader"),
    ),
    (
        TIME,
        "mend reader READER loud|neighbour|detuned|slow|cross",
        "mend reader 3 red loud",
        "",
        partial(statements.Mend, "reader"),
    ),
    (TIME, "mend card CARD", "mend card red/spear-2", "", partial(statements.Mend, "card")),
    (TIME, "mend screen SCREEN", "mend screen 3 red", "", partial(statements.Mend, "screen")),
    (
        TIME,
        "mend button BUTTON",
        "mend button ok red",
        "",
        lambda button: statements.Mend("button", str(button)),
    ),
    (TIME, "mend node NODE", "mend node 3", "", partial(statements.Mend, "node")),
    (
        TIME,
        "stall SECONDS",
        "stall 2",
        "the program gets no processor for so long, while hands, chips and nodes go on",
        statements.Stall,
    ),
    (TIME, "power cut", "power cut", "the plug is pulled, and put back", statements.PowerCut),
    (
        TIME,
        "power cut again after SECONDS...",
        "power cut again after 0.1 0.4",
        "and pulled once more so long after it was put back, in the middle of the start if need be; for each of them",
        statements.PowerCut,
    ),
    (
        TIME,
        "power cut at write|commit|copy|done",
        "power cut at commit",
        "the plug is pulled as the next entry of the record is written: before it is there, before it is sure, before "
        "its second copy is there, or as all is and nobody was told",
        statements.PowerCutAt,
    ),
    (EXPECT, "expect active PLAYER", "expect active red", "whose turn it is", ex.ExpectActive),
    (EXPECT, "expect step STEP", "expect step actions", "", ex.ExpectStep),
    (
        EXPECT,
        "expect total ZONE TOTAL",
        "expect total 3 red 9",
        "the total shown, as far as it is public",
        ex.ExpectTotal,
    ),
    (
        EXPECT,
        "expect units ZONE KINDS",
        "expect units 3 red spear spear",
        "unpaid ones, too",
        ex.ExpectUnits,
    ),
    (
        EXPECT,
        "expect lead ZONE NAME",
        "expect lead 3 red spear-2",
        "the candidate selected, confirmed or not",
        ex.ExpectLead,
    ),
    (
        EXPECT,
        "expect refused CODE",
        "expect refused mixed-kinds",
        "among the standing refusals",
        ex.ExpectRefused,
    ),
    (
        EXPECT,
        "expect correction take|put CARD SPOT",
        "expect correction take blue/pike-1 3",
        "among what the table asks hands to do",
        ex.ExpectCorrection,
    ),
    (EXPECT, "expect correction none", "expect correction none", "", ex.ExpectNoCorrection),
    (
        EXPECT,
        "expect screen SCREEN TEXT",
        "expect screen 3 red heavy infantry",
        "the text is on that screen",
        ex.ExpectScreen,
    ),
    (
        EXPECT,
        "expect sound SOUND",
        "expect sound refused",
        "the last one heard since hands last moved",
        ex.ExpectSound,
    ),
    (
        EXPECT,
        "expect lying PLACE CARDS",
        "expect lying 3 red spear-1 spear-2",
        "the cards believed to lie there, and no other one; about a card that fell silent, and may be covered, it is "
        "silent, too",
        lambda zone, cards: ex.ExpectLying(zone, tuple(sorted(cards))),
    ),
    (EXPECT, "expect reader READER ok|fault", "expect reader 3 red fault", "", ex.ExpectReader),
    (
        EXPECT,
        "expect cause READER CAUSE",
        "expect cause 3 red no-chip",
        "what its fault is said to come from",
        ex.ExpectCause,
    ),
    (EXPECT, "expect winner red|blue|draw|none", "expect winner none", "", ex.ExpectWinner),
)
FORMS = tuple(Form(*row) for row in _FORMS)

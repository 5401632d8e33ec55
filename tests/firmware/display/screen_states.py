"""The states of which golden pictures are kept: name -> panel (and page)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from signifer_firmware.display.panels import (
    ColumnPanel,
    Lead,
    MenuPanel,
    Panel,
    PlayerPanel,
    RefusalPanel,
    Shown,
    SidePanel,
    StartPanel,
    TextPanel,
    UnitMark,
)
from signifer_firmware.games.field_of_glory.screens.panels import labels
from signifer_firmware.games.field_of_glory.texts.words import terrain_name
from signifer_firmware.i18n.words import words_of
from signifer_firmware.texts.terms import kind_label, step_name

from tests.firmware.display.game_states import game_states
from tests.firmware.display.lifecycle_states import lifecycle_states
from tests.firmware.display.player_menu_states import player_menu_states
from tests.firmware.games.call_to_glory.states import glory_states
from tests.firmware.games.dark_age_arena.states import arena_states
from tests.firmware.games.thermopyles.states import thermo_states
from tests.firmware.i18n.states import language_states

HEAVY = UnitMark("heavy-infantry", "Heavy infantry")
PIKE = UnitMark("pike", "Pike")
GERMAN, FRENCH = words_of("de"), words_of("fr")
ARMY = (
    ("elephant", "Elephant"),
    ("spear", "Spear"),
    ("pike", "Pike"),
    ("heavy-infantry", "Heavy infantry"),
    ("medium-infantry", "Medium infantry"),
    ("cavalry", "Cavalry"),
    ("light-infantry", "Light infantry"),
    ("light-cavalry", "Light cavalry"),
    ("archer", "Archer"),
    ("ballista", "Ballista"),
)
TERRAINS = ("plain", "rough", "woods", "hill")


def red_column(own: SidePanel, enemy: SidePanel, **rest: object) -> ColumnPanel:
    """Column 3 as red reads it, in plain terrain unless ``rest`` says otherwise."""
    fields = {"column": 3, "facing": "red", "terrain": "plain", "terrain_name": "Plain", **rest}
    return ColumnPanel(own=own, enemy=enemy, **fields)  # type: ignore[arg-type]


def _attack(keep: Callable[..., None]) -> None:
    """Screens of an attack, from the flank phase to its result."""

    def led(lead: Lead) -> SidePanel:
        units = (UnitMark("heavy-infantry", "Heavy infantry", False, lead), HEAVY)
        return SidePanel("red", units, 7, lines=("4 combat", "+1 second", "+2 flank"))

    pike = UnitMark("pike", "Pike", False, "confirmed")
    both = SidePanel("blue", (pike, PIKE), 6, lines=("4 combat", "+1 second", "+1 hill"))
    hill = {"terrain": "hill", "terrain_name": "Hill", "control": "blue"}
    keep("column-flank-open", red_column(SidePanel("red", (HEAVY,), 4), both, note="Flank open", **hill))
    keep("column-lead-selected", red_column(led("selected"), both, note="Red flanks", **hill))
    keep("column-lead-confirmed", red_column(led("confirmed"), both, note="Red flanks", **hill))
    keep("column-sums", red_column(led("confirmed"), both, note="Red flanks", **hill), 1)
    lines = ("5 combat", "+5 card", "+1 second", "-2 woods", "-4 against", "+2 flank", "+4 Overlap")
    most = SidePanel("red", (UnitMark("elephant", "Elephant", False, "confirmed"),), 11, lines=lines)
    woods = {"terrain": "woods", "terrain_name": "Woods"}
    keep(
        "column-longest-sum-1", red_column(most, SidePanel("blue", (pike,), 4), note="Red flanks", **woods), 1
    )
    keep(
        "column-longest-sum-2", red_column(most, SidePanel("blue", (pike,), 4), note="Red flanks", **woods), 2
    )
    won = SidePanel("red", (HEAVY,), 9, lines=("4 combat", "+4 card", "+1 second"))
    lost = SidePanel("blue", (), 6, lines=("3 combat", "+2 card", "+1 hill"))
    result = {**hill, "control": "red", "result": "Red wins by 3", "turn": "Terrain to Red"}
    fix = {"fix": "take heavy infantry 2 CP from 3"}
    for page in range(3):
        keep(f"column-result-{page + 1}", red_column(won, lost, **result, **fix), page)
    keep("column-tie", red_column(SidePanel("red", (), 6), SidePanel("blue", (), 6), result="A tie", **hill))
    keep(
        "column-turned",
        red_column(SidePanel("red", (HEAVY,), 4), SidePanel("blue"), turn="Terrain to Red", **hill),
    )

    def player(name: str, title: str, headline: str, **rest: object) -> None:
        keep(name, PlayerPanel("red", title, True, headline, 8, 11, 2, 1, **rest))  # type: ignore[arg-type]

    player("player-flank", "Flank attacks", "Flank 2 or 4, or ok")
    player("player-lead", "Lead unit", "Lead: heavy infantry 2 CP?", info="Button 3: next")
    one = (Shown("red", "1 card"),)
    player("player-one-card", "Bonus card", "Bonus card, ok", shown=one, info="Hold: deck. Overlap: now")
    player("player-retreat", "Retreat", "Retreat: lift, ok", info="May: medium infantry")
    cards = (Shown("red", "cavalry: 4 CP"), Shown("blue", "commander: 5 CP"))
    player("player-result", "Actions", "Red wins by 3", shown=cards, info="Place units")
    moves = ("take heavy infantry 2 CP from 3", "take cavalry 4 CP from pad")
    player("player-result-corrections", "Actions", "Red wins by 3", shown=cards, corrections=moves)
    player("player-rampage", "Rampage", "Top card, ok", info="It goes to Blue's points")


def _set_up_and_end(keep: Callable[..., None]) -> None:
    """Before the first turn, shuffles, and what is announced of the end."""
    nobody = SidePanel("red"), SidePanel("blue")
    keep("column-no-terrain", red_column(*nobody, terrain="", terrain_name="No terrain"))
    keep("column-terrain-waits", red_column(*nobody, terrain="rough", note="ok, or lift it"))
    threat = PlayerPanel(
        "red",
        "Actions",
        True,
        "Place units",
        *(8, 11, 2, 1),
        info="Column button: attack",
        banners=("Blue holds three: break one, or Blue wins as the next turn begins",),
    )
    keep("player-threat-1", threat, 0)
    keep("player-threat-2", threat, 1)
    last = PlayerPanel(
        "blue",
        "Actions",
        False,
        "Red pays",
        *(8, 11, 2, 1, 2),
        banners=("Both shuffle cards are out: this is the last turn",),
    )
    keep("player-last-turn", last)
    hint = "Shuffle card: turn to second shuffle. Then draw 2 more"
    keep("player-shuffle", PlayerPanel("red", "Shuffle", True, "Shuffle, then ok", 5, 0, 6, 3, info=hint))
    over = "Terrain 2 : 2, points 7 : 5"
    keep("player-over", PlayerPanel("red", "Game over", False, "Blue wins", 5, 4, 6, 5, 2, info=over))
    refused = RefusalPanel("It is Red's turn.", "FG-T0", "Wait for your turn.", player="blue")
    keep("player-refusal-on-shared", PlayerPanel("blue", "Actions", False, refusal=refused))


def _columns(keep: Callable[..., None]) -> None:
    """Columns at rest, and what is wrong there."""
    red = SidePanel("red", (HEAVY, HEAVY), 9)
    blue = SidePanel("blue", (PIKE, PIKE), 11)
    empty = SidePanel("blue")
    keep("column-both-sides", red_column(red, blue, control="red"))
    keep("column-facing-blue", ColumnPanel(3, "blue", "plain", "Plain", blue, red, control="red"))
    keep("column-empty", red_column(SidePanel("red"), empty))
    keep("column-below-zero", red_column(SidePanel("red", (UnitMark("archer", "Archer"),), -4), blue))
    unpaid = SidePanel("red", (UnitMark("light-cavalry", "Light cavalry", True),), 1)
    keep(
        "column-unpaid",
        red_column(unpaid, blue, terrain="woods", terrain_name="Woods", cost=0, control="blue"),
    )
    mixed = SidePanel("red", (HEAVY, UnitMark("pike", "Pike", True)), 9)
    keep("column-notice", red_column(mixed, empty, notice="Mixed kinds", fix="take red/pike-1"))
    silent = SidePanel("red", (), None, unknown=True)
    keep("column-fault", red_column(silent, blue, fault="reader 3 red: no chip answers"))
    both = red_column(
        red, blue, fault="reader 3 blue: no chip answers", notice="Mixed kinds", fix="take red/pike-1"
    )
    keep("column-fault-and-notice-1", both, 0)
    keep("column-fault-and-notice-2", both, 1)


def _heaps(keep: Callable[..., None]) -> None:
    """Columns with more than fits a page, in other languages, and with every unit and terrain."""
    empty = SidePanel("blue")
    heap = SidePanel("red", (HEAVY, HEAVY, PIKE, UnitMark("cavalry", "Cavalry")), 12)
    keep("column-heap-1", red_column(heap, empty), 0)
    keep("column-heap-2", red_column(heap, empty), 1)
    german = UnitMark("heavy-infantry", kind_label("heavy-infantry", GERMAN))
    keep(
        "column-german",
        red_column(
            SidePanel("red", (german, german), 12), empty, terrain_name="Ebene", cost=12, cost_label="Kosten"
        ),
    )
    keep("column-german-three", red_column(SidePanel("red", (german,) * 3, 12), empty, terrain_name="Ebene"))
    french = SidePanel(
        "red", tuple(UnitMark(kind, kind_label(kind, FRENCH)) for kind in ("heavy-infantry", "archer")), 6
    )
    keep(
        "column-french",
        red_column(
            french,
            empty,
            terrain="rough",
            terrain_name=terrain_name("rough", FRENCH),
            cost=6,
            cost_label="coût",
            control="blue",
        ),
    )
    for terrain, pair in zip(TERRAINS, zip(ARMY[:8:2], ARMY[1:8:2], strict=True), strict=True):
        own = SidePanel("red", tuple(UnitMark(kind, label) for kind, label in pair), 7)
        keep(f"column-{terrain}", red_column(own, empty, terrain=terrain, terrain_name=terrain.capitalize()))
    rare = SidePanel("red", tuple(UnitMark(kind, label) for kind, label in ARMY[8:]), 7)
    keep("column-archer-and-stranger", red_column(rare, empty))


def _players(keep: Callable[..., None]) -> None:
    """Players' screens: due and paid, waiting, corrections, faults."""
    keep("player-due", PlayerPanel("red", "Actions", True, "Place or pay", 9, 15, 0, 0, due=9))
    keep("player-part-paid", PlayerPanel("red", "Actions", True, "Lay 5 more", 6, 15, 3, 2, 1, due=5, paid=4))
    keep("player-waits", PlayerPanel("blue", "Actions", False, "Wait for red", 9, 15, 12, 0, 2))
    keep(
        "player-corrections",
        PlayerPanel(
            "red",
            "Advance",
            True,
            "Clear the table",
            9,
            15,
            3,
            1,
            corrections=("take red/pike-1 from 3", "put red/spear-2 in 4"),
        ),
    )
    many = PlayerPanel(
        "red",
        "Result",
        True,
        "Clear the table",
        9,
        15,
        3,
        1,
        corrections=tuple(f"take blue/medium-infantry-{n} from {n}" for n in range(1, 6)),
    )
    keep("player-many-corrections-1", many, 0)
    keep("player-many-corrections-2", many, 1)
    keep(
        "player-fault",
        PlayerPanel(
            "blue", "Actions", True, "Place or pay", 9, 15, 0, 0, faults=("reader pad blue: no chip answers",)
        ),
    )


def _dice(keep: Callable[..., None]) -> None:
    """Dice, and what is said of them."""
    keep("player-dice", PlayerPanel("red", "First player", True, "Red begins", 9, 15, 0, 0, dice=(6, 3)))
    keep(
        "player-six-dice",
        PlayerPanel("red", "Attack", True, "Three hits", 9, 15, 0, 0, dice=(1, 2, 3, 4, 5, 6)),
    )
    hashed = "Hash " + " ".join(["8d0f", "a1b2", "77e3", "c94d"] * 4)
    offered = ("Fair dice: press three columns each.", "Red 3 1 5", hashed)
    ceremony = PlayerPanel("red", "Armies", True, "Nine cards, ok", 9, 15, 0, 0, notes=offered)
    keep("player-ceremony-1", ceremony, 0)
    keep("player-ceremony-2", ceremony, 1)
    tally = ("Red rolled 12, mean 3.42. Ones to sixes: 2 2 2 2 3 1",)
    over = PlayerPanel("red", "Game over", False, "Red wins", 9, 15, 0, 9, 2, dice=(6,), notes=tally)
    keep("player-dice-told-1", over, 0)
    keep("player-dice-told-2", over, 1)


def _languages(keep: Callable[..., None]) -> None:
    """Players' screens in other languages."""
    keep(
        "player-french",
        PlayerPanel(
            "blue",
            step_name("advance", FRENCH),
            True,
            FRENCH.say("Lift one in {column}", column=2),
            9,
            15,
            10,
            1,
            labels=labels(FRENCH),
            due=12,
        ),
    )
    keep(
        "player-german",
        PlayerPanel(
            "blue",
            step_name("actions", GERMAN),
            True,
            GERMAN.say("Pay on pad"),
            9,
            15,
            10,
            1,
            labels=labels(GERMAN),
            due=12,
            paid=10,
        ),
    )


def _refusals(keep: Callable[..., None]) -> None:
    """Refusals, short and long."""
    short = RefusalPanel(
        "Spear cannot share column 3 with heavy infantry.", "FG-P2", "Take spear 2 CP from column 3."
    )
    keep("player-refusal", PlayerPanel("red", "Actions", True, refusal=short))
    long = RefusalPanel(
        "At most two units of one kind may stand in a column; column 3 has three: heavy infantry twice and a pike.",
        "FG-P2",
        "Take pike 2 CP off column 3, or place it in a column without units.",
        2,
        3,
    )
    keep("player-long-refusal", PlayerPanel("red", "Actions", True, refusal=long))
    longest = RefusalPanel(
        "Befehlshaber, Reserven und Karten der Überlappung dürfen niemals auf das Schlachtfeld gelegt werden, nie!",
        "FG-P4",
        "Nimm die Karte Befehlshaber aus der Spalte 5 wieder auf deine Hand.",
        1,
        2,
    )
    keep("player-longest-refusal", PlayerPanel("red", "Aktionen", True, refusal=longest))


def _menus(keep: Callable[..., None]) -> None:
    """The menu of agreement, pages of text, the start picture."""
    leave = "Hold both ok: done"
    control = ("Agreement", "Control of column 3", 11, 25, "Nobody", "Blue")
    keep("menu-control", MenuPanel("red", *control, given=("blue",), leave=leave))
    step = ("Agreement", "Step of the game", 3, 25, "First player", "Flank attacks")
    keep("menu-step", MenuPanel("blue", *step, leave=leave))
    tag = ("Agreement", "New tag (column 3, Red) is", 24, 26, "", "Red medium infantry 4 CP")
    keep("menu-tag", MenuPanel("red", *tag, given=("red", "blue"), leave=leave))
    notes = ("Pike cannot share column 2 with medium infantry.", "Archer 2 CP of Red lies on Blue's side.")
    lies = MenuPanel(
        "red", "Agreement", "Units as they lie", 1, 25, "", "3 sides differ", (), "ok", notes, leave
    )
    keep("menu-position", lies)
    keep("menu-position-against", lies, 1)
    paragraphs = (
        "Lay units on your side of any column; then pay for them on your pad.",
        "Press a column's button to attack there.",
        "Hold ok to end your actions and draw.",
    )
    for page in range(2):
        keep(f"text-{page + 1}", TextPanel("red", "Help: actions", paragraphs, True, "ok: back"), page)
    opened = TextPanel("blue", "Why? Red wins by 3", paragraphs[:2], page=0)
    keep("text-open", opened)
    keep("start", StartPanel("Signifer", ("Field of Glory", "standard table", "http://signifer.local")))


@cache
def states() -> dict[str, tuple[Panel, int]]:
    """Every golden picture's panel and page, by the picture's name."""
    found: dict[str, tuple[Panel, int]] = {}

    def keep(name: str, panel: Panel, page: int = 0) -> None:
        found[name] = (panel, page)

    parts = (_columns, _heaps, _attack, _set_up_and_end, _players, _dice, _languages, _refusals, _menus)
    for part in parts:
        part(keep)
    return (
        found
        | language_states()
        | player_menu_states()
        | lifecycle_states()
        | game_states()
        | thermo_states()
        | glory_states()
        | arena_states()
    )

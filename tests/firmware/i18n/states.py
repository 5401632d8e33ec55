"""Golden states in French and German, said by the program's own words: name -> panel (and page)."""

from __future__ import annotations

from signifer_core.layout import Zone
from signifer_core.procedure import Choice, Correction, Override, Prompt
from signifer_core.rules import Fix, Refusal, Verb
from signifer_firmware.display.agreement_panels import menu_panels
from signifer_firmware.display.panels import (
    ColumnPanel,
    Panel,
    PlayerPanel,
    RefusalPanel,
    SidePanel,
    UnitMark,
)
from signifer_firmware.games.field_of_glory.screens.panels import labels
from signifer_firmware.games.field_of_glory.texts import words as phrases
from signifer_firmware.games.field_of_glory.texts.words import terrain_name
from signifer_firmware.i18n.words import Words, words_of
from signifer_firmware.session import dice, menus
from signifer_firmware.texts import sentences
from signifer_firmware.texts.decisions import SHORT_REFUSALS
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.terms import kind_label, step_name

MIXED = Refusal(
    "mixed-kinds",
    "red",
    "FG-P2",
    Fix(Verb.TAKE, "red/spear-1", "3"),
    (("column", 3), ("kind", "spear"), ("neighbour", "medium-infantry")),
    "red/spear-1",
)
RETREAT = Refusal(
    "cannot-retreat",
    "blue",
    "FG-C2",
    Fix(Verb.PUT, "blue/light-infantry-1", "3"),
    (("card", "blue/light-infantry-1"), ("cost", 1), ("lead", 1)),
    "blue/light-infantry-1",
)


def language_states() -> dict[str, tuple[Panel, int]]:
    """The same screens in each of two languages."""
    found: dict[str, tuple[Panel, int]] = {}
    for language in ("fr", "de"):
        words = words_of(language)
        for name, panel in (*_columns(words), *_players(words)):
            found[f"{language}-{name}"] = (panel, 1 if name == "column-sums" else 0)
    return found


def _column(words: Words, own: SidePanel, **rest: str) -> ColumnPanel:
    enemy = UnitMark("light-infantry", kind_label("light-infantry", words))
    name = terrain_name("woods", words)
    other = SidePanel("blue", (enemy, enemy), 4)
    return ColumnPanel(3, "red", "woods", name, own, other, "blue", cost_label=words.say("cost"), **rest)  # type: ignore[arg-type]


def _columns(words: Words) -> list[tuple[str, Panel]]:
    label = kind_label("medium-infantry", words)
    first, second = UnitMark("medium-infantry", label, lead="confirmed"), UnitMark("medium-infantry", label)
    own = SidePanel("red", (first, second), 9)
    lines = (("combat", 3), ("bonus", 5), ("second-unit", 1), ("terrain", -2))
    sums = tuple(phrases.line_text(name, figure, "woods", words) for name, figure in lines)
    fix = sentences.correction_text(Correction(Verb.TAKE, "red/medium-infantry-8", Zone("3", "red")), words)
    won = sentences.correction_text(
        Correction(Verb.TAKE, "blue/light-infantry-2", Zone("3", "blue")), words, "red"
    )
    result = phrases.result_text("total", "red", 5, words)
    fault = fault_text("reader 3 red b", "no chip answers", words)
    return [
        ("column-attack", _column(words, own, note=phrases.attack_text("red", words, flank=False))),
        ("column-flank", _column(words, own, note=phrases.attack_text("red", words, flank=True))),
        ("column-sums", _column(words, SidePanel("red", (), 7, lines=sums))),
        ("column-notice", _column(words, own, notice=words.say(SHORT_REFUSALS["mixed-kinds"]), fix=fix)),
        ("column-won", _column(words, own, result=result, turn=phrases.turn_text("red", words), fix=won)),
        ("column-fault", _column(words, own, fault=fault)),
    ]


def _refused(refusal: Refusal, words: Words) -> Panel:
    said = RefusalPanel(
        sentences.refusal_text(refusal, words), refusal.ruling, sentences.fix_of(refusal, words), 1, 2
    )
    return PlayerPanel("red", step_name("actions", words), refusal=said, labels=labels(words))


def _prompted(key: str, step: str, words: Words, **rest: object) -> Panel:
    prompt = Prompt("red", step, key, (("active", "blue"), ("asked", "retreat"), ("card", "red/pike-1")))
    return PlayerPanel(
        "red",
        step_name(step, words),
        headline=sentences.prompt_text(prompt, words),
        hand=9,
        deck=12,
        discard=3,
        points=4,
        shuffles=1,
        labels=labels(words),
        **rest,  # type: ignore[arg-type]
    )


def _players(words: Words) -> list[tuple[str, Panel]]:
    threat = (phrases.threat_text("blue", 3, "red", words),)
    figures = (("side", "red"), ("dice", 12), ("mean", "3.42"), ("faces", "2 2 2 2 3 1"))
    tally = (sentences.note_text(dice.Note("dice-tally", figures), words),)
    entry = Override("control", "columns", "red", (Choice("none", ("it",)),), (("column", 3),))
    menu = menus.Shown(entry, 9, 25, entry.choices[0], frozenset({"blue"}))
    return [
        ("refusal", _refused(MIXED, words)),
        ("refusal-long", _refused(RETREAT, words)),
        ("pay", _prompted("pay", "actions", words, active=True, due=12, paid=5)),
        ("wait", _prompted("wait", "retreat", words)),
        (
            "lead",
            _prompted("choose-lead", "lead", words, info=phrases.hint_text("choose-lead", words, column=3)),
        ),
        ("banner", _prompted("act", "actions", words, active=True, banners=threat)),
        ("dice", _prompted("roll-again", "first", words, dice=(4, 4))),
        ("tally", _prompted("no-undo-rolled", "over", words, notes=tally)),
        ("menu", menu_panels(menu, {"red": words, "blue": words})["red"]),
    ]

"""Refusals held against what a plain reading of the rules says."""

from __future__ import annotations

from signifer_core.games.field_of_glory.actions import Action, Advance
from signifer_core.layout import SIDES
from signifer_core.rules import Refusal, Verb

# What the sentence of each refusal needs to be told.
FIGURES = {
    "not-a-unit": {"kind"},
    "column-full": {"column", "units", "limit"},
    "mixed-kinds": {"column", "kind", "neighbour"},
    "pay-first": {"due"},
    "not-enough": {"due", "paid"},
    "nothing-due": {"due"},
    "discard-needs-placement": {"card", "column"},
    "no-enemy": {"column"},
    "not-vulnerable": {"column", "vulnerable"},
    "cannot-retreat": {"card", "cost", "lead"},
    "wrong-side": {"card", "side"},
    "wrong-column": {"card", "column", "wanted"},
    "hand-limit": {"hand", "limit", "excess"},
    "cannot-move": {"card", "from", "to"},
    "card-elsewhere": {"card", "pile"},
}
ONE_OF = {
    "not-your-turn": ({"active"}, {"active", "asked"}),
    "wrong-phase": (
        *({"step", "wanted"}, {"step", "before"}, {"step", "undeclared"}),
        *({"step", "column"}, {"step", "wanted", "lying"}),
    ),
    "one-card": ({"cards", "limit"}, {"cards", "limit", "from"}),
    "no-unit": ({"card"}, {"column"}, {"card", "column"}),
    "count-wrong": ({"hand", "cards"}, {"deck", "cards"}),
}
VERBS = set(Verb) - {Verb.ENTER, Verb.UNDO, Verb.OVERRULE}


def check_refusal(reason: Refusal, action: Action) -> None:
    names = {name for name, _ in reason.figures}
    assert names in ONE_OF.get(reason.code, (FIGURES.get(reason.code),)), reason
    if reason.code == "wrong-phase" and not isinstance(action, Advance):
        assert reason.figure("step") != reason.figure("wanted"), (reason, action)
    if reason.code == "count-wrong":
        assert int(reason.figure("cards") or 0) > int(reason.figure("hand") or reason.figure("deck") or 0)
    assert reason.player in SIDES
    assert reason.ruling.startswith("FG-")
    assert reason.fix.verb in VERBS
    cards = (None, getattr(action, "card", None), getattr(action, "red", None), getattr(action, "blue", None))
    assert reason.card in cards or reason.code == "discard-needs-placement"

"""What the panels of every game have alike: whose side, what a column's reader lacks, the refusal that stands."""

from __future__ import annotations

from signifer_core.layout import Side, Zone
from signifer_core.rules import Refusal

from signifer_firmware.i18n.words import Words
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.texts.decisions import NOTICES
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.menus import AGREEMENT_BUTTONS
from signifer_firmware.texts.sentences import correction_text, fix_of, refusal_text

from .panels import RefusalPanel


def player_of(name: str) -> Side:
    """A side's name as panels have it."""
    return "red" if name == "red" else "blue"


def _readers(number: int, side: str) -> tuple[str, str]:
    """The parts that may read a side of a column: its own reader, or one for both sides."""
    return f"reader {number} {side}", f"reader {number}"


def is_unread(outlook: Outlook, number: int, side: str) -> bool:
    """Whether nobody knows what lies there, because its reader does not answer."""
    return any(part in dict(outlook.faults) for part in _readers(number, side))


def column_fault(outlook: Outlook, number: int, side: str, words: Words) -> str:
    """What ails the reader of a side of a column, in words; "" if nothing does."""
    faults = dict(outlook.faults)
    part = next((part for part in _readers(number, side) if part in faults), "")
    return fault_text(part, faults[part], words) if part else ""


def column_notice(outlook: Outlook, number: int, side: str, words: Words) -> tuple[str, str]:
    """The first thing that is wrong on a side of a column, and what hands do about it; while people overrule the table,
    what the column's buttons do."""
    if outlook.agreement is not None:
        return words.say(AGREEMENT_BUTTONS[number]), ""
    here = [fix for fix in outlook.corrections if fix.zone == Zone(str(number), side)]
    cards = {fix.card for fix in here}
    code = next((refusal.code for refusal in outlook.refusals if refusal.card in cards), "")
    return words.say(NOTICES.get(code, "")), correction_text(here[0], words) if here else ""


def refusal_panel(reasons: tuple[Refusal, ...], reason: int, words: Words) -> RefusalPanel | None:
    """The refusal of number ``reason``, counted round, with what mends it; nothing where none stands."""
    if not reasons:
        return None
    index = reason % len(reasons)
    shown = reasons[index]
    message, fix = refusal_text(shown, words), fix_of(shown, words)
    return RefusalPanel(message, shown.ruling, fix, index + 1, len(reasons))

"""A player's screen.

    rows  0..10  his shape, the step; lit ground while it is his turn
    rows 11..43  what to do next, corrections, faults, information; beside them what is due and paid, or dice
    rows 45..63  hand, deck (with the shuffle pips), discards, points

A refusal takes the whole screen: its ruling in the head, sentence and fix below. It comes first, the rest follows.
"""

from __future__ import annotations

from signifer_firmware.screens import flow
from signifer_firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from signifer_firmware.screens.font import font
from signifer_firmware.screens.marks import PAGE_DOTS_HEIGHT, page_dots, page_dots_width
from signifer_firmware.screens.panels import SHUFFLES, PlayerPanel, RefusalPanel
from signifer_firmware.screens.symbols import die, symbol

HEAD = 11
BODY_TOP = 11
BODY_BOTTOM = 44
REFUSAL_HEAD = 10
COUNTS_TOP = 45
CELL = WIDTH // 4
PIP_PITCH = 6
LARGE_DIE = 29
SMALL_DIE = 15
DICE_A_PAGE = 6


def page_count(panel: PlayerPanel) -> int:
    """How many pictures the panel takes."""
    return len(_refusal_pages(panel)) + _main_count(panel)


def draw(canvas: Canvas, panel: PlayerPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    refused = _refusal_pages(panel)
    if panel.refusal is not None and page < len(refused):
        _refusal(canvas, panel.refusal, refused[page], page, len(refused))
        return
    page -= len(refused)
    _head(canvas, panel, page, _main_count(panel))
    width = _body_width(panel)
    texts = _body_pages(panel)
    sides = _dice_pages(panel)
    if texts:
        flow.draw(canvas, texts[page % len(texts)], 1, BODY_TOP, BODY_BOTTOM - BODY_TOP)
    if panel.due is not None and not (sides and page):
        _due(canvas, panel)
    elif sides:
        at = page - (panel.due is not None)
        _dice(canvas, panel.dice, sides[at % len(sides)], width)
    _counts(canvas, panel)


def _refusal_pages(panel: PlayerPanel) -> list[flow.Page]:
    if panel.refusal is None:
        return []
    blocks = [
        flow.Block(panel.refusal.message, ("bold", "text", "small")),
        flow.Block(panel.refusal.fix, ("text", "text", "small"), "arrow"),
    ]
    found = flow.pages(blocks, WIDTH - 1, HEIGHT - REFUSAL_HEAD, run_in_face="small")
    return found or [flow.Page((), ())]


def _refusal(canvas: Canvas, refusal: RefusalPanel, page: flow.Page, number: int, count: int) -> None:
    canvas.ground(0, 0, WIDTH, REFUSAL_HEAD, "refusal")
    left = canvas.picture(symbol("cross"), 3, 1, "refused", ink=0) + 4
    right = WIDTH - 4
    if count > 1:
        right -= page_dots_width(count)
        page_dots(canvas, right, 3, number, count, ink=0)
        right -= 6
    if refusal.count > 1:
        order = f"{refusal.index}/{refusal.count}"
        width = font("bold").width(order)
        canvas.label(order, right - width, 0, width, "bold", ink=0)
        right -= width + 4
    canvas.label(refusal.ruling, left, 0, right - left, "bold", "small", ink=0)
    flow.draw(canvas, page, 1, REFUSAL_HEAD, HEIGHT - REFUSAL_HEAD)


def _head(canvas: Canvas, panel: PlayerPanel, page: int, count: int) -> None:
    ink = 0 if panel.active else 1
    if panel.active:
        canvas.ground(0, 0, WIDTH, HEAD, "head")
    else:
        canvas.rule(0, HEAD - 1, WIDTH, HEAD)
    left = canvas.picture(symbol(panel.player), 3, 1, panel.player, ink=ink) + 4
    right = WIDTH - 3
    if count > 1:
        right -= page_dots_width(count)
        page_dots(canvas, right, (HEAD - PAGE_DOTS_HEIGHT) // 2, page, count, ink=ink)
        right -= 4
    canvas.label(panel.title, left, 0, right - left, "bold", "small", ink=ink)


def _main_count(panel: PlayerPanel) -> int:
    sides = len(_dice_pages(panel)) + (panel.due is not None)
    return max(1, len(_body_pages(panel)), sides)


def _due_widths(panel: PlayerPanel) -> list[tuple[str, str, int]]:
    """Label, figure and width of the boxes at the right: paid, due."""
    found = []
    for label, value in ((panel.labels.paid, panel.paid), (panel.labels.due, panel.due)):
        if value is not None and panel.due is not None:
            width = max(font("small").width(label), font("figure").width(str(value))) + 6
            found.append((label, str(value), min(max(width, 30), 48)))
    return found


def _dice_pages(panel: PlayerPanel) -> list[tuple[int, ...]]:
    return [panel.dice[at : at + DICE_A_PAGE] for at in range(0, len(panel.dice), DICE_A_PAGE)]


def _dice_width(dice: tuple[int, ...]) -> int:
    if len(dice) <= 2:
        return len(dice) * (LARGE_DIE + 2)
    return min(3, len(dice)) * (SMALL_DIE + 1) + 1


def _body_width(panel: PlayerPanel) -> int:
    due = sum(width + 2 for _, _, width in _due_widths(panel))
    dice = max(map(_dice_width, _dice_pages(panel)), default=0)
    return WIDTH - 2 - max(due, dice) - (2 if due or dice else 0)


def _body_pages(panel: PlayerPanel) -> list[flow.Page]:
    blocks = [flow.Block(panel.headline, ("title", "head", "bold", "bold", "text", "small"))]
    blocks += [
        flow.Block(text, ("bold", "bold", "bold", "text", "text", "small"), "arrow")
        for text in panel.corrections
    ]
    blocks += [
        flow.Block(text, ("text", "text", "text", "text", "small"), "warning") for text in panel.faults
    ]
    blocks += [flow.Block(panel.info, ("text", "text", "text", "text", "small"))]
    return flow.pages(blocks, _body_width(panel), BODY_BOTTOM - BODY_TOP)


def _due(canvas: Canvas, panel: PlayerPanel) -> None:
    boxes = _due_widths(panel)
    left = WIDTH - sum(width + 2 for _, _, width in boxes) + 2
    for at, (label, value, width) in enumerate(boxes, 1):
        ink = 1
        if at == len(boxes):
            canvas.ground(left, BODY_TOP + 1, left + width, BODY_BOTTOM - 1, "due")
            ink = 0
        canvas.label(label, left + 1, BODY_TOP + 2, width - 2, "small", ink=ink, align="centre")
        span = font("figure").width(value)
        canvas.figure(value, left + (width + span) // 2, BODY_TOP + 12, ink=ink)
        left += width + 2


def _dice(canvas: Canvas, dice: tuple[int, ...], shown: tuple[int, ...], width: int) -> None:
    size = LARGE_DIE if len(dice) <= 2 else SMALL_DIE
    across = len(shown) if size == LARGE_DIE else 3
    right = WIDTH - 1
    step = size + (2 if size == LARGE_DIE else 1)
    left = right - across * step + step - size
    top = BODY_TOP + 2 if size == LARGE_DIE else BODY_TOP + 1
    for at, value in enumerate(shown):
        row, column = divmod(at, across)
        canvas.picture(die(value, size), left + column * step, top + row * (size + 1), f"die {value}")
    canvas.say(" ".join(map(str, shown)))


def _counts(canvas: Canvas, panel: PlayerPanel) -> None:
    canvas.rule(0, COUNTS_TOP - 1, WIDTH, COUNTS_TOP)
    labels = panel.labels
    cells = (
        (labels.hand, panel.hand),
        (labels.deck, panel.deck),
        (labels.discard, panel.discard),
        (labels.points, panel.points),
    )
    for at, (label, value) in enumerate(cells):
        left = at * CELL
        if at:
            canvas.rule(left - 1, COUNTS_TOP + 2, left, HEIGHT - 2)
        canvas.label(label, left + 1, COUNTS_TOP, CELL - 3, "small", align="centre")
        pips = PIP_PITCH * SHUFFLES + 1 if label is labels.deck else 0
        width = font("bold").width(str(value))
        x = left + (CELL - 1 - width - pips) // 2
        canvas.figure(str(value), x + width, COUNTS_TOP + 10, face="bold")
        for pip in range(SHUFFLES if pips else 0):
            name = "shuffled" if pip < panel.shuffles else "unshuffled"
            canvas.picture(symbol(name), x + width + 3 + PIP_PITCH * pip, COUNTS_TOP + 12, name)

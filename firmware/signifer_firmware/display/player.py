"""A player's screen.

    rows  0..10  their shape, the step; lit ground while it is their turn
    rows 11..43  what to do next, corrections, faults, information; beside them what is due and paid, or dice
    rows 45..63  hand, deck (with the shuffle pips), discards, points; in turns with banners

Where a game brings a foot or a board of its own, they are drawn in place of the counts, and as a page below the head.
A refusal takes the whole screen: its ruling in the head, sentence and fix below. It comes first, the rest follows.
"""

from __future__ import annotations

from functools import lru_cache

from . import flow
from .canvas import HEIGHT, WIDTH, Band, Canvas
from .font import font
from .marks import HEAD, head, page_dots, page_dots_width
from .panels import SHUFFLES, PlayerPanel, RefusalPanel
from .symbols import die, symbol

BODY_TOP = 11
BODY_BOTTOM = 44
REFUSAL_HEAD = 10
COUNTS_TOP = 45
RUN_IN_FACES = ("small", "tight")
CELL = WIDTH // 4
PIP_PITCH = 6
LARGE_DIE = 29
SMALL_DIE = 15
LARGE_DICE, DICE_A_PAGE = 2, 6


def page_count(panel: PlayerPanel) -> int:
    """How many pictures the panel takes."""
    return len(_refusal_pages(panel)) + _main_count(panel)


def draw(canvas: Canvas, panel: PlayerPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    refused = _refusal_pages(panel)
    if panel.refusal is not None and page < len(refused):
        _refusal(canvas, panel.refusal, refused, page)
        return
    page -= len(refused)
    count = _main_count(panel)
    head(canvas, panel.player, panel.title, page, count, lit=panel.active, clock=panel.clock)
    if panel.board is not None and page == count - 1:
        panel.board.draw(canvas, HEAD + 1)
        return
    texts = _body_pages(panel)
    sides = _dice_pages(panel)
    bottom = _body_bottom(panel)
    banner = panel.banners[page : page + 1] if page < len(panel.banners) else ()
    if texts:
        flow.draw(canvas, texts[page % len(texts)], 1, BODY_TOP, bottom - BODY_TOP)
    if panel.due is not None and not (sides and page):
        _due(canvas, panel)
    elif sides:
        at = page - (panel.due is not None)
        _dice(canvas, sides[at % len(sides)], _die_size(panel))
    if banner:
        _banner(canvas, banner[0])
    elif bottom == HEIGHT:
        return
    elif panel.foot is not None:
        canvas.rule(0, COUNTS_TOP - 1, WIDTH, COUNTS_TOP)
        panel.foot.draw(canvas, COUNTS_TOP)
    else:
        _counts(canvas, panel)


def _refusal_blocks(refusal: RefusalPanel) -> list[flow.Block]:
    return [
        flow.Block(refusal.message, ("bold", "text", "small")),
        flow.Block(refusal.fix, ("text", "text", "small"), "arrow"),
    ]


def _refusal_pages(panel: PlayerPanel) -> list[flow.Page]:
    return _pages_of(panel.refusal) if panel.refusal is not None else []


@lru_cache(maxsize=flow.CACHED)
def _pages_of(refusal: RefusalPanel) -> list[flow.Page]:
    """One page as long as it can be helped: texts in ever smaller faces, run together, drawn up beside the head."""
    blocks = _refusal_blocks(refusal)
    height = HEIGHT - REFUSAL_HEAD
    page = flow.one_page(blocks, WIDTH - 1, height)
    for face in RUN_IN_FACES:
        page = page or flow.run_in(blocks, face, WIDTH - 1, height)
    page = page or _beside_head(refusal)
    return [page] if page else flow.pages(blocks, WIDTH - 1, height)


def _chip_width(refusal: RefusalPanel) -> int:
    """Pixels of a head that is only as wide as what it says."""
    width = 3 + symbol("cross").width + 4 + font("bold").width(refusal.ruling) + 4
    if refusal.player:
        width += symbol(refusal.player).width + 4
    return width + (font("bold").width(_order(refusal)) + 4 if refusal.count > 1 else 0)


def _order(refusal: RefusalPanel) -> str:
    return f"{refusal.index}/{refusal.count}"


def _beside_head(refusal: RefusalPanel) -> flow.Page | None:
    room = WIDTH - 3 - _chip_width(refusal)
    if room < 0:
        return None
    blocks = _refusal_blocks(refusal)
    return flow.run_in(blocks, RUN_IN_FACES[-1], WIDTH - 1, HEIGHT - REFUSAL_HEAD, first=room)


def _refusal(canvas: Canvas, refusal: RefusalPanel, pages: list[flow.Page], number: int) -> None:
    page = pages[number]
    chip = sum(line.height for line in page.lines) > HEIGHT - REFUSAL_HEAD
    end = _chip_width(refusal) if chip else WIDTH
    canvas.ground(0, 0, end, REFUSAL_HEAD, "refusal")
    left = canvas.picture(symbol("cross"), 3, 1, "refused", ink=0) + 4
    if refusal.player:
        left = canvas.picture(symbol(refusal.player), left, 0, refusal.player, ink=0) + 4
    right = end - 4
    if len(pages) > 1:
        right -= page_dots_width(len(pages))
        page_dots(canvas, right, 3, number, len(pages), ink=0)
        right -= 6
    order = _order(refusal)
    width = font("bold").width(order)
    if refusal.count > 1:
        right -= width + 4
    letters = font("bold")
    if letters.width(refusal.ruling) <= right - left and not letters.sinks(refusal.ruling):
        canvas.figure(refusal.ruling, left + letters.width(refusal.ruling), 1, face="bold", ink=0)
    else:
        canvas.label(refusal.ruling, left, 0, right - left, "small", ink=0)
    if refusal.count > 1:
        canvas.figure(order, right + 4 + width, 1, face="bold", ink=0)
    if chip and page.lines:
        canvas.line(page.lines[0].text, end + 3, 0, page.lines[0].face)
        page = flow.Page(page.lines[1:], page.texts)
    flow.draw(canvas, page, 1, REFUSAL_HEAD, HEIGHT - REFUSAL_HEAD)


def _main_count(panel: PlayerPanel) -> int:
    sides = len(_dice_pages(panel)) + (panel.due is not None)
    texts = len(_body_pages(panel))
    if panel.board is not None and not (sides or texts or panel.banners):
        return 1
    return max(1 + len(panel.banners), texts, sides) + (panel.board is not None)


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


def _dice_width(dice: tuple[int, ...], size: int) -> int:
    if size == LARGE_DIE:
        return len(dice) * (LARGE_DIE + 2)
    return min(3, len(dice)) * (SMALL_DIE + 1) + 1


def _die_size(panel: PlayerPanel) -> int:
    return SMALL_DIE if panel.small_dice or len(panel.dice) > LARGE_DICE else LARGE_DIE


def _body_width(panel: PlayerPanel) -> int:
    due = sum(width + 2 for _, _, width in _due_widths(panel))
    dice = max((_dice_width(dice, _die_size(panel)) for dice in _dice_pages(panel)), default=0)
    return WIDTH - 2 - max(due, dice) - (2 if due or dice else 0)


def _body_blocks(panel: PlayerPanel) -> list[flow.Block]:
    blocks = [flow.Block(panel.headline, ("title", "head", "bold", "bold", "text", "bold", "small"))]
    cards = ("bold", "bold", "bold", "text", "text", "small")
    blocks += [flow.Block(shown.text, cards, shown.player) for shown in panel.shown]
    corrections = ("bold", "bold", "bold", "text", "text", "small")
    blocks += [flow.Block(text, corrections, "arrow") for text in panel.corrections]
    plain = ("text", "text", "text", "text", "text", "small")
    blocks += [flow.Block(text, plain, "warning") for text in panel.faults]
    return [*blocks, *(flow.Block(text, plain) for text in (panel.info, *panel.notes))]


def _body_bottom(panel: PlayerPanel) -> int:
    """Where the texts end: above the counts; with the screen where nothing is counted, or where they need more and
    nothing stands beside them."""
    if not panel.counted and not panel.banners:
        return HEIGHT
    aside = panel.due is not None or panel.dice or panel.banners
    fit = flow.one_page(_body_blocks(panel), _body_width(panel), BODY_BOTTOM - BODY_TOP)
    return BODY_BOTTOM if aside or fit else HEIGHT


@lru_cache(maxsize=flow.CACHED)
def _body_pages(panel: PlayerPanel) -> list[flow.Page]:
    return flow.pages(_body_blocks(panel), _body_width(panel), _body_bottom(panel) - BODY_TOP)


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


def _dice(canvas: Canvas, shown: tuple[int, ...], size: int) -> None:
    across = min(3, len(shown))
    right = WIDTH - 1
    step = size + (2 if size == LARGE_DIE else 1)
    left = right - across * step + step - size
    top = BODY_TOP + 2 if size == LARGE_DIE else BODY_TOP + 1
    for at, value in enumerate(shown):
        row, column = divmod(at, across)
        canvas.picture(die(value, size), left + column * step, top + row * (size + 1), f"die {value}")
    canvas.say(" ".join(map(str, shown)))


def _banner(canvas: Canvas, text: str) -> None:
    """A warning on lit ground, as large as it fits; what is too long for that ends in an ellipsis."""
    width, height = WIDTH - 6, HEIGHT - COUNTS_TOP
    canvas.ground(0, COUNTS_TOP, WIDTH, HEIGHT, "banner")
    page = flow.one_page([flow.Block(text, ("bold", "text", "small", "tight"))], width, height)
    if page is None:
        canvas.label(text, 3, COUNTS_TOP + 5, width, "small", ink=0)
        return
    flow.draw(canvas, page, 3, COUNTS_TOP, height, ink=0)


def _counts(canvas: Canvas, panel: PlayerPanel) -> None:
    labels = panel.labels
    cells = (
        (labels.hand, panel.hand, 0),
        (labels.deck, panel.deck, SHUFFLES),
        (labels.discard, panel.discard, 0),
        (labels.points, panel.points, 0),
    )
    canvas.put(_cells(cells, panel.shuffles))


@lru_cache(maxsize=flow.CACHED)
def _cells(cells: tuple[tuple[str, int, int], ...], shuffles: int) -> Band:
    """The counts: each label, figure and number of pips, of which ``shuffles`` are full."""
    canvas = Canvas()
    canvas.rule(0, COUNTS_TOP - 1, WIDTH, COUNTS_TOP)
    left = 0
    for at, ((label, value, pips), wide) in enumerate(zip(cells, _cell_widths(cells), strict=True)):
        if at:
            canvas.rule(left - 1, COUNTS_TOP + 2, left, HEIGHT - 2)
        canvas.label(label, left + 1, COUNTS_TOP, wide - 3, "small", align="centre")
        width = font("bold").width(str(value))
        x = left + (wide - 1 - width - _pips_width(pips)) // 2
        canvas.figure(str(value), x + width, COUNTS_TOP + 10, face="bold")
        for pip in range(pips):
            name = "shuffled" if pip < shuffles else "unshuffled"
            canvas.picture(symbol(name), x + width + 3 + PIP_PITCH * pip, COUNTS_TOP + 12, name)
        left += wide
    return canvas.band(COUNTS_TOP - 1, HEIGHT)


def _pips_width(pips: int) -> int:
    return PIP_PITCH * pips + 2 if pips else 0


def _cell_widths(cells: tuple[tuple[str, int, int], ...]) -> list[int]:
    """What each cell needs and an equal share of the rest; equal widths where the labels need more than there is."""
    needed = [
        max(font("small").width(label), font("bold").width(str(value)) + _pips_width(pips)) + 3
        for label, value, pips in cells
    ]
    spare = WIDTH - sum(needed)
    if spare < 0:
        return [CELL] * len(cells)
    share, rest = divmod(spare, len(cells))
    return [width + share + (at < rest) for at, width in enumerate(needed)]

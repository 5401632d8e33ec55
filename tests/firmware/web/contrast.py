"""Contrast as eyes have it: of each text on a page with what is painted behind it, where axe-core sees only gradients,
pictures and other elements, and leaves it to people."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageStat

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What WCAG 2 wants of letters, and of large ones (1.4.3).
LEAST, LEAST_LARGE = 4.5, 3.0
LARGE_PX, LARGE_BOLD_PX = 24.0, 18.6
# Every text that is in sight: its box, its colour, its letters; not on what is switched off, which may be pale.
TEXTS = """() => {
  // What scrolls shows a line at its edge in part: behind the rest of it is something else.
  const cut = (node, box) => {
    for (let up = node; up; up = up.parentElement) {
      const edge = up.getBoundingClientRect();
      if (/auto|scroll/.test(getComputedStyle(up).overflowY) && (box.top < edge.top || box.bottom > edge.bottom))
        return true;
    }
    return false;
  };
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), node = walker.currentNode.parentElement;
    if (!text || node.closest("svg, script, noscript, option, .unseen, .skip, [hidden], :disabled")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect(), style = getComputedStyle(node);
    if (box.width < 2 || box.height < 2 || style.visibility !== "visible") continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || !(top === node || top.contains(node) || node.contains(top))) continue;
    if (cut(node, box)) continue;
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) continue;
    let opacity = 1;
    for (let up = node; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
    found.push({ text, box: [box.left, box.top, box.right, box.bottom], colour: style.color, opacity,
      size: parseFloat(style.fontSize), bold: Number(style.fontWeight) >= 700 });
  }
  return found;
}"""
# The page's policy has no styles in texts.
STYLE = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""
BLANK = "*, *::before, *::after { color: transparent !important; text-shadow: none !important; }"
# What hovers over the table hides what is below it, though a finger goes through.
SOLID = "#refusals *, #buzz, #toast { pointer-events: auto !important; }"


def _luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 255 for part in colour[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: tuple[float, ...], two: tuple[float, ...]) -> float:
    """The contrast of two colours, 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(two)))
    return (lighter + 0.05) / (darker + 0.05)


def _over(text: dict[str, Any], ground: tuple[float, ...]) -> tuple[float, ...]:
    """The colour of letters, which may be half transparent, on their ground."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", text["colour"])]
    if text["colour"].startswith("color("):
        numbers = [*(255 * number for number in numbers[:3]), *numbers[3:]]
    share = text["opacity"] * (numbers[3] if len(numbers) > 3 else 1.0)
    return tuple(
        letter * share + under * (1 - share) for letter, under in zip(numbers[:3], ground, strict=False)
    )


def picture(page: Page) -> Image.Image:
    """What is to be seen, pixel by pixel, squeezed little: squeezing it well takes five times as long."""
    tools = page.context.new_cdp_session(page)
    taken = tools.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
    tools.detach()
    return Image.open(io.BytesIO(b64decode(taken["data"]))).convert("RGB")


def pale(page: Page) -> list[str]:
    """The texts that stand out too little from what is behind them, on average, each with its contrast."""
    page.evaluate(STYLE, SOLID)
    texts = page.evaluate(TEXTS)
    page.evaluate(STYLE, BLANK)
    shot = picture(page)
    page.evaluate("document.adoptedStyleSheets = []")
    scale = shot.width / page.evaluate("innerWidth")
    found = []
    for text in texts:
        left, upper, right, lower = (round(edge * scale) for edge in text["box"])
        ground = tuple(
            ImageStat.Stat(shot.crop((left, upper, max(right, left + 1), max(lower, upper + 1)))).median
        )
        large = text["size"] >= (LARGE_BOLD_PX if text["bold"] else LARGE_PX)
        has = ratio(_over(text, ground), ground)
        if has < (LEAST_LARGE if large else LEAST):
            found.append(f"{text['text']}: {has:.2f}")
    return found


# What is painted within so many pixels of a control is its ring, of which WCAG 2 wants what it wants of large letters
# (1.4.11).
AROUND_PX = 12
BOX = """node => {
  const box = (node.closest("label") || node).getBoundingClientRect();
  return { x: box.left, y: box.top, width: box.width, height: box.height };
}"""


def ring(page: Page, selector: str) -> tuple[int, int]:
    """How many pixels change by 3 to 1 or more as a control gets the keyboard's focus, and how long its edge is: a ring
    of one pixel has as many (2.4.13). On a page on which nothing moves."""
    control = page.locator(selector).first
    control.evaluate("node => { node.scrollIntoView({ block: 'center' }); document.activeElement.blur(); }")
    box = control.evaluate(BOX)
    # Within the window: nothing else is painted.
    left, top = max(0.0, box["x"] - AROUND_PX), max(0.0, box["y"] - AROUND_PX)
    width, height = box["width"] + 2 * AROUND_PX, box["height"] + 2 * AROUND_PX
    shots = []
    for focus in ("node => node.blur()", "node => node.focus({ focusVisible: true, preventScroll: true })"):
        control.evaluate(focus)
        shot = (
            Image.open(
                io.BytesIO(page.screenshot(clip={"x": left, "y": top, "width": width, "height": height}))
            )
            .convert("RGB")
            .tobytes()
        )
        shots.append([tuple(shot[at : at + 3]) for at in range(0, len(shot), 3)])
    seen = sum(ratio(*pair) >= LEAST_LARGE for pair in zip(*shots, strict=True) if pair[0] != pair[1])
    return seen, round(2 * (box["width"] + box["height"]))

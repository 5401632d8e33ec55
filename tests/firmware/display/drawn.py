"""What is wrong with a picture of a screen."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image, ImageChops
from signifer_firmware.display.panels import TextPanel
from signifer_firmware.display.render import HEIGHT, WIDTH, Box, Drawn, page_texts, pages, render

COLUMN_PIXEL_UM = 230
PLAYER_PIXEL_UM = 430
MAIN_FIGURE_MM = 3.0


def overlaps(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right and a.upper < b.lower and b.upper < a.lower


def within(a: Box, b: Box) -> bool:
    return a.left >= b.left and a.upper >= b.upper and a.right <= b.right and a.lower <= b.lower


def faults_of(drawn: Drawn) -> Iterator[str]:
    """All that is wrong with how things lie."""
    sheet = Box(0, 0, WIDTH, HEIGHT, "sheet", "")
    grounds = [box for box in drawn.boxes if box.kind == "ground"]
    things = [box for box in drawn.boxes if box.kind != "ground"]
    for box in drawn.boxes:
        if not within(box, sheet):
            yield f"{box} leaves the screen"
    for at, box in enumerate(things):
        yield from (f"{box} lies on {other}" for other in things[:at] if overlaps(box, other))
        for ground in grounds:
            if overlaps(box, ground) and not within(box, ground):
                yield f"{box} hangs over the edge of {ground}"
    for at, ground in enumerate(grounds):
        yield from (f"{ground} lies on {other}" for other in grounds[:at] if overlaps(ground, other))
    allowed = Image.new("1", drawn.image.size)
    for box in drawn.boxes:
        allowed.paste(255, box[:4])
    if ImageChops.logical_and(drawn.image, ImageChops.invert(allowed)).getbbox():
        yield "pixels are lit where nothing lies"


def check_drawn_whole(title: str, said: tuple[str, ...], most_pages: int) -> None:
    """The sentences, in which nothing is left open, are drawn whole on a player's screen, on so many pages at most."""
    panel = TextPanel("red", title, said, True)
    assert pages(panel) <= most_pages, said
    for page in range(pages(panel)):
        drawn = render(panel, page)
        assert list(faults_of(drawn)) == [], said
        assert drawn.shortened == (), said
    shown = "".join("".join(page_texts(panel)).split())
    assert all("".join(sentence.split()) in shown for sentence in said)
    assert "{" not in "".join(said)


def figure_mm(drawn: Drawn, text: str, pixel_um: int) -> float:
    """Height of a figure from the pixels really lit (or dark on a lit ground) in its box."""
    box = next(box for box in drawn.boxes if box.what == text and box.kind in ("figure", "text"))
    part = drawn.image.crop(box[:4])
    on_ground = any(ground.kind == "ground" and within(box, ground) for ground in drawn.boxes)
    inked = (ImageChops.invert(part) if on_ground else part).getbbox()
    assert inked is not None
    return (inked[3] - inked[1]) * pixel_um / 1000

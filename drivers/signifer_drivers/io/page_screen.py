"""Screens that are the page's: nothing is on a bus, what they show is kept here until a page asks for it."""

from __future__ import annotations

from PIL import Image

from .screens import PAGES, SIZE, Screen, image_of, pages_of

_DARK: tuple[bytes | None, ...] = (None,) * PAGES


class Glass:
    """What is to be seen at one place of the page. Values are put in place whole: any thread may look."""

    def __init__(self) -> None:
        self.pages = _DARK

    def image(self) -> Image.Image:
        """The picture, pixel by pixel."""
        return image_of(self.pages)

    def power_cycle(self) -> None:
        """The computer that serves the page has lost its power."""
        self.pages = _DARK


class PageScreen:
    """A `Screen` that is the page's, shown on ``glass``. It costs no time and never fails, and as nothing burns in, it
    is neither dimmed nor dark for a rest."""

    def __init__(self, glass: Glass) -> None:
        self._glass = glass

    @property
    def held(self) -> tuple[bytes | None, ...]:
        """What it shows, page by page (`image_of`); of any thread."""
        return self._glass.pages

    def begin(self) -> None:
        """Begin dark."""
        self._glass.power_cycle()

    def show(self, image: Image.Image) -> int:
        """Show ``image`` (mode "1", 128x64); nothing goes over a wire."""
        if image.mode != "1" or image.size != SIZE:
            raise ValueError(
                f'a screen shows images of mode "1" and 128x64, not "{image.mode}" and {image.size}'
            )
        self._glass.pages = tuple(pages_of(image))
        return 0

    def forget(self) -> None:
        """Nothing can get lost on the way."""

    def shine(self, level: int | None) -> None:
        """Nothing: how bright it is, whoever looks has set."""

    def check(self) -> None:
        """Nothing: it is always there."""

    def darken(self) -> None:
        """Nothing: see `shine`."""

    def close(self) -> None:
        """The table is off, and so is this."""
        self._glass.power_cycle()


TableScreen = Screen | PageScreen

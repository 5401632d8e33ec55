"""In which order screens are drawn: where somebody has just been at work first, and nothing is drawn twice."""

from __future__ import annotations

from signifer_core.layout import SIDES
from signifer_firmware.config.model import load_table
from signifer_firmware.display.render import Drawn
from signifer_firmware.game_api.registry import bundle
from signifer_firmware.i18n.words import Words, words_of
from signifer_firmware.runtime.faces import Faces, Shown
from signifer_firmware.runtime.pictures import Pictures
from signifer_firmware.session.outlook import Outlook

STANDARD = load_table("standard")
COLUMNS = {screen.place for screen in STANDARD.screens} - set(SIDES)


class Wall:
    """Screens on which nothing but the order is looked at."""

    def __init__(self) -> None:
        self.put: list[str] = []
        self.pictures = Pictures(STANDARD.screens, self._put)

    def _put(self, place: str, drawn: Drawn, now_us: int) -> None:
        assert self.pictures.drawn[place] is drawn
        self.put.append(place)

    def shows(self, language: str, near: str) -> list[str]:
        """Whose screens are drawn at once when all have other words."""
        readers: dict[str, Words] = dict.fromkeys(SIDES, words_of(language))
        shown = Shown(None, Outlook(), frozenset())
        self.put.clear()
        self.pictures.set(Faces(shown, bundle("field-of-glory"), readers), near, 0)
        self.pictures.draw(0)
        return list(self.put)


def test_the_first_pictures_come_all_at_once() -> None:
    wall = Wall()
    assert set(wall.shows("en", "")) == {*SIDES, *COLUMNS}
    assert wall.pictures.complete


def test_later_ones_come_where_somebody_was_at_work_then_across_the_table_then_in_the_columns() -> None:
    wall = Wall()
    wall.shows("en", "")
    for near, across in (("blue", "red"), ("red", "blue")):
        assert wall.shows("de" if near == "blue" else "fr", near) == [near]
        assert wall.pictures.step(0) == 0, "there is more to draw"
        assert wall.put == [near, across]
        assert wall.pictures.step(0) > 0, "nothing is left"
        assert len(wall.put) == len(set(wall.put))


def test_what_is_shown_already_is_not_drawn_again() -> None:
    wall = Wall()
    wall.shows("en", "")
    assert wall.shows("en", "red") == []
    wall.pictures.step(0)
    wall.pictures.step(0)
    assert (wall.put, wall.pictures.complete) == ([], True)


def test_a_moment_that_comes_before_the_last_one_was_drawn_takes_its_place() -> None:
    wall = Wall()
    wall.shows("en", "")
    wall.shows("de", "red")
    assert wall.shows("fr", "blue") == ["blue"]
    wall.pictures.step(0)
    wall.pictures.step(0)
    assert set(wall.put) >= set(SIDES)
    assert "Wähle" not in wall.pictures.words("red")


def test_the_screen_of_the_column_where_a_card_was_laid_comes_before_all_others() -> None:
    wall = Wall()
    wall.shows("en", "")
    assert wall.shows("de", "3 red") == ["3 red"]
    wall.pictures.step(0)
    wall.pictures.step(0)
    assert wall.put[1:3] == ["red", "blue"], "then the player's of that side"
    wall.pictures.step(0)
    assert set(wall.put) == {*SIDES, *COLUMNS}
    assert len(wall.put) == len(set(wall.put))


def test_moments_that_come_faster_than_steps_starve_no_screen() -> None:
    wall = Wall()
    wall.shows("en", "")
    seen = set()
    for moment in range(30):
        seen |= set(wall.shows("de" if moment % 2 else "fr", "3 red"))
    assert seen == {*SIDES, *COLUMNS}

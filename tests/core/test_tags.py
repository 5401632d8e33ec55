"""What a tag that is no card's is called, and what its name tells."""

from __future__ import annotations

import pytest
from signifer_core.tags import is_tag, number_of, tag_name, uid_of, was_on

UID = bytes.fromhex("04aabb")


@pytest.mark.parametrize("was", [None, "", "red/spear-1"])
def test_a_tag_tells_its_number_and_the_card_that_it_was_on(was: str | None) -> None:
    name = tag_name(UID, was)
    assert is_tag(name)
    assert (number_of(name), uid_of(name), was_on(name)) == ("04aabb", UID, was)

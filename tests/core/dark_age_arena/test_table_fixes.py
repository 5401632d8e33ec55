"""What the table of Dark Age Arena says against a gesture is true for whoever reads it, and its fix can be done."""

from __future__ import annotations

from .hands import mustered


def test_da_39_a_card_shown_as_soon_as_it_is_laid_is_asked_away_without_a_refusal() -> None:
    hands = mustered("knight-1")
    hands.press("press ok blue")  # instants
    hands.press("press ok blue")  # nobody defends
    while hands.state.step == "yield":
        hands.press("press column 3 blue")
    hands.follow()
    hands.lay("blue/stand-1", "pad blue").press("press ok blue")
    assert hands.state.step == "home"
    assert (hands.codes, hands.corrections_told()) == ([], ["take blue/stand-1 pad blue"])
    hands.follow()
    assert (hands.codes, hands.corrections) == ([], ())


def test_da_27_who_has_to_leave_the_target_is_never_told_to_go_back_there() -> None:
    hands = mustered("knight-1")
    hands.pressed("press ok blue", "press ok blue")
    for column in ("4", "5"):
        hands.lift("blue/scout-1").lay("blue/scout-1", f"{column} blue")
        assert [(each.player, each.fix.verb, each.fix.place) for each in hands.refusals] == [
            ("blue", "put", "another")
        ]
    hands.lift("blue/hunter-1").lay("blue/hunter-1", "4 blue")
    assert hands.refusals[0].fix.place == "2", "who may stay is laid back"
    hands.lift("blue/scout-1").lay("blue/scout-1", "3 blue")
    assert hands.state.step == "bluff"


def test_da_41_who_is_to_go_home_is_told_where_not_to_lie_in_the_combat_zone() -> None:
    hands = mustered("knight-1")
    hands.pressed("press ok blue", "press ok blue", "press column 3 blue", "press ok blue")
    assert hands.state.step == "home"
    hands.lift("red/knight-1").lay("red/knight-1", "5 red")
    assert [(each.code, each.fix.place) for each in hands.refusals] == [("card-elsewhere", "column")]

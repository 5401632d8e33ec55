"""What clumsy, hasty and forgetful hands do at any table. Each says whether it could be done just now.

An act of hands alone is no move: afterwards the game has to be where it was, at the latest by an undo. A press may be
taken for what it says.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

from signifer_core.layout import PAD, ZONES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.simulation.robots.gestures import Gesture, Put

if TYPE_CHECKING:
    from .evening import Evening

FREE_DIE, UNDO = Press(PressKind.PRESS, Button.DICE), Press(PressKind.HOLD, Button.DICE)


def _lying(evening: Evening) -> list[tuple[str, Zone]]:
    return [(card, zone) for zone, card in evening.match.piles.layout.items()]


# Hands


def wrong_place(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """The card that is meant, one column off, on the other's side, or on the pad."""
    if not isinstance(gesture, Put) or isinstance(evening.match.piles.where(gesture.card), Zone):
        return False
    evening.put(gesture.card, evening.beside(rng, gesture.zone))
    return True


def wrong_card(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """Another card, where one is meant, or anywhere."""
    card, _ = evening.guests.clumsy(rng).spare(evening.match)
    zone = gesture.zone if isinstance(gesture, Put) and rng.random() < 0.6 else rng.choice(evening.zones)
    evening.put(card, zone)
    return True


def wrong_card_on_the_pad(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """Any card on any pad."""
    pads = [zone for zone in evening.zones if zone.place == PAD]
    if not pads:
        return False
    card, _ = evening.guests.clumsy(rng).spare(evening.match)
    evening.put(card, rng.choice(pads))
    return True


def look(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A card is lifted, looked at until the table has noticed, and laid back."""
    lying = _lying(evening)
    if not lying:
        return False
    card, zone = rng.choice(lying)
    evening.match.take(card)
    evening.rest()
    evening.put(card, zone)
    return True


def bump(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A card falls silent, and lies there again before hands have settled."""
    lying = _lying(evening)
    if not lying:
        return False
    card, zone = rng.choice(lying)
    evening.match.take(card)
    if rng.random() < 0.5:
        evening.board.hurry()
    evening.put(card, zone)
    return True


def push(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A card falls silent, and is read elsewhere."""
    lying = _lying(evening)
    if not lying:
        return False
    card, zone = rng.choice(lying)
    evening.match.take(card)
    if rng.random() < 0.5:
        evening.rest()
    evening.put(card, evening.beside(rng, zone))
    return True


def lift(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A card is lifted, and kept."""
    lying = _lying(evening)
    if lying:
        evening.match.take(rng.choice(lying)[0])
    return bool(lying)


def grab(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """Two cards in one grab, of one zone if there are two; both are kept, or one, or none."""
    zones = [zone for zone in ZONES if len(evening.match.piles.layout[zone]) > 1]
    if not zones:
        return False
    zone = rng.choice(zones)
    cards = rng.sample(evening.match.piles.layout[zone], 2)
    evening.grab(cards)
    if rng.random() < 0.8:
        evening.rest()
    back = cards[: rng.choice((0, 0, 1, 1, 2))]
    for card in back:
        evening.put(card, zone)
    return True


def grab_anywhere(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """Several cards in one sweep, wherever they lie."""
    lying = _lying(evening)
    if len(lying) < 2:
        return False
    evening.grab([card for card, _ in rng.sample(lying, rng.randint(2, min(4, len(lying))))])
    return True


def swap(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """Two cards change places."""
    lying = _lying(evening)
    if len(lying) < 2:
        return False
    (first, here), (second, there) = rng.sample(lying, 2)
    evening.match.take(first)
    evening.put(second, here)
    if rng.random() < 0.3:
        evening.rest()
    evening.put(first, there)
    return True


def power_cut(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """The plug is pulled; now and then a card is moved while the table is off."""
    lying = _lying(evening)
    if lying and rng.random() < 0.3:
        evening.match.take(rng.choice(lying)[0])
    evening.board.power_cut()
    return True


# Fingers


def free_die(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """*Hold dice* let go too soon: a die that nothing hangs on."""
    if evening.guests.rolls():
        return False
    evening.press(FREE_DIE)
    return True


def others_button(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A button of somebody who has nothing to decide."""
    presses = evening.guests.idle_presses()
    if not presses:
        return False
    evening.press(rng.choice(presses))
    return True


def early(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """A button of whoever decides, before the cards are laid."""
    presses = evening.guests.presses()
    if presses:
        evening.press(rng.choice(presses))
    return bool(presses)


def twice(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """The last button once more."""
    if evening.pressed is None:
        return False
    evening.press(evening.pressed)
    return True


def trembling(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """The button that is meant, and once more before the screen has shown what comes of it."""
    if not isinstance(gesture, Press) or gesture.button not in (Button.OK, Button.COLUMN):
        return False
    down_us = evening.board.now_us - 1
    evening.press(gesture)
    evening.press(replace(gesture, since_us=down_us))
    return True


def undo(evening: Evening, rng: random.Random, gesture: Gesture | None) -> bool:
    """*Hold dice*, whatever was done last."""
    evening.press(UNDO)
    return True


HANDS = (
    wrong_place,
    wrong_card,
    wrong_card_on_the_pad,
    look,
    bump,
    push,
    lift,
    grab,
    grab_anywhere,
    swap,
    power_cut,
    free_die,
    others_button,
)
FINGERS = (early, twice, trembling, undo)

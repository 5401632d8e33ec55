"""Wishes of phones, carried out by the thread that owns the table."""

from __future__ import annotations

from signifer_core.json_values import Json

from signifer_firmware.session.events import Phone
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.pairing import PAIRED

from . import messages as msg
from .questions import PhoneWish

UNPAIRED, ROBOTS, NO_SEAT = "unpaired", "robots", "no-seat"
SEATED, UNSEATED = "seated", "unseated"


def answered(
    keeper: Keeper, now_us: int, asked: PhoneWish, tell: Phone, robots: tuple[str, ...] = ()
) -> dict[str, Json]:
    """Do what a phone asks for; ``tell`` is how it hears of what comes later, and by which it is known."""
    match asked.message:
        case msg.Pair(player=player):
            if player in robots:
                return _refused(ROBOTS)
            found = keeper.ask_to_pair(player, tell, now_us, asked.peer)
        case msg.Sit():
            return _refused(NO_SEAT)
        case msg.Code(code=code):
            found = keeper.type_code(code, tell, now_us)
        case msg.Token(token=token):
            owner = keeper.pairing.player_of(token)
            return {"type": PAIRED, "player": owner} if owner else _refused(UNPAIRED)
        case msg.Unpair(token=token):
            owner = keeper.pairing.player_of(token)
            if owner is not None:
                keeper.unpair(owner, now_us)
            found = {}
        case msg.Gone():
            keeper.phone_left(tell, now_us)
            found = {}
    return {"type": "refused", **found} if found else {"type": "done"}


def _refused(reason: str) -> dict[str, Json]:
    return {"type": "refused", "reason": reason}

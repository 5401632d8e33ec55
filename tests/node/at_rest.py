"""A full table at rest: four cards in each zone of a column, five on a pad, over twins.

python -m tests.node.at_rest FILE [PIECES]   # an hour without this: 12 pieces of five minutes, each by its seed

Every second piece is in noise. What FILE tells of is not done again, so that it can be broken off and go on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from signifer_core.layout import ZONES
from signifer_drivers.air.figures import figures
from signifer_drivers.air.loops import Point
from signifer_drivers.air.places import PLACES, READ
from signifer_drivers.virtual.laid import couplings_db
from signifer_drivers.virtual.tag import Tag

from tests.drivers.rooms import DOUBLE, LONG_PADS, SINGLE, percentile
from tests.node.rooms import WITH_PADS, NodeRoom
from tests.programs import parser

WARM_US = 3_000_000
PIECES, PIECE_US, LIFTS = 12, 300_000_000, 50
DAMAGED, MISSED = 3, 5  # of a hundred frames and answers, in noise
KIND = "double, air"
# Of two antennas' places and of three's those two that are read worst when only they have cards, and where a hand
# shifts both in the worst direction (docs/air.md).
WEAKEST, WORST_SHIFT = (1, 3), (-3.0, -3.0)

Laid = list[tuple[str, Tag]]  # one card: above each of its zone's antennas


class FullRoom(NodeRoom):
    """``cards``: all that lie there, each above the antennas of its zone."""

    cards: list[Laid]


def resting_room(seed: int, kind: str, *, weakest: bool = False) -> FullRoom:
    """Four cards in each column and five on each pad: with two antennas a zone over the first, over the second, and
    between both, some of these heard by the second now and then. By the model of the air a lone antenna has two, as
    many as it reads, and a pad has three antennas. ``weakest``: of its cards only those two that it reads worst."""
    zones = SINGLE if kind.startswith("single") else LONG_PADS if kind == KIND else DOUBLE
    room = FullRoom(seed, zones=zones, resting=0, boards=WITH_PADS if zones is LONG_PADS else None)
    room.cards = []
    for at in ZONES:
        names = [name for name, zone in zones.items() if zone == at]
        many = 5 if at.column is None else 4
        if kind.endswith("air"):
            places = PLACES[len(names)][: min(many, READ[len(names)])]
            if weakest:
                places = tuple(places[at] for at in WEAKEST)
            for card in by_the_air(room, names, places, WORST_SHIFT if weakest else None):
                put(room, card)
                room.cards.append(card)
            continue
        for _ in range(many):
            number = len(room.cards) + 1
            if len(names) == 1 or number % 5 in (1, 2):
                name, tag = names[len(names) > 1 and number % 5 == 2], room.tag()
                room.fields[name].put(tag)
                room.cards.append([(name, tag)])
            else:
                room.cards.append(between(room, names[0], (0.0, -16.0, -6.0)[number % 5 % 3]))
    room.run(WARM_US)
    assert len(room.told(("present",))) == len(room.cards)
    return room


def by_the_air(
    room: NodeRoom, names: list[str], places: Sequence[Point], shift: Point | None = None
) -> list[Laid]:
    """A card for each of these places above the antennas of a zone, to be laid up to 3 mm beside it, or so far."""
    play = figures().play_mm
    spots = tuple(
        (x + across, y + along)
        for x, y in places
        for across, along in [shift or (room.rng.uniform(-play, play), room.rng.uniform(-play, play))]
    )
    uids = [room.tag().uid for _ in spots]
    laid: list[Laid] = [[] for _ in spots]
    for name, coupled in zip(names, couplings_db(len(names), spots), strict=True):
        for uid, db, card in zip(uids, coupled, laid, strict=True):
            tag = Tag(uid)
            tag.coupling_db = db
            card.append((name, tag))
    return laid


def put(room: NodeRoom, card: Laid) -> None:
    """Lay a card."""
    for name, tag in card:
        room.fields[name].put(tag)


def between(room: NodeRoom, name: str, far_db: float) -> Laid:
    """Lay one card above two antennas of a zone."""
    first = room.tag()
    second = Tag(first.uid)
    second.coupling_db = far_db
    laid = [(name, first), (name[:-1] + "b", second)]
    put(room, laid)
    return laid


def at_rest(us: int, seed: int, kind: str, *, weakest: bool = False) -> None:
    room = resting_room(seed, kind, weakest=weakest)
    stay(room, us)
    room.noise(DAMAGED, MISSED)
    stay(room, us)


def stay(room: FullRoom, us: int) -> None:
    """Nothing leaves, nothing comes."""
    room.news.clear()
    room.run(us)
    assert room.told() == []
    assert room.told(("fault",)) == [] or any(field.noise_percent for field in room.fields.values())


def told_after(room: FullRoom, card: Laid, kind: str) -> int:
    """Lay a card ("present") or lift it ("absent") at a random moment: us until that was told, and nothing else."""
    wait_us = 500_000 + room.rng.randrange(300_000)
    moved_us = room.clock.now_us + wait_us
    room.news.clear()
    for name, tag in card:
        field = room.fields[name]
        room.at(wait_us, partial(field.put if kind == "present" else field.remove, tag))
    room.run(wait_us + 5_000_000, lambda: bool(room.told()))
    assert [(told, uid) for told, _, uid in room.told()] == [(kind, card[0][1].uid)]
    return room.clock.now_us - moved_us


def moves(room: FullRoom, times: int) -> tuple[list[int], list[int]]:
    """Lift one card after the other, any of them, and lay it again: us until each was told, lays and lifts.

    What a lift changes for the others is not reckoned: by the model it takes up to 2.6 dB from one that stays, for an
    antenna without tags takes more of the field (`WEAKEST`).
    """
    laid, lifted = [], []
    for _ in range(times):
        card = room.rng.choice(room.cards)
        lifted.append(told_after(room, card, "absent"))
        laid.append(told_after(room, card, "present"))
    return laid, lifted


def alone(room: FullRoom, times: int) -> tuple[list[int], list[int]]:
    """Clear both pads, then lay one card on one of them and lift it again, at each place by turns: us until told.

    Nobody else proves that its readers hear; and a card between two antennas is heard by all three, badly by some.
    """
    pads = [[name for name, zone in room.zones.items() if zone == at] for at in ZONES if at.column is None]
    for name, tag in (each for card in room.cards for each in card):
        if name not in room.columns:
            room.fields[name].remove(tag)
    room.run(2 * WARM_US)
    laid, lifted = [], []
    for number in range(times):
        names = pads[number % len(pads)]
        place = PLACES[len(names)][number // len(pads) % READ[len(names)]]
        (card,) = by_the_air(room, names, [place])
        laid.append(told_after(room, card, "present"))
        lifted.append(told_after(room, card, "absent"))
    return laid, lifted


def piece(seed: int) -> str:
    """One piece, told in a line."""
    room = resting_room(seed, KIND)
    noisy = seed % 2 == 1
    if noisy:
        room.noise(DAMAGED, MISSED)
    room.news.clear()
    room.run(PIECE_US)
    cards, left, faults = len(room.cards), len(room.told()), len(room.told(("fault",)))
    air = "noise" if noisy else "good air"
    said = f"{seed}: {PIECE_US // 1_000_000} s, {air}, {cards} cards, {left} false changes, {faults} faults"
    if not noisy:
        _, lifted = moves(room, LIFTS)
        laid_alone, lifted_alone = alone(room, LIFTS)
        said += f", lifts {of(lifted)}, alone on a pad lays {of(laid_alone)}, lifts {of(lifted_alone)}"
    return said


def of(us: list[int]) -> str:
    """How long things took, in a few words."""
    return f"p50 {percentile(us, 50) // 1000} p95 {percentile(us, 95) // 1000} ms"


def main(file: Path, pieces: int) -> int:
    done = file.read_text().splitlines() if file.exists() else []
    for seed in range(pieces):
        if not any(line.startswith(f"{seed}:") for line in done):
            done.append(piece(seed))
            file.write_text("\n".join([*done, ""]))
            print(done[-1], flush=True)
    return sum(", 0 false changes," not in line for line in done)


if __name__ == "__main__":
    options = parser("tests.node.at_rest", __doc__)
    options.add_argument("file", type=Path)
    options.add_argument("pieces", type=int, nargs="?", default=PIECES)
    asked = options.parse_args()
    sys.exit(main(asked.file, asked.pieces))

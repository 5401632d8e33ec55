"""A full table at rest: four cards in each zone of a column, five on a pad, over twins.

python -m tests.node.at_rest FILE [PIECES]   # an hour without this: 12 pieces of five minutes, each by its seed

Every second piece is in noise. What FILE tells of is not done again, so that it can be broken off and go on.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from signifer_core.layout import ZONES
from signifer_drivers.air.figures import figures
from signifer_drivers.air.places import PLACES, READ
from signifer_drivers.virtual.laid import couplings_db
from signifer_drivers.virtual.tag import Tag

from tests.drivers.rooms import DOUBLE, LONG_PADS, SINGLE, percentile
from tests.node.rooms import WITH_PADS, NodeRoom

WARM_US = 3_000_000
PIECES, PIECE_US, LIFTS = 12, 300_000_000, 50
DAMAGED, MISSED = 3, 5  # of a hundred frames and answers, in noise
KIND = "double, air"

Laid = list[tuple[str, Tag]]  # one card: above each of its zone's antennas


class FullRoom(NodeRoom):
    """``cards``: all that lie there, each above the antennas of its zone."""

    cards: list[Laid]


def resting_room(seed: int, kind: str) -> FullRoom:
    """Four cards in each column and five on each pad: with two antennas a zone over the first, over the second, and
    between both, some of these heard by the second now and then. By the model of the air a lone antenna has two, as
    many as it reads, and a pad has three antennas."""
    zones = SINGLE if kind.startswith("single") else LONG_PADS if kind == KIND else DOUBLE
    room = FullRoom(seed, zones=zones, resting=0, boards=WITH_PADS if zones is LONG_PADS else None)
    room.cards = []
    for at in ZONES:
        names = [name for name, zone in zones.items() if zone == at]
        many = 5 if at.column is None else 4
        if kind.endswith("air"):
            room.cards += by_the_air(room, names, many)
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


def by_the_air(room: NodeRoom, names: list[str], many: int) -> list[Laid]:
    """Lay so many cards, or as many as the model promises for these antennas, each up to 3 mm beside its place."""
    play = figures().play_mm
    spots = tuple(
        (x + room.rng.uniform(-play, play), y + room.rng.uniform(-play, play))
        for x, y in PLACES[len(names)][: min(many, READ[len(names)])]
    )
    uids = [room.tag().uid for _ in spots]
    laid: list[Laid] = [[] for _ in spots]
    for name, coupled in zip(names, couplings_db(len(names), spots), strict=True):
        for uid, db, card in zip(uids, coupled, laid, strict=True):
            tag = Tag(uid)
            tag.coupling_db = db
            room.fields[name].put(tag)
            card.append((name, tag))
    return laid


def between(room: NodeRoom, name: str, far_db: float) -> Laid:
    """Lay one card above two antennas of a zone."""
    first = room.tag()
    second = Tag(first.uid)
    second.coupling_db = far_db
    laid = [(name, first), (name[:-1] + "b", second)]
    for reader, tag in laid:
        room.fields[reader].put(tag)
    return laid


def at_rest(us: int, seed: int, kind: str) -> None:
    room = resting_room(seed, kind)
    stay(room, us)
    room.noise(DAMAGED, MISSED)
    stay(room, us)


def stay(room: FullRoom, us: int) -> None:
    """Nothing leaves, nothing comes."""
    room.news.clear()
    room.run(us)
    assert room.told() == []
    assert room.told(("fault",)) == [] or any(field.noise_percent for field in room.fields.values())


def lifts(room: FullRoom, times: int) -> list[int]:
    """Lift one card after the other, any of them, at random moments, and lay it again: us until each lift was told.

    The other cards hear each other as before: what a lift gives them more is not reckoned.
    """
    found = []
    for _ in range(times):
        card = room.rng.choice(room.cards)
        wait_us = 500_000 + room.rng.randrange(300_000)
        moved_us = room.clock.now_us + wait_us
        room.news.clear()
        for name, tag in card:
            room.at(wait_us, partial(room.fields[name].remove, tag))
        room.run(wait_us + 5_000_000, lambda: bool(room.told(("absent",))))
        assert [(kind, uid) for kind, _, uid in room.told()] == [("absent", card[0][1].uid)]
        found.append(room.clock.now_us - moved_us)
        for name, tag in card:
            room.fields[name].put(tag)
        room.run(500_000)
    return found


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
        lifted = lifts(room, LIFTS)
        said += f", lifts p50 {percentile(lifted, 50) // 1000} p95 {percentile(lifted, 95) // 1000} ms"
    return said


def main(file: Path, pieces: int = PIECES) -> int:
    done = file.read_text().splitlines() if file.exists() else []
    for seed in range(pieces):
        if not any(line.startswith(f"{seed}:") for line in done):
            done.append(piece(seed))
            file.write_text("\n".join([*done, ""]))
            print(done[-1], flush=True)
    return sum(", 0 false changes," not in line for line in done)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(int, sys.argv[2:3])))

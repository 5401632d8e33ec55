"""Coils that are tuned and hear each other: the currents of one that is driven and of all the others.

A reader's antenna is a coil in series with its resistance and tuned out; a tag is a coil with its capacitor and its
chip across that. The chip takes what it needs; beyond that its shunt holds its volts to a limit, which damps the tag.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

CARRIER_HZ = 13_560_000
OMEGA_PER_NS = 2 * math.pi * CARRIER_HZ * 1e-9  # times nH is ohms
_ROUNDS, _CLOSE = 60, 0.002


@dataclass(frozen=True)
class Resonator:
    """``siemens`` is what a tag's chip takes at least, 0 for a reader; ``farad`` its capacitor."""

    inductance_nh: float
    ohm: float
    farad: float = 0.0
    siemens: float = 0.0

    def impedance(self, siemens: float) -> complex:
        """Around its own loop, with so much of a chip across its capacitor."""
        if not self.farad:
            return complex(self.ohm, 0)
        return complex(self.ohm, OMEGA_PER_NS * self.inductance_nh) + 1 / self.admittance(siemens)

    def admittance(self, siemens: float) -> complex:
        return complex(siemens, 2 * math.pi * CARRIER_HZ * self.farad)


def reader(inductance_nh: float, quality: float) -> Resonator:
    """An antenna tuned to the carrier."""
    return Resonator(inductance_nh, OMEGA_PER_NS * inductance_nh / quality)


def tag(inductance_nh: float, capacity_pf: float, quality: float) -> Resonator:
    """A tag by its coil and its chip's capacitor; half of its losses are its coil's, half its chip's."""
    ohms = math.sqrt(inductance_nh * 1e-9 / (capacity_pf * 1e-12))
    return Resonator(inductance_nh, ohms / (2 * quality), capacity_pf * 1e-12, 1 / (2 * quality * ohms))


def induced(
    parts: Sequence[Resonator], mutual_nh: Sequence[Sequence[float]], volts: float, limit: float
) -> tuple[list[float], float]:
    """What all other coils induce in each coil, and the current of the first one, which ``volts`` drive.

    ``limit``: the volts at a chip from which its shunt holds them.
    """
    taken = [part.siemens for part in parts]
    for _ in range(_ROUNDS):
        currents = _currents(parts, mutual_nh, volts, taken)
        worst = 0.0
        for at, part in enumerate(parts):
            if not part.farad:
                continue
            over = abs(currents[at] / part.admittance(taken[at])) / limit
            wanted = max(part.siemens, taken[at] * over**1.5)
            worst = max(worst, abs(wanted / taken[at] - 1))
            taken[at] = wanted
        if worst < _CLOSE:
            break
    return [
        OMEGA_PER_NS
        * abs(sum(mutual_nh[at][other] * currents[other] for other in range(len(parts)) if other != at))
        for at in range(len(parts))
    ], abs(currents[0])


def _currents(
    parts: Sequence[Resonator], mutual_nh: Sequence[Sequence[float]], volts: float, taken: Sequence[float]
) -> list[complex]:
    """Solve the loops' equations, by elimination: few, and their diagonals are the greatest."""
    size = len(parts)
    rows = [
        [
            parts[at].impedance(taken[at]) if other == at else 1j * OMEGA_PER_NS * mutual_nh[at][other]
            for other in range(size)
        ]
        + [complex(volts if at == 0 else 0)]
        for at in range(size)
    ]
    for at in range(size):
        chief = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[chief] = rows[chief], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            for column in range(at, size + 1):
                rows[below][column] -= factor * rows[at][column]
    found = [0j] * size
    for at in reversed(range(size)):
        rest = sum(rows[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (rows[at][size] - rest) / rows[at][at]
    return found

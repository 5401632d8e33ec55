"""The network between an MFRC522 and its antenna, both ways: what to take, and what a coil makes of what is there.

Each of both transmitters has an inductor and a capacitor to ground (the EMC filter), a capacitor in series and one in
parallel; the coil lies between both (NXP AN1445, Antenna design guide for MFRC52x). One half is reckoned, the other is
its mirror. Ohms, nH, pF.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .resonators import CARRIER_HZ

_OMEGA = 2 * math.pi * CARRIER_HZ


@dataclass(frozen=True)
class Filter:
    """The EMC filter of one transmitter, as owners of modules have read it (forum.mikroe.com, topic 64203)."""

    inductor_nh: float = 2200.0
    capacitor_pf: float = 47.0


@dataclass(frozen=True)
class Network:
    """The capacitors of one half: in series, and from there to ground."""

    series_pf: float
    parallel_pf: float


def load_ohm(coil_nh: float, quality: float, network: Network, emc: Filter) -> complex:
    """What both transmitters see between them at the carrier, by going through the circuit part by part."""
    half = complex(0, _OMEGA * coil_nh * 0.5e-9)
    half += _OMEGA * coil_nh * 0.5e-9 / quality
    seen = 1 / (1 / half + _siemens(network.parallel_pf))
    seen += 1 / _siemens(network.series_pf)
    seen = 1 / (1 / seen + _siemens(emc.capacitor_pf))
    return 2 * (seen + complex(0, _OMEGA * emc.inductor_nh * 1e-9))


def matched(coil_nh: float, quality: float, ohm: float, emc: Filter) -> Network:
    """The capacitors with which the transmitters see ``ohm`` and nothing else; ValueError where no such are.

    From the coil's side the filter makes of ``ohm`` some other impedance; its opposite has to come through both
    capacitors.
    """
    source = complex(ohm / 2, -_OMEGA * emc.inductor_nh * 1e-9)
    wanted = 1 / (1 / source - _siemens(emc.capacitor_pf))
    coil = complex(_OMEGA * coil_nh * 0.5e-9 / quality, _OMEGA * coil_nh * 0.5e-9)
    across = 1 / coil
    # With a capacitor in parallel the coil's conductance stays: the resistance that is wanted says the susceptance.
    rest = across.real / wanted.real - across.real**2
    if rest < 0:
        raise ValueError(f"no capacitors match {coil_nh:g} nH to {ohm:g} ohm")
    susceptance = -math.sqrt(rest)  # still a coil, so that what is in series can be a capacitor
    parallel = (susceptance - across.imag) / _OMEGA * 1e12
    reactance = (1 / complex(across.real, susceptance)).imag - wanted.imag
    if parallel <= 0 or reactance <= 0:
        raise ValueError(f"no capacitors match {coil_nh:g} nH to {ohm:g} ohm")
    return Network(1e12 / (_OMEGA * reactance), parallel)


def _siemens(pf: float) -> complex:
    return complex(0, _OMEGA * pf * 1e-12)

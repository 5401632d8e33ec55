"""How the twin of an MFRC522 sends a frame at once: a plan for each batch that comes again and again."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_drivers.portable import registers as r

_FIFO = r.FIFODataReg << 1
_BIT_FRAMING = r.BitFramingReg << 1
_PREPARE = (
    bytes((r.CommandReg << 1, r.Idle)),
    bytes((r.ComIrqReg << 1, r.AllIRq)),
    bytes((r.FIFOLevelReg << 1, r.FlushBuffer)),
)
_TRANSCEIVE = bytes((r.CommandReg << 1, r.Transceive))
_MOST_AT_ONCE = 48
_MOST = 2000


@dataclass(frozen=True, slots=True)
class Sending:
    """What a batch sends: ``data``, with ``framing`` in BitFramingReg, which it writes before Transceive only if it
    ``frames``. ``done`` is what comes back, and how many bytes."""

    data: bytes
    framing: int
    frames: bool
    done: tuple[list[bytes], int]


_sendings: dict[tuple[bytes, ...], Sending | None] = {}


def sending_of(batch: tuple[bytes, ...]) -> Sending | None:
    """What a batch sends, as drivers do it; None if it is another."""
    try:
        return _sendings[batch]
    except KeyError:
        if len(_sendings) >= _MOST:
            _sendings.clear()
        sending = _sendings[batch] = _found(batch)
        return sending


def _found(batch: tuple[bytes, ...]) -> Sending | None:
    if not 6 <= len(batch) <= 7 or batch[:3] != _PREPARE or batch[-2] != _TRANSCEIVE:
        return None
    data, last = batch[3], batch[-1]
    if data[0] != _FIFO or not 1 < len(data) <= _MOST_AT_ONCE:
        return None
    if len(last) != 2 or last[0] != _BIT_FRAMING or not last[1] & r.StartSend:
        return None
    framing = last[1] & 0x77
    frames = len(batch) == 7
    if frames and batch[4] != bytes((_BIT_FRAMING, framing)):
        return None
    return Sending(data[1:], framing, frames, ([bytes(len(frame)) for frame in batch], sum(map(len, batch))))

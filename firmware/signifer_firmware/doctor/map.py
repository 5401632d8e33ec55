"""``signifer doctor map``: read rates as a heat map in the terminal, of a whole table or over one antenna."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rich.text import Text
from signifer_core.errors import DriverError
from signifer_drivers.readers.faults import failed
from signifer_drivers.virtual.coupling import COUNTS, read_rates

from signifer_firmware.config.entries import ReaderConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.checks.readers import Probe

# Marks for those who see no colours, and styles for those who do; each from a share on.
STEPS = (
    (0.98, "█", "black on green"),
    (0.90, "▓", "black on color(148)"),
    (0.50, "▒", "black on yellow"),
    (0.10, "░", "black on color(208)"),
    (0.00, "·", "white on red"),
)
UNKNOWN = ("?", "dim")
CELL = 9
WIDTH = 80
MAP_VISITS = 40
ROWS = ("back", "middle", "front")
PLACES = ("left", "middle", "right")
COLUMNS = ("1", "2", "3", "4", "5")


def cell(share: float | None) -> Text:
    """One field of a map, CELL columns wide: a mark and the share."""
    if share is None:
        return Text(f"{UNKNOWN[0]:^{CELL}}", UNKNOWN[1])
    mark, style = next((mark, style) for least, mark, style in STEPS if share >= least)
    return Text(f" {mark} {share:>4.0%}".ljust(CELL), style)


def legend() -> Text:
    """What the marks mean."""
    line = Text("read:")
    for least, mark, style in STEPS:
        line.append(" ")
        line.append(f" {mark} ", style)
        line.append(f" from {least:.0%}" if least else " less")
    line.append(f"  {UNKNOWN[0]} nothing", UNKNOWN[1])
    return line


# A whole table


def table_lines(config: TableConfig, rate_of: Callable[[ReaderConfig], float | str | None]) -> Iterator[Text]:
    """Rows of readers as they lie: blue's pads and columns at the top, as red sees them. ``rate_of``: the share of the
    tags that lie on a reader which a visit reads, None if none lies there, a sentence if it fails."""
    rates: dict[str, float | None] = {}
    for reader in config.readers:
        found = rate_of(reader)
        if isinstance(found, str):
            yield Text(found, "red")
        rates[reader.name] = None if isinstance(found, str) else found
    letters = sorted({reader.antenna for reader in config.readers})
    width = max(len(f"blue {letter}") for letter in letters) + 1
    yield Text(" " * width + "".join(f"{column:^{CELL + 1}}" for column in COLUMNS).rstrip(), "bold")
    for side in ("blue", "red", ""):
        # Antenna a lies next to its player, of a side that is read as one next to blue.
        for letter in reversed(letters) if side == "red" else letters:
            row = " ".join(filter(None, (side, letter)))
            names = [f"{column} {row}".rstrip() for column in COLUMNS]
            if any(name in rates for name in names):
                name = row if side else f"both {letter}"
                yield _row(name.ljust(width), map(rates.get, names), rates.get(f"pad {row}"))
    yield legend()


def _row(name: str, shares: Iterable[float | None], pad: float | None) -> Text:
    line = Text(name)
    for share in shares:
        line.append_text(cell(share))
        line.append(" ")
    if pad is not None:
        line.append("  pad ")
        line.append_text(cell(pad))
    line.rstrip()
    return line


def rate(probe: Probe, zone: str, visits: int = MAP_VISITS) -> float | None:
    """The share of the tags on a reader which a visit reads, None if it reads none. Raises ReaderError."""
    try:
        probe.begin()
        seen = [probe.read()[0] for _ in range(visits)]
    except OSError as error:
        raise failed(zone, error) from error
    uids = set().union(*seen)
    return sum(map(len, seen)) / (visits * len(uids)) if uids else None


def rate_or_why(probe_of: Callable[[ReaderConfig], Probe]) -> Callable[[ReaderConfig], float | str | None]:
    """`rate` of each reader, or a sentence for one that fails."""

    def found(reader: ReaderConfig) -> float | str | None:
        try:
            return rate(probe_of(reader), reader.name)
        except DriverError as error:
            return str(error)

    return found


# One antenna


def virtual_rates(gain_db: int, field: int) -> dict[int, list[tuple[float, ...]]]:
    """Nine positions over an antenna of the virtual table, with 1, 2 and 4 tags squared up: the map of `tune --map`."""
    return {tags: list(read_rates(tags, gain_db=gain_db, field=field)) for tags in COUNTS}


def virtual_lines(
    gain_db: int, field: int, rates: Mapping[int, Sequence[Sequence[float]]] | None = None
) -> Iterator[Text]:
    """These positions, with what was found there, as rows."""
    for tags, rows in (rates or virtual_rates(gain_db, field)).items():
        yield Text(f"{tags} tag{'' if tags == 1 else 's'}, gain {gain_db} dB, field {field}", "bold")
        yield from antenna_lines(rows)
    yield legend()


def antenna_lines(rates: Sequence[Sequence[float | None]]) -> Iterator[Text]:
    """Three rows of three, from back to front."""
    for name, row in zip(ROWS, rates, strict=True):
        line = Text(f"  {name:<8}")
        for share in row:
            line.append_text(cell(share))
            line.append(" ")
        line.rstrip()
        yield line


def asked_rates(
    probe: Probe, zone: str, ask: Callable[[str], bool], visits: int = MAP_VISITS
) -> list[list[float | None]]:
    """Have somebody lay the card at each of nine positions; ``ask`` says whether it lies there. Raises ReaderError."""
    found: list[list[float | None]] = []
    for row in ROWS:
        found.append([])
        for place in PLACES:
            there = ask(f"lay the card {_position(row, place)} on reader {zone}")
            share = rate(probe, zone, visits) if there else None
            found[-1].append((share or 0.0) if there else None)
    return found


def _position(row: str, place: str) -> str:
    if row == place == "middle":
        return "in the middle"
    return f"at the {' '.join(word for word in (row, place) if word != 'middle')}"

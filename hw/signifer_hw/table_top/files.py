"""All files that are made of the table tops: drawings, templates, jigs, figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from signifer_core.errors import ConfigError
from signifer_firmware.config.model import TableConfig, load_table

from .chances import picture
from .drawing import svg
from .figures import coils_page, places_page
from .heights import too_deep
from .jigs import jigs
from .pdf import Page, pdf
from .plan import PI, plan
from .rules import faults
from .sheets import from_above, from_below
from .side import side
from .tiles import pages

TABLES = ("standard", "starter", "handy", "double")


def top_faults(table: TableConfig) -> tuple[Sequence[str], Sequence[str]]:
    """What is wrong with the top of a table of one's own, and why none is drawn for it. Leads on the Pi's own SPI are
    no matter of the top: who checks wires warns of them."""
    try:
        top = plan(table)
    except ConfigError as error:
        return (), error.faults
    return faults(replace(top, leads=tuple(lead for lead in top.leads if lead.to != PI))), ()


def table_top_files() -> dict[str, bytes]:
    """Paths inside hw/ and their bytes; ConfigError with all faults of a top that cannot be built."""
    found: dict[str, bytes] = {}
    for name in TABLES:
        top = plan(load_table(name))
        if wrong := faults(top):
            raise ConfigError([f"table top {name}: {fault}" for fault in wrong])
        found[f"{name}-above.svg"] = svg(from_above(top)).encode()
        found[f"{name}-below.svg"] = svg(from_below(top)).encode()
        found[f"{name}-a4.pdf"] = pdf(f"Signifer, table top {name}, 1:1", pages(top))
        found[f"{name}.md"] = places_page(top).encode()
    sheets = jigs()
    found.update((f"{name}.svg", svg(drawing).encode()) for name, drawing in sheets.items())
    found["jigs-a4.pdf"] = pdf(
        "Signifer, jigs and templates, 1:1", [Page(sheet) for sheet in sheets.values()]
    )
    if deep := too_deep():
        raise ConfigError([f"side view: {fault}" for fault in deep])
    found["side.svg"] = svg(side()).encode()
    found["reading.svg"] = svg(picture()).encode()
    found["coils.md"] = coils_page().encode()
    return {f"table_top/{name}": data for name, data in found.items()}

"""``signifer doctor``: no option is dropped without a word, wherever it stands."""

from __future__ import annotations

import pytest
import typer.main
from signifer_firmware.cli.main import app
from typer.core import TyperGroup

from .conftest import Run

VALUES = {
    "--table": ("starter",),
    "--only": ("reader 3",),
    "--cards": ("2",),
    "--wait": ("15",),
    "--language": ("en",),
    "--store": ("x",),
    "--fault": ("spi off",),
    "--watch": ("reader 3",),
    "--for": ("3s",),
    "--soak": ("3s",),
    "--root": ("/",),
}
COMMAND = typer.main.get_command(app)
assert isinstance(COMMAND, TyperGroup)
OPTIONS = [
    name for option in COMMAND.commands["doctor"].params for name in (*option.opts, *option.secondary_opts)
]
TAKEN_BEHIND = {"--table", "--virtual", "--fault"}


@pytest.mark.parametrize("command", ["map", "module"])
@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_before_a_command_of_its_own_is_refused(run: Run, option: str, command: str) -> None:
    """Another table would be looked at, or real devices in place of virtual ones."""
    status, out, err = run("doctor", option, *VALUES.get(option, ()), command)
    assert (status, out) == (2, "")
    if option in TAKEN_BEHIND:
        assert err == f"{option}: say it behind {command}\n"
    else:
        assert err == f"{option}: not with {command}; leave one of them out\n"


def test_all_of_them_are_named(run: Run) -> None:
    _, _, err = run("doctor", "--virtual", "--json", "map", "--virtual")
    assert err == "--json: not with map; leave one of them out\n--virtual: say it behind map\n"


@pytest.mark.parametrize(
    "option", ["--json", "--only", "--cards", "--language", "--store", "--for", "--soak"]
)
@pytest.mark.parametrize("other", ["--watch", "--soak"])
def test_a_part_that_is_watched_and_a_soak_take_no_option_of_the_checks(
    run: Run, option: str, other: str
) -> None:
    if option == other or (option, other) == ("--for", "--watch"):
        return
    said = ("doctor", "--virtual", "--table", "starter", other, *VALUES[other], option)
    status, out, err = run(*said, *VALUES.get(option, ()))
    assert (status, out) == (2, "")
    assert err.startswith(f"{option}: not with {other}; leave one of them out\n")


@pytest.mark.parametrize(
    ("option", "other"),
    [
        *((option, "--watch") for option in ("--wait", "--ask", "--no-ask", "--by-hand")),
        ("--store", "--virtual"),
    ],
)
def test_nobody_is_asked_for_a_watched_part_and_a_virtual_table_keeps_no_record(
    run: Run, option: str, other: str
) -> None:
    said = ("doctor", "--table", "starter", option, *VALUES.get(option, ()), other, *VALUES.get(other, ()))
    status, out, err = run(*said, *(("--for", "1s") if other == "--watch" else ("--only", "spi")))
    assert (status, out, err) == (2, "", f"{option}: not with {other}; leave one of them out\n")

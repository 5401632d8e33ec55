"""The first start against iwd's twin on a real bus: what it opens, tries, keeps and says, and what is left of it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.network import iwd as radio
from signifer_firmware.network.bus import BusError
from signifer_firmware.network.first_start import HOME, OWN, SEEKS, TRIES

from tests.conftest import MissingTool
from tests.firmware.network.iwd_twin import Air, Ether, Iwd, private_bus
from tests.firmware.network.tables import CODE, QUICK, TIMES, Table, first_start

Play = Callable[[Table], Awaitable[None]]
Run = Callable[..., None]


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory, missing_tool_of_module: type[MissingTool]) -> Iterator[str]:
    if shutil.which("dbus-daemon") is None:
        missing_tool_of_module("dbus-daemon")
    with private_bus(tmp_path_factory.mktemp("bus")) as address:
        yield address


@pytest.fixture
def run(bus: str, tmp_path: Path) -> Run:
    def playing(twin: Iwd, play: Play, **more: Any) -> None:
        async def whole() -> None:
            async with first_start(bus, twin, tmp_path, **more) as table:
                await play(table)

        asyncio.run(whole())

    return playing


def home(**more: Any) -> Ether:
    return replace(Ether("At home", "correct horse"), **more)


def test_without_a_known_network_it_opens_its_own_and_says_so_on_the_screens(run: Run) -> None:
    near = [home(), Ether("Café & Co", kind="open", dbm=-80), Ether("office", kind="8021x", dbm=-40)]
    twin = Iwd(Air([*near, Ether("secret", "hidden away", hidden=True)]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        assert (twin.mode, twin.started, twin.own_code) == ("ap", "Signifer", CODE)
        assert table.screens.network == ("Signifer", CODE)
        state = await table.state()
        assert [(one["name"], one["kind"]) for one in state["networks"]] == [
            ("office", "8021x"),
            ("At home", "psk"),
            ("Café & Co", "open"),
        ], "the strongest first, and none that hides itself"

    run(twin, play)


def test_what_is_known_takes_it_in_without_a_question(run: Run) -> None:
    twin = Iwd(Air([home()], {"At home": "correct horse"}))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == HOME)
        assert twin.told == []
        assert table.screens.network == ()

    run(twin, play, times=replace(TIMES, known=3600.0))


def test_a_cable_is_a_network_too(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == HOME)
        assert twin.told == []

    run(twin, play, cable=True)


def test_a_cable_that_comes_later_closes_its_own(run: Run) -> None:
    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        table.plugs.cable = True
        await table.until(lambda: table.stage == HOME)
        assert table.screens.network == ()
        assert (twin.mode, twin.started) == ("station", "")

    twin = Iwd(Air([home()]))
    run(twin, play)


@pytest.mark.parametrize("kept", [{}, {"far away": "12345678"}])
def test_a_cable_that_takes_its_time_is_waited_for_before_it_opens_its_own(
    run: Run, kept: dict[str, str]
) -> None:
    twin = Iwd(Air([home()], kept))

    async def play(table: Table) -> None:
        await table.until(lambda: table.service.first)
        await table.looks_again()
        assert table.stage == SEEKS
        table.plugs.cable = True
        await table.until(lambda: table.stage == HOME)
        assert twin.told == []

    run(twin, play, times=replace(TIMES, known=3600.0))


@pytest.mark.parametrize("network", [home(), home(hidden=True), home(kind="open", password="")])
def test_the_right_password_takes_it_in_and_is_kept(run: Run, network: Ether) -> None:
    twin = Iwd(Air([network]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        answer = await table.join("At home", network.password)
        assert "refused" not in answer
        await table.until(lambda: table.stage == HOME)
        assert twin.air.kept == {"At home": network.password}
        assert (twin.mode, twin.joined) == ("station", "At home")
        assert table.screens.network == ()
        assert (await table.state())["joined"] == "At home"

    run(twin, play)


FAULTS = {
    "password": (home(), "wrong horse"),
    "out-of-reach": (Ether("elsewhere", "correct horse"), "correct horse"),
    "no-answer": (home(answers=False), "correct horse"),
    "no-address": (home(gives_address=False), "correct horse"),
}


@pytest.mark.parametrize("reason", FAULTS)
def test_what_fails_says_why_and_changes_nothing(run: Run, reason: str) -> None:
    network, password = FAULTS[reason]
    twin = Iwd(Air([network, Ether("elsewhere than here", "another one")], {"of before": "old and good"}))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", password)
        await table.until(lambda: table.stage == OWN and table.service.first.told.failed)  # type: ignore[union-attr]
        state = await table.state()
        assert state["failed"] == {"name": "At home", "reason": reason}
        assert twin.air.kept == {"of before": "old and good"}
        assert (twin.mode, twin.started) == ("ap", "Signifer"), "and it may be tried again"
        assert table.screens.network == ("Signifer", CODE)

    # What is waited for in vain here is not waited for long.
    impatient = {"no-answer": replace(QUICK, join=0.3), "no-address": replace(QUICK, address=0.3)}
    run(twin, play, patience=impatient.get(reason, QUICK))


def test_more_than_a_password_is_refused_before_anything_is_tried(run: Run) -> None:
    twin = Iwd(Air([Ether("office", "correct horse", kind="8021x")]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("office", "correct horse")
        await table.until(lambda: table.stage == OWN and table.service.first.told.failed)  # type: ignore[union-attr]
        assert (await table.state())["failed"]["reason"] == "not-that-kind"

    run(twin, play)


def test_after_a_wrong_password_the_right_one_does(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", "wrong horse")
        await table.until(lambda: table.stage == OWN and table.service.first.told.failed)  # type: ignore[union-attr]
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == HOME)
        assert twin.air.kept == {"At home": "correct horse"}

    run(twin, play)


def test_a_router_with_another_password_is_asked_with_the_new_one_and_the_old_stays_until_that_works(
    run: Run,
) -> None:
    twin = Iwd(Air([home(password="newer horse")], {"At home": "correct horse"}))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        assert (await table.state())["networks"][0]["known"]
        await table.join("At home", "wrong again")
        await table.until(lambda: table.stage == OWN and table.service.first.told.failed)  # type: ignore[union-attr]
        assert twin.air.kept == {"At home": "correct horse"}, "what is on disk is that of before"
        await table.join("At home", "newer horse")
        await table.until(lambda: table.stage == HOME)
        assert twin.air.kept == {"At home": "newer horse"}

    run(twin, play)


def test_a_known_network_that_comes_back_is_found_again(run: Run) -> None:
    """A router that starts later than the table."""
    twin = Iwd(Air([], {"At home": "correct horse"}))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        twin.air.networks.append(home())
        await table.until(lambda: table.stage == HOME)

    run(twin, play, times=replace(TIMES, again=0.1))


def test_a_phone_at_the_page_is_not_interrupted_for_that(run: Run) -> None:
    twin = Iwd(Air([home()], {"At home": "correct horse"}))
    twin.air.networks.clear()

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.state()
        twin.air.networks.append(home())
        for _ in range(40):
            assert (await table.state())["stage"] == OWN

    run(twin, play, times=replace(TIMES, again=0.05))


def test_a_network_that_is_lost_for_long_is_looked_for_and_asked_for_again(run: Run) -> None:
    twin = Iwd(Air([home()], {"At home": "correct horse"}))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == HOME)
        twin.air.networks.clear()
        twin.joined = ""
        await table.until(lambda: table.stage == OWN)

    run(twin, play, times=replace(TIMES, lost=0.1, known=0.3))


def test_a_radio_that_comes_later_is_taken(run: Run) -> None:
    twin = Iwd(Air([home()]), has_radio=False)

    async def play(table: Table) -> None:
        await table.until(lambda: table.service.first)
        assert table.stage == SEEKS
        twin._has_radio = True
        await table.until(lambda: table.stage == OWN)

    run(twin, play)


def test_no_password_is_told_to_anybody(run: Run, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        answer = await table.join("At home", "wrong horse")
        await table.until(lambda: table.stage == OWN and table.service.first.told.failed)  # type: ignore[union-attr]
        told = f"{answer}{await table.state()}{table.service.first}{table.service.first.told}"  # type: ignore[union-attr]
        assert "horse" not in told

    run(twin, play)
    assert "horse" not in "".join(capfd.readouterr())
    assert all("horse" not in path.read_text() for path in tmp_path.iterdir() if path.is_file())


@pytest.mark.parametrize("step", range(1, 4))
@pytest.mark.parametrize("password", ["wrong horse", "correct horse"])
def test_wherever_the_power_goes_it_is_in_the_old_network_or_the_new_one_or_asks(
    run: Run, step: int, password: str
) -> None:
    """The power goes after each thing that iwd does; what iwd has kept by then is all that there is afterwards."""
    first = Iwd(Air([home()], {"of before": "old and good"}))

    async def cut(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", password)
        await table.until(lambda: len(first.told) >= min(step, 2 if password == "correct horse" else 3))

    run(first, cut)
    assert first.air.kept in (
        {"of before": "old and good"},
        {"of before": "old and good", "At home": "correct horse"},
    )
    again = Iwd(Air([home()], first.air.kept))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage in (OWN, HOME))
        assert table.stage == (HOME if "At home" in first.air.kept else OWN)

    run(again, play)


def test_iwd_that_has_another_word_is_still_one_sentence() -> None:
    """Each word of iwd's means something to people, and none is passed on as it is."""
    for word in ("Aborted", "Busy", "Failed", "NoAgent", "NotSupported", "Timeout", "InProgress", "Whatever"):
        found = radio.Network("x", "psk", known=False)
        reason = radio.Radio(None, lambda: False)._reason(BusError(f"{radio.IWD}.{word}", ""), found)  # type: ignore[arg-type]
        assert reason in radio.Reason


def test_a_second_wish_waits_for_the_first(run: Run) -> None:
    twin = Iwd(Air([home(answers=False)]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == TRIES)
        assert await table.join("At home", "correct horse") == {"refused": "busy"}

    run(twin, play)


def test_who_plays_in_its_own_network_is_not_thrown_out_of_it(run: Run) -> None:
    twin = Iwd(Air([], {"At home": "correct horse"}))
    twin.guests.append("02:00:00:00:00:01")

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        twin.air.networks.append(home())
        await table.looks_again()
        assert (table.stage, twin.told) == (OWN, ["own Signifer"])
        twin.guests.clear()
        await table.until(lambda: table.stage == HOME)

    run(twin, play, times=replace(TIMES, again=0.03))


def test_its_own_network_that_ends_by_itself_is_opened_again(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        twin.starts_again()
        await table.until(lambda: twin.started)
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == HOME)

    run(twin, play)


def test_an_iwd_that_has_forgotten_whom_to_ask_is_told_again(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        twin._agent = None
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage != OWN)
        await table.until(lambda: table.stage in (OWN, HOME))
        assert table.stage == HOME

    run(twin, play)


def test_a_wish_that_came_with_a_cable_is_not_done_later(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        table.plugs.cable = True
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == HOME)
        table.plugs.cable = False
        await table.until(lambda: table.stage == OWN)
        await table.looks_again()
        assert (table.stage, twin.air.kept) == (OWN, {})

    run(twin, play, times=replace(TIMES, lost=0.03))


def test_a_radio_that_is_pulled_while_it_scans_is_one_sentence(run: Run) -> None:
    class Pulled(Iwd):
        def _at_once(self, path: str, member: str, body: tuple[object, ...]) -> None:
            super()._at_once(path, member, body)
            self._has_radio = member != "Scan"

    async def play(table: Table) -> None:
        await table.until(table.running.done)

    with pytest.raises(BusError, match=r"radio has gone|NotSupported"):
        run(Pulled(Air([home()])), play)


def test_a_phone_hears_that_it_is_tried_before_it_loses_the_network(run: Run) -> None:
    twin = Iwd(Air([home()]))

    async def play(table: Table) -> None:
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == TRIES)
        for _ in range(5):
            assert (await table.state())["tries"] == "At home"
        assert (twin.mode, twin.started) == ("ap", "Signifer")

    run(twin, play, times=replace(TIMES, heard=3600.0))


def test_a_phone_keeps_its_place_as_long_as_its_network_is_tried(run: Run) -> None:
    twin = Iwd(Air([home(answers=False)]))
    now = [0.0]

    async def play(table: Table) -> None:
        table.service.place._monotonic = lambda: now[0]
        await table.until(lambda: table.stage == OWN)
        await table.join("At home", "correct horse")
        await table.until(lambda: table.stage == TRIES)
        now[0] += 3600.0
        assert await table.state("127.0.0.2") == {"stage": "taken"}

    run(twin, play)

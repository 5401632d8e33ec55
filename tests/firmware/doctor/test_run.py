"""``signifer doctor`` on the twins: each thing that can be wrong is named by its own check, and no other one fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.bench import Nobody
from signifer_firmware.doctor.check import FAIL, PASS, SKIPPED, Check, Result, examined, failed, passed
from signifer_firmware.doctor.faults import _PARTS, _PLACED, inject
from signifer_firmware.doctor.run import WIDTH, all_checks, as_json, lines
from signifer_firmware.doctor.virtual import CARDS, VirtualBench
from signifer_firmware.system.pi_files import FAULTS

from tests.firmware.doctor.asked import failing, results
from tests.firmware.doctor.mistakes import MISTAKES, small_table

# What is said behind --fault, on which table, which check fails, and by which cause.
OF_SYSTEM = (
    ("pi none", "starter", "computer", "no-pi"),
    ("pi old", "starter", "computer", "old-pi"),
    ("system old", "starter", "computer", "old-system"),
    ("spi off", "direct", "spi", "spi-off"),
    ("spi reboot", "direct", "spi", "reboot"),
    ("spi chip-select", "direct", "chip selects", "chip-select-missing"),
    ("i2c off", "direct", "i2c", "i2c-off"),
    ("i2c slow", "starter", "i2c speed", "i2c-slow"),
    ("overlay none", "direct", "mux overlay", "mux-overlay"),
    ("overlay address", "direct", "mux overlay", "mux-overlay"),
    ("overlay taken", "direct", "mux overlay", "bus-taken"),
    ("overlay silent", "direct", "mux overlay", "mux-silent"),
    ("gpio none", "starter", "gpio", "no-gpio"),
    ("group spi", "direct", "group spi", "group"),
    ("group i2c", "direct", "group i2c", "group"),
    ("group gpio", "starter", "group gpio", "group"),
    ("group dialout", "starter", "group dialout", "group"),
    ("permission spi", "direct", "group spi", "permission"),
    ("permission i2c", "direct", "group i2c", "permission"),
    ("permission gpio", "starter", "group gpio", "permission"),
    ("permission dialout", "starter", "group dialout", "permission"),
    ("power low", "starter", "power", "under-voltage"),
    ("power was-low", "starter", "power", "under-voltage"),
    ("power hot", "starter", "power", "too-hot"),
    ("clock unset", "starter", "clock", "clock-unset"),
    ("clock jump", "starter", "clock", "clock-jumped"),
    ("service broken", "starter", "service", "service-broken"),
    ("service off", "starter", "service", "service-off"),
    ("disk full", "starter", "disk", "disk-full"),
    ("store damaged", "starter", "store", "store-damaged"),
    ("store unwritable", "starter", "store", "store-unwritable"),
)
OF_PARTS = (
    ("mux silent", "direct", "mux", "mux-silent"),
    ("mux stuck", "direct", "mux", "bus-stuck"),
    ("screen 3 red stuck", "direct", "mux", "channel-stuck"),
    ("screen 3 red held", "direct", "mux", "channel-stuck"),
    ("screen red stuck", "direct", "mux", "channel-stuck"),
    ("screen 3 red unplug", "direct", "screen 3 red", "screen-silent"),
    ("screen both unplug", "starter", "screen both", "screen-silent"),
    ("button dice stuck", "starter", "button dice", "button-stuck"),
    ("button ok red unplug", "starter", "button ok red", "button-silent"),
    ("button column 4 blue stuck", "direct", "button column 4 blue", "button-stuck"),
    ("buzzer unplug", "direct", "buzzer", "buzzer-silent"),
    ("node 3 files", "standard", "node column 3", "node-old"),
    ("node 3 unassigned", "standard", "node column 3", "node-unassigned"),
    ("node 3 other", "standard", "node column 3", "node-other"),
    ("node 3 reboot", "standard", "node column 3", "node-restarts"),
    ("node 3 unplug", "standard", "node column 3", "node-away"),
    ("node 3 noise 1%", "standard", "node column 3", "node-cable"),
)
# The words of table scripts behind "fault reader 3 red", and those that only a doctor sees.
OF_READERS = (
    ("unplug", "no-chip"),
    ("stuck", "chip-hangs"),
    ("held", "miso-held"),
    ("varying", "varying-version"),
    ("random", "varying-version"),
    ("wiring", "wiring"),
    ("brownout", "brown-out"),
    ("clone", "clone"),
    ("crystal", "no-clock"),
    ("hot", "overheated"),
    ("counterfeit", "self-test"),
    ("stack", "stacked-tags"),
    ("loud", "gain-too-high"),
    ("neighbour", "neighbour-field"),
    ("detuned", "weak-answers"),
    ("slow", "slow-tags"),
    ("noise 60%", "noise"),
    ("noise 30%", "noise"),
    ("miss 50%", "missed-reads"),
)
# What presence bears is no fault.
BEARABLE = (
    "reader 3 red noise 5%",
    "reader 3 red miss 10%",
    "reader 3 red cross 5%",
    "reader 3 red unlisted",
)


@pytest.mark.parametrize("table", ["standard", "starter", "double", "direct", "stock", "handy"])
def test_on_a_table_on_which_all_is_well_every_check_passes(table: str, tmp_path: Path) -> None:
    found = results(tmp_path, table)
    assert {result.state for result in found} == {PASS}
    parts = load_table(table)
    for kind, entries in (
        ("reader", [reader.name for reader in parts.readers]),
        ("screen", [screen.place for screen in parts.oleds]),
        ("button", [*parts.pins]),
        ("node", [node.name for node in parts.nodes]),
    ):
        assert [result.name for result in found if result.name.startswith(f"{kind} ")] == [
            f"{kind} {name}" for name in entries
        ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "table", "name", "cause"), OF_SYSTEM + OF_PARTS, ids=[case[0] for case in OF_SYSTEM + OF_PARTS]
)
def test_a_fault_is_named_by_its_check_and_no_other_one_fails(
    fault: str, table: str, name: str, cause: str, tmp_path: Path
) -> None:
    found = results(tmp_path, table, fault)
    assert failing(found) == [(name, cause)]
    (result,) = [result for result in found if result.state == FAIL]
    # What to do is said, and a command stands below it.
    assert result.seen
    assert result.fix
    assert result.command
    # Whoever was skipped says for whose sake.
    waits = {result.seen for result in found if result.state == SKIPPED}
    assert waits <= {f"not without: {name}", "no reader works"}


def test_a_clock_that_nobody_set_is_no_matter_of_a_pi(tmp_path: Path) -> None:
    """A laptop has one, too; the table *handy* takes any computer."""
    (clock,) = results(tmp_path, "handy", "clock unset", only="clock")
    assert (clock.cause, clock.fix) == (
        "clock-unset",
        "connect this computer to a network, and let systemd set its clock; or give its own one a battery",
    )


# Chip and wire are one code on both; what is asked over a node's cable is not.
ON_NODES = [
    case for case in OF_READERS if case[0] in ("unplug", "counterfeit", "stack", "loud", "neighbour", "slow")
]
WHERE = [("direct", "3 red", *case) for case in OF_READERS] + [("starter", "3", *case) for case in ON_NODES]


@pytest.mark.parametrize(
    ("table", "place", "kind", "cause"), WHERE, ids=[f"{table}-{kind}" for table, _, kind, _ in WHERE]
)
def test_a_fault_of_a_reader_is_named_on_the_own_bus_and_over_a_node(
    table: str, place: str, kind: str, cause: str, tmp_path: Path
) -> None:
    found = results(tmp_path, table, f"reader {place} {kind}")
    assert failing(found) == [(f"reader {place}", cause)]


@pytest.mark.parametrize("missed", [40, 50, 60])
def test_cards_that_are_read_now_and_then_are_missed_and_none_is_unread(missed: int, tmp_path: Path) -> None:
    """Chance has it that one of two is read in fewer than half of the visits."""
    for seed in range(4):
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = results(folder, "direct", f"reader 3 red miss {missed}%", seed=seed, only="reader 3 red")
        assert failing(found) == [("reader 3 red", "missed-reads")], seed


@pytest.mark.parametrize("table", ["direct", "standard"])
def test_a_tag_that_a_neighbour_reads_too_is_crosstalk(table: str, tmp_path: Path) -> None:
    found = results(tmp_path, table, "reader 2 red cross 25%")
    assert failing(found) == [("crosstalk", "cross-read")]
    (result,) = [result for result in found if result.state == FAIL]
    assert result.figures["reader"] == "2 red"


def test_a_card_between_two_antennas_of_a_zone_is_read_by_both_and_that_is_right(tmp_path: Path) -> None:
    bench = VirtualBench(small_table("double"), tmp_path)
    try:
        bench.table.push(bench.table.lying_on(bench.config.readers[0])[0], "ab")
        checks = all_checks(bench.config, bench, table="double", store=bench.store, cards=CARDS)
        found = list(examined(check for check in checks if check.name.startswith(("reader", "crosstalk"))))
    finally:
        bench.close()
    (result,) = [result for result in found if result.name == "crosstalk"]
    assert result.state == PASS
    assert result.seen == "no tag is read by two readers but in its own zone"


def test_where_a_bus_has_many_readers_exchanged_plugs_are_told_once(tmp_path: Path) -> None:
    found = results(tmp_path, "direct", "reader 3 red exchanged")
    assert failing(found) == [("place 3 red", "reader-other")]
    (other,) = [result for result in found if result.name == "place 3 blue"]
    assert (other.state, other.seen) == (SKIPPED, "its plug and that of 3 red are exchanged, see there")


def test_where_nobody_is_asked_it_says_how_to_tell_two_screens_at_one_address(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path, people=lambda table: Nobody())
    inject(bench, ["screen 3 blue address"])
    checks = all_checks(bench.config, bench, table="direct", store=bench.store, cards=CARDS)
    found = list(examined(checks, ["screen", "pictures"]))
    bench.close()
    assert failing(found) == [("screen 3 blue", "screen-silent")]
    (result,) = [result for result in found if result.state == FAIL]
    assert result.fix.startswith('if it shows "3 red", it has that one\'s address, 0x3c: move the resistor')
    assert found[-1].seen.startswith("look at each one")


def test_what_presence_bears_is_no_fault(tmp_path: Path) -> None:
    for number, fault in enumerate(BEARABLE):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert failing(results(folder, "direct", fault)) == [], fault


def test_every_fault_that_can_be_said_is_tried_here() -> None:
    tried = {fault for fault, *_ in OF_SYSTEM + OF_PARTS} | {fault for _, fault in MISTAKES}
    assert set(FAULTS) | {" ".join(words) for words in _PARTS} <= tried
    kinds = {(fault.split()[0], fault.split()[-1]) for fault in tried}
    kinds |= {("reader", kind.split()[0]) for kind, _ in OF_READERS}
    # A loose contact is for those who watch it (test_watch.py).
    assert {(part, kind) for part, kind in _PLACED if kind != "loose"} <= kinds


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_readers_faults_on_other_tables(seed: int, tmp_path: Path) -> None:
    number = 0
    for table, place in (
        ("standard", "2 blue"),
        ("standard", "pad red"),
        ("direct", "5 red"),
        ("starter", "1"),
    ):
        for kind, cause in OF_READERS:
            folder = tmp_path / str(number)
            folder.mkdir()
            number += 1
            found = failing(results(folder, table, f"reader {place} {kind}", seed=seed))
            assert found == [(f"reader {place}", cause)], (table, place, kind)


def test_the_command_for_a_node_without_a_number_copies_a_bundled_table(tmp_path: Path) -> None:
    """`signifer node assign` writes into no table of the program's own."""
    (result,) = [each for each in results(tmp_path, "standard", "node 3 unassigned") if each.state == FAIL]
    assert result.command == "signifer node assign standard --copy table.toml --node 'column 3'"


def test_two_faults_are_both_named(tmp_path: Path) -> None:
    found = results(tmp_path, "direct", "reader 3 red held", "screen blue unplug", "power low")
    assert failing(found) == [
        ("reader 3 red", "miso-held"),
        ("screen blue", "screen-silent"),
        ("power", "under-voltage"),
    ]


@pytest.mark.parametrize(
    "fault",
    ["reader 9 red held", "node 3 unplug", "spi upside-down", "screen 3 red loud", "button horn stuck", ""],
)
def test_what_a_table_cannot_have_is_refused(fault: str, tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path)
    with pytest.raises(ConfigError, match="this table cannot have that") as told:
        inject(bench, [fault])
    assert "i2c slow, overlay none, overlay address" in " ".join(" ".join(told.value.faults).split())


# Order, needs, and a choice of checks


def _made(states: dict[str, Result], needs: dict[str, tuple[str, ...]]) -> list[Check]:
    def of(result: Result) -> Callable[[], Result]:
        return lambda: result

    return [Check(name, "g", of(result), needs.get(name, ())) for name, result in states.items()]


def test_what_needs_a_check_that_failed_is_skipped_and_says_which_one_it_was() -> None:
    wrong = failed("c", "seen", "fix")
    checks = _made(
        {"a": passed(""), "b": wrong, "c": passed(""), "d": passed(""), "e": passed("")},
        {"c": ("b",), "d": ("a", "c"), "e": ("a",)},
    )
    found = {result.name: (result.state, result.seen) for result in examined(checks)}
    assert found["c"] == found["d"] == (SKIPPED, "not without: b")
    assert found["e"] == (PASS, "")


def test_a_choice_of_checks_takes_what_it_needs_with_it() -> None:
    checks = _made(
        {"bus": passed(""), "reader 1": passed(""), "reader 2": passed(""), "disk": passed("")},
        {"reader 1": ("bus",), "reader 2": ("bus",)},
    )
    assert [result.name for result in examined(checks, ["reader 2"])] == ["bus", "reader 2"]
    assert [result.name for result in examined(checks, ["reader"])] == ["bus", "reader 1", "reader 2"]


def test_a_table_that_runs_as_a_service_has_its_devices_for_itself(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path)
    bench.pi.write("sys/fs/cgroup/system.slice/signifer.service/cgroup.procs", "4711\n")
    found = list(examined(all_checks(bench.config, bench, table="direct", store=bench.store)))
    bench.close()
    assert failing(found) == []
    waits = {result.name.split()[0] for result in found if result.seen == "not without: in use"}
    assert waits == {
        "wires",
        "reader",
        "place",
        "screen",
        "crosstalk",
        "mux",
        "channel",
        "pictures",
        "button",
        "buzzer",
    }
    (use,) = [result for result in found if result.name == "in use"]
    assert use.command == "sudo systemctl stop signifer"


def test_where_nobody_is_asked_buttons_and_buzzer_are_skipped_but_a_stuck_one_is_named(
    tmp_path: Path,
) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path, people=lambda table: Nobody())
    inject(bench, ["button ok blue stuck"])
    found = list(examined(all_checks(bench.config, bench, table="direct", store=bench.store, cards=CARDS)))
    bench.close()
    assert failing(found) == [("button ok blue", "button-stuck")]
    skipped = {result.name.split()[0] for result in found if result.state == SKIPPED}
    assert skipped == {"place", "pictures", "button", "buzzer"}


# How it is told


def test_lines_fit_into_a_terminal(tmp_path: Path) -> None:
    found = results(tmp_path, "standard", "reader 3 red held", "overlay none", "node 2 files", "power low")
    for result in found:
        told = [text for _, text in lines(result)]
        assert told
        # A path is one word, however long.
        assert result.name == "store" or all(len(text) <= WIDTH for text in told if "say: " not in text), told


def test_json_has_the_fields_that_are_documented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sys

    bench = VirtualBench(load_table("starter"), tmp_path)
    inject(bench, ["reader 3 held"])
    checks = all_checks(bench.config, bench, table="starter", store=bench.store, cards=CARDS)
    assert as_json(checks, [], sys.stdout, table="starter", is_virtual=True) == 1
    bench.close()
    whole = json.loads(capsys.readouterr().out)
    assert set(whole) == {"signifer", "table", "virtual", "ok", "counts", "checks"}
    assert whole["ok"] is False
    assert whole["counts"]["fail"] == 1
    assert sum(whole["counts"].values()) == len(whole["checks"])
    fields = {"name", "group", "state", "seen", "cause", "fix", "command", "figures"}
    assert all(set(check) == fields for check in whole["checks"])
    page = Path("docs/doctor.md").read_text(encoding="utf-8")
    for field in (*fields, *whole):
        assert f"`{field}`" in page
    good = next(check for check in whole["checks"] if check["name"] == "reader 1")
    assert good["figures"] == {
        "version": "92",
        "self_test": True,
        "gain_db": 33,
        "field": 32,
        "tags": 2,
        "missed": 0.0,
        "garbled": 0.0,
    }


def test_every_cause_stands_in_the_page() -> None:
    page = Path("docs/doctor.md").read_text(encoding="utf-8") + Path("docs/faults.md").read_text(
        encoding="utf-8"
    )
    causes = {cause for *_, cause in OF_SYSTEM + OF_PARTS} | {cause for _, cause in OF_READERS}
    assert not [cause for cause in sorted(causes) if f"`{cause}`" not in page]


def test_troubleshooting_names_causes_that_there_are() -> None:
    """What stands in its last column is a cause of one of the two pages."""
    known = Path("docs/doctor.md").read_text(encoding="utf-8") + Path("docs/faults.md").read_text(
        encoding="utf-8"
    )
    rows = Path("docs/troubleshooting.md").read_text(encoding="utf-8").splitlines()
    last = [row.rstrip("| ").rpartition("|")[2] for row in rows if row.startswith("| ")]
    causes = {word for cell in last for word in re.findall(r"`([a-z0-9-]+)`", cell)}
    assert len(causes) > 30
    assert not [cause for cause in sorted(causes) if f"`{cause}`" not in known]

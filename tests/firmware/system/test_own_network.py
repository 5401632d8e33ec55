"""What the first start tells the table, and what the kernel says of its interfaces."""

from __future__ import annotations

import os
import tempfile
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_firmware.system.interfaces import Interfaces, address_of_interface
from signifer_firmware.system.own_network import OwnNetwork, tell, told_by

OWN = "10.85.20.1"


@pytest.mark.parametrize(
    "told", [OwnNetwork(), OwnNetwork(("Signifer", "27182818")), OwnNetwork(language="fr")]
)
def test_what_is_told_is_read(tmp_path: Path, told: OwnNetwork) -> None:
    tell(tmp_path / "told.json", told)
    assert told_by(tmp_path / "told.json") == told
    assert [path.name for path in tmp_path.iterdir()] == ["told.json"]


def test_nothing_is_told_where_there_is_no_such_file(tmp_path: Path) -> None:
    assert told_by(tmp_path / "none") == OwnNetwork()


def test_nobody_waits_for_a_pipe_there(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "told.json")
    assert told_by(tmp_path / "told.json") == OwnNetwork()


@given(
    st.binary(max_size=80) | st.sampled_from([b'{"network": ["a"]}', b'{"language": 1}', b"[]", b"[" * 4000])
)
def test_a_file_of_others_tells_nothing(junk: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "told.json"
        path.write_bytes(junk)
        assert told_by(path) == OwnNetwork()


def interface(folder: Path, name: str, *, radio: bool = False, kind: str = "1", device: bool = True) -> None:
    (folder / name).mkdir()
    (folder / name / "type").write_text(f"{kind}\n", encoding="ascii")
    for there, what in ((device, "device"), (radio, "phy80211")):
        if there:
            (folder / name / what).mkdir()


def test_a_cable_and_the_radio_are_told_apart(tmp_path: Path) -> None:
    interface(tmp_path, "lo", kind="772", device=False)
    interface(tmp_path, "docker0", device=False)
    interface(tmp_path, "end0")
    interface(tmp_path, "wlan0", radio=True)
    has: dict[str, str] = {"lo": "127.0.0.1", "docker0": "172.17.0.1"}

    def address(name: str) -> IPv4Address | None:
        return IPv4Address(has[name]) if name in has else None

    found = Interfaces(OWN, tmp_path, address)
    assert (found.has_cable(), found.has_radio_address()) == (False, False)
    has["wlan0"] = OWN
    assert (found.has_cable(), found.has_radio_address()) == (False, False), "in a network of its own"
    has["wlan0"] = "169.254.7.7"
    assert not found.has_radio_address(), "nobody gave it that"
    has["wlan0"] = "192.168.0.9"
    assert (found.has_cable(), found.has_radio_address()) == (False, True)
    has["end0"] = "192.168.0.8"
    assert found.has_cable()


def test_the_kernel_is_asked() -> None:
    assert address_of_interface("lo") == IPv4Address("127.0.0.1")
    assert address_of_interface("no-such-one") is None

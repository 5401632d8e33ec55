"""The doctor on a table that is to speak: what it lacks is named, and one that is silent is not asked."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.config.entries import SpeechConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.check import FAIL, PASS, Result, examined
from signifer_firmware.doctor.run import all_checks
from signifer_firmware.doctor.virtual import CARDS, VirtualBench


def spoken(folder: Path, level: str = "turns", program: str = "", card: str = "") -> list[Result]:
    """The check of the voice, where espeak-ng prints ``program`` and there is a sound ``card``."""
    config = load_table("starter").model_copy(
        update={"speech": SpeechConfig.model_validate({"level": level})}
    )
    bench = VirtualBench(config, folder, seed=0)
    if program:
        tool = bench.facts.path("usr/bin/espeak-ng")
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text(f"#!/bin/sh\necho '{program}'\n")
        tool.chmod(0o755)
    if card:
        bench.facts.path(f"proc/asound/{card}").mkdir(parents=True, exist_ok=True)
    try:
        checks = all_checks(config, bench, table="starter", store=bench.store, cards=CARDS)
        return list(examined([check for check in checks if check.name == "speech"]))
    finally:
        bench.close()


def test_what_a_voice_lacks_is_named(tmp_path: Path) -> None:
    (missing,) = spoken(tmp_path / "missing")
    assert (missing.state, missing.cause) == (FAIL, "speech-missing")
    assert missing.command == "sudo apt install espeak-ng"
    version = "eSpeak NG text-to-speech: 1.51  Data at: /usr/lib"
    (mute,) = spoken(tmp_path / "mute", program=version, card="cards")
    assert (mute.state, mute.cause) == (FAIL, "speech-mute")
    (well,) = spoken(tmp_path / "well", program=version, card="card0")
    assert (well.state, well.seen) == (PASS, "eSpeak NG text-to-speech: 1.51")


def test_a_silent_table_needs_no_voice(tmp_path: Path) -> None:
    assert spoken(tmp_path, level="off") == []

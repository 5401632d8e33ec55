"""``signifer setup`` on a folder that looks as a fresh Raspberry Pi OS does: shown, done, done again, taken back."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.registry import deck_files
from signifer_firmware.simulation.setup import bundle_of
from signifer_firmware.system.overlay import config_lines
from signifer_firmware.system.setup_apply import MOST_BYTES, RECORD, Setup, SetupError
from signifer_firmware.system.setup_plan import BEGIN, END, RULES, without_block

from .raspberry import CONFIG, FRESH, PROGRAM, apply, contents, planned, said

COMMAND = Path(sys.executable).parent / "signifer"
MOST_S = 20.0


def test_what_is_missing_is_planned_and_nothing_is_written_before(pi: Path) -> None:
    before = contents(pi)
    plan = planned(pi)
    assert contents(pi) == before
    assert [change.path for change in plan.files] == [
        CONFIG,
        "boot/firmware/overlays/signifer-standard.dtbo",
        "etc/modules-load.d/signifer.conf",
        "etc/udev/rules.d/60-signifer.rules",
        "etc/systemd/system/signifer.service",
    ]
    shown = [line for change in plan.files for line in change.diff()]
    assert "+dtparam=spi=on" in shown
    # Only the last line, which had no end, is shown as another one.
    assert [line for line in shown if line.startswith("-") and not line.startswith("---")] == []
    assert [" ".join(step.do) for step in plan.steps] == [
        "usermod -aG spi maker",
        "usermod -aG i2c maker",
        "udevadm control --reload",
        "udevadm trigger",
        "systemctl daemon-reload",
        "systemctl enable signifer.service",
    ]
    assert plan.reboot


@pytest.mark.parametrize("table", ["standard", "starter", "double", "direct"])
def test_done_twice_it_changes_nothing_more_and_undone_all_is_as_it_was(table: str, pi: Path) -> None:
    before = contents(pi)
    apply(pi, planned(pi, table))
    text = (pi / CONFIG).read_text()
    assert text.startswith(FRESH)
    block = text.partition(BEGIN)[2].partition(END)[0].split()
    assert block == ["[all]", *config_lines(load_table(table))]
    assert planned(pi, table).is_empty
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before
    taken_back = said(pi)[-1:]
    assert taken_back[0].startswith("gpasswd -d maker ")
    assert "systemctl disable signifer.service" in said(pi)


def test_another_table_replaces_its_lines_and_undo_goes_back_to_the_very_start(pi: Path) -> None:
    before = contents(pi)
    apply(pi, planned(pi, "standard"))
    apply(pi, planned(pi, "starter"))
    text = (pi / CONFIG).read_text()
    assert text.count(BEGIN) == 1
    assert "dtparam=spi=on\n" not in text.partition(BEGIN)[2]
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before


def test_lines_that_are_there_already_are_not_written_again_but_those_below_a_filter_are(pi: Path) -> None:
    (pi / CONFIG).write_text("dtparam=spi=on\n[pi5]\ndtparam=i2c_arm=on\n")
    apply(pi, planned(pi))
    block = (pi / CONFIG).read_text().partition(BEGIN)[2]
    assert "dtparam=spi=on" not in block
    assert "dtparam=i2c_arm=on" in block


def test_a_value_that_a_later_line_overrules_is_written_again(pi: Path) -> None:
    (pi / CONFIG).write_text(
        "dtparam=i2c_arm_baudrate=400000\ndtparam=spi=on\ndtparam=audio=on,i2c_arm_baudrate=100000\n"
    )
    apply(pi, planned(pi))
    block = (pi / CONFIG).read_text().partition(BEGIN)[2]
    assert "dtparam=i2c_arm_baudrate=400000" in block
    assert "dtparam=spi=on" not in block


@pytest.mark.parametrize("again", [True, False])
def test_lines_behind_our_block_do_not_come_below_a_filter_when_it_goes(again: bool, pi: Path) -> None:
    config = pi / CONFIG
    config.write_bytes(b"audio=1\r\n[pi5]\r\nfan=1\r\n")
    apply(pi, planned(pi))
    config.write_bytes(config.read_bytes() + b"# mine\nmine=1\n")
    if again:
        apply(pi, planned(pi))
        assert config.read_bytes().startswith(
            b"audio=1\r\n[pi5]\r\nfan=1\r\n# mine\n[all]\nmine=1\n" + BEGIN.encode()
        )
        once = config.read_bytes()
        apply(pi, planned(pi))
        assert config.read_bytes() == once
    else:
        assert Setup(pi, lambda line: None).undo() == 0
        assert config.read_bytes() == b"audio=1\r\n[pi5]\r\nfan=1\r\n# mine\n[all]\nmine=1\n"


def test_what_others_write_into_our_block_stays_and_a_block_without_end_loses_nothing(pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    config.write_text(config.read_text().replace(END, "hdmi_blanking=1\n" + END))
    assert without_block(config.read_bytes())[-1] == "hdmi_blanking=1\n"
    cut = config.read_text().replace(END + "\n", "") + "dtparam=spi=on\n"
    assert "".join(without_block(cut.encode())).endswith("hdmi_blanking=1\ndtparam=spi=on\n")


def test_a_line_like_ours_that_others_wrote_into_our_block_survives_setup_said_again(pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    mine = (
        "gpio=22=ip\ngpio=22=pu\ndtoverlay=gpio-shutdown,gpio_pin=26\ndtoverlay=i2c-mux,pca9545,addr=0x72\n"
        "dtparam=i2c_arm_baudrate=100000\n"
    )
    config.write_text(config.read_text().replace(END, mine + END))
    apply(pi, planned(pi, "starter"))
    assert config.read_text().startswith(FRESH + "\n" + mine + BEGIN)
    assert config.read_text().count("gpio-shutdown") == 2


def test_a_filter_that_others_wrote_into_our_block_ends_where_it_did(pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    config.write_text(config.read_text().replace(f"{BEGIN}\n", f"{BEGIN}\n[pi5]\nfan=1\n") + "mine=1\n")
    assert Setup(pi, lambda line: None).undo() == 0
    assert config.read_text() == FRESH + "\n[pi5]\nfan=1\n[all]\nmine=1\n"


def test_what_others_write_meanwhile_stays(pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    config.write_text("hdmi_blanking=1\n" + config.read_text() + "gpu_mem=16\n")
    rules = pi / "etc/udev/rules.d/60-signifer.rules"
    rules.write_text("# mine now\n")
    told: list[str] = []
    assert Setup(pi, told.append).undo() == 1
    assert config.read_text() == "hdmi_blanking=1\n" + FRESH + "\ngpu_mem=16\n"
    assert rules.read_text() == "# mine now\n"
    assert any("60-signifer.rules has been changed since" in line for line in told)


def test_a_line_like_ours_that_others_wrote_into_our_block_survives_undo(pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    mine = "gpio=22=ip\ndtoverlay=gpio-shutdown,gpio_pin=26\n"
    config.write_text(config.read_text().replace(END, mine + END))
    assert Setup(pi, lambda line: None).undo() == 0
    assert config.read_text() == FRESH + "\n" + mine


@pytest.mark.parametrize("mark", [BEGIN, END])
def test_a_block_without_its_marks_is_left_by_undo_and_told_of(mark: str, pi: Path) -> None:
    apply(pi, planned(pi))
    config = pi / CONFIG
    config.write_text(config.read_text().replace(mark + "\n", ""))
    before, told = config.read_text(), list[str]()
    assert Setup(pi, told.append).undo() == 1
    assert config.read_text() == before
    assert (pi / f"{CONFIG}.before-signifer").read_text() == FRESH
    assert any("take out what is not yours: dt" in line for line in told)


def test_what_is_edited_while_the_plan_is_read_is_neither_overwritten_nor_lost(pi: Path) -> None:
    plan = planned(pi)
    config = pi / CONFIG
    config.write_text(FRESH + "\nhdmi_blanking=1\n")
    before = contents(pi)
    with pytest.raises(
        SetupError, match=r"config\.txt has been changed since the plan was shown.*say it again"
    ):
        apply(pi, plan)
    assert contents(pi) == before
    assert said(pi) == []
    apply(pi, planned(pi))
    assert "hdmi_blanking=1\n" in config.read_text()
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before


def test_a_file_that_appears_while_the_plan_is_read_is_left_too(pi: Path) -> None:
    plan = planned(pi)
    rules = pi / "etc/udev/rules.d/60-signifer.rules"
    rules.write_text("# mine now\n")
    with pytest.raises(SetupError, match=r"60-signifer\.rules has been changed since"):
        apply(pi, plan)
    assert (pi / CONFIG).read_text() == FRESH
    assert not (pi / RECORD).exists()


def test_a_file_that_is_edited_while_others_are_written_is_left(pi: Path) -> None:
    """Between the first look at all files and the writing of this one."""
    rules = pi / "etc/udev/rules.d/60-signifer.rules"

    def tell(line: str) -> None:
        if "config.txt" in line:
            rules.write_text("# mine now\n")

    with pytest.raises(SetupError, match=r"60-signifer\.rules has been changed since"):
        Setup(pi, tell).apply(planned(pi))
    assert rules.read_text() == "# mine now\n"


def test_what_is_edited_between_two_setups_survives_undo(pi: Path) -> None:
    apply(pi, planned(pi, "standard"))
    config = pi / CONFIG
    config.write_text("hdmi_blanking=1\n" + config.read_text())
    apply(pi, planned(pi, "starter"))
    assert Setup(pi, lambda line: None).undo() == 0
    assert config.read_text() == "hdmi_blanking=1\n" + FRESH + "\n"


def test_config_txt_has_a_plain_copy_beside_it_until_all_is_taken_back(pi: Path) -> None:
    copy = pi / f"{CONFIG}.before-signifer"
    apply(pi, planned(pi, "standard"))
    assert copy.read_text() == FRESH
    apply(pi, planned(pi, "starter"))
    assert copy.read_text() == FRESH
    assert Setup(pi, lambda line: None).undo() == 0
    assert not copy.exists()


def test_what_is_not_the_copy_of_config_txt_and_has_its_name_is_nobodys_to_take(pi: Path) -> None:
    copy, plan = pi / f"{CONFIG}.before-signifer", planned(pi)
    copy.write_text("# mine\n")
    before = contents(pi)
    with pytest.raises(SetupError, match="give it another name"):
        apply(pi, plan)
    assert contents(pi) == before
    copy.unlink()
    apply(pi, plan)
    copy.write_text(FRESH + "mine=1\n")
    told: list[str] = []
    assert Setup(pi, told.append).undo() == 1
    assert copy.read_text() == FRESH + "mine=1\n"
    assert [line for line in told if "before-signifer" in line]


@pytest.mark.parametrize("again", [False, True])
def test_a_second_setup_that_breaks_off_leaves_no_line_of_the_first(again: bool, pi: Path) -> None:
    """Its record is there, and none of its files."""
    before = contents(pi)
    apply(pi, planned(pi, "standard"))
    setup = Setup(pi, lambda line: None)

    def write(change: object) -> None:
        raise KeyboardInterrupt

    setup._write = write  # type: ignore[method-assign]
    (pi / CONFIG).write_text("hdmi_blanking=1\n" + (pi / CONFIG).read_text())
    with pytest.raises(KeyboardInterrupt):
        setup.apply(planned(pi, "starter"))
    if again:
        apply(pi, planned(pi, "starter"))
    assert Setup(pi, lambda line: None).undo() == 0
    assert (pi / CONFIG).read_text() == "hdmi_blanking=1\n" + FRESH + "\n"
    assert contents(pi).keys() == before.keys()


def test_undo_ends_where_the_copy_cannot_be_read(pi: Path) -> None:
    apply(pi, planned(pi))
    copy = pi / f"{CONFIG}.before-signifer"
    copy.write_bytes(bytes(MOST_BYTES + 1))
    told: list[str] = []
    assert Setup(pi, told.append).undo() == 1
    assert copy.exists()
    assert [line for line in told if "before-signifer" in line]
    assert not Setup(pi, told.append).was_done


@pytest.mark.parametrize("broken", range(1, 7))
def test_what_breaks_off_in_the_middle_is_taken_back_all_the_same(broken: int, pi: Path) -> None:
    """Power fails after so many files, of which the copy is one; the record was there before the first."""
    before = contents(pi)
    plan = planned(pi)
    setup = Setup(pi, lambda line: None)
    writes = setup._write
    left = broken

    def write(change: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        writes(change)  # type: ignore[arg-type]

    setup._write = write  # type: ignore[method-assign]
    if broken <= len(plan.files):
        with pytest.raises(KeyboardInterrupt):
            setup.apply(plan)
    else:
        setup.apply(plan)
    assert (pi / RECORD).exists()
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before


def test_a_block_of_before_loses_the_buses_that_hdmi_has(pi: Path) -> None:
    apply(pi, planned(pi))
    text = (pi / CONFIG).read_text()
    (pi / CONFIG).write_text(text.replace("addr=0x70\n", "addr=0x70,base=20\n"))
    apply(pi, planned(pi))
    assert (pi / CONFIG).read_text() == text


def test_all_that_stands_in_the_way_is_told_at_once(pi: Path) -> None:
    (pi / CONFIG).write_text("dtoverlay=i2c-mux,pca9548,addr=0x70,base=20\n")
    with pytest.raises(ConfigError) as caught:
        planned(pi, command=Path("/home/pi/venv/bin/signifer"))
    told = caught.value.faults
    assert len(told) == 2
    assert (
        "dtoverlay=i2c-mux,pca9548,addr=0x70,base=20, which this table cannot have beside its own" in told[0]
    )
    assert "the service sees nothing in /home" in told[1]
    (pi / "proc/device-tree/model").unlink()
    with pytest.raises(ConfigError, match="no Raspberry Pi"):
        planned(pi)


def test_a_table_of_ones_own_is_kept_where_the_service_sees_it(pi: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(resources.files("signifer_firmware").joinpath("config/tables/starter.toml").read_bytes())
    plan = planned(pi, str(mine))
    apply(pi, plan)
    assert (pi / "etc/signifer/table.toml").read_bytes() == mine.read_bytes()
    unit = (pi / "etc/systemd/system/signifer.service").read_text()
    assert "ExecStart=/opt/signifer/bin/signifer run /etc/signifer/table.toml\n" in unit


@pytest.mark.slow
def test_the_corrections_that_a_table_names_go_with_it(pi: Path, tmp_path: Path) -> None:
    mine, spartans = tmp_path / "mine.toml", tmp_path / "spartans.toml"
    starter = (
        resources.files("signifer_firmware")
        .joinpath("config/tables/starter.toml")
        .read_text(encoding="utf-8")
    )
    mine.write_text(starter + '\n[cards]\ncorrections = ["cards.toml", "spartans.toml"]\n')
    spartans.write_text('game = "thermopyles"\n')
    done = _run(pi, "--table", str(mine), "--yes")
    assert done.returncode == 2
    assert "cards.toml: cannot be read" in done.stderr
    assert not (pi / RECORD).exists()
    (tmp_path / "cards.toml").write_text('game = "field-of-glory"\n')
    apply(pi, planned(pi, str(mine)))
    installed = load_table(str(pi / "etc/signifer/table.toml"))
    assert bundle_of(installed).cards
    assert (pi / "etc/signifer/spartans.toml").read_text() == 'game = "thermopyles"\n'
    assert Setup(pi, lambda line: None).undo() == 0
    assert not (pi / "etc/signifer").exists()


def test_the_decks_that_a_table_names_go_with_it(pi: Path, tmp_path: Path) -> None:
    mine, wolves = tmp_path / "mine.toml", tmp_path / "wolves.toml"
    starter = (
        resources.files("signifer_firmware")
        .joinpath("config/tables/starter.toml")
        .read_text(encoding="utf-8")
    )
    mine.write_text(starter + '\n[cards]\ndecks = "wolves.toml"\n')
    game, files = next(iter(deck_files().items()))
    text = files.example(files.examples[0]).replace(f'"{files.examples[0]}"', '"wolves"')
    wolves.write_text(text)
    apply(pi, planned(pi, str(mine)))
    assert (pi / "etc/signifer/wolves.toml").read_text() == text
    assert "wolves" in bundle_of(load_table(str(pi / "etc/signifer/table.toml")), game).decks


@pytest.mark.parametrize("key", ["corrections", "decks"])
@pytest.mark.parametrize(
    ("named", "why"),
    [("../cards.toml", "would not lie in /etc/signifer"), ("/home/me/cards.toml", "sees nothing in /home")],
)
def test_files_that_the_service_would_not_find_stand_in_the_way(
    key: str, named: str, why: str, pi: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    starter = (
        resources.files("signifer_firmware")
        .joinpath("config/tables/starter.toml")
        .read_text(encoding="utf-8")
    )
    mine.write_text(f'{starter}\n[cards]\n{key} = "{named}"\n')
    with pytest.raises(ConfigError, match=why):
        planned(pi, str(mine))


def test_a_link_stays_one_and_the_file_behind_it_is_changed(pi: Path) -> None:
    config, real = pi / CONFIG, pi / "boot/real.txt"
    config.rename(real)
    config.symlink_to("../real.txt")
    real.chmod(0o640)
    apply(pi, planned(pi))
    assert config.is_symlink()
    assert BEGIN in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640
    assert Setup(pi, lambda line: None).undo() == 0
    assert config.is_symlink()
    assert real.read_text() == FRESH


@pytest.mark.parametrize("is_folder", [False, True])
def test_an_owners_file_beside_config_txt_is_in_nobodys_way(is_folder: bool, pi: Path) -> None:
    mine = pi / f"{CONFIG}.new"
    if is_folder:
        mine.mkdir()
        mine /= "notes.txt"
    mine.write_text("mine\n")
    (pi / f"boot/firmware/.{Path(CONFIG).name}.signifer-new").write_text("left when the power went")
    apply(pi, planned(pi))
    assert mine.read_text() == "mine\n"
    assert Setup(pi, lambda line: None).undo() == 0
    assert sorted(path.name for path in (pi / "boot/firmware").iterdir()) == [
        "config.txt",
        "config.txt.new",
        "overlays",
    ]
    assert mine.read_text() == "mine\n"


def test_a_link_that_leads_to_itself_is_told_in_a_sentence(pi: Path, tmp_path: Path) -> None:
    mine, kept, rules = tmp_path / "mine.toml", pi / "etc/signifer/table.toml", pi / RULES
    mine.write_bytes(resources.files("signifer_firmware").joinpath("config/tables/starter.toml").read_bytes())
    for loop in (kept, rules):
        loop.parent.mkdir(parents=True, exist_ok=True)
        loop.symlink_to(loop.name)
        with pytest.raises(OSError, match=f"symbolic links: '{loop}'"):
            apply(pi, planned(pi, str(mine)))
        loop.unlink()


def test_a_service_that_could_not_be_enabled_is_enabled_the_next_time(pi: Path) -> None:
    (pi / "usr/sbin/udevadm").unlink()
    with pytest.raises(SetupError, match="udevadm is not there"):
        apply(pi, planned(pi))
    assert ("systemctl", "enable", "signifer.service") in [step.do for step in planned(pi).steps]


def test_what_cannot_be_taken_back_is_told(pi: Path) -> None:
    apply(pi, planned(pi))
    (pi / "usr/sbin/gpasswd").write_text("#!/bin/sh\necho not now >&2\nexit 1\n")
    done = _run(pi, "--undo", "--yes")
    assert done.returncode == 1
    assert "gpasswd -d maker spi: failed: not now" in done.stdout
    assert (
        f"2 left as they are, and tried when it is said again; to leave them for good: sudo rm {pi / RECORD}\n"
        in (done.stdout)
    )
    (pi / RECORD).unlink()
    assert "nothing was set up here" in _run(pi, "--undo").stdout


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"files": {}}',
        '{"files": {"a": 3}, "undo": []}',
        r'{"files": {"boot/\ud800": {"before": null, "after": null}}, "undo": []}',
        r'{"files": {}, "undo": [["true", "\ud800"]]}',
        "{",
    ],
)
def test_a_damaged_record_is_told_in_a_sentence(text: str, pi: Path) -> None:
    (pi / RECORD).parent.mkdir()
    (pi / RECORD).write_text(text)
    with pytest.raises(SetupError, match=r"setup\.json is damaged.*move it away"):
        Setup(pi, lambda line: None).undo()


def test_missing_packages_are_installed_and_a_failing_command_says_so(pi: Path) -> None:
    plan = planned(pi, packages=("lgpio", "serial", "mfrc522"))
    assert plan.steps[0].do == ("apt-get", "install", "-y", "python3-lgpio", "python3-serial")
    (pi / "usr/share/doc/python3-serial").mkdir(parents=True)
    assert planned(pi, packages=("lgpio", "serial")).steps[0].do[3:] == ("python3-lgpio",)
    (pi / "usr/share/doc/python3-serial").rmdir()
    (pi / "usr/sbin/apt-get").write_text("#!/bin/sh\necho no network >&2\nexit 100\n")
    before = contents(pi)
    with pytest.raises(
        SetupError, match=r"apt-get install -y python3-lgpio python3-serial: failed: no network"
    ):
        apply(pi, plan)
    # What was done before is in the record, and taken back.
    assert Setup(pi, lambda line: None).undo() == 0
    assert contents(pi) == before


# The command


def _words(root: Path, *arguments: str) -> list[str]:
    return [
        *(str(COMMAND), "setup", "--table", "standard", "--root", str(root), "--user", "maker"),
        *("--program", str(PROGRAM), *arguments),
    ]


def _run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        _words(root, *arguments), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.slow
def test_where_nobody_can_be_asked_it_is_shown_and_not_done(pi: Path) -> None:
    before = contents(pi)
    done = _run(pi)
    assert done.returncode == 1
    assert "+dtoverlay=i2c-mux,pca9548,addr=0x70\n" in done.stdout
    assert "$ usermod -aG spi maker" in done.stdout
    assert "nothing was done: nobody can be asked here; add --yes" in done.stdout
    assert contents(pi) == before


def _asked(root: Path, answer: str | int, *arguments: str) -> tuple[int, str]:
    """At a terminal: what is said to the question, or the signal that comes meanwhile."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        _words(root, *arguments), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    )
    os.close(theirs)
    told = ""
    answered = False
    while select.select([ours], [], [], MOST_S)[0]:
        try:
            told += os.read(ours, 4096).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed.
            break
        if not answered and "y or n:" in told:
            answered = True
            if isinstance(answer, int):
                os.killpg(process.pid, answer)
            else:
                os.write(ours, f"{answer}\n".encode())
    os.close(ours)
    return process.wait(MOST_S), told


@pytest.mark.slow
def test_at_a_terminal_no_changes_nothing_and_ctrl_c_neither(pi: Path) -> None:
    before = contents(pi)
    assert _asked(pi, "n")[0] == 1
    status, told = _asked(pi, signal.SIGINT)
    assert status == 130
    assert "Traceback" not in told
    assert contents(pi) == before


@pytest.mark.slow
def test_at_a_terminal_yes_does_it_and_undo_takes_it_back(pi: Path) -> None:
    before = contents(pi)
    status, told = _asked(pi, "y", "--no-service")
    assert status == 0, told
    assert "sudo reboot; signifer doctor" in told
    assert not (pi / "etc/systemd").exists()
    status, told = _asked(pi, "y", "--undo")
    assert status == 0
    assert "all is as it was before" in told
    assert contents(pi) == before
    assert "nothing was set up here" in _run(pi, "--undo").stdout


def test_who_is_not_root_hears_what_to_say(pi: Path) -> None:
    """In a process of its own: a laptop's root is asked for nothing."""
    code = (
        "import os, sys; from pathlib import Path; from rich.console import Console;"
        "os.geteuid = lambda: 1000; sys.argv = ['/usr/local/bin/signifer', 'setup', '--yes'];"
        "from signifer_firmware.cli.commands.setup import _may; print(_may(Path('/'), Console()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "say: sudo /usr/local/bin/signifer setup --yes" in done.stdout
    assert done.stdout.endswith("False\n")

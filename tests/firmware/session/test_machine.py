"""The session alone, without store, clock or screens: events go in, and what comes out tells its table."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_core.json_values import Json
from signifer_core.judgement import Judgement
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Choice, Override, Roll
from signifer_core.rules import Verb
from signifer_drivers.polling.findings import Change, ChangeKind, Finding
from signifer_firmware import session as room
from signifer_firmware.game_api.registry import bundle, names
from signifer_firmware.session import events as ev
from signifer_firmware.session.lifecycle import LIFECYCLE
from signifer_firmware.session.machine import Session
from signifer_firmware.session.menus import PHONE
from signifer_firmware.session.outlook import OFF, START
from signifer_firmware.session.play import Play
from signifer_firmware.session.recorded import Recorded
from signifer_firmware.session.settings import Settings
from signifer_firmware.storage.store import Entry

from tests.firmware.session.phones import Secrets

NAMES = names()
GAMES = {name: bundle(name) for name in NAMES}
UIDS = {(name, card): f"{name} {card}".encode() for name, game in GAMES.items() for card in game.cards}
SECOND_US = 1_000_000
# What the modules of a pure machine have no use for.
IMPURE = {
    "os",
    "time",
    "datetime",
    "threading",
    "queue",
    "sqlite3",
    "socket",
    "asyncio",
    "subprocess",
    "pathlib",
    "secrets",
}
RUNTIME = "keeper"


@pytest.fixture(autouse=True, scope="module")
def _judged() -> Iterator[None]:
    """What the referee has judged is what the lines tell that came of it, each time."""
    decide = Play._decide

    def checked(self: Play, judgement: Judgement[Any, Any], now_us: int) -> None:
        decide(self, judgement, now_us)
        assert self.table == judgement.table

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "_decide", checked)
        yield


class Hands:
    """A session, and hands at its table; ``out`` is all that has come out of it."""

    def __init__(self, game: str, seed: int = 0) -> None:
        self.game, self.now_us = game, 0
        self.session = self.made(seed)
        self.out: list[ev.Outgoing] = []
        self.lying: dict[str, Zone] = {}
        self.receive(ev.Resume(0, (), power_on=True))

    def made(self, seed: int) -> Session:
        return Session(
            GAMES[self.game],
            tuple(GAMES.values()),
            antennas={str(zone): (zone,) for zone in ZONES},
            settings=Settings(),
            rng=random.Random(seed),
            secrets=random.Random(seed),
            ceremony=True,
            tags={uid: bundle(name).full_id(card) for (name, card), uid in UIDS.items()},
        )

    @property
    def entries(self) -> list[Entry]:
        """The journal, after a way through JSON."""
        lines = [one for one in self.out if isinstance(one, Entry)]
        return [Entry(line.at_us, line.kind, json.loads(json.dumps(line.body))) for line in lines]

    def receive(self, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        found = self.session.receive(event)
        self.out += found
        return found

    def rest(self) -> None:
        self.now_us += SECOND_US
        self.receive(ev.Tick(self.now_us, hands_settled=True))

    def press(self, press: Press) -> tuple[ev.Outgoing, ...]:
        self.now_us += SECOND_US
        return self.receive(ev.Pressed(self.now_us, press))

    def put(self, card: str, zone: Zone) -> None:
        self.take(card)
        self.lying[card] = zone
        self._tells(Finding.PRESENT, card, zone)

    def take(self, card: str) -> None:
        if card in self.lying:
            self._tells(Finding.ABSENT, card, self.lying.pop(card))

    def _tells(self, kind: ChangeKind, card: str, zone: Zone) -> None:
        self.now_us += SECOND_US // 5
        self.receive(ev.Seen(self.now_us, (Change(kind, str(zone), UIDS[self.game, card]),)))

    def follow(self) -> None:
        """Do the first thing that the table asks."""
        for told in self.session.state.outlook.corrections[:1]:
            if told.verb == Verb.TAKE:
                self.take(told.card)
            elif (self.game, told.card) in UIDS:
                self.put(told.card, told.zone)


def begun(game: str, seed: int = 0) -> Hands:
    """At a new game."""
    hands = Hands(game, seed)
    hands.receive(ev.Begin(0, GAMES[game].fresh(pads=True)))
    return hands


def folded(hands: Hands) -> Recorded:
    """What the journal tells, line by line, to whoever has never seen the table."""
    recorded = Recorded(GAMES[hands.game], Settings())
    for entry in hands.entries:
        recorded = recorded.after(entry, GAMES)
    return recorded


def last_of(entries: list[Entry], *kinds: str, besides: str) -> str:
    """The words of the last of these lines."""
    said = [str(entry.body) for entry in entries if entry.kind in kinds]
    return next((body for body in reversed(said) if not body.startswith(besides)), "")


BUTTONS = st.one_of(
    st.builds(
        Press, st.sampled_from([PressKind.PRESS, *PressKind]), st.just(Button.OK), st.sampled_from(SIDES)
    ),
    st.builds(
        Press,
        st.just(PressKind.PRESS),
        st.just(Button.COLUMN),
        st.sampled_from(SIDES),
        st.sampled_from(COLUMNS),
    ),
    st.builds(Press, st.sampled_from(PressKind), st.just(Button.DICE)),
    st.just(Press(PressKind.HOLD, Button.AGREE)),
    st.builds(Press, st.just(PressKind.HOLD), st.just(Button.MENU), st.sampled_from(SIDES)),
)


@pytest.mark.parametrize("game", NAMES)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_the_table_of_a_session_is_the_fold_of_what_came_out_of_it(game: str, data: st.DataObject) -> None:
    hands = begun(game, data.draw(st.integers(0, 9)))
    cards = st.sampled_from(GAMES[game].cards)
    zones = st.sampled_from(ZONES)
    for _ in range(data.draw(st.integers(5, 60))):
        match data.draw(st.sampled_from(["put", "take", "press", "press", "press", "follow", "rest"])):
            case "put":
                hands.put(data.draw(cards), data.draw(zones))
            case "take" if hands.lying:
                hands.take(data.draw(st.sampled_from(sorted(hands.lying))))
            case "press":
                hands.press(data.draw(BUTTONS))
            case "follow":
                hands.follow()
            case _:
                hands.rest()
        state = hands.session.state
        if state.table is None:
            break  # people have broken it off
        told = folded(hands)
        assert (told.table, told.rolls, told.dice) == (state.table, state.recorded.rolls, state.recorded.dice)
        assert (told.settings, told.last) == (state.settings, state.recorded.last)
        assert told.last == last_of(hands.entries, "gesture", "action", "agreed", besides="same ")
    again = hands.made(0)
    again.receive(ev.Resume(hands.now_us, hands.entries))
    assert again.state.table == hands.session.state.table


@pytest.mark.parametrize("game", NAMES)
def test_a_game_of_many_gestures_is_told_whole(game: str) -> None:
    """Hands that press on, and do what they are told: far into the game, where chance seldom comes."""
    hands, rng = begun(game, 3), random.Random(game)
    for _ in range(150):
        if rng.random() < 0.2:
            hands.put(rng.choice(GAMES[game].cards), rng.choice(ZONES))
        hands.follow()
        hands.press(Press(PressKind.PRESS, Button.COLUMN, rng.choice(SIDES), rng.choice(COLUMNS)))
        hands.press(Press(rng.choice(list(PressKind)), Button.OK, rng.choice(SIDES)))
        hands.press(Press(PressKind.PRESS if rng.random() < 0.8 else PressKind.HOLD, Button.DICE))
        hands.rest()
    kinds = {entry.kind for entry in hands.entries}
    assert {"begin", "secret", "gesture", "roll", "undo"} <= kinds
    assert folded(hands).table == hands.session.state.table


def test_nothing_comes_out_twice() -> None:
    hands = begun(NAMES[0])
    hands.press(Press(PressKind.PRESS, Button.DICE))
    assert hands.session.state.take_out() == ()


# The modes, in their order


def test_the_start_picture_answers_until_a_game_begins() -> None:
    hands = Hands(NAMES[0])
    outlook = hands.session.state.outlook
    assert (outlook.phase, hands.session.is_judging) == (START, False)
    for player in SIDES:
        hands.press(Press(PressKind.PRESS, Button.OK, player))
    assert hands.session.state.table is not None
    assert hands.session.is_judging


def test_while_people_agree_nothing_is_judged_and_no_menu_of_a_player_opens() -> None:
    hands = begun(NAMES[0])
    hands.press(Press(PressKind.HOLD, Button.AGREE))
    hands.press(Press(PressKind.HOLD, Button.MENU, "red"))
    card = GAMES[NAMES[0]].cards[0]
    hands.put(card, Zone(PAD, "red"))
    hands.rest()
    outlook = hands.session.state.outlook
    assert outlook.agreement is not None
    assert (outlook.own, outlook.corrections, hands.session.is_judging) == ((), (), False)
    hands.press(Press(PressKind.HOLD, Button.AGREE))
    hands.press(Press(PressKind.HOLD, Button.MENU, "red"))
    assert dict(hands.session.state.outlook.own).keys() == {"red"}


def test_a_phones_code_goes_before_everything_else() -> None:
    hands = begun(NAMES[0])
    told: list[dict[str, Json]] = []
    hands.session.phones.pairing.secrets = Secrets("1234")
    assert ev.PhoneAnswered({}) in hands.receive(ev.PhoneAsks(1, "red", told.append))
    hands.receive(ev.CodeTyped(2, "1234", told.append))
    out = hands.press(Press(PressKind.PRESS, Button.OK, "red"))
    assert not any(isinstance(one, ev.Answered | Entry) for one in out)
    (message,) = [one.message for one in out if isinstance(one, ev.PhoneTold)]
    assert (message["type"], told) == ("paired", [])
    assert ev.PhoneLost("red") in hands.receive(ev.Unpair(9, "red"))


def test_a_players_own_menu_tells_no_longer_of_a_phone_that_was_let_go() -> None:
    hands = begun(NAMES[0])
    told: list[dict[str, Json]] = []
    hands.session.phones.pairing.secrets = Secrets("1234")
    hands.receive(ev.PhoneAsks(1, "red", told.append))
    hands.receive(ev.CodeTyped(2, "1234", told.append))
    hands.press(Press(PressKind.PRESS, Button.OK, "red"))
    hands.press(Press(PressKind.HOLD, Button.MENU, "red"))
    hands.press(Press(PressKind.PRESS, Button.COLUMN, "red", 1))

    def shown() -> str:
        return dict(hands.session.state.outlook.own)["red"].shown.entry.key

    assert shown() == PHONE
    hands.receive(ev.Unpair(hands.now_us + 1, "red"))
    assert shown() != PHONE


def test_nobody_is_answered_when_it_is_off() -> None:
    hands = begun(NAMES[0])
    session = hands.session
    switch_off = Override("", LIFECYCLE, None, ())
    hands.receive(ev.Agreed(1, switch_off, Choice("", ("off",))))
    hands.receive(ev.Tick(2, hands_settled=True))
    assert session.state.outlook.phase == OFF
    before = len(hands.entries)
    hands.press(Press(PressKind.PRESS, Button.DICE))
    hands.press(Press(PressKind.HOLD, Button.AGREE))
    assert len(hands.entries) == before
    assert session.state.outlook.phase == OFF


def test_a_notice_is_said_until_somebody_presses_a_button() -> None:
    hands = begun(NAMES[0])
    hands.receive(ev.PartFault(1, "clock", "it has jumped"))
    assert dict(hands.session.state.outlook.faults) == {"clock": "it has jumped"}
    hands.press(Press(PressKind.PRESS, Button.COLUMN, "red", 1))
    assert hands.session.state.outlook.faults == ()


def test_a_lift_told_as_its_reader_fails_is_no_lift() -> None:
    hands = begun(NAMES[0])
    card, zone = GAMES[NAMES[0]].cards[0], Zone("1", "red")
    hands.put(card, zone)
    hands.rest()
    hands.take(card)
    fault = Change(Finding.FAULT, str(zone), cause="silent")
    out = hands.receive(ev.Seen(hands.now_us + 1, (fault,)))
    assert [one.lift.reader for one in out if isinstance(one, ev.BelievedAgain)] == [str(zone)]
    assert card in hands.session.state.seen[zone]


# What it is made of


def test_no_module_of_the_machine_reads_waits_or_writes() -> None:
    for path in sorted(Path(room.__path__[0]).glob("*.py")):
        if path.stem == RUNTIME:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            names = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            )
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            found = {name.split(".")[0] for name in (*names, module)} & IMPURE
            assert not found, f"{path.name} imports {found}"
            assert not {"Store", "Scheduler"} & set(names), f"{path.name} has a store or a scheduler"


def test_no_class_of_the_session_inherits_through_more_than_two_of_ours() -> None:
    import importlib

    for path in sorted(Path(room.__path__[0]).glob("*.py")):
        module = importlib.import_module(f"{room.__name__}.{path.stem}")
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__.startswith(room.__name__):
                ours = [base for base in found.__mro__ if base.__module__.startswith("signifer_firmware")]
                assert len(ours) <= 2, found


def test_dice_that_something_hangs_on_end_undo_also_where_a_journal_is_read() -> None:
    recorded = folded(begun(NAMES[0]))
    after = recorded.after(Entry(1, "roll", [{"player": "red", "value": 4, "for": "first"}]), GAMES)
    assert after.table is not None
    assert (after.table.barrier, after.rolls) == ("rolled", (Roll("red", "first", 4),))

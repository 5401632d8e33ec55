"""Thermopyles at a whole virtual table: hands as statements say them, and a team that plays by what it is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from signifer_core.games.thermopyles import Setup, State
from signifer_core.procedure import Correction, Prompt, Table
from signifer_core.rules import Verb
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.game_api.game import is_of
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun

HEAD = "game thermopyles\nseed 3\nbegin start\n"
STATEMENTS = 3
MOST_TOLD = 20


class Loaded(random.Random):
    """Dice that fall as they are told, then by chance."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.fallen: list[int] = []

    def randbytes(self, n: int) -> bytes:
        return bytes([self.fallen.pop(0) - 1]) if n == 1 and self.fallen else super().randbytes(n)


class Spartans(ScriptRun):
    """A table that begins at the start picture, or at the position of ``setup``; a table and its evening."""

    def __init__(
        self,
        folder: Path,
        *,
        setup: Setup | None = None,
        config: TableConfig | None = None,
        flight: bool = False,
    ) -> None:
        self.news: list[News] = []
        self.fallen = Loaded(3)
        self._flight = flight
        script = parse_script(HEAD, file="it")
        super().__init__(script, config or load_table("direct"), folder, self.news.append)
        self.begin()
        self.team = random.Random(3)
        if setup is not None:
            self.do(*(f"put {card} {place} blue" for place, card in enumerate(setup.row, 1)))
            self.appliance.with_keeper(
                lambda keeper, now_us: keeper.begin(setup.to_json(), now_us, "thermopyles")
            )
            self.rest()

    def _built(self) -> Appliance:
        self.dice = self.fallen
        return super()._built()

    def do(self, *statements: str) -> None:
        """Statements of a table script."""
        script = parse_script(HEAD + "\n".join(statements) + "\n", file="it")
        for statement in script.statements[STATEMENTS:]:
            self.run(statement)

    @property
    def held(self) -> Table[State]:
        """What the table believes."""
        table = self.appliance.keeper.table
        assert is_of(table, State)
        return table

    @property
    def state(self) -> State:
        return self.held.state

    @property
    def told(self) -> tuple[Correction, ...]:
        return self.appliance.keeper.outlook.corrections

    @property
    def codes(self) -> list[str]:
        """The codes of what is refused."""
        return [refusal.code for refusal in self.appliance.keeper.outlook.refusals]

    def asked(self, side: str = "red") -> Prompt:
        """What a side of the table is asked."""
        return next(prompt for prompt in self.appliance.keeper.outlook.prompts if prompt.player == side)

    def words(self, place: str) -> str:
        return self.appliance.words(place)

    # Hands that play

    def obey(self) -> None:
        """Do what the table asks for, a card at a time."""
        for _ in self.obeying():
            pass

    def obeying(self) -> Iterator[str]:
        """The same; before each card, what will be done."""
        for _ in range(MOST_TOLD):
            if not self.told:
                return
            fix = self.told[0]
            where = "" if fix.verb == Verb.TAKE else f" {fix.zone.place} {fix.zone.side}"
            gesture = f"{fix.verb} {fix.card}{where}"
            yield gesture
            self.do(gesture)
        raise AssertionError(f"still told {self.told}")

    def next_gestures(self) -> list[str]:
        """What a team does next, by what it is asked: the statements of one turn of hands."""
        state = self.state
        match state.step:
            case "players":
                return ["press column 2 red"]
            case "replenish":
                return [f"put {self._unseen('persian')} {1 if state.first is None else 2} blue"]
            case "act" if self.asked().key == "must-retreat" or self.team.random() < 0.2:
                return ["hold ok red"]
            case "act":
                supports = sorted(state.supports)[: self.team.choice((0, 0, 1, 2))]
                laid = [f"put {support} pad red" for support in supports]
                return [f"put {self._unseen('spartan')} 1 red", *laid, "press ok red"]
            case "dice":
                return ["press dice"]
            case "result":
                prompt = self.asked()
                card, pile = prompt.figure("card"), prompt.figure("column")
                return [f"take {card}", f"put {card} {pile} {self.team.choice(('red', 'blue'))}"]
            case "draw":
                return [self.team.choice(("press column 1 blue", "press column 2 red", "hold ok red"))]
            case "discard":
                return [f"put {self._unseen('spartan')} pad red", "press ok red"]
        raise AssertionError(f"nothing to do in {state.step}")

    def _unseen(self, kind: str) -> str:
        """A card that the table has seen nowhere, and that lies nowhere."""
        return next(
            card
            for card in self.bundle.cards
            if card.startswith(kind)
            and self.state.known_place(card) is None
            and self.table.world.where(card) is None
        )

    def play(self) -> Iterator[str]:
        """Play to the end; before each gesture, what it will be."""
        while self.state.step != "over":
            for gesture in self.next_gestures():
                yield gesture
                self.do(gesture)
            yield from self.obeying()


@contextmanager
def spartans(folder: Path, **options: Any) -> Iterator[Spartans]:
    folder.mkdir(exist_ok=True)
    run = Spartans(folder, **options)
    try:
        yield run
    finally:
        run.close()

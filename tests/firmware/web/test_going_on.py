"""Games of Field of Glory that go on in the middle of something: no card is lost, and nobody is stuck."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.field_of_glory.actions import (
    BonusFromHand,
    DeclareAttack,
    PlayReserves,
    Shuffle,
)
from signifer_core.games.field_of_glory.odds.unseen import bonus_chosen
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import ACTIONS, BONUS, OVER, RETREAT, State
from signifer_core.layout import PAD, SIDES, Side, Zone
from signifer_core.procedure import Held, Table
from signifer_core.referee import Referee
from signifer_firmware.game_api import registry
from signifer_firmware.games.field_of_glory.page.drawing import known_by
from signifer_firmware.games.field_of_glory.page.play import FieldOfGloryPlay
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed, to_journal
from signifer_firmware.recording.part import part
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, VICTORY, Piles
from signifer_firmware.storage.state_folder import NOW
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.play import ROBOT, TWO, Choice
from signifer_firmware.web.view.history import History
from signifer_firmware.web.virtual.kept import gone_on, lying
from signifer_firmware.web.virtual.owner import Owner
from signifer_firmware.web.virtual.shelf import PLACES, Shelf

from tests.core.field_of_glory.states import DECK as CARDS
from tests.core.field_of_glory.states import PROCEDURE, RULES, position
from tests.firmware.states import fog

from .evenings import Evening, fail

Deed = dict[str, Any]
DONE = ("gesture", "action")
PLAYED = Path(__file__).parents[2] / "data" / "0.1.0" / "field-of-glory" / "whole" / "record.txt"


def journal_of(path: Path) -> tuple[Entry, ...]:
    return tuple(to_journal(parsed(path.read_text(), file=path.name, games=games_known())))


def stated(table: Table[State], seed: int = 0) -> Piles:
    """Where the cards are in a game that goes on from there."""
    play = FieldOfGloryPlay(CARDS, Choice(), random.Random(seed))
    bundle = registry.bundles()["field-of-glory"]
    play.stated(table.state, lying(bundle, table))
    return play.piles


def numbers(piles: Piles, player: Side) -> dict[str, int]:
    return {pile: len(piles.cards(player, pile)) for pile in (HAND, DECK, DISCARD, VICTORY)}


def on_table(piles: Piles, player: Side) -> int:
    return sum(card.startswith(f"{player}/") for _, card in piles.layout.items())


def test_from_no_line_of_a_record_a_card_is_lost() -> None:
    hidden = 0
    moments = History(registry.bundles()["field-of-glory"], journal_of(PLAYED)).moments
    for at, moment in moments[:-1]:  # at the end nobody goes on
        assert moment.table is not None
        state = fog(moment.table.state)
        piles = stated(moment.table)  # type: ignore[arg-type]
        for player in SIDES:
            found, bonus = numbers(piles, player), bonus_chosen(state, player)
            assert sum(found.values()) + on_table(piles, player) == 24, (at, player)
            side = state.side(player)
            laid = sum(unit.card.startswith(f"{player}/") for unit in state.unpaid)
            assert (found[HAND], found[DECK]) == (side.hand - laid, side.deck), (at, player)
            hides = bonus is not None and not bonus.known
            assert len(piles.layout[Zone(PAD, player)]) == hides, (at, player)
            hidden += hides
    assert hidden > 20


def test_reserves_stays_beside_the_hand_until_its_cards_are_drawn() -> None:
    referee = Referee(PROCEDURE)
    table = Table(position(red=Counts(hand=9, deck=1, discard=6)))
    table = referee.replayed(table, PlayReserves("red/reserves-1"), gesture=True)
    piles = stated(table)
    assert piles.where("red/reserves-1") == ("red", HAND)
    assert numbers(piles, "red") == {HAND: 10, DECK: 0, DISCARD: 6, VICTORY: 0}
    shuffled = referee.replayed(table, Shuffle("red"), gesture=True).state
    assert shuffled.red.discards == {"red/reserves-1"}


def test_what_hands_have_confirmed_or_lifted_is_no_other_card() -> None:
    """The journal knows of both, though not where they were."""
    units = {"3 red": "pike-1", "3 blue": "light-infantry-1 light-infantry-2"}
    state = position(units=units)
    for action in (DeclareAttack(3), BonusFromHand("red")):
        state = RULES.apply(state, action)
    assert state.step == RETREAT
    pad, column = Zone(PAD, "red"), Zone("3", "blue")
    held = Held(
        offered=frozenset({("red/commander-1", pad)}), lifted=frozenset({("blue/light-infantry-1", column)})
    )
    for seed in range(5):
        piles = stated(Table(state, held=held), seed)
        assert piles.layout[pad] == ("red/commander-1",)
        assert piles.layout[column] == ("blue/light-infantry-2",)
        assert piles.where("blue/light-infantry-1") == ("blue", HAND)
        hands = {player: len(piles.cards(player, HAND)) for player in SIDES}
        assert hands == {"red": 8, "blue": 10}
        for player in SIDES:
            assert sum(numbers(piles, player).values()) + on_table(piles, player) == 24


def test_without_pads_a_hidden_bonus_card_lies_with_the_discards() -> None:
    state = replace(position(units={"3 red": "pike-1", "3 blue": "pike-1"}), unseen=True)
    for action in (DeclareAttack(3), BonusFromHand("red")):
        state = RULES.apply(state, action)
    held = Held(offered=frozenset({("red/unseen-3", Zone(PAD, "red"))}))
    piles = stated(Table(state, held=held))
    assert numbers(piles, "red") == {HAND: 8, DECK: 14, DISCARD: 1, VICTORY: 0}


# Evenings


def line_of(entries: tuple[Entry, ...], bonus: str, attack: int) -> int:
    """The line of the record that says the ``bonus`` card of that attack, before it is shown."""
    for at in range(1, 400):
        done = [str(entry.body) for entry in to_journal(part(entries, at)) if entry.kind in DONE]
        attacks = sum(action.startswith("attack") for action in done)
        if attacks == attack and bonus in done[-2:] and not done[-1].startswith("reveal"):
            return at
    raise AssertionError(bonus)


def pressed(name: str) -> Iterator[Deed]:
    for down in (True, False):
        yield {"do": "button", "name": name, "down": down}


def asked(owner: Owner, player: Side) -> list[str]:
    return [
        prompt.key for prompt in owner.live.run.appliance.keeper.outlook.prompts if prompt.player == player
    ]


def answering(evening: Evening, people: Iterable[Side]) -> Iterator[Deed]:
    """People lay a bonus card where they are asked for one and none lies there, and do what else they are told; until
    the attack is over, and red may act again, or nobody."""
    for _ in range(60):
        live = evening.owner.live
        state = fog(live.state)
        if state.attack is None and (state.active, state.step) in (("red", ACTIONS), ("red", OVER)):
            yield from [{"do": "as-told"}] * 20
            return
        for player in people:
            if "bonus" in asked(evening.owner, player):
                if not live.hands.piles.layout[Zone(PAD, player)]:
                    card = min(live.hands.piles.cards(player, HAND))
                    yield {"do": "move", "card": card, "to": f"pad {player}"}
                yield from pressed(f"ok {player}")
            elif "retreat" in asked(evening.owner, player):
                yield from pressed(f"ok {player}")
        yield {"do": "as-told"}
    raise AssertionError("the game does not go on")


@pytest.mark.parametrize(
    ("mode", "bonus", "attack"),
    [
        (TWO, "bonus-from-hand red ?", 1),
        (ROBOT, "bonus-from-hand red ?", 1),
        (ROBOT, "bonus-from-hand blue ?", 3),
        (ROBOT, "bonus-from-deck blue", 4),
    ],
)
def test_it_goes_on_where_a_bonus_card_is_hidden(tmp_path: Path, mode: str, bonus: str, attack: int) -> None:
    entries = journal_of(PLAYED)
    at = line_of(entries, bonus, attack)
    kept = gone_on(Choice(mode, seed=at), to_journal(part(entries, at)))
    shelf = Shelf(tmp_path, fail)
    shelf.take_up(kept)
    evening = Evening(shelf, kept.choice, kept=kept, waits=8)
    evening.deeds = answering(evening, SIDES if mode == TWO else ("red",))
    evening.played()
    state, piles = fog(evening.state), evening.owner.live.hands.piles
    assert evening.said == []
    assert state.result is not None or state.turn > 1
    for player in SIDES:
        assert known_by(state, piles, player) is not None, player
        assert sum(numbers(piles, player).values()) + on_table(piles, player) == 24, player


def test_without_its_piles_a_game_goes_on_with_the_bonus_card_that_was_confirmed(tmp_path: Path) -> None:
    entries = journal_of(PLAYED)
    at = line_of(entries, "attack 1", 1)
    kept = gone_on(Choice(TWO, seed=1), to_journal(part(entries, at + 1)))
    shelf, chosen = Shelf(tmp_path, fail), list[str]()
    shelf.take_up(kept)

    def choose(owner: Owner) -> Deed:
        chosen.append(max(owner.live.hands.piles.cards("red", HAND)))
        return {"do": "move", "card": chosen[0], "to": "pad red"}

    first = Evening(shelf, kept.choice, [choose, *pressed("ok red")], kept=kept).played()
    assert fog(first.state).step == BONUS
    places = shelf.folder / NOW / PLACES
    text = places.read_text()
    places.write_text(text[: text.index('"places"')] + '"places":[]}')
    second = Evening(shelf, kept.choice, waits=8)
    second.deeds = answering(second, SIDES)
    second.played()
    assert fog(second.state).red.discards >= set(chosen)
    piles = second.owner.live.hands.piles
    for player in SIDES:
        assert sum(numbers(piles, player).values()) + on_table(piles, player) == 24, player

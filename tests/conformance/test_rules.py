"""What holds for the rules of every game: notation, generator and check, chance, cards, secrets, undo, records."""

from __future__ import annotations

import re

import pytest
from signifer_core.errors import RulesError
from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Table
from signifer_core.twins import Same
from signifer_firmware.game_api import registry
from signifer_firmware.simulation.piles import DECK, HAND

from .games import NAMES, SEEDS, Moment, played

EVERY = pytest.mark.parametrize("seed", SEEDS)
GAMES = pytest.mark.parametrize("name", NAMES)
SPECTATOR = "spectator"


@GAMES
def test_its_cards_are_those_of_its_catalogue_and_lie_on_a_side(name: str) -> None:
    bundle = registry.bundle(name)
    catalogue = registry.game(name).core().catalogue()
    assert (catalogue.game, set(bundle.cards)) == (name, set(catalogue))
    assert all(bundle.procedure.knows(card) for card in bundle.cards)
    assert {bundle.procedure.side(card) for card in bundle.cards} <= {*SIDES, None}
    assert not bundle.procedure.knows("tag/04aa")
    assert bundle.procedure.side("tag/04aa") is None
    assert bundle.called.keys() == set(catalogue)


@GAMES
def test_it_can_be_begun_at_an_empty_table(name: str) -> None:
    bundle = registry.bundle(name)
    for pads in (True,) if bundle.game.traits.needs_pads else (True, False):
        state = bundle.begin(bundle.fresh(pads=pads))
        assert bundle.active(state) in (*SIDES, "")
        assert not bundle.lying(state)
        assert bundle.procedure.rules.outcome(state) is None


@GAMES
def test_each_kind_of_action_has_a_word_and_a_rule(name: str) -> None:
    rules = registry.bundle(name).procedure.rules
    assert rules.by_action.keys() == rules.notation.kinds


@EVERY
@GAMES
def test_actions_are_read_back_as_they_are_written(name: str, seed: int) -> None:
    game = played(name, seed, clumsy=False)
    rules = game.bundle.procedure.rules
    legal = {action for moment in game.moments for action in rules.legal_actions(moment.full)}
    assert legal
    for action in legal | set(game.actions):
        text = game.bundle.notation(action)
        assert game.bundle.parse(text) == action
        assert text == text.strip()
        for wrong in (f"{text} more", f" {text}", "no-such-word 1"):
            with pytest.raises(RulesError):
                game.bundle.parse(wrong)


@EVERY
@GAMES
def test_what_is_generated_is_what_is_not_refused(name: str, seed: int) -> None:
    """With full knowledge, for all that was done in the whole game, at each moment."""
    game = played(name, seed, clumsy=False)
    rules = game.bundle.procedure.rules
    done = [action for action in dict.fromkeys(game.actions) if not isinstance(action, Same)][:150]
    for moment in game.moments[::4]:
        legal = set(rules.legal_actions(moment.full))
        for action in {*legal, *done}:
            try:
                refused = bool(rules.refusals(moment.full, action))
            except RulesError:
                refused = True  # it names somebody who does not play
            assert refused == (rules.generated(moment.full, action) not in legal), action
            if refused:
                with pytest.raises(RulesError):
                    rules.apply(moment.full, action)


@EVERY
@GAMES
def test_chance_is_legal_and_nobody_decides_meanwhile(name: str, seed: int) -> None:
    game = played(name, seed, clumsy=False)
    rules = game.bundle.procedure.rules
    for moment in game.moments:
        chance = rules.chance(moment.full)
        assert set(chance) <= set(rules.legal_actions(moment.full))
        assert not (chance and rules.actors(moment.full))
        over = rules.outcome(moment.full) is not None
        assert over == (not rules.actors(moment.full) and not chance)


@EVERY
@GAMES
def test_no_card_is_lost_and_none_is_there_twice(name: str, seed: int) -> None:
    """By the account of each side, whose first number is the sum of its cards, and in the world."""
    game = played(name, seed, clumsy=True)
    of_a_side = {card for card in game.bundle.cards if game.bundle.procedure.side(card)}
    assert set(game.match.piles.everything) >= of_a_side

    def sums(moment: Moment) -> dict[str, int]:
        found = game.bundle.account(moment.table.state)
        return {side: int(said.partition(":")[0]) for side, said in found.items()}

    # A card on its way, as one that retreats, may be nowhere meanwhile.
    first, *others, last = map(sums, game.moments)
    assert first == last
    for each in others:
        assert all(each[side] <= whole for side, whole in first.items())


@EVERY
@GAMES
def test_what_is_due_hangs_on_the_state_and_on_what_is_held_alone(name: str, seed: int) -> None:
    """The referee keeps it for as long as these two are the same."""
    game = played(name, seed, clumsy=True)
    due = game.bundle.procedure.due
    for moment in game.moments:
        table = moment.table
        assert due(table) == due(Table(table.state, held=table.held))


@EVERY
@GAMES
def test_nobody_sees_what_the_table_does_not_know(name: str, seed: int) -> None:
    """A spectator's view of full knowledge names no card in a hand or a deck that the table could not name."""
    game = played(name, seed, clumsy=False)
    rules = game.bundle.procedure.rules
    unseen = (DECK, HAND) if game.bundle.game.traits.hides else (DECK,)
    hides = any(pile in unseen for _, pile in game.match.contents())
    for moment in game.moments[::3]:
        seen = rules.view(moment.full, SPECTATOR)
        assert rules.view(seen, SPECTATOR) == seen
        named, known = _cards_in(seen), _cards_in(moment.table)
        if hides:
            assert named & set(game.bundle.cards) <= known, named - known
        for player in SIDES:
            mine = rules.view(moment.full, player)
            assert rules.view(mine, player) == mine


def _cards_in(value: object) -> set[str]:
    """All ids that a value names, in whatever field."""
    return set(re.findall(r"'([a-z]+(?:/[a-z-]+-[0-9]+|-[0-9]+))'", repr(value)))


@EVERY
@GAMES
def test_undo_leads_to_a_moment_that_was_or_says_why_not(name: str, seed: int) -> None:
    game = played(name, seed, clumsy=False)
    referee, hold = game.board.referee, Press(PressKind.HOLD, Button.DICE)
    undone = 0
    for moment in game.moments:
        due = game.bundle.procedure.due(moment.table).must
        judgement = referee.press(moment.table, hold, due)
        said = {prompt.key for prompt in judgement.prompts}
        if not judgement.undone:
            if "undone" not in said:
                assert all(key.startswith("no-undo-") for key in said)
                assert judgement.table.state == moment.table.state
            continue
        undone += 1
        assert judgement.table.state == moment.table.past[-1].state
        assert len(judgement.table.past) == len(moment.table.past) - 1
    assert undone


@EVERY
@GAMES
@pytest.mark.parametrize("clumsy", [False, True])
def test_the_record_tells_the_table(name: str, seed: int, clumsy: bool) -> None:
    game = played(name, seed, clumsy=clumsy)
    assert game.board.replayed() == game.board.table
    assert game.bundle.procedure.rules.outcome(game.board.table.state) is not None

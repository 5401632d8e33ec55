"""Two players of Field of Glory at a hostile table, with pads."""

from __future__ import annotations

import random
from typing import Any

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import attack
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ARMY,
    DRAWING,
    FIRST,
    TERRAIN,
    State,
)
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import PAD, SIDES, Zone, side_of
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Refusal, Verb
from signifer_firmware.games.field_of_glory.robots import slips
from signifer_firmware.games.field_of_glory.robots.deals import Deal, applied
from signifer_firmware.games.field_of_glory.robots.gestures import decider
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.simulation.piles import DECK, HAND
from signifer_firmware.simulation.robots.gestures import Gesture, Put
from signifer_firmware.simulation.robots.match import Decision, Match
from signifer_firmware.simulation.robots.slips import Slip

from tests.firmware.simulation import robot_checks

from .board import Accepted, Episode
from .guests import Guests


class Players(Guests):
    """Both lay terrain and armies by hand, then play as robots decide; what those did not foresee, they put right."""

    game = "field-of-glory"
    by_itself: tuple[type, ...] = (act.Advance, act.Reveal, act.NoBonus)
    by_column: tuple[type, ...] = (act.FlankAttack, act.DeclareAttack)
    by_column_alone = by_column
    slips: tuple[Slip, ...] = (
        slips.FieldOfGloryClumsy._overlap_elsewhere,
        slips.FieldOfGloryClumsy._lift_early,
        slips.FieldOfGloryClumsy._too_many,
    )
    match: FieldOfGloryMatch

    def sat_down(self, deal: Deal, rng: random.Random) -> Match:
        self._deal, self._rng = deal, rng
        return super().sat_down(deal, rng)

    # Intents

    def intent(self) -> Decision[Any]:
        if self.board.table.state.step in SET_UP:
            return self._setting_up()
        decision = self.match._decision()
        if self._legal(decision):
            return decision
        self._mind._plan.clear()
        if self.match.state.step == ACTIONS and (self.match.state.unpaid or self.match.state.cleared):
            return self._tidied()
        return self.match._decision()

    @property
    def _mind(self) -> Any:
        return self.match._minds[decider(self.match.state)]

    def _legal(self, decision: Decision[Any]) -> bool:
        """Whether a plan can still be carried out."""
        state = self.match.state
        for action in decision:
            closes_nothing = isinstance(action, act.Settle) and not state.unpaid
            if closes_nothing or self.rules.refusals(state, action):
                return False
            state = self.rules.apply(state, action)
        return bool(decision)

    def _tidied(self) -> Decision[Any]:
        """Placements of a plan that came to nothing are closed: paid for, or taken back."""
        state = self.match.state
        placed = {laid.column for laid in state.unpaid}
        for card, column, _ in state.cleared:
            if column not in placed:
                restore = act.Restore(card)
                return (restore,) if self._legal((restore,)) else (act.TakeBack(state.unpaid[-1].card),)
        if not state.due:
            return (act.Settle(),)
        points = self.rules.deck.command_points
        # Among equals the name decides: a set has another order in each process.
        hand = sorted(state.side(state.active).hand_cards, key=lambda card: (-points(card), card))
        cards: list[str] = []
        for card in hand[:4]:
            cards.append(card)
            paid: Decision[act.Action] = (*map(act.Pay, cards), act.Settle())
            if self._legal(paid):
                return paid
        return (act.TakeBack(state.unpaid[-1].card),)

    def _setting_up(self) -> Decision[Any]:
        """Terrain as it was drawn, both armies, and who is first: as agreed."""
        table = self.board.table
        state, laid = table.state, len(table.state.laid)
        if state.step == ARMY:
            return (act.Ready(self._rng.choice([player for player in SIDES if player not in state.ready])),)
        if state.step == FIRST:
            return (act.First(self._rng.choice(SIDES)),)
        assert state.step == TERRAIN
        waiting = [(card, zone.column) for card, zone in table.held.laid if zone.column is not None]
        if waiting:  # by another name, perhaps: of two equal cards it is the same
            return (act.LayTerrain(*waiting[0]),)
        drawn, there = self._deal.terrain[laid].card, {card for card, _ in state.laid}
        card = next(card for card in (drawn, *self.twins(drawn)) if card not in there)
        columns = [
            action.column for action in self.rules.legal_actions(self.match.state) if action.card == card
        ]
        return (act.LayTerrain(card, self._rng.choice(columns)),)

    def gestures(self, decision: Decision[Any]) -> tuple[Gesture, ...]:
        match decision:
            case (act.Ready(player=player),):
                return (Press(PressKind.PRESS, Button.OK, player),)
            case (act.First(player=player),):
                return (Press(PressKind.HOLD, Button.OK, player),)
            case (act.LayTerrain(card=card, column=column),):
                zone = Zone(str(column), self._rng.choice(SIDES))
                if self.board.table.held.laid:
                    return (Press(PressKind.PRESS, Button.OK, self._rng.choice(SIDES)),)
                return (Put(card, zone), Press(PressKind.PRESS, Button.OK, self._rng.choice(SIDES)))
        return (*self._flank_column(decision), *self.match.gestures(decision))

    def _flank_column(self, decision: Decision[Any]) -> tuple[Gesture, ...]:
        """In the flank the column that leads is named first, where two may."""
        fight, table = self.match.state.attack, self.board.table
        if fight is None or not fight.flank or fight.lead is not None or table.held.chosen is not None:
            return ()
        columns = dict(attack.leads(self.match.state))
        leads = [action.card for action in decision if isinstance(action, act.ChooseLead)]
        if not leads or len(set(columns.values())) < 2:
            return ()
        return (Press(PressKind.PRESS, Button.COLUMN, self.match.state.active, columns[leads[0]]),)

    def waiting(self) -> Any:
        """A terrain card that is to be confirmed: the next one confirms it, as does who takes it up."""
        table = self.board.table
        laid = table.held.laid if table.state.step in SET_UP else ()
        return self.alike(frozenset((card, zone.column) for card, zone in laid))

    def meant(self, decision: Decision[Any]) -> list[Any]:
        """A card from the deck is shown to nobody, and the world draws it."""
        return [action for action in decision if not isinstance(action, act.Drawn)]

    # Following

    def hear(self, episode: Episode) -> None:
        if episode.state.step in SET_UP:
            self._set_up(episode)
        else:
            super().hear(episode)

    def _set_up(self, episode: Episode) -> None:
        """Full knowledge of a game that is being set up follows from what lies there."""
        table = self.board.table.state
        self.done += [accepted.action for accepted in episode.accepted]
        terrain: list[act.Action] = [act.LayTerrain(card, column) for card, column in table.laid]
        state = applied(self.rules, self.rules.new_game(), terrain)
        if len(terrain) == len(self._deal.terrain):
            state = applied(self.rules, state, self._deal.armies)
        first: list[act.Action] = [
            accepted.action for accepted in episode.accepted if isinstance(accepted.action, act.First)
        ]
        self.match.state = applied(self.rules, state, first) if table.step not in SET_UP else state
        self.match.pass_on()
        self._known.append((table, self.match.state))
        self.put_away()

    def named(self, accepted: Accepted) -> tuple[Any, ...]:
        """Bonus cards are on the pad where they were confirmed; what is drawn is on top of the deck."""
        action = accepted.action
        match action:
            case act.BonusFromHand(player=player):
                card = self._offered(player)
                self._from(HAND, player, card)
                return (act.BonusFromHand(player, card),)
            case act.BonusFromDeck(player=player) if accepted.before.side(player).deck:
                card = self._offered(player)
                self._from(DECK, player, card)
                asked = self.match.state.step == DRAWING  # after a shuffle
                return (act.Drawn(card),) if asked else (action, act.Drawn(card))
            case act.Shuffle(player=player):
                self.match.piles.shuffle(player)
            case act.Rampage(player=player, card=str() as card):
                self._from(DECK, player, card)
        return (action,)

    def _offered(self, player: Player) -> str:
        held = self.board.table.held
        shown = {zone.side: card for card, zone in (*held.shown, *held.offered)}
        return shown[player]

    def _from(self, pile: str, player: Player, card: str) -> None:
        """The table was told that ``card`` comes from ``pile``, and cannot know better. If it does not, the players
        make up for it: a card of that pile goes to where it did come from."""
        side = self.match.state.side(player)
        hand, deck = side.hand_cards, side.deck_cards
        if pile == HAND and card in deck and hand:
            instead = min(hand)
            hand, deck = hand - {instead} | {card}, deck - {card} | {instead}
            self.match.piles.take(instead, (player, DECK))
        elif pile == DECK and card in hand and deck:
            instead = self.match.piles.top(player)
            hand, deck = hand - {card} | {instead}, deck - {instead} | {card}
            self.match.piles.take(instead, (player, HAND))
        else:
            return
        self.match.state = self.match.state.with_side(player, hand_cards=hand, deck_cards=deck)

    # What has to hold

    def deciders(self) -> frozenset[str]:
        """In the set-up either may press."""
        if self.board.table.state.step in SET_UP:
            return frozenset(SIDES)
        return self.rules.actors(self.board.table.state)  # type: ignore[no-any-return]

    def rolling(self, state: Any) -> bool:
        return bool(state.step == FIRST)

    def check(self) -> None:
        table, full = self.board.table.state, self.match.state
        if table.step in SET_UP:
            assert (table.columns, table.laid) == (full.columns, full.laid), (table.laid, full.laid)
            return
        known, whole = self.compared(robot_checks.known(table)), self.compared(robot_checks.known(full))
        assert known == whole, [
            (name, known[name], whole[name]) for name in known if known[name] != whole[name]
        ]
        self.seen(table, full)

    def compared(self, known: dict[str, Any]) -> dict[str, Any]:
        """What table and world have to agree on."""
        return known

    def seen(self, table: State, full: State) -> None:
        """What the table has seen going to a pile is there."""
        for player in SIDES:
            mine, whole = table.side(player), full.side(player)
            assert mine.discards <= whole.discards, player
            assert mine.lost == whole.lost, player

    def position(self, state: State) -> Any:
        return self.alike(_unordered(state, self.alike))

    def forfeited(self, state: State, before: State) -> bool:
        """After a part payment, a placement that is lifted gives nothing back (FG-P1)."""
        return state.paid < before.paid and self.same(replace(state, paid=before.paid), before)

    def check_lying(self) -> None:
        robot_checks.check_lying(self.match)

    def untrue(self, refusal: Refusal) -> str:
        figures, layout = dict(refusal.figures), self.match.piles.layout
        pad = [card for card in layout[Zone(PAD, side_of(refusal.player))] if card in self.rules.deck]
        if refusal.fix.verb == Verb.PAY:
            used = self.board.table.leaving
            offered = [card for card in pad if (card, Zone(PAD, side_of(refusal.player))) not in used]
            there = sum(map(self.rules.deck.command_points, offered))
            due = self.board.table.state.due
            if (refusal.fix.number or 0) > max(0, due - there):
                return f"{due} CP are due and {there} lie there, and it says: {refusal.fix.number} more"
        if refusal.code == "column-full":
            column = Zone(str(figures["column"]), side_of(refusal.player))
            back = {fix.card for fix in self.board.corrections if (fix.verb, fix.zone) == ("put", column)}
            others = {*layout[column], *back} - {refusal.card}
            if len(others) < int(figures["limit"]):
                return f"column {column} is full, with {sorted(others)} in it"
        return ""


def _unordered(state: State, alike: Any) -> State:
    """The position without the order in which units were laid."""
    columns = tuple(
        replace(column, red=tuple(sorted(column.red, key=alike)), blue=tuple(sorted(column.blue, key=alike)))
        for column in state.columns
    )
    unpaid = tuple(sorted(state.unpaid, key=lambda laid: (laid.column, alike(laid.card))))
    cleared = tuple(sorted(((card, column, 0) for card, column, _ in state.cleared), key=alike))
    return replace(state, columns=columns, unpaid=unpaid, cleared=cleared)

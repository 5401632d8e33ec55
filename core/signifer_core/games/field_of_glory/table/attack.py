"""Attacks at the table: leads by buttons, bonus cards on pads, retreats by lifting (FG-C1 to FG-C7)."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Answer, Held, Prompt, Table, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import Player, army_of, kind_of, owner_of
from ..rules import FieldOfGlory, attack, placing, result
from ..state import BONUS, LEAD, RAMPAGE, RESULT, RETREAT, State, other


def chosen_lead(table: Table[State]) -> str | None:
    """The candidate that is selected while a lead is to be chosen: the first one, until a button has moved on."""
    state = table.state
    if state.step != LEAD or state.attack is None:
        return None
    candidates = [card for card, _ in attack.leads(state)]
    return table.held.chosen if table.held.chosen in candidates else candidates[0]


def keep(rules: FieldOfGlory, state: State, held: Held) -> Held:
    """What of ``held`` still means something: a selection while a lead is to be chosen, lifts of units that may retreat
    until the retreat ends, confirmed bonus cards until the reveal, and then as long as the result stands."""
    fight = state.attack
    shown = held.shown if state.result is not None else frozenset[tuple[str, Zone]]()
    if fight is None:
        return Held(shown=shown, entered=held.entered)
    candidates = {card for card, _ in attack.leads(state)} if state.step == LEAD else set()
    chosen = held.chosen if held.chosen in candidates else None
    named = held.named if chosen is not None and fight.lead is None else None
    lifted = frozenset[tuple[str, Zone]]()
    if not fight.retreat_ended:
        units = state.column(fight.column).units(other(state.active))
        known = fight.lead is not None
        lifted = frozenset(
            (card, zone)
            for card, zone in held.lifted
            if card in units and not (known and not attack.may_retreat(rules.deck, state, card))
        )
    return Held(
        chosen,
        lifted,
        offered=frozenset() if fight.revealed else held.offered,
        shown=shown,
        entered=held.entered,
        named=named,
    )


def hides(state: State) -> bool:
    """Whether a card on a pad may be a bonus card, which nothing tells before the reveal (FG-C1)."""
    return state.attack is not None and not state.attack.revealed


# Cards in columns


def lays_overlap(rules: FieldOfGlory, state: State, card: str, zone: Zone) -> Answer[act.Action] | None:
    """Overlap on the attacker's side of the attacked column; elsewhere or later it is out of place. None without an
    attack."""
    if state.attack is None or kind_of(card) != placing.OVERLAP:
        return None
    action = act.PlayOverlap(card)
    reasons = list(rules.refusals(state, action))
    untimely = any(reason.code in ("wrong-phase", "not-your-turn") for reason in reasons)
    if zone.column != state.attack.column and not untimely:
        # In time, but not beside the attack: the place is told, not the step.
        figures = (("step", state.step), ("column", state.attack.column))
        fix = Fix(Verb.LAY, card, str(state.attack.column))
        reasons.append(Refusal("wrong-phase", owner_of(card), "FG-C5", fix, figures, card))
    return Answer(refusals=tuple(reasons)) if reasons else Answer((action,))


def bars(
    rules: FieldOfGlory, state: State, press: Press, standing: tuple[Refusal, ...]
) -> tuple[Refusal, ...]:
    """Which of the reasons ``standing`` bar `ok`: an Overlap that could still be played, and lies elsewhere. The bonus
    card would end its time (FG-C5)."""
    if state.attack is None or press.button != Button.OK:
        return ()
    # What else stands there may be terrain, or no card of this game, and has no kind.
    theirs = [why for why in standing if why.player == press.player]
    overlaps = [why for why in theirs if why.card in rules.deck.of_kind(placing.OVERLAP)]
    return tuple(why for why in overlaps if not rules.refusals(state, act.PlayOverlap(why.card or "")))


def lift(rules: FieldOfGlory, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A card leaves its column during an attack: Overlap taken back, a retreat, the attacker's choice of two."""
    state = table.state
    fight = state.attack
    assert fight is not None
    if card in fight.overlaps:
        answer = attempt(rules, state, act.TakeBack(card))
        return _undone_instead(answer, card) if _laid_overlap(table) else answer
    if army_of(card) == state.active:
        if state.step == RESULT:
            return attempt(rules, state, act.Discard(card))
        return Answer(refusals=_stays(state, card, zone))
    if state.step == RETREAT or zone.column == fight.column:
        return _retreats(rules, table, card, zone)
    return Answer(refusals=_stays(state, card, zone))


def _laid_overlap(table: Table[State]) -> bool:
    """Whether an Overlap was laid with the gesture that undo would take back: of two, which are equal, either one."""
    before, fight = table.past[-1].state.attack if table.past else None, table.state.attack
    return before is not None and fight is not None and before.overlaps != fight.overlaps


def _undone_instead(answer: Answer[act.Action], card: str) -> Answer[act.Action]:
    """With the attacker's last card the table has gone on by itself, without a bonus card: undo comes back from there
    (FG-C5, ours)."""
    refusals = tuple(replace(reason, fix=Fix(Verb.UNDO, card, "dice")) for reason in answer.refusals)
    return replace(answer, refusals=refusals)


def may_retreat(rules: FieldOfGlory, state: State) -> frozenset[tuple[str, Zone]]:
    """The units that may be lifted in the retreat, each with its zone; none in another step."""
    if state.step != RETREAT:
        return frozenset()
    return frozenset(at for at in attacked(state) if attack.may_retreat(rules.deck, state, at[0]))


def attacked(state: State) -> frozenset[tuple[str, Zone]]:
    """The units whose lift is a retreat or waits for it, each with its zone; none once that is over."""
    fight, player = state.attack, other(state.active)
    if fight is None or fight.retreat_ended:
        return frozenset()
    zone = Zone(str(fight.column), player)
    return frozenset((card, zone) for card in state.column(fight.column).units(player))


def looks_at_column(state: State, player: Player) -> bool:
    """Whether `ok` of ``player`` speaks of their cards in the attacked column: in the retreat of the units that were
    not lifted (FG-C2), with the attacker's bonus card of Overlap, which is not taken back any more (FG-C5)."""
    if player != state.active:
        return state.step == RETREAT
    return state.attack is not None and bool(state.attack.overlaps) and attack.attacker_to_move(state)


def _stays(state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
    """A unit that has no part in what is going on was lifted."""
    figures = (("step", state.step), ("wanted", "actions"))
    fix = Fix(Verb.PUT, card, zone.place)
    late = placing.out_of_turn(state, owner_of(card), card)
    if late:
        return tuple(replace(reason, fix=fix) for reason in late)
    return (Refusal("wrong-phase", owner_of(card), "FG-T0", fix, figures, card),)


def _retreats(rules: FieldOfGlory, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A defending unit is lifted: it waits for its step, and there for `ok`. Who cannot retreat at all is told so, also
    when the step has passed by itself because nobody could."""
    state = table.state
    fight = state.attack
    assert fight is not None
    if fight.lead is not None:
        asked = replace(state, step=RETREAT, attack=replace(fight, retreat_ended=False))
        reasons = rules.refusals(asked, act.Retreat(card))
        if not reasons and fight.retreat_ended:
            reasons = rules.refusals(state, act.Retreat(card))
        if reasons:
            return Answer(refusals=reasons)
    return Answer(held=replace(table.held, lifted=table.held.lifted | {(card, zone)}))


# Buttons


def column_button(table: Table[State], press: Press) -> Answer[act.Action]:
    """In a choice of lead: the next candidate in that column."""
    state, player = table.state, press.player
    assert player is not None
    if state.step != LEAD:
        return Answer(refusals=placing.out_of_step(state, player, LEAD))
    fight = state.attack
    assert fight is not None
    there = [card for card, column in attack.leads(state) if column == press.column]
    if not there:
        return Answer(refusals=(_leads_nowhere(state, player, press.column or 0),))
    # In the flank, the first button only names the column that leads.
    unnamed = fight.flank and fight.lead is None and table.held.chosen is None
    chosen = None if unnamed else chosen_lead(table)
    if chosen not in there:
        return Answer(held=replace(table.held, chosen=there[0], named=None))
    following = there[(there.index(chosen) + 1) % len(there)]
    return Answer(held=replace(table.held, chosen=following, named=press.column))


def _leads_nowhere(state: State, player: Player, column: int) -> Refusal:
    """The reason against a column without a candidate: there is no unit, or in the flank none that may lead."""
    fight = state.attack
    assert fight is not None
    figures: Figures = (("column", column),)
    fix, ruling = Fix(Verb.PRESS, place="column"), "FG-F2" if fight.flank else "FG-C1"
    if fight.flank and fight.lead is None and state.column(column).units(player):
        vulnerable = " ".join(str(number) for number, _ in state.vulnerable)
        figures = (*figures, ("vulnerable", vulnerable), ("attacked", fight.column))
        return Refusal("not-vulnerable", player, ruling, fix, (*figures, ("columns", _sources(state))))
    return Refusal("no-unit", player, ruling, fix, figures)


def ok(rules: FieldOfGlory, table: Table[State], press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
    """`ok` of the player who has to decide, ``cards`` lying on their pad."""
    state = table.state
    if state.step == LEAD:
        return _ok_for_lead(rules, table, press, cards)
    if state.step == RETREAT:
        return _ok_for_retreat(rules, table, press, cards)
    if state.step == BONUS:
        return _bonus(rules, table, press, cards, ())
    if state.step == RAMPAGE:
        return _rampage(rules, state, press, cards)
    player = press.player or state.active
    if awaits_reveal(state) and lacks_bonus(rules, table, player) and len(cards) == 1:
        # The record does not know the card any more, say after people have set the step: it is laid once more.
        others = frozenset((card, zone) for card, zone in table.held.offered if zone.side != player)
        return Answer(held=replace(table.held, offered=others | {(cards[0], Zone(PAD, player))}))
    figures: Figures = (("step", state.step), ("wanted", "actions"))
    return Answer(refusals=(Refusal("wrong-phase", player, "FG-C1", Fix(Verb.WAIT), figures),))


def source_unnamed(table: Table[State]) -> bool:
    """Whether none of several columns that may lead a flank attack has been named by its button (FG-F2)."""
    state = table.state
    if state.step != LEAD or table.held.chosen is not None:
        return False
    return len({column for _, column in attack.leads(state)}) > 1


def _sources(state: State) -> str:
    return " or ".join(map(str, sorted({column for _, column in attack.leads(state)})))


def name_source(table: Table[State], player: Player) -> Answer[act.Action]:
    """What no prompt has named yet, `ok` does not decide."""
    return Answer(prompts=(Prompt(player, LEAD, "column-first"),))


def confirm_lead(table: Table[State]) -> Answer[act.Action]:
    """The candidate shown leads. In the flank, a column that was named is confirmed first: of several candidates in it
    one is still to be chosen, unless a button has stepped through them already (FG-F2)."""
    fight, held, chosen = table.state.attack, table.held, chosen_lead(table)
    assert fight is not None
    assert chosen is not None
    columns = dict(attack.leads(table.state))
    flank = fight.flank and fight.lead is None
    if flank and held.chosen and held.named is None and list(columns.values()).count(columns[chosen]) > 1:
        return Answer(held=replace(held, named=columns[chosen]))
    return Answer((act.ChooseLead(chosen),))


def _ok_for_lead(
    rules: FieldOfGlory, table: Table[State], press: Press, cards: tuple[str, ...]
) -> Answer[act.Action]:
    """Confirm the lead; with the attacker's bonus card, or a hold, that one too."""
    state = table.state
    if source_unnamed(table):
        return name_source(table, state.active)
    if not attack.attacker_to_move(state):
        return Answer(refusals=_unasked(state, owner_of(cards[0]), cards)) if cards else confirm_lead(table)
    if cards or press.kind == PressKind.HOLD:
        chosen = chosen_lead(table)
        assert chosen is not None
        return _bonus(rules, table, press, cards, (act.ChooseLead(chosen),))
    return confirm_lead(table)


def _unasked(state: State, player: Player, cards: tuple[str, ...]) -> tuple[Refusal, ...]:
    figures: Figures = (("cards", len(cards)), ("limit", 0))
    return (Refusal("one-card", player, "FG-C1", Fix(Verb.TAKE, place=PAD, number=len(cards)), figures),)


def _ok_for_retreat(
    rules: FieldOfGlory, table: Table[State], press: Press, cards: tuple[str, ...]
) -> Answer[act.Action]:
    """The units lifted retreat; a bonus card, or a hold, ends the retreat as well."""
    state = table.state
    assert state.attack is not None
    lifted = {card for card, _ in table.held.lifted}
    units = state.column(state.attack.column).units(other(state.active))
    going: tuple[act.Action, ...] = (
        *(act.Retreat(card) for card in units if card in lifted),
        act.EndRetreat(),
    )
    everybody = all(card in lifted for card in units)
    if everybody or (not cards and press.kind == PressKind.PRESS):
        return Answer(going)
    return _bonus(rules, table, press, cards, going)


def _bonus(
    rules: FieldOfGlory,
    table: Table[State],
    press: Press,
    cards: tuple[str, ...],
    first: tuple[act.Action, ...],
) -> Answer[act.Action]:
    """The card on the pad is the bonus card, after the actions ``first``: with a press from the hand, with a hold from
    the top of the deck. A hold on an empty pad asks for the shuffle of an empty deck."""
    state = table.state
    for action in first:
        state = rules.apply(state, action)
    player = attack.mover(state)
    side = state.side(player)
    hold = press.kind == PressKind.HOLD
    draws = bool(side.deck or side.discard)
    from_deck = draws and (hold or not side.hand or attack.promised(state))
    # Without a deck, the shuffle comes first.
    limit = 0 if from_deck and not side.deck and side.discard else 1
    if len(cards) != limit:
        # Nothing names a card that may be the bonus card.
        figures: Figures = (("cards", len(cards)), ("limit", limit))
        lay = Fix(Verb.LAY, place="top card" if from_deck else PAD, number=1)
        fix = Fix(Verb.TAKE, place=PAD, number=len(cards) - limit) if cards else lay
        return Answer(refusals=(Refusal("one-card", player, "FG-C1", fix, figures),))
    choice: act.Action = act.BonusFromDeck(player) if hold else act.BonusFromHand(player)
    refused = rules.refusals(state, choice)
    if refused and (attack.promised(state) or not draws):
        # A card lies there already, and it can come from the new deck alone, or from the hand alone.
        fix = Fix(Verb.HOLD, place="top card") if draws else Fix(Verb.PRESS, place="ok")
        refused = tuple(replace(reason, fix=fix) for reason in refused)
    if refused:
        return Answer(refusals=refused)
    offered = table.held.offered | {(card, Zone(PAD, player)) for card in cards}
    return Answer((*first, choice), held=replace(table.held, offered=offered))


def _rampage(rules: FieldOfGlory, state: State, press: Press, cards: tuple[str, ...]) -> Answer[act.Action]:
    """The loser lays the top card of their deck on their pad (FG-C7)."""
    player = press.player or state.active
    if len(cards) != 1:
        figures: Figures = (("cards", len(cards)), ("limit", 1))
        fix = Fix(Verb.TAKE, cards[-1], PAD) if cards else Fix(Verb.LAY, place=PAD, number=1)
        return Answer(refusals=(Refusal("one-card", player, "FG-C7", fix, figures),))
    return attempt(rules, state, act.Rampage(player, cards[0]), used=((cards[0], Zone(PAD, player)),))


# By itself


def awaits_reveal(state: State) -> bool:
    """Whether both bonus cards are chosen and not shown yet."""
    return result.to_reveal(state)


def lacks_bonus(rules: FieldOfGlory, table: Table[State], player: Player) -> bool:
    """Whether both bonus cards are chosen, and the record does not know which card ``player``'s can be."""
    cards = {side: table.held.offers(side) for side in SIDES}
    reasons = rules.refusals(table.state, act.Reveal(cards["red"], cards["blue"]))
    return any(reason.player == player for reason in reasons)


def revealed(rules: FieldOfGlory, table: Table[State]) -> Answer[act.Action]:
    """Both bonus cards are chosen: they are shown, and leave the pads."""
    reveal = act.Reveal(table.held.offers("red"), table.held.offers("blue"))
    if rules.refusals(table.state, reveal):
        return Answer()
    offered = table.held.offered
    return Answer((reveal,), used=tuple(sorted(offered)), held=replace(table.held, shown=offered))


# What the table says


def question(table: Table[State]) -> tuple[str, Figures]:
    """What the player who has to decide is asked in an attack: a key of the game's texts, with its figures."""
    state = table.state
    fight = state.attack
    assert fight is not None
    where = (("column", fight.column),)
    if state.step == LEAD:
        candidates = attack.leads(state)
        if source_unnamed(table):
            return "choose-source", (*where, ("columns", _sources(state)))
        chosen = chosen_lead(table) or ""
        return "choose-lead", (("column", dict(candidates)[chosen]), ("card", chosen))
    if state.step == BONUS:
        return bonus_asked(state), ()
    return {
        RETREAT: ("retreat", where),
        RESULT: ("lift-one", (*where, ("columns", 1))),
        RAMPAGE: ("top-card", ()),
    }[state.step]


def bonus_asked(state: State) -> str:
    """Whether the hand may give the bonus card, or only the deck, perhaps after a shuffle."""
    side = state.side(attack.mover(state))
    if side.hand and not attack.promised(state):
        return "bonus"
    return "bonus-from-deck" if side.deck else "bonus-after-shuffle"

"""What the buttons mean in Call to Glory, step by step: `ok`, `dice`, and the column buttons, pressed or held."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, SIDES, Layout, Side, Zone
from signifer_core.notation import in_order
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import FREE, Answer, Prompt, Roll, Table
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import kind_of
from ..rules import CallToGlory
from ..rules.figures import no_figure
from ..rules.turn import ROUND_STEPS, sources
from ..state import (
    DEAL,
    DISPLACE,
    DRAW,
    MISSION_STEP,
    OVER,
    PADS,
    PLAY,
    PLAYERS_STEP,
    SCORE,
    SEATS,
    STOCKS,
    VARIANTS,
    State,
)
from .displacing import all_away, arrived, still_there
from .questions import addressed, prompts, wait
from .spots import (
    PAD_ZONES,
    STOCK_AT,
    columns_of,
    may_be_empty,
    side_of,
    sides_asked,
    taken_from,
    targets_in,
    too_much,
)

# What stands against a card among those that are laid.
OF_WHAT_IS_LAID = frozenset({"mixed-kinds", "count-wrong"})
# What stands against one of the same kind that was laid for them, and does not count where it lies or comes from.
FOR_WHAT_IS_LAID = frozenset({"wrong-side", "card-elsewhere", "not-top"})
ROLL_OFF = "start"  # what a die is rolled for
PLAYERS, VARIANT, READ = "players", "variant", "read"  # what sides have entered


def pressed(rules: CallToGlory, table: Table[State], press: Press, offers: Layout) -> Answer[act.Action]:
    """A button is pressed or held."""
    state = table.state
    if press.button == Button.DICE and press.kind == PressKind.PRESS:
        return _dice(state)
    if press.button == Button.COLUMN and press.column is not None and press.player is not None:
        if press.kind == PressKind.HOLD:
            return held_column(rules, table, press.player, press.column)
        return _column(rules, table, press, press.column)
    if press.button == Button.OK and press.kind == PressKind.PRESS and press.player is not None:
        if state.step == DEAL:
            return _deal(rules, state, press.player, offers)
        return _ok(rules, table, press.player)
    return _nothing(state)


def _nothing(state: State, side: Side | None = None) -> Answer[act.Action]:
    """A gesture that means nothing now."""
    sides = SIDES if side is None else (side,)
    return Answer(prompts=tuple(Prompt(each, state.step, "no-such-gesture") for each in sides))


def _dice(state: State) -> Answer[act.Action]:
    """A die: of the next one who rolls for the start, or a free one."""
    rolling = roller(state)
    if rolling is None:
        return Answer(rolls=(Roll(side_of(state.active), FREE),))
    return Answer(rolls=(Roll(side_of(rolling), ROLL_OFF),))


def roller(state: State) -> str | None:
    """Who rolls the next die for the start; None while nobody does."""
    if state.step != DEAL or state.round != 1 or state.starter is not None:
        return None
    return (state.rollers or state.seats)[len(state.rolls)]


def entered(table: Table[State]) -> tuple[int | None, str]:
    """How many play, if that was told, and with which variant."""
    said = dict(table.held.entered)
    return said.get(PLAYERS), VARIANTS[said.get(VARIANT, 0)]


def _column(rules: CallToGlory, table: Table[State], press: Press, column: int) -> Answer[act.Action]:
    """How many play, who starts, or the face-down pile for the second card."""
    state = table.state
    if state.step == PLAYERS_STEP:
        return _enter(table, column)
    if state.step == DEAL:
        if column > len(state.seats):
            return _nothing(state, press.player)
        return _tried(rules, state, act.Starter(str(column)), press.player)
    if state.step != DRAW or column not in STOCK_AT:
        return _nothing(state, press.player)
    if press.player != side_of(state.active):
        return Answer(refusals=(wait(state, press.player or side_of(state.active)),))
    if not (table.held.lifted or state.drawn):
        return _nothing_drawn(state)
    return _drawn(rules, table, (STOCK_AT[column],))


def _enter(table: Table[State], column: int) -> Answer[act.Action]:
    """Buttons 2 to 4 say how many play, 1 steps through the variants."""
    said = dict(table.held.entered)
    if column > len(SEATS):
        return _nothing(table.state)
    now = (VARIANT, (said.get(VARIANT, 0) + 1) % len(VARIANTS)) if column == 1 else (PLAYERS, column)
    if now in said.items():
        return Answer(held=table.held)
    # What was said before is what undo comes back to.
    return Answer(held=replace(table.held, entered=(*table.held.entered, now)))


def _nothing_drawn(state: State) -> Answer[act.Action]:
    """A button for the second card before a first one was lifted, or `ok` with one that does not say from where."""
    fix = _second_card(state) if state.drawn else _first_card(state)
    figures: Figures = (("step", state.step), ("drawn", len(state.drawn)))
    return Answer(refusals=(Refusal("nothing-drawn", side_of(state.active), "CG-1", fix, figures),))


def _first_card(state: State) -> Fix:
    """How to begin a draw: by what is there."""
    pads, stocks = [pad for pad in PADS if state.on_pad(pad)], _stocks(state)
    if len(stocks) == len(STOCKS):
        return Fix(Verb.PRESS, place="ok" if pads else "ok both")
    if not stocks:
        return Fix(Verb.TAKE, place=next(iter(pads), None))
    return Fix(Verb.PRESS, place="ok one" if pads else "ok only")


def _second_card(state: State) -> Fix:
    """How to go on with a draw: by a button only where one is left to choose."""
    left = tuple(sources(state))
    return Fix(Verb.PRESS, place="column") if left[:2] == STOCKS else Fix(Verb.TAKE, place=left[0])


def _stocks(state: State) -> tuple[str, ...]:
    """The face-down piles from which a draw may begin: of two with one card between them one is empty, whoever can say
    which (CG-5)."""
    return tuple(pile for pile in STOCKS if pile not in state.empty)[: state.stock.number]


def _drawn(rules: CallToGlory, table: Table[State], stocks: tuple[str, ...]) -> Answer[act.Action]:
    """What was lifted from the pads, and cards from face-down piles: as far as two are drawn. A second card from one
    pad goes back first, and one that is asked back: else the hand would keep it."""
    if away := (*second_of_one_pad(table), *asked_back(table)):
        return Answer(refusals=away)
    draws: list[act.Action] = [*lifts(table), *map(act.Draw, stocks)]
    state = table.state
    for action in draws:
        if reasons := rules.refusals(state, action):
            return Answer(refusals=tuple(replace(each, player=side_of(state.active)) for each in reasons))
        state = rules.effect(state, action)
    return Answer(tuple(draws)) if stocks or state.step != DRAW else _nothing_drawn(state)


def second_of_one_pad(table: Table[State]) -> tuple[Refusal, ...]:
    """What stands against cards that were lifted from a pad from which another one is drawn, and are not back yet."""
    away = sorted(spot for spot in table.awaited if is_drawn_from(table, spot[1]))
    return tuple(same_pile(table.state, card, zone) for card, zone in away)


def asked_back(table: Table[State]) -> tuple[Refusal, ...]:
    """What stands against cards of the pads that undo asks back, and that are not back yet."""
    side = side_of(table.state.active)
    away = sorted((card, zone.side) for card, zone in table.returning if zone.place == PAD)
    return tuple(of_a_pile("card-elsewhere", side, card, pad) for card, pad in away)


def of_a_pile(code: str, player: Side, card: str, pad: Side) -> Refusal:
    """Against a card that belongs in a discard pile, and lies elsewhere or is in a hand."""
    place = f"{PAD} {pad}"
    figures: Figures = (("card", card), ("pile", place))
    return Refusal(code, player, "CG-1", Fix(Verb.PUT, card, place), figures, card)


def is_drawn_from(table: Table[State], zone: Zone) -> bool:
    """Whether a card of that pad is drawn in this turn, or was lifted for it."""
    return zone.side in table.state.drawn or any(at == zone for _, at in table.held.lifted)


def same_pile(state: State, card: str, zone: Zone) -> Refusal:
    """Against a second card from one pad (CG-1)."""
    fix = Fix(Verb.PUT, card, f"{PAD} {zone.side}")
    return Refusal("same-pile", side_of(state.active), "CG-1", fix, (("pile", zone.side),), card)


def lifts(table: Table[State]) -> tuple[act.Take, ...]:
    """What was lifted from the pads is drawn from there."""
    return tuple(act.Take(card, zone.side) for card, zone in sorted(table.held.lifted))


def _ok(rules: CallToGlory, table: Table[State], side: Side) -> Answer[act.Action]:
    """`ok` of a side."""
    state = table.state
    if state.step == PLAYERS_STEP:
        return _seated(table, side)
    if state.step == SCORE:
        return _read(table, side)
    if state.step in (MISSION_STEP, OVER):
        return _nothing(state, side)
    if table.held.named is not None:
        return _answered(rules, table, side)
    if state.step == DISPLACE:
        return _laid_away(rules, table, side)
    if side != side_of(state.active):
        return Answer(refusals=(wait(state, side),))
    if state.step == DRAW:
        begun = table.held.lifted or state.drawn
        stocks = () if begun else _stocks(state)
        return _drawn(rules, table, stocks)
    return _played(rules, table)


def barring(table: Table[State], press: Press, standing: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
    """`ok` is said of all that lies there: a card too many, of another kind, or where it does not count, is taken away
    first. Another kind on the other side may be that side's, who lays early."""
    if press.button != Button.OK:
        return ()
    side = side_of(table.state.active)
    if table.state.step == DISPLACE or table.held.named is not None:
        return _barring_what_leaves(table, press, standing)
    if not table.held.laid or press.player != side:
        return ()
    in_columns = [card for card, zone in table.held.laid if zone.place != PAD]
    kinds = {kind_of(card) for card in in_columns}
    barred = [
        each
        for each in standing
        if each.code in OF_WHAT_IS_LAID
        or (each.code in FOR_WHAT_IS_LAID and each.player == side and kind_of(each.card or "") in kinds)
    ]
    # On the other pad it would be one card too many as well, unless it was there before, under the one that was drawn.
    wrong = [each for each in standing if each.code == "wrong-pile" and each.card]
    astray = [each for each in wrong if not _may_be_piled(table.state, each)]
    on_pads = len(table.held.laid) - len(in_columns) + len(astray)
    for each in astray:
        zone = next(at for pad, at in PAD_ZONES.items() if pad == each.figure("pad"))
        barred.append(_too_much(side, len(in_columns), on_pads, each.card or "", zone))
    return tuple(barred)


def _may_be_piled(state: State, against: Refusal) -> bool:
    """Whether the card may have lain in the pile of the pad that it lies on."""
    return any(
        state.may_be_among(layer, against.card or "") for layer in state.layers(str(against.figure("pad")))
    )


def _barring_what_leaves(
    table: Table[State], press: Press, standing: tuple[Refusal, ...]
) -> tuple[Refusal, ...]:
    """Whoever has laid a card on the wrong pad has not laid the set there as a whole, nor nothing for a figure: then
    nobody says either, nor that a pile was meant."""
    named, side = table.held.named, side_of(table.state.active)
    pile = named is not None and press.player == side and may_be_empty(table.state, named) is not None
    return tuple(
        replace(each, player=press.player or each.player)
        for each in standing
        if each.code == "wrong-pile" and (pile or each.player == press.player)
    )


def _too_much(side: Side, in_columns: int, on_pads: int, card: str, zone: Zone) -> Refusal:
    """Against a card on a pad beside a set, or beside another one there."""
    figures: Figures = (("laid", in_columns), ("cards", on_pads))
    return Refusal("one-card", side, "CG-2", taken_from(card, zone), figures, card)


def spoken_of(table: Table[State], press: Press) -> frozenset[Zone]:
    """`ok` speaks of what is being laid, and of what was lifted from the pads; so does a second pile of a draw."""
    if press.button != Button.OK and not (press.button == Button.COLUMN and table.state.step == DRAW):
        return frozenset()
    state, pads = table.state, frozenset(PAD_ZONES.values())
    if state.step == PLAY:
        # A set lies where it was read; what is not read beside it is no part of it.
        laid = frozenset(zone for _, zone in table.held.laid)
        return laid or pads | frozenset(columns_of(side_of(state.active)))
    if state.step == DRAW:
        return frozenset(zone for zone in pads if state.on_pad(zone.side))
    return pads if state.step == DISPLACE else frozenset()


def _seated(table: Table[State], side: Side) -> Answer[act.Action]:
    number, variant = entered(table)
    if number is None:
        return Answer(prompts=(Prompt(side, PLAYERS_STEP, "say-number", (("limit", len(SEATS)),)),))
    return Answer((act.Players(number, variant),))


def _deal(rules: CallToGlory, state: State, side: Side, there: Layout) -> Answer[act.Action]:
    """The cards are dealt. One that still lies there is of the last round: it means nothing before it is lifted."""
    answer = _tried(rules, state, act.Deal(), side)
    forgotten = ((card, zone) for zone, card in there.items() if card in rules.deck)
    return replace(answer, used=tuple(forgotten) if answer.actions else ())


def _read(table: Table[State], side: Side) -> Answer[act.Action]:
    """Both sides have read the scores."""
    said = {*table.held.entered, (f"{READ} {side}", 1)}
    if len(said) == len(SIDES):
        return Answer((act.Proceed(),))
    return Answer(held=replace(table.held, entered=tuple(sorted(said))))


def _played(rules: CallToGlory, table: Table[State]) -> Answer[act.Action]:
    """`ok` of whose turn it is: what lies in columns is a set, a card on a pad is discarded."""
    state = table.state
    side = side_of(state.active)
    in_columns = {card: zone for card, zone in table.held.laid if zone.place != PAD}
    on_pads = [(card, zone) for card, zone in table.held.laid if zone.place == PAD]
    if wrong := too_much(table):
        told = (_too_much(side, len(in_columns), len(on_pads), card, zone) for card, zone in wrong)
        return Answer(refusals=tuple(told))
    if on_pads:
        ((card, zone),) = on_pads
        return _tried(rules, state, act.Discard(card, zone.side), side)
    if not in_columns:
        return Answer(prompts=(Prompt(side, state.step, "lay-or-discard"),))
    cards = in_order(in_columns)
    return _tried(rules, state, act.Lay(cards, tuple(in_columns[card].place for card in cards)), side)


def _laid_away(rules: CallToGlory, table: Table[State], side: Side) -> Answer[act.Action]:
    """`ok` of the owner: the whole set lies on the pad, though not every card is read in a tall pile."""
    state = table.state
    if state.displaced is None or side != side_of(state.displaced.owner) or not table.held.laid:
        return _nothing(state, side)
    pad = next(zone.side for _, zone in table.held.laid)
    answer = _tried(rules, state, act.Displace(pad), side)
    if not answer.actions:
        return answer
    return replace(answer, held=arrived(table, rules.effect(state, *answer.actions)), used=still_there(state))


def held_column(rules: CallToGlory, table: Table[State], side: Side, column: int) -> Answer[act.Action]:
    """A ninja figure against a set of that column, or a face-down pile that is empty; where it may be both, a question
    that `ok` answers: then the pile is meant."""
    state = table.state
    if state.step not in ROUND_STEPS:
        return _nothing(state, side)
    target, reasons = _struck(state, side, column)
    if target and not reasons:
        return Answer(held=replace(table.held, named=column))
    if column in STOCK_AT:
        return _tried(rules, state, act.Emptied(STOCK_AT[column]), side)
    return Answer(refusals=reasons) if reasons else _nothing(state, side)


def _struck(state: State, side: Side, column: int) -> tuple[bool, tuple[Refusal, ...]]:
    """Whether an opponent's set lies in the column, and what stands against returning a figure there."""
    if not state.with_figures or side != side_of(state.active):
        return False, ()
    target = bool(targets_in(state, column))
    reasons = no_figure(state)
    if not target:
        figures: Figures = (("column", column),)
        reasons += (Refusal("no-target", side, "CG-8", Fix(Verb.WAIT, place="without"), figures),)
    return target, tuple(replace(reason, player=side) for reason in reasons)


def _answered(rules: CallToGlory, table: Table[State], side: Side) -> Answer[act.Action]:
    """`ok` while a figure waits for a card: of its player, that the pile beside the column is empty, where it may be;
    of those who are asked for a card, that the gesture is taken back. It tells nobody else more than is asked."""
    state, column = table.state, table.held.named
    assert column is not None
    pile = may_be_empty(state, column) if side == side_of(state.active) else None
    if not pile and side not in sides_asked(state, column):
        return Answer(
            prompts=tuple(each for each in prompts(rules, table, frozenset()) if each.player == side)
        )
    told = (act.Emptied(pile),) if pile else ()
    return Answer((*told, *all_away(table)), held=replace(table.held, named=None))


def _tried(rules: CallToGlory, state: State, action: act.Action, side: Side | None) -> Answer[act.Action]:
    """The action, or what stands against it, told to who pressed."""
    reasons = rules.refusals(state, action)
    if not reasons:
        return Answer((action,))
    return Answer(
        refusals=tuple(addressed(replace(reason, player=side or reason.player)) for reason in reasons)
    )

"""What Dark Age Arena asks each side of the table: keys of its texts, with their figures."""

from __future__ import annotations

from signifer_core.layout import SIDES, Side
from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Figures

from ..deck.printed import Equipment
from ..rolls import Added, Due, total
from ..rules import DarkAgeArena
from ..rules.attack import alone_cost, near, to_go
from ..rules.draft import missing, pending, takes_no_com
from ..rules.effects import enlist_cost, equipment_cost, recruitment, standard_cost
from ..rules.reasons import has_marker
from ..state import CARD_COST, EXCHANGE_COST, MOST, MOVE_COST, OPEN_STEPS, Player, State, most_bid
from . import facing, whom
from .laying import before_played, is_solitary
from .said import in_play, number, side_of_target, target
from .spots import COMBAT_ZONE, PLACE_COLUMNS, combat_zone, played_zone, waiting

Question = tuple[str, Figures]
WAIT = "wait"


def prompts(rules: DarkAgeArena, table: Table[State]) -> tuple[Prompt, ...]:
    """What each side is asked, the roll that is due, or that it waits and for whom."""
    state = table.state
    if state.step == "over":
        over: Figures = (("winner", state.winner or ""),)
        return tuple(Prompt(side, "over", "over", over) for side in SIDES)
    return tuple(_prompt(rules, table, side) for side in SIDES)


def _prompt(rules: DarkAgeArena, table: Table[State], side: Side) -> Prompt:
    state = table.state
    if (card := in_play(table, side)) is not None:
        return Prompt(side, state.step, *_of_played(rules, table, side, card))
    if (due := rules.due(state)) and not _has_own(table, side, due):
        return Prompt(side, state.step, *of_roll(due))
    if state.step in OPEN_STEPS:
        return Prompt(side, state.step, *_of_both(rules, table, side))
    asked = state.combat.asked if state.combat is not None else None
    if asked is not None and state.combat is not None:
        if side in state.combat.answers:
            return Prompt(side, state.step, WAIT, (("active", _other(side)), ("asked", "ask")))
        return Prompt(side, state.step, "ask", (("card", asked),))
    key, figures = _in_combat(rules, table)
    if side == state.active:
        return Prompt(side, state.step, key, figures)
    return Prompt(side, state.step, WAIT, (("active", state.active), ("asked", key)))


# The roll that is due


def _has_own(table: Table[State], side: Side, due: Due) -> bool:
    """Whether the draft roll of the other one leaves ``side`` something to decide: both act at once (DA-4)."""
    if due.purpose != "draft" or side == due.player:
        return False
    return pending(table.state, side) is not None or bool(waiting(table, side, *PLACE_COLUMNS))


def of_roll(due: Due) -> Question:
    """Whose roll, what for, what it must reach, and each modifier; both sides are told."""
    figures: Figures = (("player", due.player), ("dice", due.dice))
    if due.card is not None:
        figures += (("card", due.card),)
    if due.reach:
        figures += (("reach", " ".join(map(str, due.reach))),)
    if due.below:
        figures += (("below", due.below),)
    if due.cost:
        figures += (("cost", due.cost),)
    for name, added in (("modifiers", due.modifiers), ("others", due.others)):
        if added:
            figures += ((name, _added(added)), (f"{name}_sum", total(added)))
    return f"roll-{due.purpose}", figures


def _added(added: tuple[Added, ...]) -> str:
    """Each modifier with where it comes from: "2 blue +1, red/drill-1 +1"."""
    return ", ".join(f"{name} {amount:+d}" for name, amount in added)


# Column 5


def _of_played(rules: DarkAgeArena, table: Table[State], side: Side, card: str) -> Question:
    """Who is to be chosen for the card in column 5, for whom it may be, or what `ok` takes for it and for what waits
    beside it."""
    printed, chosen = rules.deck.printed(card), target(table.held, side)
    wanted = side_of_target(rules.deck, card)
    figures: Figures = (("card", card),)
    if wanted is not None and (chosen is None or not whom.suits(rules, table, card, chosen)):
        key = "choose-target" if whom.possible(rules, table, wanted, card) else "choose-nobody"
        return key, (*figures, ("side", wanted))
    after = before_played(rules, table, played_zone(side))
    if isinstance(printed, Equipment) and chosen is not None:
        com, log = equipment_cost(rules.deck, after, card, chosen)
    else:
        com, log = getattr(printed, "com", 0), getattr(printed, "log", 0)
    before, left = table.state.player(side), after.player(side)
    com, log = com + before.com - left.com, log + before.log - left.log
    aimed: Figures = (("target", chosen),) if chosen is not None else ()
    key = {(True, True): "card", (True, False): "com", (False, True): "log"}.get((com > 0, log > 0), "free")
    return f"play-{key}", (*figures, *aimed, ("com", com), ("log", log))


# Steps in which both act


def _of_both(rules: DarkAgeArena, table: Table[State], side: Side) -> Question:
    state, player = table.state, table.state.player(side)
    laid = waiting(table, side, *PLACE_COLUMNS)
    if state.step in ("bid", "contest"):
        if player.bid is not None:
            return WAIT, (("active", _other(side)), ("asked", state.step))
        return state.step, (("bid", number(table.held, "bid", side) or 0), ("most", most_bid(player)))
    if state.step == "draft" and player.draft is not None:
        return _missed(rules, state, side)
    if laid:
        return _laid(rules, table, side)
    if state.step == "supply" and number(table.held, "buy", side):
        return _for_log(player, "supply-card", (), CARD_COST)
    if player.done:
        return "done", (("active", _other(side)), ("asked", state.step))
    if state.step == "draft" and player.enlisted is not None:
        return "draft-enlisted", (("card", player.enlisted),)  # one a draft (DA-9)
    return state.step, (("com", player.com), ("log", player.log))


def _other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


def _missed(rules: DarkAgeArena, state: State, side: Side) -> Question:
    """A draft roll that has missed: what is missing, and what may be paid."""
    draft = state.player(side).draft
    assert draft is not None
    assert draft.die is not None, "its roll is due"
    figures: Figures = (
        ("card", draft.card),
        ("die", draft.die),
        ("missing", missing(rules.deck, state, side)),
    )
    most = recruitment(rules.deck, state, side)
    figures += (("most", most),)
    if takes_no_com(draft):
        figures += (("natural", 1),)
    elif missing(rules.deck, state, side) > most:
        figures += (("beyond", 1),)
    if not has_marker(state.player(side)):
        figures += (("no-marker", 1),)
    return "draft-missed", figures


def _laid(rules: DarkAgeArena, table: Table[State], side: Side) -> Question:
    """What waits at places: an artifact, who is to be enlisted, supply, moves."""
    state, laid = table.state, waiting(table, side, *PLACE_COLUMNS)
    card, zone = laid[-1]
    figures: Figures = (("card", card), ("place", int(zone.place)), ("cards", len(laid)))
    if state.step == "draft":
        return "draft-laid", (*figures, ("com", enlist_cost(rules.deck, state, side, int(zone.place))))
    if state.step == "supply":
        return _for_log(state.player(side), "supply-moves", figures, MOVE_COST * len(laid))
    return f"{state.step}-laid", figures


def _for_log(player: Player, key: str, figures: Figures, log: int) -> Question:
    """What `ok` would take LOG for; that it is short of it, if some was spent otherwise since."""
    short = "-short" if log > player.log else ""
    return f"{key}{short}", (*figures, ("log", log), ("left", player.log))


# A combat


def _in_combat(rules: DarkAgeArena, table: Table[State]) -> Question:
    """What whoever decides is asked."""
    state, combat = table.state, table.state.combat
    assert combat is not None
    match state.step:
        case "muster" | "defend":
            return _mustering(rules, table)
        case "target":
            return "target", (("place", number(table.held, "place", state.active) or 0),)
        case "yield" | "home":
            return state.step, (("card", to_go(state)[0]),)
        case "aim" | "pair" | "assist":
            card, column = facing.acting(rules, table), facing.facing(table)
            return state.step, (("card", card or ""), ("column", column or 0))
        case _:
            return state.step, ()


def _mustering(rules: DarkAgeArena, table: Table[State]) -> Question:
    state, combat = table.state, table.state.combat
    assert combat is not None
    side = state.active
    player = state.player(side)
    com: Figures = (("com", player.com),)
    if combat.alone is not None and combat.die is not None:
        cost = alone_cost(rules.deck, state)
        figures: Figures = (("card", combat.alone), ("cost", cost), *com)
        if player.com >= cost:
            figures += (("enough", 1),)
        elif player.com >= MOST or player.log < EXCHANGE_COST:
            figures += (("no-exchange", 1),)
            # A marker makes 1 COM, and COM holds no more than it holds (DA-7).
            if cost > MOST or cost - player.com > 1 or not has_marker(player):
                figures += (("no-marker", 1),)
        return "solitary-short", figures
    cards = [card for card, _ in waiting(table, side, COMBAT_ZONE)]
    if is_solitary(table, combat_zone(side)):
        return f"{state.step}-alone", (("cards", len(cards)), *com)
    in_play = [card for card in cards if state.standing(card) is not None]
    cost = sum(standard_cost(rules.deck, state, card, near(state, side)) for card in in_play)
    return state.step, (("cards", len(cards)), ("cost", cost), *com)

"""The inventory of Dark Age Arena: where each side's cards are, by name where all know it, by number elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.games.dark_age_arena.state import PLACES, ZONE, Player, State
from signifer_core.layout import Side

from signifer_firmware.texts.inventory import counted, inventory, named, pile


def account(state: State) -> Mapping[str, str]:
    """A line for each side, such as "57: hand 5, stock 47, under it none, discards 2 (mail-1 rally-1), out of the game
    0, place 1 knight-1 mail-2 granary-1, place 2 none, place 3 none, combat zone none, face down 0, being played none,
    artifacts none". The first number is their sum, but for artifacts, which are part of no stock."""
    return {side: _of(state, side, player) for side, player in state.players}


def _of(state: State, side: Side, player: Player) -> str:
    lying = {place: tuple(_lying(state, side, player, place)) for place in (*PLACES, ZONE)}
    played = _being_played(state, side)
    places = (
        f"hand {pile(player.hand)}",
        f"stock {pile(player.stock)}",
        f"under it {named(player.under, ordered=True)}",
        f"discards {pile(player.discards)}",
        f"out of the game {pile(player.out)}",
        *(f"place {place} {named(lying[place], ordered=True)}" for place in PLACES),
        f"combat zone {named(lying[ZONE], ordered=True)}",
        # Nobody reads later what a bluff was.
        f"face down {counted(player.face_down.number, ())}",
        f"being played {named(played)}",
        f"artifacts {named([spot.artifact for spot in player.spots if spot.artifact])}",
    )
    piles = (player.hand, player.stock, player.discards, player.out, player.face_down)
    total = sum(each.number for each in piles) + len(player.under) + len(played)
    return inventory(total + sum(map(len, lying.values())), *places)


def _lying(state: State, side: Side, player: Player, place: int) -> Iterator[str]:
    """Characters of a place, each with what it bears, and the supply."""
    for each in state.at(side, place):
        yield from (each.card, *each.gear)
    if place and (supply := player.spot(place).supply):
        yield supply


def _being_played(state: State, side: Side) -> list[str]:
    """Who is being enlisted, or is rolled for to fight alone."""
    draft, combat = state.player(side).draft, state.combat
    found = [draft.card] if draft is not None else []
    alone = combat.alone if combat is not None else None
    if alone is not None and side_of_card(alone) == side and state.known_place(alone) == "table":
        found.append(alone)
    return found

"""The choices that lie ahead, as the odds take them: in the order in which fighters were laid, and spread evenly."""

from __future__ import annotations

from signifer_core.frozen import replace

from ..combat import Confrontation


def aimed(aims: tuple[tuple[str, str], ...], shooters: list[str], enemies: list[str]) -> dict[str, str]:
    """Whoever has not named an enemy takes the one at whom the fewest of its side aim, the first of these."""
    found = {card: enemy for card, enemy in aims if card in shooters}
    for card in shooters:
        if card not in found:
            aimed_at = list(found.values())
            found[card] = min(enemies, key=aimed_at.count)
    return found


def paired(
    confrontations: tuple[Confrontation, ...],
    attackers: list[str],
    defenders: list[str],
    supported: frozenset[str],
) -> tuple[Confrontation, ...]:
    """The first who may be paired confronts the first; whoever is left supports where the fewest of its side do."""
    taken = {card for each in confrontations for card in (*each.pair, *each.supporters)}

    def in_turn(cards: list[str]) -> list[str]:
        left = [card for card in cards if card not in taken]
        return sorted(left, key=lambda card: card in supported)

    ours, theirs = in_turn(attackers), in_turn(defenders)
    new = [Confrontation(ours.pop(0), theirs.pop(0)) for _ in range(min(len(ours), len(theirs)))]
    found = [*confrontations, *new]
    for side in (attackers, defenders):
        for card in side:
            if card in ours or card in theirs:
                numbers = [sum(one in side for one in each.supporters) for each in found]
                fewest = numbers.index(min(numbers))
                found[fewest] = replace(found[fewest], supporters=(*found[fewest].supporters, card))
    return tuple(found)

"""How strong players are by their results: the ratings of openskill, game by game. docs/league.md says why that one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from .names import Who

# What is told is what a player is sure to be worth: three deviations below the likeliest strength. By these two who
# has never played has BEGINS.
BEGINS, SCALE = 1000.0, 40.0


@dataclass(frozen=True)
class Match:
    """A result: who played ``game``, and whether they have won."""

    game: str
    players: tuple[tuple[Who, bool], ...]

    @property
    def is_drawn(self) -> bool:
        """Nobody has won, or everybody, of several."""
        return len(self.players) > 1 and len({won for _, won in self.players}) == 1

    @property
    def is_rated(self) -> bool:
        """Whether it says who is stronger: several play, each is known, and none is two of them."""
        whos = [who for who, _ in self.players]
        return (
            len(whos) > 1
            and all(who.is_known for who in whos)
            and len({who.key for who in whos}) == len(whos)
        )


@dataclass(frozen=True)
class Standing:
    """What a player has done in one game; ``rating`` is None before a result of theirs was rated."""

    who: Who
    won: int
    drawn: int
    lost: int
    rating: int | None

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost


class _Tally:
    def __init__(self, who: Who, model: PlackettLuce) -> None:
        self.who = who
        self.won = self.drawn = self.lost = 0
        self.rated = False
        self.rating: PlackettLuceRating = model.rating()

    @property
    def standing(self) -> Standing:
        told = round(self.rating.ordinal(alpha=SCALE, target=BEGINS)) if self.rated else None
        return Standing(self.who, self.won, self.drawn, self.lost, told)


def standings(matches: Iterable[Match]) -> Mapping[str, tuple[Standing, ...]]:
    """How players stand in each game, by its name, after ``matches`` in their order; the strongest first."""
    model = PlackettLuce()
    found: dict[str, dict[tuple[str, int], _Tally]] = {}
    for match in matches:
        tallies = found.setdefault(match.game, {})
        _count(match, [tallies.setdefault(who.key, _Tally(who, model)) for who, _ in match.players], model)
    return {
        game: _in_order([tally.standing for tally in tallies.values() if tally.who.is_known])
        for game, tallies in found.items()
    }


def _count(match: Match, tallies: Sequence[_Tally], model: PlackettLuce) -> None:
    for tally, (who, won) in zip(tallies, match.players, strict=True):
        # A name is written as it was last.
        tally.who = who
        tally.drawn += match.is_drawn
        tally.won += won and not match.is_drawn
        tally.lost += not won and not match.is_drawn
    if match.is_rated:
        ranks = [0.0 if won else 1.0 for _, won in match.players]
        after = model.rate([[tally.rating] for tally in tallies], ranks=ranks)
        for tally, (rating,) in zip(tallies, after, strict=True):
            tally.rating, tally.rated = rating, True


def _in_order(found: Iterable[Standing]) -> tuple[Standing, ...]:
    def rank(each: Standing) -> tuple[float, int, int, str, int]:
        rating = -1.0 if each.rating is None else float(each.rating)
        return (-rating, -each.won, -each.played, *each.who.key)

    return tuple(sorted(found, key=rank))

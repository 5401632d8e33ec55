"""A second Field of Glory, written from the rulings alone: slow, mutable, and without a line of the core's rules.

Only what is printed on the cards is shared. An action is its notation, a card its id; a card that nobody has seen is
None, so hands and decks of a table's knowledge are lists of None. What the two versions agree about is likely to be
right: they could only be wrong in the same way.
"""

from __future__ import annotations

from copy import deepcopy

from tests.core.field_of_glory.naive_attack import NaiveAttacks
from tests.core.field_of_glory.naive_table import (
    CARDS,
    COLUMNS,
    SIDES,
    Name,
    enemy,
    friends,
    is_unit,
    kind,
    owner,
    printed,
)


class NaiveGame(NaiveAttacks):
    """A game under way, from set-up to its end."""

    def legal(self) -> list[str]:
        """Every legal action in its notation."""
        return list(getattr(self, f"legal_{self.step}")())

    def after(self, action: str) -> NaiveGame:
        """The game after the action; this one stays."""
        later = deepcopy(self)
        later.do(action)
        return later

    def do(self, action: str) -> None:
        """Change this game by the action."""
        word, *rest = action.split()
        getattr(self, "do_" + word.replace("-", "_"))(*rest)

    def perft(self, depth: int) -> int:
        """How many ways there are to do ``depth`` actions."""
        if depth == 1:
            return len(self.legal())
        return sum(self.after(action).perft(depth - 1) for action in self.legal())

    def legal_over(self) -> list[str]:
        return []

    # Set-up: FG-S1, FG-S2

    def legal_terrain(self) -> list[str]:
        found = []
        free = [c for c in COLUMNS if not self.terrain[c]]
        for card in CARDS:
            if card.startswith("terrain/") and card not in self.terrain_used:
                pick = min if kind(card) == "plain" else max
                wanted = pick(abs(c - 3) for c in free)
                found += [f"terrain {card} {c}" for c in free if abs(c - 3) == wanted]
        return found

    def do_terrain(self, card: str, column: str) -> None:
        self.terrain[int(column)] = kind(card)
        self.terrain_used.append(card)
        if len(self.terrain_used) == 5:
            self.step = "army"

    def dealing(self) -> bool:
        return len(self.kept[self.active]) % 2 == 0 and len(self.offered) < 4

    def legal_army(self) -> list[str]:
        if self.dealing():
            return [f"drawn {card}" for card in self.deck[self.active]]
        return [f"keep {card}" for card in self.offered]

    def do_keep(self, card: str) -> None:
        player = self.active
        self.offered.remove(card)
        self.kept[player].append(card)
        if len(self.kept[player]) % 2 == 0:
            self.out[player] += self.offered
            self.offered = []
            if not self.deck[player]:
                self.deck[player], self.kept[player] = self.kept[player], []
                self.draw(player, 9, "army")

    def legal_first(self) -> list[str]:
        return ["first red", "first blue"]

    def do_first(self, player: str) -> None:
        self.active = player
        self.begin_turn()

    # The turn: FG-V1, FG-A1, FG-D1, FG-K1, FG-E1

    def terrains(self, player: str) -> int:
        return list(self.control.values()).count(player)

    def begin_turn(self) -> None:
        self.step, self.advanced = "advance", False
        if self.terrains(self.active) >= 3:
            self.step, self.winner = "over", self.active

    def legal_advance(self) -> list[str]:
        if not self.advanced:
            return ["advance"]
        pairs = [self.lying[c, self.active] for c in self.held() if len(self.lying[c, self.active]) == 2]
        return [f"discard {card}" for pair in pairs for card in pair]

    def do_advance(self) -> None:
        for column in self.held():
            self.control[column] = self.active
        self.advanced = True
        self.perhaps_flank()

    def perhaps_flank(self) -> None:
        if not self.legal_advance():
            self.begin_flank()

    def begin_flank(self) -> None:
        self.step, self.flanks = "flank", {}
        for column in COLUMNS:
            if self.lying[column, self.active] and self.lying[column, enemy(self.active)]:
                beside = [column + way for way in (-1, 1) if self.flanked(column, way)]
                if beside:
                    self.flanks[column] = beside

    def flanked(self, column: int, way: int) -> bool:
        """FG-F1: alone in the column beside it, and no enemy in the one beyond."""
        side, beyond = column + way, column + 2 * way
        return side in self.held() and not self.lying.get((beyond, enemy(self.active)))

    def legal_flank(self) -> list[str]:
        return [*(f"flank-attack {column}" for column in self.flanks), "end-flank"]

    def do_end_flank(self) -> None:
        self.step, self.flanks = "actions", {}

    def legal_draw(self) -> list[str]:
        cards = self.playable(self.active)
        if self.drawn:
            return [f"discard-down {card}" for card in cards]
        return ["draw", *(f"discard-to-draw {card}" for card in cards)]

    def do_draw(self) -> None:
        self.draw(self.active, 3, "draw")

    def do_discard_to_draw(self, card: str) -> None:
        self.take_from_hand(card)
        self.discards[self.active].append(card)
        self.draw(self.active, printed(card, "command_points"), "draw")

    def do_discard_down(self, card: str) -> None:
        self.take_from_hand(card)
        self.discards[self.active].append(card)
        self.perhaps_end_turn()

    def perhaps_end_turn(self) -> None:
        self.step, self.drawn = "draw", True
        if len(self.hand[self.active]) > 9:
            return
        self.drawn, self.totals = False, None
        if self.shuffles == {"red": 2, "blue": 2}:
            red, blue = ((self.terrains(p), self.points[p]) for p in SIDES)
            self.step, self.winner = "over", "red" if red > blue else "blue" if blue > red else "draw"
            return
        self.active = enemy(self.active)
        self.turn += 1
        self.begin_turn()

    def draw(self, player: str, count: int, then: str) -> None:
        """Draw as far as it goes; ``then`` says what the cards are for."""
        self.draws = (player, count, then)
        while count and self.deck[player] and not self.full and then != "rampage":
            card = self.deck[player].pop()
            count -= 1
            self.draws = (player, count, then)
            self.got(player, card, then)
            if then == "bonus":
                return
        if count and (self.deck[player] or self.discards[player]):
            self.step = "shuffle" if not self.deck[player] else "rampage" if then == "rampage" else "drawing"
            return
        self.draws = None
        if self.reserves:
            self.discards[player].append(self.reserves)
            self.reserves = None
        if then == "draw":
            self.perhaps_end_turn()
        elif then == "army":
            self.step = "first" if player == "blue" else "army"
            self.active = "blue"
        else:
            self.step = then

    def got(self, player: str, card: Name, then: str) -> None:
        if then == "bonus":
            self.draws = None
            self.bonus_chosen(player, card)
        else:
            self.hand[player].append(card)

    def legal_drawing(self) -> list[str]:
        assert self.draws
        return [f"drawn {card}" for card in self.deck[self.draws[0]]]

    def do_drawn(self, card: str) -> None:
        self.deck[owner(card)].remove(card)
        if self.draws is None:
            self.offered.append(card)
            return
        player, count, then = self.draws
        self.got(player, card, then)
        if then != "bonus":
            self.draw(player, count - 1, then)

    def legal_shuffle(self) -> list[str]:
        assert self.draws
        return [f"shuffle {self.draws[0]}"]

    def do_shuffle(self, player: str) -> None:
        assert self.draws
        pile = self.discards[player]
        self.deck[player] = pile if self.full else [None] * len(pile)
        self.discards[player] = []
        self.shuffles[player] = min(2, self.shuffles[player] + 1)
        if self.draws[2] == "bonus" and not self.full:
            self.step = "bonus"  # at a table, hands have yet to lay the card on the pad
        else:
            self.draw(*self.draws)

    # The actions phase: FG-P1 to FG-P4, FG-R1

    def cost(self, card: str, column: int) -> int:
        cost = printed(card, "movement_cost")
        if column in (1, 5):
            cost += printed(card, "flank_penalty")
        return cost + (1 if self.terrain[column] == "rough" else 0)

    def sum_of_costs(self) -> int:
        return sum(self.cost(card, column) for card, column, _ in self.laid)

    def fits(self, card: str, column: int) -> bool:
        there = self.lying[column, self.active]
        return len(there) < 2 and all(friends(card, unit) for unit in there)

    def legal_actions(self) -> list[str]:
        cards = self.playable(self.active)
        found = [
            f"place {card} {c}" for card in cards if is_unit(card) for c in COLUMNS if self.fits(card, c)
        ]
        unpaid = [card for card, _, _ in self.laid]
        for column in COLUMNS:
            for card in self.lying[column, self.active]:
                found.append(f"take-back {card}" if card in unpaid else f"discard {card}")
        found += [f"restore {card}" for card, column in self.lifted if self.fits(card, column)]
        if any(column not in [laid[1] for laid in self.laid] for _, column in self.lifted):
            return found
        enough = self.paid >= self.sum_of_costs()
        if not enough or self.paid:
            found += [f"pay {card}" for card in cards]
        if enough:
            found += ["settle", "end-actions"]
            found += [f"reserves {card}" for card in cards if kind(card) == "reserves"]
            found += [f"attack {c}" for c in COLUMNS if self.lying[c, "red"] and self.lying[c, "blue"]]
        return found

    def do_place(self, card: str, column: str) -> None:
        self.laid.append((card, int(column), self.take_from_hand(card)))
        self.lying[int(column), self.active].append(card)

    def do_take_back(self, card: str) -> None:
        if self.attack:
            self.attack["overlaps"].remove(card)
            self.hand[self.active].append(card if self.full else None)
            return
        (found,) = (laid for laid in self.laid if laid[0] == card)
        self.laid.remove(found)
        self.lying[found[1], self.active].remove(card)
        self.hand[self.active].append(found[2])
        self.paid = min(self.paid, self.sum_of_costs())

    def do_discard(self, card: str) -> None:
        column = self.column_of(card)
        self.discard_unit(card)
        if self.step == "actions":
            self.lifted.append((card, column))
        elif self.step == "advance":
            self.perhaps_flank()
        else:
            self.perhaps_rampage()

    def do_restore(self, card: str) -> None:
        (found,) = (lifted for lifted in self.lifted if lifted[0] == card)
        self.lifted.remove(found)
        self.discards[self.active].remove(card)
        self.lying[found[1], self.active].append(card)

    def do_pay(self, card: str) -> None:
        self.take_from_hand(card)
        self.discards[self.active].append(card)
        self.paid += printed(card, "command_points")

    def do_settle(self) -> None:
        self.laid, self.lifted, self.paid = [], [], 0

    def do_end_actions(self) -> None:
        self.do_settle()
        self.step, self.drawn = "draw", False

    def do_reserves(self, card: str) -> None:
        self.do_settle()
        self.take_from_hand(card)
        self.reserves = card
        self.draw(self.active, 3, "actions")

    def do_attack(self, column: str) -> None:
        self.do_settle()
        self.begin_attack(int(column), [int(column)], flank=False)

    def do_flank_attack(self, column: str) -> None:
        self.begin_attack(int(column), [int(column), *self.flanks[int(column)]], flank=True)

"""Attacks in the naive second version of Field of Glory (`naive`): FG-C1 to FG-C7, FG-F2, FG-F3."""

from __future__ import annotations

from tests.core.field_of_glory.naive_table import SIDES, NaiveTable, Name, enemy, kind, owner, printed


class NaiveAttacks(NaiveTable):
    """An attack from its declaration to its end."""

    def begin_attack(self, column: int, sources: list[int], *, flank: bool) -> None:
        self.attack = {"column": column, "sources": sources, "flank": flank, "overlaps": [], "bonus": {}}
        self.attack |= {"lead": None, "defending_lead": None, "shown": False, "elephants_of": None}
        self.step, self.totals = "lead", None
        candidates = self.leads()
        if len(candidates) == 1:
            self.do_lead(candidates[0])

    def leads(self) -> list[str]:
        assert self.attack
        if self.attack["lead"] is None:
            return [card for column in self.attack["sources"] for card in self.lying[column, self.active]]
        return self.lying[self.attack["column"], enemy(self.active)]

    def overlap_actions(self) -> list[str]:
        assert self.attack
        cards = [card for card in self.playable(self.active) if kind(card) == "overlap"]
        return [f"overlap {card}" for card in cards] + [f"take-back {c}" for c in self.attack["overlaps"]]

    def legal_lead(self) -> list[str]:
        assert self.attack
        found = [f"lead {card}" for card in self.leads()]
        return found + (self.overlap_actions() if self.attack["lead"] is None else [])

    def do_lead(self, card: str) -> None:
        assert self.attack
        if owner(card) == self.active:
            self.attack["lead"], self.step = card, "bonus"
        else:
            self.attack["defending_lead"], self.step = card, "result"

    def do_overlap(self, card: str) -> None:
        assert self.attack
        self.take_from_hand(card)
        self.attack["overlaps"].append(card)

    def legal_bonus(self) -> list[str]:
        assert self.attack
        player = enemy(self.active) if self.attack["bonus"] else self.active
        found = []
        if self.draws is None:  # else the deck was shuffled for a card of it
            found = [f"bonus-from-hand {player} {card or '?'}" for card in dict.fromkeys(self.hand[player])]
        if self.deck[player] or self.discards[player]:
            found.append(f"bonus-from-deck {player}")
        if not self.has_any(player):
            found.append(f"no-bonus {player}")
        return found + (self.overlap_actions() if player == self.active else [])

    def do_bonus_from_hand(self, player: str, card: str) -> None:
        name = None if card == "?" else card
        self.hand[player].remove(name)
        self.bonus_chosen(player, name)

    def do_bonus_from_deck(self, player: str) -> None:
        self.draw(player, 1, "bonus")

    def do_no_bonus(self, player: str) -> None:
        self.bonus_chosen(player, "-")

    def bonus_chosen(self, player: str, card: Name) -> None:
        """The card; None if it is hidden, "-" for who goes without."""
        assert self.attack
        self.attack["bonus"][player] = card
        if player == self.active:
            self.step = "retreat"
            return
        self.step = "lead"
        if len(self.leads()) == 1:
            self.do_lead(self.leads()[0])

    def legal_retreat(self) -> list[str]:
        assert self.attack
        limit = printed(self.attack["lead"], "movement_cost")
        units = self.lying[self.attack["column"], enemy(self.active)]
        return [
            *(f"retreat {card}" for card in units if printed(card, "movement_cost") < limit),
            "end-retreat",
        ]

    def do_retreat(self, card: str) -> None:
        self.discard_unit(card)

    def do_end_retreat(self) -> None:
        assert self.attack
        self.step = "bonus"
        if not self.lying[self.attack["column"], enemy(self.active)]:
            self.attack["bonus"][enemy(self.active)] = "-"
            self.step = "result"

    def legal_result(self) -> list[str]:
        assert self.attack
        if self.attack["shown"]:
            return [f"discard {card}" for card in self.lying[self.attack["column"], self.active]]
        shown = {}
        for player in SIDES:
            bonus = self.attack["bonus"][player]
            shown[player] = self.nowhere(player) if bonus is None else [bonus]
        return [f"reveal {red} {blue}" for red in shown["red"] for blue in shown["blue"]]

    def do_reveal(self, red: str, blue: str) -> None:
        attack = self.attack
        assert attack
        attack["shown"] = True
        column, lead, mine, theirs = attack["column"], attack["lead"], self.active, enemy(self.active)
        bonus = {"red": red, "blue": blue}
        source = self.column_of(lead)
        if attack["defending_lead"] is not None:
            won = self.compare(bonus)
        for player in SIDES:
            self.discards[player] += [] if bonus[player] == "-" else [bonus[player]]
        attack["bonus"] = {}
        self.discards[mine] += attack["overlaps"]
        attack["overlaps"] = []
        if attack["defending_lead"] is None:
            if not (source == column and len(self.lying[column, mine]) == 2):
                self.attack_over()
            return
        stakes = list(self.lying[column, mine]) if source == column else [lead]
        defenders = list(self.lying[column, theirs])
        if won is None:
            for card in stakes + defenders:
                self.discard_unit(card)
            self.control.pop(column, None)
        elif won == mine:
            self.control[column] = mine
            self.capture(defenders)
            if source == column:
                self.keep_only(lead, stakes)
            elif len(self.lying[column, mine]) == 2:
                return
        else:
            if self.control.get(column) == mine:
                del self.control[column]
            self.capture(stakes)
            self.keep_only(attack["defending_lead"], defenders)
        self.perhaps_rampage()

    def capture(self, units: list[str]) -> None:
        assert self.attack
        for card in units:
            self.lying[self.column_of(card), owner(card)].remove(card)
            self.captured_from[owner(card)].append(card)
            self.points[enemy(owner(card))] += printed(card, "victory_points")
            if kind(card) == "elephant":
                self.attack["elephants_of"] = owner(card)

    def keep_only(self, lead: str, units: list[str]) -> None:
        for card in units:
            if card != lead:
                self.discard_unit(card)

    def compare(self, bonus: dict[str, str]) -> str | None:
        """The winner by totals (FG-C3 to FG-C6), None for a tie."""
        attack = self.attack
        assert attack
        mine, theirs, column = self.active, enemy(self.active), attack["column"]
        lead, against = attack["lead"], attack["defending_lead"]
        beside = self.lying[self.column_of(lead), mine]
        total = {mine: printed(lead, "combat"), theirs: printed(against, "combat")}
        for player in SIDES:
            total[player] += 0 if bonus[player] == "-" else printed(bonus[player], "command_points")
        total[mine] += 1 if len(beside) == 2 else 0
        total[theirs] += 1 if len(self.lying[column, theirs]) == 2 else 0
        if self.terrain[column] == "woods":
            total[mine] += self.in_woods(lead)
            total[theirs] += self.in_woods(against)
        if self.terrain[column] == "hill" and self.control.get(column) == theirs:
            total[theirs] += 1
        total[mine] += printed(lead, f"against.{kind(against)}")
        if kind(lead) == "pike" and [kind(card) for card in beside] == ["pike", "pike"]:
            total[mine] += 1
        total[mine] += 2 if attack["flank"] else 0
        total[mine] += len(attack["overlaps"]) * self.overlapping()
        self.totals = (total[mine], total[theirs])
        if total[mine] == total[theirs]:
            return theirs if kind(against) == "spear" else None
        return mine if total[mine] > total[theirs] else theirs

    def in_woods(self, card: str) -> int:
        if kind(card) == "light-infantry":
            return 1
        return -2 if kind(card) in ("heavy-infantry", "spear", "pike", "cavalry", "elephant") else 0

    def overlapping(self) -> int:
        assert self.attack
        count = 0
        for column in (self.attack["column"] - 1, self.attack["column"] + 1):
            if column in self.held():
                units = [card for card in self.lying[column, self.active] if card != self.attack["lead"]]
                count += sum(printed(card, "movement_cost") <= 3 for card in units)
        return count

    def perhaps_rampage(self) -> None:
        assert self.attack
        loser = self.attack["elephants_of"]
        if loser and (self.deck[loser] or self.discards[loser]):
            self.draw(loser, 1, "rampage")
        else:
            self.attack_over()

    def legal_rampage(self) -> list[str]:
        assert self.attack
        loser = self.attack["elephants_of"]
        if self.full:
            return [f"rampage {loser} {card}" for card in self.deck[loser]]
        return [f"rampage {loser} {card}" for card in [*self.nowhere(loser), "?"]]

    def do_rampage(self, loser: str, card: str) -> None:
        self.draws = None
        name = card if self.full else None
        self.deck[loser].remove(name)
        self.captured_from[loser].append(None if card == "?" else card)
        self.points[enemy(loser)] += 0 if card == "?" else printed(card, "victory_points")
        self.attack_over()

    def attack_over(self) -> None:
        assert self.attack
        if self.attack["flank"]:
            del self.flanks[self.attack["column"]]
        self.step = "flank" if self.attack["flank"] else "actions"
        self.attack = None

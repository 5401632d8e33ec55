"""What screens say of Field of Glory beside prompts and refusals: hints, sums, results, and how the game may end."""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import UNSEEN, kind_of

from signifer_firmware.texts import SECRET, TERRAINS, card_name, kind_name, player_name

# What else is possible, or comes with it, under what is asked.
_HINTS = {
    "act": "Hold ok: end",
    "act-or-attack": "Column button: attack",
    "bonus": "Hold ok: top of deck",
    "bonus-attacking": "Hold: deck. Overlap: now",
    "bonus-from-deck": "Lay it on your pad",
    "bonus-after-shuffle": "No hand, no deck",
    "choose-lead": "Button {column}: next",
    "choose-source": "Press a column",
    "draw": "Or card, ok: draw its CP",
    "discard-down": "Lay them on your pad, ok",
    "lift-one": "It is discarded",
    "top-card": "It goes to {winner}'s points",
}
HINT_KEYS = tuple(_HINTS)
SHUFFLE_SIDES = ("Shuffle card: turn to second shuffle", "Shuffle card: lay it on the table", "")
LINES = {
    "combat": "combat",
    "bonus": "card",
    "second-unit": "second",
    "against": "against",
    "beside-second": "pikes",
    "flank": "flank",
    "overlap": "Overlap",
}
VULNERABLE = "Flank open"
CONFIRM = "ok, or lift it"
_NUMBERS = {3: "three", 4: "four", 5: "five"}


def confirmed_text() -> str:
    """A bonus card is confirmed, and not told."""
    return f"{SECRET}, confirmed"


def shown_text(card: str, points: int) -> str:
    """A bonus card that was shown, with its command points: "cavalry 5: 4 CP"."""
    return f"{points} CP" if kind_of(card) == UNSEEN else f"{card_name(card)}: {points} CP"


def hint_text(key: str, winner: str = "", column: int = 0) -> str:
    """What else the player may do who is asked ``key``, or what comes of it; "" if there is nothing to add."""
    return _HINTS.get(key, "").format_map({"winner": player_name(winner), "column": column})


def shuffle_hint(shuffles: int, left: int) -> str:
    """What becomes of the shuffle card in the player's next shuffle, and how many cards are still to be drawn."""
    drawn = f"Then draw {left} more" if left else ""
    return ". ".join(part for part in (SHUFFLE_SIDES[min(shuffles, 2)], drawn) if part)


def may_retreat_text(kinds: tuple[str, ...], lifted: int) -> str:
    """Which kinds may retreat, or how many units were lifted for it."""
    if lifted:
        return f"{lifted} lifted"
    return "May: " + " and ".join(kind_name(kind) for kind in dict.fromkeys(kinds))


# What column screens say


def line_text(name: str, figure: int, terrain: str) -> str:
    """A summand of a total: "4 combat", "+1 second", "-2 woods"."""
    said = TERRAINS[terrain].lower() if name == "terrain" else LINES[name]
    return f"{figure} {said}" if name == "combat" else f"{figure:+d} {said}"


def attack_text(attacker: str, *, flank: bool) -> str:
    """An attack is under way."""
    return f"{player_name(attacker)} flanks" if flank else f"{player_name(attacker)} attacks"


def result_text(by: str, winner: str | None, margin: int = 0) -> str:
    """How an attack ended: ``by`` is "total", "spear", "tie" or "retreat"."""
    if by == "retreat":
        return "All retreated"
    if winner is None:
        return "A tie"
    return (
        f"{player_name(winner)}'s spear wins" if by == "spear" else f"{player_name(winner)} wins by {margin}"
    )


def turn_text(control: str | None) -> str:
    """Which way a terrain card is to be turned."""
    return f"Turn to {player_name(control)}" if control else "Turn: neutral"


# How the game may end


def threat_text(holder: str, terrains: int, reader: str) -> str:
    """``holder`` wins at his next victory check (FG-V1), as ``reader`` is told."""
    number = _NUMBERS[terrains]
    if holder == reader:
        return f"You hold {number}: you win at your next check unless one is broken"
    return f"{player_name(holder)} holds {number}: wins at his next check unless you break one"


LAST_TURN = "Both shuffle cards are out: this is the last turn"


def last_shuffle_text(player: str, reader: str) -> str:
    """With ``player``'s next shuffle both shuffle cards are out (FG-E1)."""
    whose = "Your" if player == reader else f"{player_name(player)}'s"
    return f"{whose} next shuffle ends the game with that turn"


def won_text(by: str, terrains: tuple[int, int], points: tuple[int, int]) -> str:
    """By what the game was won, the winner's figures first.

    ``by`` is "check", "terrain", "points", "draw" or "agreed".
    """
    if by == "check":
        return f"{_NUMBERS[terrains[0]].capitalize()} terrains at the check"
    terrain = f"Terrain {terrains[0]} : {terrains[1]}"
    return terrain if by == "terrain" else f"{terrain}, points {points[0]} : {points[1]}"

"""What the table says to players: one sentence for a refusal, one for its fix, three words for what is next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from signifer_core.procedure import Correction, Override, Prompt
from signifer_core.rules import Figure, Fix, Refusal

if TYPE_CHECKING:
    from .dice import Note

PLAYER_NAMES = {"red": "Red", "blue": "Blue"}
GAMES = {
    "field-of-glory": "Field of Glory",
    "thermopyles": "Thermopyles",
    "call-to-glory": "Call to Glory",
    "dark-age-arena": "Dark Age Arena",
}
STEPS = {
    "army": "Armies",
    "terrain": "Terrain",
    "first": "First player",
    "advance": "Advance",
    "flank": "Flank attacks",
    "actions": "Actions",
    "lead": "Lead unit",
    "bonus": "Bonus card",
    "retreat": "Retreat",
    "result": "Result",
    "rampage": "Rampage",
    "draw": "Draw",
    "drawing": "Drawing",
    "shuffle": "Shuffle",
    "over": "Game over",
}
TERRAINS = {"": "No terrain", "plain": "Plain", "rough": "Rough", "woods": "Woods", "hill": "Hill"}

_REFUSALS = {
    "not-a-unit": "{kind} is no unit and never goes on the battlefield.",
    "column-full": "Column {column} holds {limit} of your units already.",
    "mixed-kinds": "{kind} cannot share column {column} with {neighbour}.",
    "not-your-turn": "It is {active}'s move.",
    "wrong-phase": "This belongs to the step {wanted}; now it is {step}.",
    "wrong-side": "{card} of {army} lies on {side}'s side.",
    "pay-first": "Still due: {due} CP.",
    "not-enough": "{paid} CP offered, {due} CP due.",
    "nothing-due": "Nothing is due.",
    "discard-needs-placement": "{card} left column {column} and nothing was placed there.",
    "no-enemy": "No enemy is in column {column}.",
    "no-unit": "You have no unit in column {column}.",
    "hand-limit": "{hand} cards in hand; the limit is {limit}.",
    "cannot-move": "Units never move; {card} belongs in column {from}.",
    "unknown-tag": "This tag is no card the table knows.",
    "wrong-game": "This is a card of {game}.",
    "card-elsewhere": "{card} is in {pile}, says the record.",
    "one-card": "{cards} cards lie there; {limit} is asked.",
    "not-vulnerable": "Column {column} is not open to a flank attack.",
    "cannot-retreat": "{card} moves for {cost}; only units below {lead} may retreat.",
    "wrong-column": "{card} belongs in column {wanted}.",
    "count-wrong": "More cards than the {where} of {have} can have.",
}
REFUSAL_CODES = tuple(_REFUSALS)
_FIXES = {
    "take": "Take {card} from {place}.",
    "put": "Put {card} back in {place}.",
    "pay": "Lay {number} more CP on your pad, then ok.",
    "lay": "Lay {number} more on your {place}, then ok.",
    "press": "Choose another {place}.",
    "wait": "Wait for your move.",
    "hold": "Hold ok.",
    "enter": "Enter {number} with the column buttons, then ok.",
}
_PROMPTS = {
    "act": "Place units",
    "close": "Ok: all placed",
    "pay": "Pay on pad",
    "place-there": "Place in {column}",
    "lift-one": "Lift one in {column}",
    "draw": "Ok: draw three",
    "draw-now": "Draw {cards}",
    "discard-down": "Discard {excess} cards",
    "shuffle": "Shuffle, then ok",
    "wait": "{active} {asked}",
    "over": "{winner}",
    "hold-to-end": "Hold ok to end",
    "army": "Nine cards, ok",
    "terrain": "Terrain {number} of {of}",
    "terrain-ok": "Ok, or lift it",
    "first": "Dice, or hold ok",
    "hold-to-be-first": "Hold ok: first",
    "roll-again": "Equal: roll again",
    "flank": "Flank {columns}, or ok",
    "choose-source": "Lead from {columns}",
    "choose-lead": "Lead: {card}?",
    "bonus": "Bonus card, ok",
    "bonus-from-deck": "Top card, hold ok",
    "bonus-after-shuffle": "Hold ok, shuffle",
    "retreat": "Retreat: lift, ok",
    "top-card": "Top card, ok",
    "pay-cards": "{number} cards for {due}, ok",
    "draw-or-worth": "Ok: three, or CP",
    "draw-worth": "Ok: draw {number}",
    "bonus-unseen": "Ok: hand. Hold: deck",
    "worth": "Bonus: {number} CP, ok",
    "points": "Lost: {number} points, ok",
    "undone": "Taken back",
    "lifted-or-covered": "{cards} silent on {place}: lifted? ok",
    "no-undo-nothing-done": "Nothing to undo",
    "no-undo-cards-drawn": "Cards are drawn",
    "no-undo-cards-shown": "Cards are shown",
    "no-undo-bonus-confirmed": "Bonus card stands",
    "no-undo-shuffled": "Deck is shuffled",
    "no-undo-rolled": "Dice were rolled",
    "no-undo-turn-over": "That turn is over",
    "no-undo-other-moved": "The other has moved",
    "dice-columns": "{side} {columns}",
    "dice-enough": "Three are enough",
    "pad-unknown": "Pad unread: mend it",
    "no-such-gesture": "Not in this version",
    "no-undo-agreed": "Both agreed on it",
    "agreement": "Both agree",
}
# What the other one is asked, after his name.
_ASKED = {
    "act": "plays",
    "close": "plays",
    "pay": "pays",
    "place-there": "places",
    "lift-one": "discards one",
    "draw": "draws",
    "discard-down": "discards",
    "shuffle": "shuffles",
    "army": "drafts",
    "flank": "may flank",
    "choose-source": "chooses lead",
    "choose-lead": "chooses lead",
    "bonus": "adds bonus",
    "bonus-from-deck": "adds bonus",
    "bonus-after-shuffle": "adds bonus",
    "retreat": "may retreat",
    "top-card": "loses card",
    "pay-cards": "pays",
    "draw-or-worth": "draws",
    "draw-worth": "draws",
    "bonus-unseen": "adds bonus",
    "worth": "says CP",
    "points": "says points",
}
ASKED_KEYS = tuple(_ASKED)
_NOTES = {
    "dice-offer": "Fair dice: press three columns each.",
    "dice-columns": "{side} {columns}",
    "dice-commitment": "Hash {digits}",
    "dice-seal": "Seal {digits}",
    "dice-own": "Dice: the table's own",
    "dice-ceremony": "Dice: by your ceremony",
    "dice-secret": "Secret {digits}",
    "dice-tally": "{side} rolled {dice}, mean {mean}. Ones to sixes: {faces}",
}
AGREEMENT = "Agreement"
AGREEMENT_LEAVE = "Hold both ok: done"
# What column buttons do in the menu of agreement, by the number of the column.
AGREEMENT_BUTTONS = {1: "Back", 2: "Next", 3: "Next part", 4: "Less", 5: "More"}
_ENTRIES = {
    "position": "Units as they lie",
    "active": "Whose turn it is",
    "step": "Step of the game",
    "terrain": "Terrain of column {column}",
    "control": "Control of column {column}",
    "hand": "{player}'s hand",
    "deck": "{player}'s deck",
    "discard": "{player}'s discards",
    "points": "{player}'s points",
    "shuffle": "{player}'s shuffles",
    "bind": "New tag, {place} {side}, is",
    "wrong": "That was wrong: mark it",
    "over": "The game is over",
}
ENTRY_KEYS = tuple(_ENTRIES)
_PILES = {
    "discard": "the discard pile",
    "victory": "a victory pile",
    "deck": "the deck",
    "hand": "the hand",
    "out": "the box",
    "bonus": "the attack",
}


# A card that may be a hidden bonus card.
SECRET = "1 card"


def card_name(card: str) -> str:
    """A card in words: "heavy infantry 2" for red/heavy-infantry-2; a tag stays a tag."""
    if card.startswith("tag/"):
        return "the unknown tag"
    return card.rpartition("/")[2].rpartition(":")[2].replace("-", " ")


def kind_name(kind: str) -> str:
    """A kind in words."""
    return kind.replace("-", " ")


def place_name(place: str) -> str:
    """A place in words: "column 3", "your pad"."""
    return f"column {place}" if place.isdecimal() else "the pad"


def player_name(player: str) -> str:
    """A player's name as the other one reads it."""
    return PLAYER_NAMES.get(player, player)


def _words(figures: tuple[tuple[str, Figure], ...]) -> dict[str, str]:
    words = {name: str(value) for name, value in figures}
    said: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("kind", kind_name),
        ("neighbour", kind_name),
        ("active", player_name),
        ("side", player_name),
        ("place", place_name),
        ("player", player_name),
        ("army", player_name),
        ("step", lambda step: STEPS.get(step, step)),
        ("wanted", lambda step: STEPS.get(step, step)),
        ("pile", lambda pile: _PILES.get(pile) or place_name(pile)),
        ("asked", lambda key: _ASKED.get(key, "moves")),
    )
    for name, say in said:
        if name in words:
            words[name] = say(words[name])
    if "card" in words:
        card = words["card"]
        game = card.partition(":")[0]
        words |= {
            "card": card_name(card),
            "army": player_name(card.partition("/")[0]),
            "game": GAMES.get(game, "another game"),
        }
    if "winner" in words:
        words["winner"] = "A draw" if words["winner"] == "draw" else f"{player_name(words['winner'])} wins"
    return words


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def refusal_text(refusal: Refusal) -> str:
    """The reason in one sentence, with its figures."""
    words = _words(refusal.figures)
    if refusal.code == "no-unit" and "column" not in words:
        return _sentence("{card} lies in no column.".format_map(words))
    if refusal.code == "no-unit" and "card" in words:
        return _sentence("{card} does not lie in column {column}.".format_map(words))
    if refusal.code == "wrong-side":
        words = {"card": "a card", **words}
    if refusal.code == "count-wrong":
        where = "deck" if "deck" in words else "hand"
        words |= {"where": where, "have": words[where]}
    return _sentence(_REFUSALS[refusal.code].format_map(words))


def fix_text(fix: Fix) -> str:
    """The shortest fix in one sentence."""
    if fix.verb == "take" and fix.card is None:
        return f"Take {fix.number} from {place_name(fix.place or '')}."
    if fix.verb == "press" and fix.place == "ok":
        return "Press ok shortly."
    if fix.verb in ("take", "put") and fix.place is None:
        return (
            f"Take {card_name(fix.card or '')} away."
            if fix.verb == "take"
            else f"Put {card_name(fix.card or '')} back."
        )
    place = fix.place or ""
    words = {
        "card": card_name(fix.card or ""),
        "place": place if fix.verb in ("lay", "press") else place_name(place),
        "number": str(fix.number),
    }
    return _FIXES[fix.verb].format_map(words)


def fix_of(refusal: Refusal) -> str:
    """The refusal's fix; who only came in the wrong step is not told to wait, it may be his own move."""
    if refusal.code == "wrong-phase" and refusal.fix.verb == "wait":
        over = refusal.figure("step") == "over"
        return "The game is over." if over else "Do first what your screen asks."
    return fix_text(refusal.fix)


def prompt_text(prompt: Prompt) -> str:
    """What is next, in about three words."""
    return _PROMPTS[prompt.key].format_map(_words(prompt.figures))


def offered_text(cards: int) -> str:
    """How many cards lie on a pad, and not which."""
    return "1 card" if cards == 1 else f"{cards} cards"


def note_text(note: Note) -> str:
    """What a screen says of the dice, to both players."""
    return _NOTES[note.key].format_map(_words(note.figures))


def entry_text(entry: Override) -> str:
    """What people may overrule, in a few words."""
    return _ENTRIES[entry.key].format_map(_words(entry.figures))


def value_text(entry: Override, value: Figure | None) -> str:
    """A value of an entry in words; of None, what stands for none."""
    if entry.key == "position":
        if value is None:
            return "" if entry.choices else "As recorded"
        return f"{value} sides differ" if value != 1 else "1 side differs"
    text = "" if value is None else str(value)
    match entry.key:
        case "step":
            return STEPS.get(text, text)
        case "terrain":
            return TERRAINS.get(text, text)
        case "control":
            return player_name(text) if text in PLAYER_NAMES else "Nobody"
        case "bind" if text:
            return f"{PLAYER_NAMES.get(text.partition('/')[0], '')} {card_name(text)}".strip()
        case "over":
            result = "Draw" if text == "draw" else f"{player_name(text)} wins"
            return "No" if text == "none" else result
        case _:
            return player_name(text)


def correction_text(correction: Correction, winner: str = "") -> str:
    """What hands have to do, in a few words: "take pike 1 from 3"; ``winner`` has won the card: "... to Red"."""
    joint = "from" if correction.verb == "take" else "in"
    card = SECRET if correction.secret else card_name(correction.card)
    won = f" to {player_name(winner)}" if winner and not correction.secret else ""
    return f"{correction.verb} {card} {joint} {correction.zone.place}{won}"

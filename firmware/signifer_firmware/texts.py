"""What the table says to players: one sentence for a refusal, one for its fix, three words for what is next.

Each in the language of the player who reads it: ``words`` are his.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from signifer_core.layout import PLAYERS
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Figure, Fix, Refusal

from .terms import (
    GAMES,
    alternatives,
    card_name,
    kind_name,
    outcome_name,
    place_name,
    player_name,
    step_name,
)
from .words import Message, Plural, Words, marked

if TYPE_CHECKING:
    from .dice import Note

# A card that may be a hidden bonus card is said to be one card.
CARDS = Plural("1 card", "{cards} cards", "cards")
SECRET = CARDS.one

_REFUSALS: dict[str, Message] = marked(
    {
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
        "card-elsewhere": "{card} is in column {column}, says the record.",
        "one-card": Plural(
            "{cards} card lies there; {limit} is asked.",
            "{cards} cards lie there; {limit} is asked.",
            "cards",
        ),
        "not-vulnerable": "Column {column} is not open to a flank attack.",
        "cannot-retreat": "{card} moves for {cost}; only units below {lead} may retreat.",
        "wrong-column": "{card} belongs in column {wanted}.",
        "count-wrong": "More cards than the hand of {have} can have.",
    }
)
REFUSAL_CODES = tuple(_REFUSALS)
# More of them: where the reason is said in other words, by what is known of it.
_OTHER_REFUSALS: dict[str, str] = marked(
    {
        "no-unit of a card": "{card} does not lie in column {column}.",
        "no-unit nowhere": "{card} lies in no column.",
        "wrong-game unknown": "This is a card of another game.",
        "count-wrong deck": "More cards than the deck of {have} can have.",
        "card-elsewhere discard": "{card} is in the discard pile, says the record.",
        "card-elsewhere victory": "{card} is in a victory pile, says the record.",
        "card-elsewhere deck": "{card} is in the deck, says the record.",
        "card-elsewhere hand": "{card} is in the hand, says the record.",
        "card-elsewhere out": "{card} is in the box, says the record.",
        "card-elsewhere bonus": "{card} is in the attack, says the record.",
        "card-elsewhere pad": "{card} is on the pad, says the record.",
    }
)
# By verb, and by where the card lies or is to lie.
_FIXES: dict[str, str] = marked(
    {
        "take column": "Take {card} from column {column}.",
        "take pad": "Take {card} from the pad.",
        "take": "Take {card} away.",
        "take-some column": "Take {number} from column {column}.",
        "take-some": "Take {number} from the pad.",
        "put column": "Put {card} back in column {column}.",
        "put pad": "Put {card} back on the pad.",
        "put": "Put {card} back.",
        "pay": "Lay {number} more CP on your pad, then ok.",
        "lay": "Lay {number} more on your pad, then ok.",
        "lay column": "Lay {card} in column {column}.",
        "lay ground": "Lay {number} more on your column, then ok.",
        "press": "Choose another column.",
        "press ok": "Press ok shortly.",
        "wait": "Wait for your move.",
        "hold": "Hold ok.",
        "enter": "Enter {number} with the column buttons, then ok.",
    }
)
_PROMPTS: dict[str, Message] = marked(
    {
        "act": "Place units",
        "close": "Ok: all placed",
        "pay": "Pay on pad",
        "place-there": "Place in {column}",
        "lift-one": "Lift one in {column}",
        "draw": "Ok: draw three",
        "draw-now": "Draw {cards}",
        "discard-down": Plural("Discard {excess} card", "Discard {excess} cards", "excess"),
        "shuffle": "Shuffle, then ok",
        "wait": "{active} moves",
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
        "pay-cards": Plural("{number} card for {due}, ok", "{number} cards for {due}, ok", "number"),
        "draw-or-worth": "Ok: three, or CP",
        "draw-worth": "Ok: draw {number}",
        "bonus-unseen": "Ok: hand. Hold: deck",
        "worth": "Bonus: {number} CP, ok",
        "points": Plural("Lost: {number} point, ok", "Lost: {number} points, ok", "number"),
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
        "column-unknown": "Column {column} unread",
        "no-such-gesture": "Not in this version",
        "no-undo-agreed": "Both agreed on it",
        "agreement": "Both agree",
        "odds-off": "Odds are off: menu",
    }
)
# What the other one is asked, after his name.
_ASKED: dict[str, str] = marked(
    {
        "act": "{active} plays",
        "close": "{active} plays",
        "pay": "{active} pays",
        "place-there": "{active} places",
        "lift-one": "{active} discards one",
        "draw": "{active} draws",
        "discard-down": "{active} discards",
        "shuffle": "{active} shuffles",
        "army": "{active} drafts",
        "flank": "{active} may flank",
        "choose-source": "{active} chooses lead",
        "choose-lead": "{active} chooses lead",
        "bonus": "{active} adds bonus",
        "bonus-from-deck": "{active} adds bonus",
        "bonus-after-shuffle": "{active} adds bonus",
        "retreat": "{active} may retreat",
        "top-card": "{active} loses card",
        "pay-cards": "{active} pays",
        "draw-or-worth": "{active} draws",
        "draw-worth": "{active} draws",
        "bonus-unseen": "{active} adds bonus",
        "worth": "{active} says CP",
        "points": "{active} says points",
    }
)
ASKED_KEYS = tuple(_ASKED)
_NOTES: dict[str, str] = marked(
    {
        "missing": "Missing: {army} {card}",
        "dice-offer": "Fair dice: press three columns each.",
        "dice-columns": "{side} {columns}",
        "dice-commitment": "Hash {digits}",
        "dice-seal": "Seal {digits}",
        "dice-own": "Dice: the table's own",
        "dice-ceremony": "Dice: by your ceremony",
        "dice-secret": "Secret {digits}",
        "dice-tally": "{side} rolled {dice}, mean {mean}. Ones to sixes: {faces}",
    }
)


def figures_of(figures: tuple[tuple[str, Figure], ...], words: Words) -> dict[str, str]:
    """The figures of a message, in words."""
    found = {name: str(value) for name, value in figures}
    said: dict[str, Callable[[str, Words], str]] = {
        "kind": kind_name,
        "neighbour": kind_name,
        "active": player_name,
        "side": player_name,
        "place": place_name,
        "player": player_name,
        "army": player_name,
        "step": step_name,
        "wanted": _wanted,
        "columns": alternatives,
        "mean": decimal,
    }
    found |= {name: say(found[name], words) for name, say in said.items() if name in found}
    if "card" in found:
        card = found["card"]
        found |= {
            "card": card_name(card, words),
            "army": player_name(card.partition("/")[0], words),
            "game": GAMES.get(card.partition(":")[0], ""),
        }
    return found


def _wanted(wanted: str, words: Words) -> str:
    """A step, or the columns between which there is a choice."""
    return step_name(alternatives(wanted, words), words)


def decimal(number: str, words: Words) -> str:
    whole, _, part = number.partition(".")
    if not part:
        return whole
    return words.say("{whole}.{part}", whole=whole, part=part)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def refusal_text(refusal: Refusal, words: Words) -> str:
    """The reason in one sentence, with its figures."""
    figures = figures_of(refusal.figures, words)
    message = _REFUSALS.get(refusal.code, refusal.code)
    match refusal.code:
        case "no-unit" if "column" not in figures:
            message = _OTHER_REFUSALS["no-unit nowhere"]
        case "no-unit" if "card" in figures:
            message = _OTHER_REFUSALS["no-unit of a card"]
        case "wrong-side":
            figures = {"card": words.say("a card"), **figures}
        case "wrong-game" if not figures["game"]:
            message = _OTHER_REFUSALS["wrong-game unknown"]
        case "count-wrong":
            where = "deck" if "deck" in figures else "hand"
            figures["have"] = figures[where]
            message = _OTHER_REFUSALS.get(f"count-wrong {where}", message)
        case "card-elsewhere":
            figures["column"] = figures["pile"]
            message = _OTHER_REFUSALS.get(f"card-elsewhere {figures['pile']}", message)
    return _sentence(words.say(message, **figures))


def fix_text(fix: Fix, words: Words) -> str:
    """The shortest fix in one sentence."""
    verb = "take-some" if fix.verb == "take" and fix.card is None else fix.verb
    place = fix.place or ""
    # A card to lay in any column has "column" for its place.
    where = {"column": "ground"}.get(place, "column" if place.isdecimal() else place)
    message = _FIXES.get(f"{verb} {where}", _FIXES[verb])
    said = words.say(message, card=card_name(fix.card or "", words), column=place, number=fix.number)
    return _sentence(said) if fix.card else said


def fix_of(refusal: Refusal, words: Words) -> str:
    """The refusal's fix; who only came in the wrong step is not told to wait, it may be his own move."""
    if refusal.code == "wrong-phase" and refusal.fix.verb == "wait":
        over = refusal.figure("step") == "over"
        return words.say("The game is over.") if over else words.say("Do first what your screen asks.")
    return fix_text(refusal.fix, words)


def prompt_text(prompt: Prompt, words: Words) -> str:
    """What is next, in about three words."""
    if prompt.key == "over":
        return outcome_name(str(prompt.figure("winner")), words)
    asked = str(prompt.figure("asked")) if prompt.key == "wait" else ""
    return words.say(
        _ASKED.get(asked, _PROMPTS.get(prompt.key, prompt.key)), **figures_of(prompt.figures, words)
    )


def offered_text(cards: int, words: Words) -> str:
    """How many cards lie on a pad, and not which."""
    return words.say(CARDS, cards=cards)


def note_text(note: Note, words: Words) -> str:
    """What a screen says of the dice, or of a card that is missing, to both players."""
    return words.say(_NOTES[note.key], **figures_of(note.figures, words))


def clock_text(minutes: tuple[int, ...], player: str, words: Words) -> str:
    """How long ``player`` has thought; "" without a clock."""
    return words.say("{minutes} min", minutes=minutes[PLAYERS.index(player)]) if minutes else ""


_CORRECTIONS: dict[str, str] = marked(
    {
        "take column": "take {card} from {column}",
        "take pad": "take {card} from pad",
        "put column": "put {card} in {column}",
        "put pad": "put {card} in pad",
        "won column": "take {card} from {column} to {winner}",
        "won pad": "take {card} from pad to {winner}",
    }
)


def correction_text(correction: Correction, words: Words, winner: str = "") -> str:
    """What hands have to do, in a few words: "take pike 1 from 3"; ``winner`` has won the card: "... to Red"."""
    card = offered_text(1, words) if correction.secret else card_name(correction.card, words)
    verb = "won" if winner and not correction.secret else correction.verb
    place = correction.zone.place
    message = _CORRECTIONS[f"{verb} {'column' if place.isdecimal() else 'pad'}"]
    return words.say(message, card=card, column=place, winner=player_name(winner, words))

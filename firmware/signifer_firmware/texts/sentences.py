"""Sentences for players: one for a refusal, one for its fix, three words for what is next.

Each in the language of the player who reads it: ``words`` are theirs. Here stands what every game says; what is a
game's own stands in its ``texts`` module, and the ruling of a refusal tells the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from signifer_core.frozen import replace
from signifer_core.layout import PAD, SIDES
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Figure, Fix, Refusal, Verb

from signifer_firmware.game_api.registry import names, titles
from signifer_firmware.game_api.texts import Merged, texts_by_ruling, texts_of
from signifer_firmware.i18n.words import Message, Plural, Words, marked

from .terms import (
    alternatives,
    card_name,
    kind_name,
    outcome_name,
    place_name,
    player_name,
    source_name,
    step_name,
)

if TYPE_CHECKING:
    from signifer_firmware.session.dice import Note

# A card that may be a hidden bonus card is said to be one card.
CARDS = Plural("1 card", "{cards} cards", "cards")
SECRET = CARDS.one

# Where the reason is said in other words, more stands behind the code.
_REFUSALS: dict[str, Message] = marked(
    {
        "not-your-turn": "It is {active}'s turn.",
        "wrong-phase": "This belongs to another step: {wanted}. Now: {step}.",
        "unknown-tag": "This tag is no card the table knows.",
        "unknown-tag old": "This is the old tag of {card}: another one has replaced it.",
        "unknown-tag unnamed": "This is an old tag: another one has replaced it.",
        "wrong-game": "This is a card of {game}.",
        "wrong-game unknown": "This is a card of another game.",
        "wrong-game deck": "This card's deck, {deck}, does not play.",
    }
)
# What stands against a card by the record alone: that may be wrong, by a card that nobody could see moving.
BY_RECORD = ("count-wrong", "card-elsewhere", "must-retreat")
WAY_OUT = marked("If the record is wrong, hold both ok.")
# Instead of what was asked, where used cards lie on the pad.
_USED = Plural("A used card still lies on your pad.", "{used} used cards still lie on your pad.", "used")
# By verb, and by where the card lies or is to lie.
_FIXES: dict[str, Message] = marked(
    {
        "take column": "Take {card} from column {column}.",
        "take pad": "Take {card} from the pad.",
        "take pad red": "Take {card} from Red's pad.",
        "take pad blue": "Take {card} from Blue's pad.",
        "take": "Take {card} away.",
        "take-some column": Plural(
            "Take {number} card from column {column}.", "Take {number} cards from column {column}.", "number"
        ),
        "take-some pad red": Plural(
            "Take {number} card from Red's pad.", "Take {number} cards from Red's pad.", "number"
        ),
        "take-some pad blue": Plural(
            "Take {number} card from Blue's pad.", "Take {number} cards from Blue's pad.", "number"
        ),
        "take-some": Plural(
            "Take {number} card from the pad.", "Take {number} cards from the pad.", "number"
        ),
        "put column": "Put {card} back in column {column}.",
        "put pad": "Put {card} back on the pad.",
        "put pad red": "Put {card} back on Red's pad.",
        "put pad blue": "Put {card} back on Blue's pad.",
        "put": "Put {card} back.",
        "lay": "Lay {number} more on your pad, then ok.",
        "lay column": "Lay {card} in column {column}.",
        "press": "Choose another column.",
        "press ok": "Press ok briefly.",
        "wait": "Wait for your turn.",
        "hold": "Hold ok.",
        "press ok for the pad": "Press ok for what lies on your pad.",
        "hold ok for the pad": "Hold ok for what lies on your pad.",
    }
)
_PROMPTS: Mapping[str, Message] = marked(
    {
        "wait": "{active} decides",
        "undone": "Taken back",
        "lifted-or-covered": Plural(
            "{cards} card silent on {place}: lifted? ok",
            "{cards} cards silent on {place}: lifted? ok",
            "cards",
        ),
        "back-first": Plural("Put it back first", "Put them back first", "cards"),
        "no-undo-nothing-done": "Nothing to undo",
        "no-undo-cards-drawn": "Cards are drawn",
        "no-undo-cards-shown": "Cards are shown",
        "no-undo-rolled": "Dice were rolled",
        "no-undo-turn-over": "That turn is over",
        "no-undo-other-moved": "The other has moved",
        "dice-columns": "{side} {columns}",
        "dice-enough": "Three are enough",
        "pad-unknown": "{side}'s pad unread",
        "column-unknown": "Column {column} unread",
        "no-such-gesture": "Means nothing now",
        "no-undo-agreed": "Both agreed on it",
        "agreement": "Both agree",
        "odds-off": "Odds are off: menu",
    }
)
PROMPTS: Mapping[str, Message] = Merged(lambda texts: texts.prompts, _PROMPTS)
PADS: Mapping[str, Message] = Merged(
    lambda texts: texts.pads,
    marked(
        {
            "ok-discards": Plural("1 card: ok discards it", "{cards} cards: ok discards them", "cards"),
            "pad-more": Plural("1 card: {missing} more", "{cards} cards: {missing} more", "cards"),
            "pad-too-many": Plural("1 card: {over} too many", "{cards} cards: {over} too many", "cards"),
            "pad-waits": Plural("1 card: not yet", "{cards} cards: not yet", "cards"),
            "pad-unasked": Plural("1 card: none asked for", "{cards} cards: none asked for", "cards"),
        }
    ),
)
# What the other one waits for, after the name of whoever is asked.
WAITING: Mapping[str, str] = Merged(lambda texts: texts.waiting)


def refusal_codes(game: str) -> frozenset[str]:
    """The codes of all refusals that ``game`` has words for."""
    return frozenset(key for key in (*_REFUSALS, *texts_of(game).refusals) if " " not in key)


def all_refusal_codes() -> frozenset[str]:
    """The codes of all refusals of all games."""
    return frozenset[str]().union(*map(refusal_codes, names()))


_NOTES: dict[str, str] = marked(
    {
        "missing": "Missing: {army} {card}",
        "missing of no army": "Missing: {card}",
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
        "met": card_name,
        "target": card_name,
        "bearer": card_name,
        "there": card_name,
        "first": card_name,
        "modifiers": added_text,
        "others": added_text,
    }
    found |= {name: say(found[name], words) for name, say in said.items() if name in found}
    if "card" in found:
        card = found["card"]
        found |= {
            "card": card_name(card, words),
            "army": player_name(card.rpartition("/")[0], words),
            "game": titles().get(card.partition(":")[0], ""),
        }
    return found


def added_text(added: str, words: Words) -> str:
    """What is added to a roll, each with where it comes from: "Gate +1, Drill +1" of "2 blue +1, red/drill-1 +1"."""
    parts = (each.rpartition(" ") for each in added.split(", "))
    return ", ".join(f"{source_name(source, words)} {amount}" for source, _, amount in parts)


def _wanted(wanted: str, words: Words) -> str:
    """A step, or the columns between which there is a choice."""
    return step_name(alternatives(wanted, words), words)


def decimal(number: str, words: Words) -> str:
    whole, _, part = number.partition(".")
    if not part:
        return whole
    return words.say("{whole}.{part}", whole=whole, part=part)


def sentence(text: str) -> str:
    """A text as it begins a line: with a capital letter, but for the button "ok", which is called so everywhere."""
    return text if text.startswith("ok") else text[:1].upper() + text[1:]


def refusal_text(refusal: Refusal, words: Words) -> str:
    """The reason in one sentence, with its figures."""
    game, figures = texts_by_ruling(refusal.ruling), figures_of(refusal.figures, words)
    messages = {**_REFUSALS, **game.refusals}
    told = {name: str(value) for name, value in refusal.figures}
    before = dict(told)
    variant = game.variant(refusal.code, told)
    figures |= {name: text for name, text in told.items() if before.get(name) != text}
    if refusal.code == "wrong-game":
        variant = _of_whom(refusal, figures)
    if (was := refusal.figure("was")) is not None:
        variant = "old" if was else "unnamed"
        figures["card"] = card_name(str(was), words)
    message = messages.get(f"{refusal.code} {variant}", messages[refusal.code])
    if "used" in figures:
        message = _USED
    if refusal.card is not None and "card" not in figures:
        figures["card"] = card_name(refusal.card, words)
    figures.setdefault("card", words.say("a card"))
    return sentence(words.say(message, **figures))


def _of_whom(refusal: Refusal, figures: dict[str, str]) -> str:
    """How it is said of which game a card is; of the very game, it is in a deck that does not sit here."""
    if deck := absent_deck(refusal):
        figures["deck"] = deck
        return "deck"
    return "" if figures["game"] else "unknown"


def absent_deck(refusal: Refusal) -> str:
    """The deck of a card that is refused since it does not play, in a game to which players bring decks; else ""."""
    game, _, name = str(refusal.figure("card") or "").partition(":")
    is_own = game in names() and texts_of(game) is texts_by_ruling(refusal.ruling)
    return name.partition("/")[0] if refusal.code == "wrong-game" and is_own else ""


def fix_text(fix: Fix, words: Words, ruling: str = "", *, is_named: bool = True) -> str:
    """The shortest fix in one sentence; ``ruling`` tells the game, which may have words of its own: for a card of which
    nobody is told otherwise (not ``is_named``), such as end in "unnamed"."""
    fixes: dict[str, Message] = {**_FIXES, **texts_by_ruling(ruling).fixes}
    verbs = (fix.verb,) if fix.card else (f"{fix.verb}-some", fix.verb)
    place = fix.place or ""
    # What is laid in any column has "column" for its place; "lay column" is said of a certain one.
    where = {"column": "ground"}.get(place, "column" if place.isdecimal() else place)
    named = where if place == "column" else place
    keys = [key for verb in verbs for key in (f"{verb} {named}", f"{verb} {where}", verb)]
    if not is_named:
        keys = [f"{key} unnamed" for key in keys] + keys
    message = next(fixes[key] for key in keys if key in fixes)
    number = 1 if fix.number is None else fix.number
    said = words.say(message, card=card_name(fix.card or "", words), column=place, number=number)
    return sentence(said) if fix.card else said


def _surplus(refusal: Refusal) -> int | None:
    """How many cards are too many, where a refusal tells how many lie there and how many may."""
    lie, may = refusal.figure("cards"), refusal.figure("limit")
    may = refusal.figure("hand") if may is None else may
    return lie - may if isinstance(lie, int) and isinstance(may, int) and lie > may else None


def fix_of(refusal: Refusal, words: Words) -> str:
    """The refusal's fix; who only came in the wrong step is not told to wait, it may be their own turn."""
    if refusal.fix.verb == Verb.WAIT and refusal.figure("asked"):
        figures = figures_of(refusal.figures, words)
        return words.say("Wait for {active}.", active=figures["active"])
    if refusal.fix.verb == Verb.WAIT and refusal.code == "wrong-phase":
        over = refusal.figure("step") == "over"
        return words.say("The game is over.") if over else words.say("Do first what your screen asks.")
    # A reason that tells of the card has named it; where none is named, how many there are too many.
    is_named = refusal.card is not None and refusal.card in (value for _, value in refusal.figures)
    counted = refusal.fix
    if not is_named and counted.number is None:
        counted = replace(counted, number=_surplus(refusal))
    fix = fix_text(counted, words, refusal.ruling, is_named=is_named)
    # To overrule is the same way out, and is said once. An old tag may be on a card that is equal to the one it was on.
    by_record = (
        (refusal.code in BY_RECORD or refusal.figure("was") is not None)
        and refusal.figure("what") is None
        and refusal.fix.verb != Verb.OVERRULE
    )
    return f"{fix} {words.say(WAY_OUT)}" if by_record else fix


def prompt_text(prompt: Prompt, words: Words, game: str = "") -> str:
    """What is next, in about three words; at the end of ``game``, who has won it."""
    if prompt.key == "over":
        return outcome_name(str(prompt.figure("winner")), words, game)
    asked = str(prompt.figure("asked")) if prompt.key == "wait" else ""
    return sentence(words.say(WAITING.get(asked, PROMPTS[prompt.key]), **figures_of(prompt.figures, words)))


def notice_text(notice: Prompt, words: Words, game: str) -> str:
    """A notice of ``game``: what it says beside what it asks."""
    return sentence(words.say(texts_of(game).notices[notice.key], **figures_of(notice.figures, words)))


def offered_text(cards: int, words: Words) -> str:
    """How many cards lie on a pad, and not which."""
    return words.say(CARDS, cards=cards)


def pad_text(offered: Prompt, words: Words) -> str:
    """What `ok` would do with the cards on a pad."""
    return words.say(PADS[offered.key], **figures_of(offered.figures, words))


def note_text(note: Note, words: Words) -> str:
    """What a screen says of the dice, or of a card that is missing, to both players."""
    figures = figures_of(note.figures, words)
    key = f"{note.key} of no army" if note.key == "missing" and not figures["army"] else note.key
    return words.say(_NOTES[key], **figures)


def clock_text(minutes: tuple[int, ...], player: str, words: Words) -> str:
    """How long ``player`` has thought; "" without a clock."""
    return words.say("{minutes} min", minutes=minutes[SIDES.index(player)]) if minutes else ""


def asked_text(correction: Correction, words: Words, *, names_pads: bool = False) -> str:
    """What hands have to do, in a sentence of its own, as who hears it needs it: "Take pike 1 from column 3"."""
    place = _place(correction, names_pads)
    if not correction.secret:
        return fix_text(Fix(correction.verb, correction.card, place), words)
    if correction.verb == Verb.TAKE:
        return fix_text(Fix(Verb.TAKE, place=place, number=1), words)
    return sentence(f"{correction_text(correction, words, names_pads=names_pads)}.")


_CORRECTIONS: dict[str, str] = marked(
    {
        "take column": "take {card} from {column}",
        "take pad": "take {card} from pad",
        "take pad red": "take {card} from Red's pad",
        "take pad blue": "take {card} from Blue's pad",
        "put column": "put {card} in {column}",
        "put pad": "put {card} on pad",
        "put pad red": "put {card} on Red's pad",
        "put pad blue": "put {card} on Blue's pad",
        "won column": "take {card} from {column} to {winner}",
        "won pad": "take {card} from pad to {winner}",
    }
)


def _place(correction: Correction, names_pads: bool) -> str:
    """Where a fix has that the card lies, or is to lie; ``names_pads``: and on which pad."""
    named = names_pads and correction.zone.place == PAD
    return str(correction.zone) if named else correction.zone.place


def correction_text(
    correction: Correction, words: Words, winner: str = "", *, names_pads: bool = False
) -> str:
    """What hands have to do, in a few words: "take pike 1 from 3"; ``winner`` has won the card: "... to Red"."""
    card = offered_text(1, words) if correction.secret else card_name(correction.card, words)
    verb = "won" if winner and not correction.secret else correction.verb
    place = _place(correction, names_pads)
    message = _CORRECTIONS[f"{verb} {'column' if place.isdecimal() else place}"]
    return words.say(message, card=card, column=place, winner=player_name(winner, words))

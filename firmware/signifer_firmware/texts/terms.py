"""Terms of all games and of the table in a player's language: cards, kinds, places, players, steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from signifer_core.tags import is_tag, was_on

from signifer_firmware.game_api.registry import bundles
from signifer_firmware.game_api.texts import Merged, texts_of
from signifer_firmware.i18n.words import Called, Plural, Words, kind_of, marked

PLAYER_NAMES = marked({"red": "Red", "blue": "Blue"})
# Steps of any game; each has those of its own beside them.
COMMON_STEPS = marked(
    {
        "players": "Players",
        "deal": "Dealing",
        "draw": "Draw",
        "drawing": "Drawing",
        "result": "Result",
        "over": "Game over",
    }
)
STEPS: Mapping[str, str] = Merged(lambda texts: texts.steps, COMMON_STEPS)
# In sentences.
KINDS: Mapping[str, str] = Merged(lambda texts: texts.kinds)
# Beside a unit's symbol, where there is room for about 18 letters.
LABELS: Mapping[str, str] = Merged(lambda texts: texts.labels)
_PARTS = marked(
    {
        "reader": "reader",
        "screen": "screen",
        "node": "node",
        "button": "button",
        "column": "column",
        "dice": "dice",
        "buzzer": "buzzer",
        "record": "record",
        "tag": "tag",
        "pad": "pad",
        "both": "both",
        "red": "red",
        "blue": "blue",
    }
)


def card_name(card: str, words: Words) -> str:
    """A card in words, by what is printed on it: "heavy infantry 2 CP" for red/heavy-infantry-2; a tag stays a tag."""
    if is_tag(card):
        was = was_on(card)
        if was:
            return words.say("the old tag of {card}", card=card_name(was, words))
        return words.say("the unknown tag") if was is None else words.say("the old tag")
    own = card.rpartition(":")[2]
    called = _called(own, words)
    if called.name:
        return called.own_name(words.language)
    kind = kind_of(own)
    if kind not in KINDS:
        return own.rpartition("/")[2].replace("-", " ")
    return _marked(called, kind_name(kind, words), called.mark, words)


def card_names(cards: Iterable[str], words: Words) -> list[str]:
    """Many cards in words, one text for those of a kind: "Cavalry 2 2 4 CP"."""
    kinds: dict[str, list[Called]] = {}
    for card in sorted(cards):
        kinds.setdefault(kind_of(card), []).append(_called(card, words))
    said = []
    for kind, called in sorted(kinds.items()):
        marks = sorted((each.mark for each in called if each.mark), key=lambda mark: (len(mark), mark))
        label = called[0].own_name(words.language) or kind_label(kind, words)
        if not marks and len(called) > 1:
            label = words.say("{number} x {kind}", number=len(called), kind=label)
        said.append(_marked(called[0], label, " ".join(marks), words))
    return said


def is_card(word: str, words: Words) -> bool:
    """Whether a word is the id of a card that has a name."""
    return kind_of(word) in KINDS or bool(_called(word, words).name)


def pile_names(seen: Iterable[str], unseen: int, words: Words) -> tuple[str, ...]:
    """A pile of discards in paragraphs: those that were seen going there, by kinds; then how many were not."""
    said = card_names(seen, words)
    if unseen:
        said.append(words.say(Plural("1 card not seen", "{cards} cards not seen", "cards"), cards=unseen))
    return tuple(said) or (words.say("No discards"),)


def _called(card: str, words: Words) -> Called:
    """What the card is called in the game that is on; one of another game by the figures that are shipped."""
    return words.cards.get(card) or _shipped(card) or Called()


def _marked(called: Called, kind: str, mark: str, words: Words) -> str:
    return words.say(called.message, kind=kind, mark=mark) if mark else kind


def _shipped(card: str) -> Called | None:
    """What a card of any game is called, without any owner's corrections."""
    return next((game.called[card] for game in bundles().values() if card in game.called), None)


def kind_name(kind: str, words: Words) -> str:
    """A kind in words, as it stands in a sentence; one that has no word is spelt as its id is."""
    if kind in words.kinds:
        return words.kinds[kind].own_name(words.language)
    return words.say(KINDS[kind]) if kind in KINDS else kind.replace("-", " ")


def kind_label(kind: str, words: Words) -> str:
    """A kind in words, as it stands beside its symbol."""
    if kind in words.kinds:
        return kind_name(kind, words)
    return words.say(LABELS[kind]) if kind in LABELS else kind_name(kind, words).capitalize()


def place_name(place: str, words: Words) -> str:
    """A place in words: "column 3", "the pad", "Blue's pad"; several: "column 2, column 4"."""
    first, *others = place.split(" ")
    if others:
        return ", ".join(place_name(each, words) for each in (first, *others))
    side = place.partition("-")[2]
    if side:
        return words.say("{side}'s pad", side=player_name(side, words))
    return words.say("column {column}", column=place) if place.isdecimal() else words.say("the pad")


# What adds to a roll and is neither a card nor a place.
_SOURCES = marked({"bid": "bid", "class": "enemy class", "marker": "marker", "com": "COM"})


def source_name(source: str, words: Words) -> str:
    """What adds something to a roll: a card, a place or leader by the name that its deck gives it, a bid."""
    if source in _SOURCES:
        return words.say(_SOURCES[source])
    return card_name(source, words)


def player_name(player: str, words: Words) -> str:
    """A player's name as the other one reads it; one of several on the same side has a number."""
    if player.isdecimal():
        return words.say("Player {number}", number=player)
    return words.say(PLAYER_NAMES[player]) if player in PLAYER_NAMES else player


def seat_label(seat: str, words: Words) -> str:
    """A player at a seat, in two letters."""
    return words.say("P{number}", number=seat)


def step_name(step: str, words: Words) -> str:
    """A step in words."""
    return words.say(STEPS[step]) if step in STEPS else step


def outcome_name(winner: str, words: Words, game: str = "") -> str:
    """Who has won ``game``; ``winner`` is a player, several who share it, or "draw"."""
    said = texts_of(game).values.get("over", {}).get(winner)
    if said is not None:
        return words.say(said)
    if winner == "draw":
        return words.say("A draw")
    if " " in winner:
        winners = ", ".join(player_name(player, words) for player in winner.split())
        return words.say("Shared: {winners}", winners=winners)
    return words.say("{winner} wins", winner=player_name(winner, words))


def alternatives(text: str, words: Words) -> str:
    """Figures between which somebody may choose, such as "2 or 4", "2, 3 or 4"."""
    *others, last = text.split(" or ")
    return words.say("{one} or {other}", one=", ".join(others), other=last) if others else last


def part_name(part: str, words: Words) -> str:
    """A part of the table, such as "reader 3 red"."""
    return " ".join(words.say(_PARTS[word]) if word in _PARTS else word for word in part.split())


def per_cent(chance: Fraction, places: int = 0) -> float:
    """A chance to so many places; 0 and 100 only for what cannot be, and what must be."""
    rounded, least = round(float(100 * chance), places or None), 10**-places
    return min(max(rounded, least), 100 - least) if 0 < chance < 1 else rounded

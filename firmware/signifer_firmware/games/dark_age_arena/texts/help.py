"""Help on the present step of Dark Age Arena: what a player may do now, and with which gestures."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.deck.sources import leader_name
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.rules.effects import place_name
from signifer_core.games.dark_age_arena.state import (
    COMBAT_STEPS,
    LAST_OF_ESCALATION,
    OPEN_STEPS,
    PLACES,
    State,
)
from signifer_core.games.dark_age_arena.table.questions import prompts
from signifer_core.layout import Side
from signifer_core.procedure import Prompt, Table

from signifer_firmware.i18n.words import Words, marked
from signifer_firmware.texts.sentences import prompt_text
from signifer_firmware.texts.terms import card_name, player_name, source_name

_SENTENCES = marked(
    {
        "assemble": "Shuffle, draw eight cards; ok keeps this hand, ok held takes seven others, once (DA-3).",
        "assemble-artifacts": "Artifacts go into columns 1 to 3, one a place; ok lays them and keeps the hand (DA-3).",
        "assemble-table": "Columns 1 to 3 are your places, 4 is the combat zone, 5 takes a card being played.",
        "stock": "Lay up to two cards on your pad; ok discards them. Then draw one, and one for each (DA-8).",
        "stock-done": "ok alone: none is discarded. Once you have drawn, you are done (DA-4).",
        "draft": "Enlist a character from your hand: into column 1 to 3, ok. It costs 1 COM for each one there (DA-9).",
        "draft-roll": "Its roll: one die has to reach its control; what is missing may be paid in COM (DA-10).",
        "draft-missed": "Missed: ok pays what is missing; column 5 held adds a marker; ok held gives up (DA-10, DA-7).",
        "draft-natural": "A natural 1 takes no COM, unless a marker makes it a 2 (DA-11).",
        "draft-failed": "Who fails goes face down under the stock; you may try another (DA-12).",
        "contest": "Both have enlisted the same unique character: bid LOG and roll for it (DA-13).",
        "bid": "Both hide cards of their hand in a fist, one for each LOG that they bid (DA-18).",
        "bid-buttons": "Fists open: column 1 to 5 adds that many, ok held clears it, ok confirms it. Then dice.",
        "bid-won": "Die plus bid: the higher has the initiative until the turn ends; both pay (DA-18).",
        "prepare": "Weapon or skill: column 5, press the bearer's column (again: the next one there), ok (DA-14).",
        "prepare-tuck": "Then tuck it under its bearer; there it says nothing any more.",
        "prepare-supply": "Supply: into a column of a place not pillaged, ok: a point while it lies there (DA-15).",
        "instant": "Instant: column 5; if it is for somebody, press the column; ok (DA-16).",
        "escalation": "No bids and no combat in turns 1 to 3 (DA-17).",
        "exchange": "Hold column 1: 2 LOG for 1 COM. Hold 2 or 3: a +1 marker for COM or LOG (DA-6, DA-7).",
        "done": "ok alone: done; you may go on until both are (DA-4).",
        "declare": "Attack: press the place to start from, column 1 to 3, or 4 for one alone (DA-19, DA-22).",
        "declare-none": "ok held: no attack.",
        "muster": "Lay fighters into column 4, in the order in which they count; ok pays for all (DA-22).",
        "muster-cost": "From that place 1 COM each; others control less your leader's attack, at least 1.",
        "defend": "Lay defenders into column 4; ok pays for all; ok alone: nobody (DA-27).",
        "defend-cost": "At the place attacked 1 COM each; others control less your leader's defence, at least 1.",
        "defend-alone": "Column 4 pressed first: one alone.",
        "muster-way": "Another column changes the way before ok; ok held: no attack.",
        "alone": "One alone, in play or from the hand: into column 4, ok, dice: control less the die in COM (DA-23).",
        "alone-short": "Too dear: exchange, then ok; or ok held, and nobody fights (DA-23).",
        "bluff": "A card from your hand, victory card or bluff: face down on your pad, ok; or ok alone (DA-25).",
        "target": "Press the place that you attack, column 1 to 3, then ok; its text holds now (DA-26).",
        "react": "Play instants, then ok: you defend next (DA-27).",
        "yield": "Whoever does not fight leaves the place: lay each in another column, or press it (DA-27).",
        "home": "Each survivor goes to any of your places: lay it there, or press the column (DA-41).",
        "named": "{card} is next.",
        "aim": "Each who can shoot names an enemy: press the column that shows it, ok (DA-28).",
        "pair": "Pair your fighters one against one: press the enemy's column, ok (DA-29).",
        "pair-other": "ok held: another of yours first.",
        "assist": "The others support a confrontation: press its column, ok: one hit at most, none suffered (DA-30).",
        "fifth": "Column 5 again is the sixth, and so on.",
        "dice": "Press dice: {prompt}.",
        "hits": "Each value that two dice reach is a hit, or cancels one (DA-31, DA-32).",
        "ask": "{card}: has it happened? ok of both is yes, ok held of one is no (DA-39).",
        "control": "Below the dead one's control is a point (DA-40).",
        "supply": "Hands are filled. A move to another column costs 2 LOG, column 5 a card for 4 LOG; ok each (DA-20).",
        "supply-done": "ok alone: done. Then COM and LOG are 6 again.",
        "waits": "{player} decides. You may play instants, exchange, or use a marker.",
        "odds": "Hold column 4: odds.",
        "by-hand": "By hand, {card}: {note}",
        "over": "The game is over. Clear the table in any order.",
        "wrong": "If that is wrong, hold both ok and agree on something else.",
        "undo": "Hold dice to take back your last gesture.",
    }
)


def help_text(deck: Deck, table: Table[State], player: Side, words: Words) -> tuple[str, ...]:
    """Two to seven sentences, each a paragraph; last the notes of cards of this player's that are in play."""
    state = table.state
    asked = prompt_text(_asked(deck, table, player), words, deck.catalogue.game)
    named = _asked(deck, table, player).figure("card")
    figures = {
        "player": player_name(state.active, words),
        "card": card_name(str(named), words) if named else "",
        "prompt": asked,
    }
    said = [words.say(_SENTENCES[key], **figures) for key in _keys(deck, table, player)]
    return (*said, *_notes(deck, state, player, words))


def _asked(deck: Deck, table: Table[State], player: Side) -> Prompt:
    return next(each for each in prompts(DarkAgeArena(deck), table) if each.player == player)


def _notes(deck: Deck, state: State, player: Side, words: Words) -> Iterator[str]:
    """What is printed on what a player has in play, and is done by hand (DA-43)."""
    leader = (leader_name(player), deck.leader(player).note)
    places = ((place_name(player, place), deck.place(player, place).note) for place in PLACES)
    spots = state.player(player).spots
    cards = [card for spot in spots for card in (spot.supply, spot.artifact) if card is not None]
    cards += [card for each in state.of_side(player) for card in (each.card, *each.gear)]
    for name, note in dict((leader, *places, *((card, deck.printed(card).note) for card in cards))).items():
        if note:
            yield words.say(_SENTENCES["by-hand"], card=source_name(name, words), note=note)


def _keys(deck: Deck, table: Table[State], player: Side) -> Iterator[str]:
    state = table.state
    if state.step == "over":
        yield from ("over", "wrong")
        return
    if _asked(deck, table, player).key.startswith("roll-"):
        yield from _due(state)
        return
    if state.step in OPEN_STEPS:
        yield from _open(state, player)
    elif state.combat is not None and state.combat.asked is not None:
        yield "ask"
    elif player != state.active:
        yield "waits"
    else:
        yield from _COMBAT.get(state.step, ())
        yield from _alone(state)
    if state.step in COMBAT_STEPS and state.combat is not None and state.combat.round:
        yield "odds"
    yield "undo"


def _due(state: State) -> Iterator[str]:
    """Of the roll that is due."""
    yield "dice"
    if state.step in ("shoot", "strike"):
        yield "hits"
    elif state.step == "spoils":
        yield "control"
    elif state.step == "draft":
        yield from ("draft-roll", "draft-natural", "draft-failed")
    yield "odds"


def _alone(state: State) -> Iterator[str]:
    combat = state.combat
    if combat is not None and combat.alone is not None:
        yield "alone-short"


def _open(state: State, player: Side) -> Iterator[str]:
    draft, enlisted = state.player(player).draft, state.player(player).enlisted
    match state.step:
        case "draft" if draft is not None:
            yield from ("draft-missed", "draft-natural", "draft-failed")
        case "draft" if enlisted is not None:
            yield from ("done", "exchange")
        case "prepare" if state.turn <= LAST_OF_ESCALATION:
            yield from (*_OPEN["prepare"], "escalation")
        case step:
            yield from _OPEN[step]


_OPEN: dict[str, tuple[str, ...]] = {
    "assemble": ("assemble", "assemble-artifacts", "assemble-table"),
    "stock": ("stock", "stock-done", "exchange"),
    "draft": ("draft", "draft-roll", "draft-failed", "done", "exchange"),
    "contest": ("contest", "bid", "bid-buttons"),
    "bid": ("bid", "bid-buttons", "bid-won"),
    "prepare": ("prepare", "prepare-tuck", "prepare-supply", "instant", "done", "exchange"),
    "supply": ("supply", "supply-done"),
}
_COMBAT: dict[str, tuple[str, ...]] = {
    "declare": ("declare", "declare-none", "exchange"),
    "muster": ("muster", "muster-cost", "alone", "muster-way", "exchange"),
    "defend": ("defend", "defend-cost", "defend-alone", "alone", "exchange"),
    "bluff": ("bluff",),
    "target": ("target",),
    "react": ("react", "instant", "exchange"),
    "yield": ("yield", "named"),
    "home": ("home", "named"),
    "aim": ("aim", "named", "fifth"),
    "pair": ("pair", "named", "pair-other", "fifth"),
    "assist": ("assist", "named", "fifth"),
}

"""Cards and rules of Dark Age Arena, from signifer_core."""

from __future__ import annotations

from signifer_core.games.dark_age_arena.actions import Action
from signifer_core.games.dark_age_arena.deck import (
    TRAINING,
    Deck,
    both_texts,
    one_deck,
    parse_deck,
    training,
    training_decks,
)
from signifer_core.games.dark_age_arena.position import POSITIONS
from signifer_core.games.dark_age_arena.state import OPEN_STEPS, State
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.layout import SIDES, Side

from signifer_firmware.game_api.deck_files import DeckFiles
from signifer_firmware.game_api.game import Bundle, Core


def _active(state: State) -> Side:
    """Who decides; in steps in which both act, who is not done yet and has not bid, red before blue."""
    if state.step in OPEN_STEPS:
        red, blue = (player.done or player.bid is not None for _, player in state.players)
        return "blue" if red and not blue else "red"
    return state.active


def _lying(state: State) -> frozenset[str]:
    """Characters in play and what they bear, supply and artifacts."""
    worn = (card for each in state.characters for card in (each.card, *each.gear))
    placed = (
        card for _, player in state.players for spot in player.spots for card in (spot.supply, spot.artifact)
    )
    return frozenset(worn) | frozenset(card for card in placed if card is not None)


CORE: Core[Deck, State, Action] = Core(
    catalogue=training_decks,
    deck=Deck,
    procedure=DarkAgeArenaProcedure,
    positions=POSITIONS,
    active=_active,
    lying=_lying,
    tag_name=Deck.tag_name,
    by_tag_name=Deck.by_tag_name,
    sitting=lambda deck: {side: deck.file(side) for side in SIDES},
)
DECK_FILES: DeckFiles = DeckFiles(
    examples=TRAINING,
    example=lambda name: training(name).text,
    parse=parse_deck,
    cards=lambda text: one_deck(parse_deck(text, file="deck")),
    both=both_texts,
)
DarkAgeArenaBundle = Bundle[Deck, State, Action]

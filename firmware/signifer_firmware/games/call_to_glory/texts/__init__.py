"""Texts of Call to Glory, by the keys of its rules, its procedure and its record."""

from __future__ import annotations

from signifer_core.games.call_to_glory.deck import KINDS, MISSION_KINDS

from signifer_firmware.game_api.texts import GameTexts

TEXTS: GameTexts = GameTexts(
    refusals={},
    steps={
        "players": "Players",
        "deal": "Dealing",
        "draw": "Draw",
        "play": "Play",
        "displace": "Displaced",
        "mission": "Mission",
        "score": "Scores",
    },
    kinds={kind: kind for kind in (*KINDS, *MISSION_KINDS)},
)

"""The record of a game for the firmware (`game.Game`), and where games are found (`registry`)."""

"""What a game gives to the firmware (`game.Game`), and where games are found (`registry`)."""

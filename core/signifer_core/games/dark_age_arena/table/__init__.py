"""How Dark Age Arena is played at the table: gestures in, attempts and prompts out."""

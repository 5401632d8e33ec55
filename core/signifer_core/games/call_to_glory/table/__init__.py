"""How Call to Glory is played at the table: gestures in, attempts and prompts out."""

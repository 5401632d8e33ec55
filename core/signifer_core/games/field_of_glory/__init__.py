"""Field of Glory: The Card Game. The ruling ids (FG-...) in this package are explained in docs/rulings.md."""

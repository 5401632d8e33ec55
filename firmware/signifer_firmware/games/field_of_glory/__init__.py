"""Field of Glory, as the table has it: words, panels, script words."""

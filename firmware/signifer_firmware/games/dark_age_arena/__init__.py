"""Dark Age Arena, as the table has it: words, screens, script words, robots, the page."""

"""The language of table scripts: statements, their forms, the parser. It runs nothing."""

"""The page of upkeep: what whoever owns a table does beside the games; everybody else may look."""

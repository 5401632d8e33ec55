"""Storage that survives a pulled plug: the store, its second copy, and the folder in which they lie."""

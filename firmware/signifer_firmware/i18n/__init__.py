"""Languages: gettext catalogues, and how a message is said in one of them."""

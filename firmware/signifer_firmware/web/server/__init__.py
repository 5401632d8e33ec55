"""The page's server: who may come in, what pages may send, what they are told. It owns nothing of the table."""

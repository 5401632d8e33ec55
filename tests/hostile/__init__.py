"""The hostile table: evenings at which hands do everything wrong, and then only what the table tells them."""

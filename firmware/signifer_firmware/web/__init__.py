"""The table's page: what it shows (`view`), what pages may send (`server`), the virtual table (`virtual`)."""

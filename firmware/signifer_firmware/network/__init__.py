"""The first start without a keyboard: a network of the table's own, and the way from there into another one."""

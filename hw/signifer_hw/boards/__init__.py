"""Printed boards: the node and the coil, placed and routed by code from the circuits (hw/boards)."""

"""Texts that players read: refusals and fixes, menus, faults, terms, decisions."""

"""The appliance: wiring, loop, screens, store and command line."""

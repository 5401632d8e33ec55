"""The appliance at work: its units around a session, threads of buses, sound, the flight recorder."""

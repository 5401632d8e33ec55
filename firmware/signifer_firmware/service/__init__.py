"""A table in real time, as a service: its loop, its watchdog, what systemd and the log are told."""

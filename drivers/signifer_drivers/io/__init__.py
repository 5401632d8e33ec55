"""Buses and parts that are no readers: SPI, I2C, screens, buttons, the buzzer."""

"""Linux's own interfaces: character devices for SPI and I2C, whose ioctls reach the twins (docs/linux.md)."""

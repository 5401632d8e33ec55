"""See `street.main`."""

from .street import main

main()

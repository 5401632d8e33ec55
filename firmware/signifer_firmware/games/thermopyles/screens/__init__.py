"""The screens of Thermopyles."""

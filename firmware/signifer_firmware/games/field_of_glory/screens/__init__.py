"""The screens of Field of Glory."""

"""The screens of Dark Age Arena."""

"""The screens of Call to Glory."""

"""What each screen holds, and how it is drawn."""

"""`arpad bulk`: many games."""

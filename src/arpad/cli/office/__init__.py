"""`arpad office`: the rating office."""

"""`arpad calc`: calculators, each with its reasons."""

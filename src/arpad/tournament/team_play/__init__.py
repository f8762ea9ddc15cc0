"""Teams: their lists and line-ups, matches with match points and game points, and rounds drawn for them (C.05 7)."""

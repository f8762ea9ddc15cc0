"""`arpad lab`: the laboratory."""

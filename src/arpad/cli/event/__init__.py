"""`arpad event`: a tournament from the first entry to the rated report."""

"""Section D: the order in which candidates are generated. Numbers are bracket sequence numbers."""

"""`arpad pair`: the next round, all rounds checked, the reasons, the check-list."""

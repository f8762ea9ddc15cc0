"""`arpad arbiter`: titles, norms and categories of arbiters, and the papers of their work."""

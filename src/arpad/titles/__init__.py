"""Titles: reports and the title regulations in, norms and what a title still lacks out; each check with its article."""

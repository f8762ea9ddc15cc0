"""C.04.3, the Dutch system of 2017 and of 2026: criteria as digits (`_criteria`), the costs of a bracket (`_costs`), a
perfect candidate at once (`_perfect`), candidates that fail (`_candidates`), and whole rounds (`_engine`)."""

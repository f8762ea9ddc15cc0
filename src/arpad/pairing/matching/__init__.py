"""Matchings in graphs: as many pairs as possible, and the pairs of the greatest weight. Exact, whole numbers only."""

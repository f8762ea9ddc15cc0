"""`arpad games`: PGN files checked, claims judged, Chess960 positions."""

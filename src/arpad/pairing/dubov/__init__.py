"""The Dubov system (C.04.4.1 of 2018 and 2026): players who seek White meet players who seek Black, so that the average
ratings of the opponents become equal. Players come up from below; nobody floats down."""

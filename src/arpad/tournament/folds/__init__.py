"""What each kind of line in the log does to an event. Every module offers `FOLDS`: the kinds it knows."""

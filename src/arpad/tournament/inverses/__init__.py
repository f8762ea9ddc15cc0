"""What undoes each kind of line, in a module for each group of kinds, as in `folds`."""

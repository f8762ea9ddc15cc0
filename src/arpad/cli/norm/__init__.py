"""`arpad norm`: norms found and proved, what is still needed, certificates."""

"""`arpad standings`: the standings of a report by every edition of the tie-breaks, checked and explained."""

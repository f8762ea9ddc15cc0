"""The Dubov system of 1997, as the Arbiters' Manual prints it (C.04.4.1): two columns, White by the average rating of
the opponents and Black by rating. The text leaves much open: this is a reading, complete and always the same."""

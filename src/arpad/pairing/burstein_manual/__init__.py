"""The Burstein system as the Arbiters' Manual prints it: no seeding rounds, one virtual point for the upper half in two
rounds, and the players of a group ranked by Sonneborn-Berger, Buchholz and Median."""

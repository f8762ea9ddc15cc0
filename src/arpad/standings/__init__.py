"""Standings: who stands where, and which players a prize or a table of its own is for."""

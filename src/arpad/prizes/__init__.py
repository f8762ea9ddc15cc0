"""Prizes: a ranking and the announced rules in; every player's money with its addends out, exact to the cent.

Players level on points share equally, by place, or by the Hort system; categories have prizes of their own.
"""

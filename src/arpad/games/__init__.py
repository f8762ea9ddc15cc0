"""Game records: PGN files in, games with their moves, endings and findings out; claims, and Chess960 positions.

`games._board` alone knows the library of moves, which is an extra of the package because of its licence.
"""

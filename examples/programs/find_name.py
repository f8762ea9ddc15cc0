"""A player found in a list by a misspelled name."""

import arpad

ratings = arpad.read_list("examples/federation/list-2023-09.csv")
for player in ratings.find("Barzena Olga", count=3):
    print(player.id, player.name, player.rating)

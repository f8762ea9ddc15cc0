"""A tournament report, rated by the regulations in force when it started."""

import arpad

rated = arpad.read("examples/open-2024.trf").rate()
for player in rated.players[:3]:
    print(player.name, player.rating, player.change, player.new_rating)

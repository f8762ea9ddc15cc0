"""Two editions side by side for one report: whose rating differs most?"""

import arpad

report = arpad.read("examples/open-2024.trf")
old, new = report.rate(edition="fide-2005"), report.rate(edition="fide-2024")
rated = [player for player in new if player.new_rating and old[player.number].new_rating]
most = max(rated, key=lambda player: abs((player.new_rating or 0) - (old[player.number].new_rating or 0)))
print(most.name, old[most.number].new_rating, most.new_rating)

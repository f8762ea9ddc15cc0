"""An edition of one's own, K = 30 for juniors, tried on a report."""

import arpad

report = arpad.read("examples/open-2024.trf")
rules, as_is = arpad.edition("fide-2024").with_(k_junior=30), report.rate(edition="fide-2024")
for player in report.rate(edition=rules):
    if player.k == 30:
        print(player.name, as_is[player.number].change, player.change)

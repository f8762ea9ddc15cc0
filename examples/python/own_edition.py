"""What if K for juniors were 30?"""

import arpad

rules = arpad.edition("fide-2024").with_(k_junior=30)
print(rules["k.junior"])
print(arpad.rate(1500, [(1600, 1)], games_played=50, born=2010, on="2024-05-01", edition=rules))

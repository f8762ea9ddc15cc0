"""What changed from one edition of the regulations to the next."""

import arpad

for difference in arpad.diff("fide-2024", "fide-2025"):
    print(difference.parameter, difference.a, difference.b)

"""The next round of a Swiss tournament, and why the leaders meet."""

import arpad

next_round = arpad.read("examples/open-after-5.trf").pair(rounds=9)
print(next_round, *next_round.boards[:3], sep="\n")
print("\n".join(next_round.why().splitlines()[:4]))

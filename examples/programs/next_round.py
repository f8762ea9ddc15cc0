"""The next round of a report, board by board."""

import arpad

for board in arpad.read("examples/open-after-5.trf").pair(rounds=9).boards[:5]:
    print(f"{board.number:>2}  {board.white_name:<20} {board.black_name}")

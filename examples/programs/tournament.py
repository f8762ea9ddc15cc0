"""A tournament: made, entered, paired, played, ranked, rated, saved and loaded."""

import arpad

open_ = arpad.Tournament("Open de Valdeoca", rounds=3, start="2026-05-01", federation="ESP", tie_breaks="BH-C1,BH,SB")
for name, rating in (("Alba, Ana", 2200), ("Bru, Bo", 2100), ("Cid, Carla", 2000), ("Dorado, Diego", 1900)):
    open_.enter(name, rating=rating, federation="ESP", born=1990)
open_.pair(initial="w")
open_.results([1, "1/2"])
open_.pair()
open_.result("Alba, Ana", "1-0")
open_.result(2, "0-1")
print(open_.pair(), *open_.results([1, 0.5]).boards, sep="\n")
open_.finish()
for place in open_.standings():
    print(place, place.tie_breaks["BH"], place.tie_breaks["SB"])
print(open_.report().rate()["Alba, Ana"])
open_.save("open.jsonl")
print(arpad.Tournament.load("open.jsonl").digest == open_.digest)

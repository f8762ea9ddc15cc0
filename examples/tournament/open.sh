#!/bin/sh
# An open of nine rounds, from its rules to the published rating list, with everything that happens to an arbiter:
# late entries, byes, players who do not come, an adjourned game, corrections early and late, wrong colours, a
# substitute game. In the end the event and the list are proved.
#
#     sh examples/tournament/open.sh                        in arpad.db, or wherever ARPAD_DB points
#     sh examples/tournament/open.sh postgresql://...       the same, with the same digests
#
# The event took place in May 2026, so every command says when it was given (--at). Leave that out in your own events.
set -eu
here=$(dirname "$0")
export ARPAD_DB="${1:-${ARPAD_DB:-sqlite:///arpad.db}}" ARPAD_WHO="Clara Arbizo"

# A command on the event: event DAY TIME VERB ...
event() {
    at="2026-05-$1T$2"
    verb=$3
    shift 3
    arpad event "$verb" valdeoca-2026 "$@" --at "$at"
}

# A round is drawn and published the night before: begin ROUND
begin() {
    echo
    event "$(printf %02d "$1")" 00:10 draw "$1"
    event "$(printf %02d "$1")" 00:20 publish "$1"
}

# The score sheets come in: results ROUND
results() {
    event "$(printf %02d "$1")" 21:00 results "$1" "$here/round-$1.txt"
}

arpad office init --federation ESP
arpad office import-list "$here/list-2026-05.csv" --date 2026-05
echo
arpad event new "$here/open.toml" --at 2026-03-20T10:00
arpad event set valdeoca-2026 system dutch-2017 --at 2026-03-20T10:10
arpad event enter valdeoca-2026 --csv "$here/entries.csv" --at 2026-04-29T20:00
arpad event absent valdeoca-2026 12 1 H --at 2026-04-30T09:00
arpad event close-list valdeoca-2026 --initial w --at 2026-04-30T18:00

begin 1
results 1
begin 2
results 2
echo
echo "A player of 2473 comes two rounds late, and becomes number 1."
event 02 22:00 enter 99102220 --from 3 --yes
begin 3
event 03 16:00 start 3
event 03 16:30 absent-at 3 21 45
results 3
echo
echo "Two did not come: one explains it, the other is withdrawn with the next round."
event 03 21:30 excuse 45 --reason "train"
event 03 21:40 absent 40 4 Z
begin 4
results 4
echo
echo "A game is adjourned, and a wrong result of round 2 is told too late: it is corrected for rating only."
event 04 21:30 correct 2 2 1-0 --rating-only --reason "score sheet"
event 04 21:40 absent 33 5 H
begin 5
event 05 16:10 result 4 5 1-0 --yes --reason "adjourned game finished"
results 5
event 05 21:30 result 5 3 0-1 --reason "wrongly written, reported in time"
event 05 21:40 withdraw 8
begin 6
results 6
begin 7
event 07 17:00 result 6 10 1/2 --reason "reported during round 7"
results 7
event 07 21:30 colours 7 4 --reason "played with the wrong colours"
echo
echo "Two do not come to round 8; those left without an opponent play each other."
begin 8
event 08 16:00 start 8
event 08 16:30 absent-at 8 35 48
event 08 16:40 substitute 8 20 22
results 8
event 08 21:10 result 8 30 1/2
event 08 21:30 excuse 35 --reason "ill, told before round 9"
begin 9
results 9
echo
event 09 21:10 finish
event 09 21:20 standings | sed -n 1,8p

echo
event 10 12:00 hand-over
arpad office close 2026-06 --at 2026-05-31T12:00
arpad office publish 2026-06 --at 2026-05-31T12:10
arpad office list 2026-06 | sed -En "/Player|Erbina|Salvedra|Ribanca/p"
echo
arpad event verify valdeoca-2026
echo
arpad office verify

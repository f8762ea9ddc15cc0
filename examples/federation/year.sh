#!/bin/sh
# A federation's first year in the office: a list taken over, twelve events, twelve lists across 1 March 2024,
# a wrong result found months later, and everything proved.
#
#     sh examples/federation/year.sh                        in arpad.db, or wherever ARPAD_DB points
#     sh examples/federation/year.sh postgresql://...       the same, with the same digests
set -eu
here=$(dirname "$0")
export ARPAD_DB="${1:-${ARPAD_DB:-sqlite:///arpad.db}}"

# An event is announced, played, and its report handed in: event FILE REGISTERED RECEIVED [TIME CLASS]
event() {
    report="$here/$1.trf"
    arpad office register --name "$(sed -n 's/^012 //p' "$report")" --start "$(sed -n 's/^042 //p' "$report" | tr / -)" \
        --time-class "${4:-standard}" --registered "$2" --no-hybrid --json >/dev/null
    arpad office submit "$report" --received "$3"
}

# A period ends: the list is closed, looked at, published.
month() {
    arpad office close "$1" --json >/dev/null
    arpad office publish "$1"
}

arpad office init --federation ESP
arpad office import-list "$here/list-2023-09.csv" --date 2023-09

event 01-valdeoca   2023-09-01 2023-09-24
month 2023-10
event 02-ribera     2023-09-20 2023-10-15
month 2023-11
event 03-montejara  2023-10-20 2023-11-11
month 2023-12
event 04-navidad    2023-12-01 2023-12-23
month 2024-01
event 05-reyes      2023-12-20 2024-01-07 rapid
event 06-candelaria 2024-01-08 2024-01-27
month 2024-02
event 07-invierno   2024-01-25 2024-02-18
event 08-febrero    2024-02-01 2024-02-24
month 2024-03
event 09-primavera  2024-02-26 2024-03-17
month 2024-04
event 10-abril      2024-04-01 2024-04-14 rapid
month 2024-05
event 11-mayo       2024-05-01 2024-05-18
month 2024-06
month 2024-07
event 12-verano     2024-06-20 2024-07-16
month 2024-08
month 2024-09

echo
echo "In round 2 of the Torneo de la Ribera (event 2) Ibarzo had won against Navajas, not drawn."
arpad office correct 2 "$here/02-ribera-corrected.trf" --reason "Scoresheet of round 2: Ibarzo - Navajas 1-0"
echo
arpad office diff 2023-11 1 2
echo
arpad office diff 2024-09 1 2
echo
arpad office lists
echo
arpad office verify

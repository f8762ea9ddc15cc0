"""The tie-breaks that have one value for each contestant, by code."""

from collections.abc import Callable, Mapping

from arpad.standings import boards, opponents, own_results, rating_breaks
from arpad.standings.calculation import Calculation, TieBreakColumn
from arpad.standings.codes import TieBreak

Method = Callable[[Calculation, TieBreak], TieBreakColumn]

METHODS: Mapping[str, Method] = {
    "PTS": own_results.own_score,
    "MPvGP": own_results.own_score,
    **dict.fromkeys(own_results.COUNTED, own_results.counted_rounds),
    "PS": own_results.progressive,
    "STD": own_results.standard_points,
    "TPN": own_results.pairing_number,
    "BH": opponents.buchholz,
    "FB": opponents.buchholz,
    "AOB": opponents.average_of_buchholz,
    "OTHER_SOB": opponents.sum_of_buchholz,
    "KS": opponents.koya,
    **dict.fromkeys(opponents.FACTORS, opponents.sonneborn_berger),
    "SSSC": opponents.schedule_strength,
    "ABH": opponents.adjusted_score,
    "AFB": opponents.adjusted_score,
    "ARO": rating_breaks.average_rating,
    "TPR": rating_breaks.performance,
    "PTP": rating_breaks.perfect,
    "APRO": rating_breaks.average_of_opponents,
    "APPO": rating_breaks.average_of_opponents,
    "RTNG": rating_breaks.rating,
    "BC": boards.board_count,
    "TBR": boards.top_boards,
    "BBE": boards.bottom_boards,
}

"""Editions made by hypothesis: any legal value for every parameter that bears on a number of a list.

An edition is written as a file that extends one of Arpad's, and read by the loader as any edition of a folder is.
"""

import tempfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from arpad.regulations.rating_edition import GROUPS, NONE, group_schema
from arpad.regulations.rating_editions import BY_NUMBERS, Regulations
from policies import choices

BASES = ("fide-2005", "fide-2017", "fide-2022", "fide-2024", "fide-2025")
Values = dict[str, Any]
HEAD = """id = "{id}"
system = "own"
time_class = "standard"
effective = {effective}
extends = "{base}"
source = {{ id = "own-rules", en = "Own rules", es = "Normas propias" }}
[name]
en = "Own rules"
es = "Normas propias"
"""


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def whole(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


ROUNDING = st.sampled_from(("half-away-from-zero", "half-up"))
UNIT = st.sampled_from((1, 1, 2, 3, 5, 10, 25))
K = whole(1, 60)
CONVERSION: Mapping[str, st.SearchStrategy[Any]] = {
    "dp_at_extremes": st.sampled_from((None, 677, 800)),
    "percentage_rounding": ROUNDING,
}
CHANGE: Mapping[str, st.SearchStrategy[Any]] = {
    "cap": whole(50, 800),
    "cap_exempt_from": maybe(whole(1500, 2700)),
    "not_rated_from_difference": maybe(whole(100, 900)),
    "not_rated_above": maybe(whole(1500, 2700)),
    "rounding": ROUNDING,
    "rounding_unit": UNIT,
    "entered_list": st.booleans(),
    "standing_in": st.booleans(),
}
COEFFICIENT: Mapping[str, st.SearchStrategy[Any]] = {
    "new": maybe(K),
    "new_games": maybe(whole(1, 60)),
    "middle": K,
    "low_games": maybe(whole(0, 60)),
    "junior": maybe(K),
    "junior_age": maybe(whole(15, 20)),
    "junior_below": maybe(whole(1500, 2400)),
    "product_limit": maybe(whole(20, 1000)),
}
INITIAL: Mapping[str, st.SearchStrategy[Any]] = {
    "maximum": maybe(whole(1500, 2400)),
    "ignored_score": st.sampled_from((Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))),
    "minimum_opponents": maybe(whole(1, 4)),
    "games": whole(1, 9),
    "pooling_span": whole(1, 12),
    "first_performance_floor": maybe(whole(1000, 2000)),
    "rounding": ROUNDING,
    "rounding_unit": UNIT,
}
LISTS: Mapping[str, st.SearchStrategy[Any]] = {
    "floor": whole(1, 2200) | whole(1000, 1500),
    "inactive_games": whole(0, 3),
    "inactive_months": whole(1, 24),
    "active_games": whole(1, 4),
}
NUMBERS = {"conversion": CONVERSION, "change": CHANGE, "k": COEFFICIENT, "initial": INITIAL, "lists": LISTS}
"""What is drawn value by value; every policy of these groups is drawn beside it."""
TOGETHER = frozenset(
    {"change.method", "k.low", "k.low_from", "initial.above_half", "initial.bonus", "initial.fictitious_opponents",
     "initial.fictitious_rating", "lists.months", "lists.closing", "lists.closing_days"}
)  # fmt: skip
"""What has a sense only with another value, and is drawn with it."""
WITHOUT = frozenset(
    {
        # printed formulas
        "change.difference", "change.expected", "change.result", "change.sum", "change.total", "initial.average",
        # asked of certain events or players alone, which these seasons do not have
        "change.rated_opponents_only", "change.rated_opponents_exempt", "initial.ignored_for_opponents",
        "initial.games_reduced", "initial.games_reduced_member", "initial.championship_rating",
        "initial.championship_share", "initial.championship_opponent", "lists.members_only",
        "lists.foreigners_by_fide", "lists.stages_pooled", "lists.official_closing_days", "lists.monthly_closing_days",
        # how a list is printed, and what is told of a report
        "lists.inactive_lists", "lists.long_event_days", "lists.report_days", "lists.returned_report_days",
        "lists.upload_days", "lists.late_periods", "lists.late_lists", "lists.month_end_days",
        "lists.file_over_players", "lists.fields", "lists.titled_unrated_apart", "lists.top_lists_active_only",
        "lists.top_lists_inactive_months", "lists.deaths_reported",
    }
)  # fmt: skip
"""What bears on no number of a season of Swiss events."""
CALENDAR = ("lists.months", "lists.closing", "lists.closing_days")


def policies() -> dict[str, tuple[str | None, ...]]:
    """Every policy of these groups with the names it may have."""
    found: dict[str, tuple[str | None, ...]] = {}
    for group in NUMBERS:
        for name, kind in group_schema(GROUPS[group]).items():
            names = tuple(policy for policy in choices(kind) if policy not in BY_NUMBERS)
            if names and f"{group}.{name}" not in TOGETHER | WITHOUT:
                found[f"{group}.{name}"] = (*names, None) if type(None) in getattr(kind, "__args__", ()) else names
    return found


@st.composite
def values(draw: st.DrawFn, by_average: bool = False) -> Values:
    """Values for every parameter, those that belong together in keeping with each other."""
    found: Values = {
        f"{group}.{name}": draw(values) for group, kinds in NUMBERS.items() for name, values in kinds.items()
    }
    found |= {name: draw(st.sampled_from(names)) for name, names in policies().items()}
    found["change.method"] = "event-average" if by_average else "game-by-game"
    low = draw(maybe(st.tuples(K, whole(2000, 2500))))
    found["k.low"], found["k.low_from"] = low or (None, None)
    found["initial.above_half"] = draw(st.sampled_from(("bonus", "dp")))
    bonus = st.sampled_from((Fraction(25, 2), Fraction(20), Fraction(15)))
    found["initial.bonus"] = draw(bonus if found["initial.above_half"] == "bonus" else maybe(bonus))
    found["initial.fictitious_opponents"] = draw(whole(0, 3))
    rating = draw(whole(1000, 2200))
    found["initial.fictitious_rating"] = rating if found["initial.fictitious_opponents"] else None
    months = ((1, 7), (1, 4, 7, 10), (1, 3, 5, 7, 9, 11), tuple(range(1, 13)))
    found["lists.months"] = draw(st.sampled_from(months))
    closings = (("days-before", 1), ("days-before", 7), ("days-before", 14), ("month-before", None),
        ("month-end-before", None))  # fmt: skip
    found["lists.closing"], found["lists.closing_days"] = draw(st.sampled_from(closings))
    return found


@st.composite
def editions(draw: st.DrawFn, effective: str, later: str, by_average: bool = False) -> dict[str, str]:
    """The files of one edition or of two, the second from `later` on; both with one calendar."""
    first = draw(values(by_average))
    files = {"own-1.toml": text("own-1", effective, draw(st.sampled_from(BASES)), first)}
    if draw(st.booleans()):
        second = draw(values(by_average)) | {name: first[name] for name in CALENDAR}
        files["own-2.toml"] = text("own-2", later, draw(st.sampled_from(BASES)), second)
    return files


def text(id_: str, effective: str, base: str, stated: Mapping[str, Any]) -> str:
    """The file of an edition that extends another and states these values."""
    lines = [HEAD.format(id=id_, effective=effective, base=base)]
    for group in GROUPS:
        own = {name.partition(".")[2]: value for name, value in stated.items() if name.startswith(f"{group}.")}
        if own:
            lines.append(f"[{group}]")
            lines += [f'{name} = {{ value = {written(value)}, article = "1" }}' for name, value in own.items()]
    return "\n".join(lines) + "\n"


def written(value: Any) -> str:
    """A value as a file has it."""
    if value is None:
        return f'"{NONE}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(written(part) for part in value)}]"
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f'"{value.numerator}/{value.denominator}"'
    return str(value) if isinstance(value, int) else f'"{value}"'


def loaded(files: Mapping[str, str]) -> Regulations:
    """The regulations with these files beside Arpad's own, each file read."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        rules = Regulations(Path(folder))
        rules.editions()
    return rules

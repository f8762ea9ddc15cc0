"""A study run: its worlds are made, its editions rate them, and the numbers become one document."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arpad.bulk.world_files import generate
from arpad.done import StepsDone, with_progress
from arpad.i18n import ArpadError
from arpad.lab.account import PARTS
from arpad.lab.chosen_editions import ChosenEdition
from arpad.lab.comparison import ComparedEdition, CompareWishes, compare_editions
from arpad.lab.fixed import decimal_of, decimal_or_none, fixed, fixed_or_none, root
from arpad.lab.replays import replays
from arpad.lab.same_games import WorldColumns
from arpad.lab.study_files import Expectation, Study, StudyWorld
from arpad.regulations.rating_editions import Regulations, with_values

Numbers = dict[str, Any]
NEWEST_GAMES = "0-9"
"""The group of players with the fewest games: newcomers."""


def run_study(study: Study, library: Regulations, progress: StepsDone | None = None) -> dict[str, Any]:
    """Run a study and return its document."""
    editions = [
        ChosenEdition(with_values(library.edition(one.base), one.values) if one.values else library.edition(one.base))
        for one in study.editions
    ]
    with TemporaryDirectory(prefix="arpad-study-") as folder:
        worlds = [
            _world_document(study, world, editions, Path(folder) / world.name)
            for world in with_progress(study.worlds, len(study.worlds), progress)
        ]
    document = {"study": study.id, "worlds": worlds}
    return document | {"expected": [_expected(document, one) for one in study.expectations]}


def _world_document(study: Study, world: StudyWorld, editions: list[ChosenEdition], folder: Path) -> dict[str, Any]:
    """Make a world, rate it by every edition, and tell the numbers."""
    place = folder / "world"
    place.mkdir(parents=True)
    generate(place, world.players, world.games, world.periods, world.seed, world.start, causes=world.causes, truth=True)
    columns = WorldColumns.read(place)
    found = compare_editions(replays(columns, editions, folder / "runs"), CompareWishes(truth=True))
    rows = [
        {"name": one.name, "edition": compared.name, "digest": compared.digest, **_numbers(compared)}
        for one, compared in zip(study.editions, found.editions, strict=True)
    ]
    return {
        "name": world.name,
        "generate": {
            "players": world.players,
            "games": world.games,
            "periods": world.periods,
            "seed": world.seed,
            "start": f"{world.start:%Y-%m}",
            "white": world.causes.white,
            "slope": decimal_of(world.causes.slope, 3).normalize(),
            "junior_share": world.causes.junior_share,
            "improve": world.causes.improve,
            "isolated": list(world.causes.isolated),
        },
        "digest": columns.digest(),
        "predicted": found.games,
        "editions": rows,
    }


def _numbers(one: ComparedEdition) -> Numbers:
    """Return everything that a study may show or expect of an edition."""
    terms, scale = one.terms, one.scale
    games = max(terms.both_rated, 1)
    drift = scale.drift
    parts = {
        name: decimal_of(sum((getattr(step, name) for step in drift), Fraction(0)), 2)
        for name in ("stayers", "newcomers", "leavers")
    }
    assert one.truth is not None
    last, lag = one.truth.lists[-1], one.truth.lags[-1]
    newest = [group for group in last.groups if (group.by, group.name) == ("games", NEWEST_GAMES)]
    return {
        "rated": last.everybody.rated,
        "mean": _mean(one, -1),
        "drift": decimal_of(sum((step.drift for step in drift), Fraction(0)), 2),
        **{f"drift_{name}": value for name, value in parts.items()},
        "games": terms.both_rated,
        **{
            f"{name}_per_game": decimal_of(Fraction(getattr(terms, name), PARTS * games), 4)
            for name in ("k_asymmetry", "one_sided_cap", "one_sided_game", "created")
        },
        "deviance10": fixed(one.forecast.table.deviance10, 6),
        "difference": fixed(one.difference.mean, 6),
        "difference_low": fixed(one.difference.low, 6),
        "difference_high": fixed(one.difference.high, 6),
        "lambda": fixed_or_none(one.forecast.stretch.slope if one.forecast.stretch else None, 4),
        "bias": decimal_or_none(last.everybody.bias, 1),
        "rmse": root(last.everybody.mean_square or Fraction(0)),
        "share_known": fixed_or_none(one.truth.share_known, 4),
        "bias_juniors": decimal_or_none(last.group("juniors").bias, 1),
        "lag_months": decimal_or_none(lag.lag_months, 1),
        "bias_newcomers": decimal_or_none(newest[0].bias, 1) if newest else None,
        "newcomers": one.truth.newcomers.newcomers,
        "newcomers_within_50": one.truth.newcomers.reached,
        "below_floor": decimal_of(Fraction(100 * last.below, max(last.people, 1)), 1),
        "series": [
            {"list": listed.date, "mean": _mean(one, place), "bias": decimal_or_none(listed.everybody.bias, 1)}
            for place, listed in enumerate(one.truth.lists)
        ],
    }


def _mean(one: ComparedEdition, place: int) -> Decimal | None:
    return decimal_or_none(one.scale.lists[place].group("everybody").counts.mean, 1)


def number_at(document: Mapping[str, Any], path: str) -> Any:
    """Return a number of a document by its path: world/edition/name."""
    parts = path.split("/")
    if len(parts) == 3:
        for world in document["worlds"]:
            for edition in world["editions"]:
                if (world["name"], edition["name"]) == (parts[0], parts[1]) and parts[2] in edition:
                    return edition[parts[2]]
    raise ArpadError("lab-study-path", path=path)


def _expected(document: Mapping[str, Any], one: Expectation) -> dict[str, Any]:
    """Compare a number with what is expected of it."""
    found = number_at(document, one.number)
    other = number_at(document, one.than) if isinstance(one.than, str) else one.than
    left, right = Fraction(found or 0), Fraction(other or 0)
    holds = {"=": left == right, "<": left < right, ">": left > right}[one.relation]
    than = one.than if isinstance(one.than, str) else decimal_of(one.than, 4).normalize()
    return {"number": one.number, "found": found, "is": one.relation, "than": than, "holds": holds}

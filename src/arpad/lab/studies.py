"""Studies: questions in `study.toml` that are run, stored in `study.json`, compared and shown."""

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arpad.bulk.world import A_CLUB, FEDERATIONS, Causes
from arpad.bulk.world_files import generate
from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, Language, number, text
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, load, one_line, one_of, some_of, texts, whole, words
from arpad.lab.compare import ComparedEdition, CompareWishes, compare_editions
from arpad.lab.compare_runs import ChosenEdition, replays
from arpad.lab.rating_account import PARTS
from arpad.lab.scoring import WorldColumns
from arpad.lab.tables import Chart, ChartLine, LabTable, decimal_of, decimal_or_none, exact, fixed, fixed_or_none, root
from arpad.progress import StepsDone, with_progress
from arpad.regulations.rating_editions import Regulations, with_values
from arpad.untrusted import json_value, problem_words

# A study in a folder: `study.toml` asks a question and says how it is answered, `study.json` holds the answer.

HERE = files("arpad.lab") / "studies"
QUESTION, ANSWER = "study.toml", "study.json"
LARGEST = 100_000_000
RELATIONS = ("=", "<", ">")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
BOTH = ("en", "es")


@dataclass(frozen=True, slots=True)
class StudyWorld:
    """A world that a study is made on, with its name in the study."""

    name: str
    players: int
    games: int
    periods: int
    seed: int
    start: dt.date
    causes: Causes
    label: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StudyEdition:
    """An edition of a study: one that is known, with other values perhaps, and its name in the study."""

    name: str
    base: str
    values: Mapping[str, Any]
    label: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must come out: a number, world/edition/name, in relation to another or to a value."""

    number: str
    relation: str
    than: str | Fraction


@dataclass(frozen=True, slots=True)
class Study:
    """A question with all that its answer needs. The texts are in both languages."""

    id: str
    title: Mapping[str, str]
    question: Mapping[str, str]
    reading: Mapping[str, str]
    limits: Mapping[str, str]
    articles: tuple[str, ...]
    worlds: tuple[StudyWorld, ...]
    editions: tuple[StudyEdition, ...]
    expectations: tuple[Expectation, ...]
    shown: tuple[str, ...]

    def world_label(self, name: str, language: Language) -> str:
        """Return what people read for a world."""
        return next((world.label[language] for world in self.worlds if world.name == name), name)

    def edition_label(self, name: str, language: Language) -> str:
        """Return what people read for an edition."""
        return next((edition.label[language] for edition in self.editions if edition.name == name), name)


def shipped_studies() -> tuple[str, ...]:
    """Return the names of the studies that come with Arpad."""
    return tuple(sorted(folder.name for folder in HERE.iterdir() if folder.joinpath(QUESTION).is_file()))


def study_folder(named: str) -> Traversable:
    """Return the folder of a study: one that comes with Arpad, by its name, or a folder of the user."""
    if named in shipped_studies():
        return HERE / named
    folder = Path(named)
    if not (folder / QUESTION).is_file():
        raise ArpadError("lab-no-study", folder=named, known=", ".join(shipped_studies()))
    return folder


def _whole(least: int, most: int = LARGEST) -> TomlKey:
    return TomlKey(whole(least, most), str(max(least, 1)), needed=least > 0)


def _both(value: object) -> Mapping[str, str]:
    if not isinstance(value, dict) or set(value) != set(BOTH):
        raise ValueError
    return {language: one_line(value[language]) for language in BOTH}


def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise ValueError
    return value


def _month(value: object) -> dt.date:
    if not isinstance(value, str) or not re.fullmatch(r"\d{4}-\d\d", value):
        raise ValueError
    return dt.date.fromisoformat(f"{value}-01")


def _slope(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or not 0 < value <= 2:
        raise ValueError
    return Fraction(value)


def _values(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


def _than(value: object) -> str | Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError
    return value if isinstance(value, str) else Fraction(value)


BOTH_KEY = TomlKey(_both, '{ en = "…", es = "…" }', needed=True)
LABEL_KEY = TomlKey(_both, '{ en = "…", es = "…" }')
HEAD = {
    "title": BOTH_KEY,
    "question": BOTH_KEY,
    "reading": BOTH_KEY,
    "limits": BOTH_KEY,
    "articles": TomlKey(texts, '["8.3.3"]'),
    "shown": TomlKey(texts, '["created_per_game", "deviance10"]', needed=True),
    "world": ANYTHING,
    "edition": ANYTHING,
    "expect": ANYTHING,
}
CAUSES = {
    "white": _whole(-400, 400),
    "slope": TomlKey(_slope, "0.8"),
    "junior_share": _whole(0, 100),
    "improve": _whole(-200, 300),
    "isolated": TomlKey(some_of(FEDERATIONS), '["ESP"]'),
}
WORLD = {
    "name": TomlKey(_name, '"usual"', needed=True),
    "label": LABEL_KEY,
    "players": _whole(A_CLUB),
    "games": _whole(1),
    "periods": _whole(1, 1200),
    "seed": _whole(0),
    "start": TomlKey(_month, '"2024-03"', needed=True),
    **CAUSES,
}
EDITION = {
    "name": TomlKey(_name, '"floor-1400"', needed=True),
    "label": LABEL_KEY,
    "base": TomlKey(words, '"fide-2024"', needed=True),
    "set": TomlKey(_values, '{ "k.middle" = 15 }'),
}
EXPECT = {
    "number": TomlKey(words, '"usual/floor-1400/mean"', needed=True),
    "is": TomlKey(one_of(RELATIONS), '">"', needed=True),
    "than": TomlKey(_than, '0 | "usual/floor-1000/mean"', needed=True),
}


def read_study(folder: Traversable) -> Study:
    """Read the question of a study."""
    file = folder / QUESTION
    head = TomlTable("lab-study", str(file)).read(load(file), HEAD)
    worlds = [_world(row) for row in _rows(file, head, "world", WORLD)]
    editions = [
        StudyEdition(row["name"], row["base"], row.get("set", {}), _label(row))
        for row in _rows(file, head, "edition", EDITION)
    ]
    expected = [Expectation(row["number"], row["is"], row["than"]) for row in _rows(file, head, "expect", EXPECT)]
    if not worlds or not editions:
        raise ArpadError("lab-study-empty", file=str(file))
    return Study(
        folder.name,
        head["title"],
        head["question"],
        head["reading"],
        head["limits"],
        tuple(head.get("articles", ())),
        tuple(worlds),
        tuple(editions),
        tuple(expected),
        tuple(head["shown"]),
    )


def _rows(file: Traversable, head: dict[str, Any], name: str, keys: Mapping[str, TomlKey]) -> list[dict[str, Any]]:
    rows = head.get(name, [])
    if not isinstance(rows, list):
        rows = [rows]
    return [TomlTable("lab-study", str(file), f"[[{name}]]").read(row, keys) for row in rows]


def _world(row: dict[str, Any]) -> StudyWorld:
    causes = Causes(**{name: row[name] for name in CAUSES if name in row})
    size = {name: row.get(name, 0) for name in ("players", "games", "periods", "seed", "start")}
    return StudyWorld(row["name"], **size, causes=causes, label=_label(row))


def _label(row: dict[str, Any]) -> Mapping[str, str]:
    """Return what people read for a world or an edition; its name, if nothing else is given."""
    label: Mapping[str, str] = row.get("label", dict.fromkeys(BOTH, row["name"]))
    return label


# A study run: its worlds are made, its editions rate them, and the numbers become one document.

Numbers = dict[str, Any]
NEWEST_GAMES = "0-9"
"""The group of players with the fewest games: newcomers."""


def run_study(study: Study, library: Regulations, progress: StepsDone | None = None) -> dict[str, Any]:
    """Run a study and return its document."""
    editions = [
        ChosenEdition(
            with_values(library.edition(study_edition.base), study_edition.values)
            if study_edition.values
            else library.edition(study_edition.base)
        )
        for study_edition in study.editions
    ]
    with TemporaryDirectory(prefix="arpad-study-") as folder:
        worlds = [
            _world_document(study, world, editions, Path(folder) / world.name)
            for world in with_progress(study.worlds, len(study.worlds), progress)
        ]
    document = {"study": study.id, "worlds": worlds}
    return document | {"expected": [_expected(document, expectation) for expectation in study.expectations]}


def _world_document(study: Study, world: StudyWorld, editions: list[ChosenEdition], folder: Path) -> dict[str, Any]:
    """Make a world, rate it by every edition, and tell the numbers."""
    place = folder / "world"
    place.mkdir(parents=True)
    generate(place, world.players, world.games, world.periods, world.seed, world.start, causes=world.causes, truth=True)
    columns = WorldColumns.read(place)
    comparison = compare_editions(replays(columns, editions, folder / "runs"), CompareWishes(truth=True))
    rows = [
        {"name": edition.name, "edition": compared.name, "digest": compared.digest, **_numbers(compared)}
        for edition, compared in zip(study.editions, comparison.editions, strict=True)
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
        "predicted": comparison.games,
        "editions": rows,
    }


def _numbers(edition: ComparedEdition) -> Numbers:
    """Return everything that a study may show or expect of an edition."""
    terms, scale = edition.terms, edition.scale
    games = max(terms.both_rated, 1)
    drift = scale.drift
    parts = {
        name: decimal_of(sum((getattr(step, name) for step in drift), Fraction(0)), 2)
        for name in ("stayers", "newcomers", "leavers")
    }
    assert edition.truth is not None
    last, lag = edition.truth.lists[-1], edition.truth.lags[-1]
    newest = [group for group in last.groups if (group.by, group.name) == ("games", NEWEST_GAMES)]
    return {
        "rated": last.everybody.rated,
        "mean": _mean(edition, -1),
        "drift": decimal_of(sum((step.drift for step in drift), Fraction(0)), 2),
        **{f"drift_{name}": value for name, value in parts.items()},
        "games": terms.both_rated,
        **{
            f"{name}_per_game": decimal_of(Fraction(getattr(terms, name), PARTS * games), 4)
            for name in ("k_asymmetry", "one_sided_cap", "one_sided_game", "created")
        },
        "deviance10": fixed(edition.forecast.table.deviance10, 6),
        "difference": fixed(edition.difference.mean, 6),
        "difference_low": fixed(edition.difference.low, 6),
        "difference_high": fixed(edition.difference.high, 6),
        "lambda": fixed_or_none(edition.forecast.stretch.slope if edition.forecast.stretch else None, 4),
        "bias": decimal_or_none(last.everybody.bias, 1),
        "rmse": root(last.everybody.mean_square or Fraction(0)),
        "share_known": fixed_or_none(edition.truth.share_known, 4),
        "bias_juniors": decimal_or_none(last.group("juniors").bias, 1),
        "lag_months": decimal_or_none(lag.lag_months, 1),
        "bias_newcomers": decimal_or_none(newest[0].bias, 1) if newest else None,
        "newcomers": edition.truth.newcomers.newcomers,
        "newcomers_within_50": edition.truth.newcomers.reached,
        "below_floor": decimal_of(Fraction(100 * last.below, max(last.people, 1)), 1),
        "series": [
            {"list": listed.date, "mean": _mean(edition, place), "bias": decimal_or_none(listed.everybody.bias, 1)}
            for place, listed in enumerate(edition.truth.lists)
        ],
    }


def _mean(edition: ComparedEdition, place: int) -> Decimal | None:
    return decimal_or_none(edition.scale.lists[place].group("everybody").counts.mean, 1)


def number_at(document: Mapping[str, Any], path: str) -> Any:
    """Return a number of a document by its path: world/edition/name."""
    parts = path.split("/")
    if len(parts) == 3:
        for world in document["worlds"]:
            for edition in world["editions"]:
                if (world["name"], edition["name"]) == (parts[0], parts[1]) and parts[2] in edition:
                    return edition[parts[2]]
    raise ArpadError("lab-study-path", path=path)


def _expected(document: Mapping[str, Any], expectation: Expectation) -> dict[str, Any]:
    """Compare a number with what is expected of it."""
    found = number_at(document, expectation.number)
    other = number_at(document, expectation.than) if isinstance(expectation.than, str) else expectation.than
    left, right = Fraction(found or 0), Fraction(other or 0)
    holds = {"=": left == right, "<": left < right, ">": left > right}[expectation.relation]
    than = expectation.than if isinstance(expectation.than, str) else decimal_of(expectation.than, 4).normalize()
    return {"number": expectation.number, "found": found, "is": expectation.relation, "than": than, "holds": holds}


# The stored answer of a study: read, compared with a new one, and put into words.

PLACE = re.compile(r"\{([a-z0-9/_-]+)\}")


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that is no longer as it is stored."""

    where: str
    stored: Any
    found: Any


def read_answer(folder: Traversable) -> dict[str, Any]:
    """Read the stored answer of a study."""
    file = folder / ANSWER
    try:
        answer = json_value(file.read_text("utf-8"), Decimal)
    except FileNotFoundError:
        raise ArpadError("lab-study-no-answer", folder=str(folder)) from None
    except (OSError, ValueError) as problem:
        raise ArpadError("file-unreadable", file=str(file), problem=problem_words(problem)) from None
    if not isinstance(answer, dict) or not {"study", "worlds", "expected"} <= set(answer):
        raise ArpadError("lab-study-no-answer", folder=str(folder))
    return answer


def moved(stored: Any, found: Any, where: str = "") -> Iterator[Moved]:
    """Return every value that differs between two documents, with its place."""
    if isinstance(stored, dict) and isinstance(found, dict):
        for name in sorted({*stored, *found}):
            yield from moved(stored.get(name), found.get(name), f"{where}/{name}" if where else name)
    elif isinstance(stored, list) and isinstance(found, list) and len(stored) == len(found):
        for place, (one, other) in enumerate(zip(stored, found, strict=True)):
            named = one.get("name", place) if isinstance(one, dict) else place
            yield from moved(one, other, f"{where}/{named}")
    elif stored != found:
        yield Moved(where, stored, found)


def as_stored(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document as it looks when it is read back."""
    found: dict[str, Any] = json.loads(dumps(document), parse_float=Decimal)
    return found


def reading(study: Study, document: Mapping[str, Any], language: Language) -> str:
    """Return the reading of a study, with the numbers of its answer in it: {world/edition/number}."""

    def put(match: re.Match[str]) -> str:
        value = number_at(document, match[1])
        return "–" if value is None else number(value, language)

    return PLACE.sub(put, study.reading[language])


# A study as tables and plots, from its document.

HEADINGS = {
    "rated": "lab-rated",
    "mean": "lab-mean",
    "drift": "lab-drift",
    "drift_stayers": "lab-stayers",
    "drift_newcomers": "lab-newcomers",
    "drift_leavers": "lab-leavers",
    "games": "lab-games",
    "k_asymmetry_per_game": "lab-k-asymmetry-game",
    "one_sided_cap_per_game": "lab-one-sided-cap-game",
    "one_sided_game_per_game": "lab-one-sided-game-game",
    "created_per_game": "lab-created",
    "deviance10": "lab-deviance",
    "difference": "lab-difference",
    "difference_low": "lab-difference-low",
    "difference_high": "lab-difference-high",
    "lambda": "lab-lambda",
    "bias": "lab-bias",
    "rmse": "lab-rmse",
    "share_known": "lab-share-known",
    "bias_juniors": "lab-bias-juniors",
    "lag_months": "lab-lag-months",
    "bias_newcomers": "lab-bias-newcomers",
    "newcomers": "lab-newcomers",
    "newcomers_within_50": "lab-reached",
    "below_floor": "lab-below-floor",
}
"""The numbers of an edition, each with the key of its heading."""

Row = Mapping[str, Any]


def study_tables(study: Study, document: Row, language: Language) -> list[LabTable[Any]]:
    """Return the numbers of every world and edition that the study shows, and what was expected."""
    fields = ShownFields[Row](
        ShownField(
            "world", lambda row: row["world"], "lab-world", say=lambda row: study.world_label(row["world"], language)
        ),
        ShownField(
            "name", lambda row: row["name"], "lab-edition", say=lambda row: study.edition_label(row["name"], language)
        ),
        *(
            ShownField(name, lambda row, name=name: row[name], heading)  # type: ignore[misc]
            for name, heading in HEADINGS.items()
        ),
    )
    expected = ShownFields[Row](
        ShownField(
            "number",
            lambda row: row["number"],
            "lab-study-number",
            say=lambda row: _named(study, row["number"], language),
        ),
        ShownField("found", lambda row: row["found"], "lab-found"),
        ShownField("is", lambda row: row["is"], "lab-relation"),
        ShownField("than", lambda row: row["than"], "lab-than", say=lambda row: _named(study, row["than"], language)),
        ShownField("holds", lambda row: row["holds"], "lab-holds"),
    )
    rows = [{"world": world["name"], **edition} for world in document["worlds"] for edition in world["editions"]]
    several = len(study.worlds) > 1
    shown = (*(("world",) if several else ()), "name", *(name for name in study.shown if name in HEADINGS))
    return [LabTable("numbers", fields, rows, shown), LabTable("expected", expected, document["expected"])]


def _named(study: Study, path: Any, language: Language) -> str:
    """Return the name of a number in words, or a plain number as it is."""
    if not isinstance(path, str):
        return number(path, language)
    world, edition, name = path.split("/")
    words = [study.edition_label(edition, language), text(f"table.{HEADINGS.get(name, name)}", language)]
    if len(study.worlds) > 1:
        words.insert(0, study.world_label(world, language))
    return ": ".join([", ".join(words[:-1]), words[-1]])


def study_charts(study: Study, document: Row, language: Language) -> dict[str, Chart]:
    """Return the plots: the mean through the lists and the bias; of several worlds the bias of each."""
    charts = {}
    kinds = ("mean", "bias") if len(document["worlds"]) == 1 else ("bias",)
    for world in document["worlds"]:
        for kind in kinds:
            name = kind if len(document["worlds"]) == 1 else f"{kind}-{world['name']}"
            lines = [
                _line(study.edition_label(edition["name"], language), edition["series"], kind)
                for edition in world["editions"]
            ]
            title = text(f"lab.chart.study-{kind}", language)
            titled = title if len(document["worlds"]) == 1 else f"{title}: {study.world_label(world['name'], language)}"
            charts[name] = Chart(
                titled, "", text(f"lab.chart.study-{kind}-upward", language), lines=tuple(lines), dates=True
            )
    return charts


def _line(name: str, series: Sequence[Row], kind: str) -> ChartLine:
    points = tuple((exact(_day(row["list"])), Fraction(row[kind])) for row in series if row[kind] is not None)
    return ChartLine(name, points)


def _day(value: Any) -> dt.date:
    return dt.date.fromisoformat(value) if isinstance(value, str) else value

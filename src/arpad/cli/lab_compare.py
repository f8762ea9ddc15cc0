"""`arpad lab compare`, `truth`, `study`, `import-kaggle`, `predict` and `interim`: editions and predictions."""

import datetime as dt
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.bulk import Force
from arpad.cli.lab import (
    BY_DATE,
    ClassOption,
    Csv,
    From,
    ScaleCommand,
    Svg,
    TestOption,
    To,
    lab,
    line_of,
    scale_source,
    show_table,
    test_span,
    write_charts,
    write_tables,
)
from arpad.cli.office.options import OfficeCommand, desk, steps, whole
from arpad.cli.options import Argument, Command, Option, Shared, seed_of, shared
from arpad.cli.output import line, make_folder, print_json, tell_written, write_bytes
from arpad.i18n import ArpadError, StorageFault, date_text, number, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from arpad.lab.compare import EditionComparison
    from arpad.lab.compare_runs import ChosenEdition, HandedGames
    from arpad.lab.interim import Interim, ReachedVerdict, State, Threshold
    from arpad.lab.predict import PredictedGames
    from arpad.lab.scoring import WorldColumns
    from arpad.lab.studies import Moved, Study
    from arpad.lab.truth import TruthStudy

# The games that `arpad lab compare` rates again: those of a world, or those of the office.

OFFICE_ONLY = {"time_class": "--time-class", "start": "--from", "end": "--to"}


@dataclass(frozen=True, slots=True)
class ChosenGames:
    """Games in the columns of a world, and the document of their source; their digest if they are from the `office`."""

    columns: "WorldColumns"
    source: dict[str, Any]
    office: "HandedGames | None" = None
    digest: str = ""

    def document(self, editions: "Sequence[ChosenEdition]") -> dict[str, Any]:
        """Return what a comparison of editions says about its source."""
        return self.source if self.office is None else self.office.document(self.digest, editions)


def games_of_world(context: click.Context, world: Path, *, truth: bool) -> ChosenGames:
    """Read the games of a world; `truth`: it must have the true strengths too."""
    from arpad.bulk.world import check_truth
    from arpad.lab.scoring import WorldColumns

    for name, option in {"db": "--db", **OFFICE_ONLY}.items():
        if _given_by(context, name) == "COMMANDLINE":
            raise ArpadError("lab-two-sources", option=option)
    if truth:
        check_truth(world)
    with steps(shared(context), "label.lab-reading") as progress:
        columns = WorldColumns.read(world, progress)
    return ChosenGames(columns, {"kind": "bulk", "world": str(world)})


def games_of_office(
    context: click.Context, time_class: str, start: str | None, end: str | None, work: Path
) -> ChosenGames:
    """Let the office hand over the games between two lists, as a world in the folder `work`."""
    from arpad.office.lab_games import office_games

    chosen = parse.time_class("--time-class", time_class)
    first, last = _list("--from", start), _list("--to", end)
    if first is not None and last is not None and last <= first:
        raise ArpadError("lab-lists-order", start=f"{first:%Y-%m}", end=f"{last:%Y-%m}")
    try:
        with desk(context) as place:
            handed = office_games(place, chosen, first, last)
    except StorageFault as problem:
        if problem.key == "office-none" and _given_by(context, "db") == "DEFAULT":
            raise ArpadError("lab-no-source", database=problem.values["database"]) from None
        raise
    columns, digest = handed.world(work)
    return ChosenGames(columns, {}, handed, digest)


def _given_by(context: click.Context, parameter: str) -> str:
    """Return where the value of a parameter is from: the command line, the environment, its default."""
    source = context.get_parameter_source(parameter)
    return "" if source is None else source.name


def _list(option: str, typed: str | None) -> dt.date | None:
    return None if typed is None else parse.period(option, typed)


def source_note(settings: Shared, source: ChosenGames, editions: "Sequence[ChosenEdition]") -> None:
    """Print which games of the office these are, and what differs from its own lists."""
    for words in source.office.words(editions, settings.language) if source.office is not None else ():
        line(words, style="dim")


# `arpad lab compare`: the same games under several editions.

BASES = ("list", "truth")
LEFT_OUT = ("round-robins-with-unrated",)
SHOWN_TABLES = ("editions", "truth", "players", "gains", "crossings", "most", "least")

LeaveOut = Annotated[str | None, Option("--leave-out", metavar="|".join(LEFT_OUT), help="cli.help.lab-leave-out")]


@lab.command("compare", cls=OfficeCommand, help="cli.command.lab-compare")
def compare(
    context: click.Context,
    editions: Annotated[list[str], Option("--edition", metavar="ID|FILE", help="cli.help.lab-compare-edition")],
    world: Annotated[Path | None, Argument(metavar="WORLD", help="cli.help.lab-compare-world")] = None,
    time_class: ClassOption = "standard",
    start: From = None,
    end: To = None,
    changes: Annotated[list[str] | None, Option("--set", metavar="NAME=VALUE", help="cli.help.lab-set")] = None,
    sweep: Annotated[str | None, Option("--sweep", metavar="NAME=V,V,...", help="cli.help.lab-sweep")] = None,
    test: TestOption = None,
    base: Annotated[str, Option("--base", metavar="list|truth", help="cli.help.lab-base")] = BASES[0],
    with_transition: Annotated[bool, Option("--with-transition", help="cli.help.lab-with-transition")] = False,
    work: Annotated[Path | None, Option("--work", metavar="DIR", help="cli.help.lab-work")] = None,
    leave_out: LeaveOut = None,
    seed: Annotated[str, Option("--seed", metavar="S", help="cli.help.lab-seed")] = "1",
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.compare import (
        CompareWishes,
        compare_editions,
        comparison_charts,
        comparison_document,
        comparison_tables,
    )
    from arpad.lab.compare_runs import chosen_editions, replays, without_refused, work_folder

    settings = shared(context)
    chosen = chosen_editions(settings.regulations, editions, changes or (), sweep)
    wishes = CompareWishes(*test_span(test), seed_of(seed), parse.choice("--base", base, BASES) == "truth")
    if leave_out is not None:
        parse.choice("--leave-out", leave_out, LEFT_OUT)
    if wishes.truth and world is None:
        raise ArpadError("lab-office-truth")
    with work_folder(work) as folder:
        if world is not None:
            source = games_of_world(context, world, truth=wishes.truth)
        else:
            source = games_of_office(context, time_class, start, end, folder)
        columns = source.columns
        with steps(settings, "label.bulk-running") as progress:
            columns, left_out = without_refused(columns, chosen, folder) if leave_out else (columns, 0)
            runs = replays(columns, chosen, folder, transition=with_transition, progress=progress)
        with steps(settings, "label.lab-comparing") as progress:
            comparison = compare_editions(runs, wishes, left_out, progress)
    write_tables(settings, csv, comparison_tables(comparison))
    write_charts(settings, svg, lambda: comparison_charts(comparison, settings.language))
    if settings.as_json:
        print_json(comparison_document(comparison, source.document(chosen)))
    else:
        _show_comparison(settings, comparison)
        source_note(settings, source, chosen)


def _show_comparison(settings: Shared, comparison: "EditionComparison") -> None:
    from arpad.lab.compare import comparison_tables

    tables = {table.named: table for table in comparison_tables(comparison)}
    for name in SHOWN_TABLES:
        show_table(settings, tables[name], text(f"lab.compared-table.{name}", settings.language))
    line()
    numbers = {"games": comparison.games, "played": comparison.played, "start": f"{comparison.start:%Y-%m}"}
    line(text("label.lab-compared", settings.language, **numbers), style="dim")
    if comparison.left_out:
        line(text("label.lab-left-out", settings.language, count=comparison.left_out), style="dim")


# `arpad lab predict`: games predicted from the lists before them.

MOST_SEED = 2**31 - 1
LARGEST = 1000

Test = Annotated[str | None, Option("--test", metavar="PERIOD..PERIOD", help="cli.help.lab-predict-test")]
Names = Annotated[list[str] | None, Option("--predictor", metavar="NAME", help="cli.help.lab-predictor")]
Parameters = Annotated[
    list[str] | None, Option("--parameter", metavar="NAME.PARAMETER=VALUE", help="cli.help.lab-parameter")
]


@lab.command("predict", cls=ScaleCommand, help="cli.command.lab-predict")
def predict(
    context: click.Context,
    test: Test = None,
    horizon: Annotated[str, Option("--horizon", metavar="LISTS", help="cli.help.lab-horizon")] = "1",
    predictors: Names = None,
    baseline: Annotated[str | None, Option("--baseline", metavar="NAME", help="cli.help.lab-baseline")] = None,
    parameters: Parameters = None,
    seed: Annotated[str, Option("--seed", metavar="NUMBER", help="cli.help.lab-seed")] = "1",
    csv: Csv = None,
) -> None:
    from arpad.lab.predict import HORIZONS, PredictWishes, predict_document, predict_table
    from arpad.lab.predict import predict as predict_games

    settings = shared(context)
    wishes = PredictWishes(
        None if test is None else _span(test),
        parse.whole("--horizon", horizon, *HORIZONS),
        _names(predictors, baseline, tested=test is not None),
        _given(parameters or ()),
        parse.whole("--seed", seed, 0, MOST_SEED),
    )
    with scale_source(context) as source, steps(settings, "label.lab-predicting") as progress:
        games = predict_games(source, wishes, progress)
    write_tables(settings, csv, [predict_table(games)])
    if settings.as_json:
        print_json(predict_document(games))
    else:
        _show_predictions(settings, games)


def _span(typed: str) -> "tuple[dt.date, dt.date]":
    """Read the first and the last test list: 2024-01..2024-06."""
    first, apart, last = typed.partition("..")
    return parse.period("--test", first), parse.period("--test", last if apart else first)


def _names(typed: Sequence[str] | None, baseline: str | None, *, tested: bool) -> tuple[str, ...]:
    """Read the predictors asked for, the baseline first; all of them if there are training lists."""
    from arpad.lab.predict import PLAIN, PREDICTORS

    asked = [part.strip() for one in typed or () for part in one.split(",") if part.strip()]
    names = [parse.choice("--predictor", one, PREDICTORS) for one in asked]
    names = names or list(PREDICTORS if tested else PLAIN)
    first = [] if baseline is None else [parse.choice("--baseline", baseline, PREDICTORS)]
    return tuple(dict.fromkeys([*first, *names]))


def _given(typed: Sequence[str]) -> dict[str, dict[str, Fraction]]:
    """Read parameters that are not fitted: glicko.c=15.8."""
    from arpad.lab.predict import SEARCHED

    known = [f"{name}.{one.name}" for name, searched in SEARCHED.items() for one in searched]
    found: dict[str, dict[str, Fraction]] = {}
    for one in typed:
        key, _, value = one.partition("=")
        try:
            exact = Fraction(value)
        except (ValueError, ZeroDivisionError):
            exact = Fraction(-1)
        if key not in known or not 0 <= exact <= LARGEST:
            raise ArpadError("lab-parameter", option="--parameter", value=one, known=" | ".join(known))
        system, _, name = key.partition(".")
        found.setdefault(system, {})[name] = exact
    return found


def _show_predictions(settings: Shared, found: "PredictedGames") -> None:
    from arpad.lab.predict import predict_table
    from arpad.lab.scoring import RESAMPLES
    from arpad.lab.tables import decimal_of

    language = settings.language
    share = number(decimal_of(Fraction(100 * found.games, max(found.played, 1)), 1), language)
    words = {"start": f"{found.start:%Y-%m}", "end": f"{found.end:%Y-%m}", "horizon": found.horizon, "share": share}
    line(text("label.lab-predicted", language, games=found.games, played=found.played, **words), style="bold")
    if found.training:
        line(text("label.lab-trained", language, games=found.training))
    show_table(settings, predict_table(found), text("lab.table.prediction", language))
    line()
    line(text("label.lab-deviance", language), style="dim")
    line(text("label.lab-bootstrap", language, resamples=RESAMPLES, seed=found.seed), style="dim")


# `arpad lab truth`: ratings against the true strengths of a generated world.

World = Annotated[Path, Argument(metavar="WORLD", help="cli.help.lab-truth-world")]
Outs = Annotated[list[Path], Argument(metavar="OUT...", help="cli.help.lab-truth-outs")]


@lab.command("truth", cls=Command, help="cli.command.lab-truth")
def truth(
    context: click.Context, world: World, outs: Outs, test: TestOption = None, csv: Csv = None, svg: Svg = None
) -> None:
    from arpad.lab.scoring import WorldColumns
    from arpad.lab.truth import TruthRun, study_truth, truth_charts, truth_document, truth_tables

    settings = shared(context)
    start, end = test_span(test)
    lines = [line_of(settings, out, None) for out in outs]
    names = [one.name or BY_DATE for one in lines]
    if len(set(names)) < len(names):
        names = [str(out) for out in outs]
    runs = [TruthRun(*run) for run in zip(names, outs, lines, strict=True)]
    with steps(settings, "label.lab-reading") as progress:
        columns = WorldColumns.read(world, progress)
    with steps(settings, "label.lab-comparing") as progress:
        study = study_truth(columns, runs, start, end, progress)
    write_tables(settings, csv, truth_tables(study))
    write_charts(settings, svg, lambda: truth_charts(study, settings.language))
    if settings.as_json:
        print_json(truth_document(study, str(world)))
    else:
        _show_truth(settings, study)


def _show_truth(settings: Shared, study: "TruthStudy") -> None:
    from arpad.lab.truth import last_lists

    for table in last_lists(study):
        show_table(settings, table, text(f"lab.truth-table.{table.named}", settings.language))
    line()
    words = text(
        "label.lab-tested",
        settings.language,
        games=study.games,
        played=study.played,
        start=f"{study.start:%Y-%m}",
    )
    line(words, style="dim")


# `arpad lab interim`: a rating game by game inside a period.

NOT_REACHED = 1
TOML = ".toml"

Reach = Annotated[list[str] | None, Option("--reach", metavar="RATING|TITLE", help="cli.help.lab-reach")]


class _Found:
    """What is shown: who, by which list, and the period."""

    def __init__(self, head: dict[str, Any], period: "Interim", state: "State", digest: str) -> None:
        self.head, self.interim, self.state, self.digest = head, period, state, digest


@lab.command("interim", cls=OfficeCommand, help="cli.command.lab-interim")
def interim(
    context: click.Context,
    player: Annotated[str, Argument(metavar="PLAYER|FILE.toml", help="cli.help.lab-interim-player")],
    period: Annotated[str | None, Argument(metavar="PERIOD", help="cli.help.lab-interim-period")] = None,
    time_class: ClassOption = "standard",
    until: Annotated[str | None, Option("--until", metavar="DATE", help="cli.help.lab-until")] = None,
    reach: Reach = None,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.lab-interim-pdf")] = None,
) -> None:
    from arpad.lab.interim import interim_document, verdict

    settings = shared(context)
    day = None if until is None else parse.date("--until", until)
    asked = list(reach or ())
    found = _of_file(settings, Path(player), asked) if player.endswith(TOML) else None
    if found is None:
        found = _of_office(context, player, period, time_class)
    elif period is not None:
        raise ArpadError("lab-interim-file-period", file=player)
    followed = found.interim if day is None else found.interim.until(day)
    wanted = [_threshold(fromkey, followed) for fromkey in dict.fromkeys(asked)]
    verdicts = [verdict(followed, threshold) for threshold in wanted]
    if pdf is not None:
        from arpad.papers.event_sheets import interim_pdf

        write_bytes(pdf, interim_pdf(found.head, followed, verdicts, found.state, found.digest, settings.language))
    if settings.as_json:
        head = found.head | {"state": found.state, "digest": found.digest or None}
        print_json(head | interim_document(followed, verdicts, settings.language))
    else:
        _show_interim(settings, found, followed, verdicts)
        if pdf is not None:
            line(text("label.written", settings.language, file=str(pdf)))
    if any(reached_verdict.outcome in ("not-reached", "too-few-games") for reached_verdict in verdicts):
        raise Exit(NOT_REACHED)


def _of_file(settings: Shared, file: Path, asked: list[str]) -> _Found:
    from arpad.lab.interim import read_interim

    read = read_interim(file, settings.regulations)
    if read.title and not asked:
        asked.append(read.title)
    head = {"id": read.id or None, "name": read.name or None, "period": None, "time_class": None}
    return _Found(head, read.interim, "provisional", "")


def _of_office(context: click.Context, player: str, period: str | None, time_class: str) -> _Found:
    from arpad.office.lab_data import interim_sheet

    date = None if period is None else parse.period("PERIOD", period)
    chosen = parse.time_class("--time-class", time_class)
    with desk(context) as place:
        sheet = interim_sheet(place, player, date, chosen)
    head = {"id": sheet.id, "name": sheet.name, "period": sheet.period, "time_class": sheet.time_class}
    return _Found(head, sheet.interim, sheet.state, sheet.digest)


def _threshold(typed: str, found: "Interim") -> "Threshold":
    """Read a rating, or a title with the rating and the games that it asks for on the last day."""
    from arpad.lab.interim import INTERIM_TITLES, Threshold, checked, title_threshold

    if typed.isdecimal():
        return checked(Threshold(parse.rating("--reach", typed)), found.base)
    title = parse.choice("--reach", typed.upper(), INTERIM_TITLES)
    day = found.rows[-1].game.date if found.rows else dt.date.max
    return checked(title_threshold(title, day), found.base)


def _show_interim(settings: Shared, found: _Found, followed: "Interim", verdicts: "list[ReachedVerdict]") -> None:
    from arpad.lab.interim import interim_table, verdict_words

    language = settings.language
    name = " ".join(str(found.head[key]) for key in ("id", "name") if found.head[key])
    words = text("label.lab-interim", language, rating=followed.base, games=len(followed.rows), final=followed.final)
    line(f"{name}: {words}" if name else words, style="bold")
    if found.head["period"] is not None:
        line(text("label.lab-interim-list", language, date=date_text(found.head["period"], language)))
    show_table(settings, interim_table(followed), text("lab.table.interim", language))
    line()
    if followed.hidden:
        line(text("lab.interim.order", language))
    if found.head["period"] is not None:
        line(text(f"lab.interim.{found.state}", language))
        if found.digest:
            line(text("label.lab-interim-digest", language, digest=found.digest))
    line(text("lab.interim.two-readings", language, games=number(followed.before, language)), style="dim")
    for verdict in verdicts:
        line(verdict_words(verdict, language), style="bold")


# `arpad lab import-kaggle`: the games of the rating contests as a world.

Contest = Annotated[Path, Argument(metavar="DIR", help="cli.help.lab-kaggle-folder")]
WorldFolder = Annotated[Path, Option("-o", "--output", metavar="WORLD", help="cli.help.lab-kaggle-output")]


@lab.command("import-kaggle", cls=Command, help="cli.command.lab-import-kaggle")
def import_kaggle(context: click.Context, contest: Contest, output: WorldFolder, force: Force = False) -> None:
    from arpad.bulk.atomic_folders import whole_folder
    from arpad.lab.kaggle import import_contest

    settings = shared(context)
    with whole(settings), whole_folder(output, force) as into:
        files = import_contest(contest, into)
    document = {
        "players": files.players,
        "rated": files.rated,
        "events": files.events,
        "games": files.games,
        "months": files.months,
        "output": str(output),
    }
    tell_written(settings, document, "label.bulk-generated")


# `arpad lab study`: a question with its answer, which can be run again and checked.

FAILED = 1
MOST_MOVED = 20

Named = Annotated[str, Argument(metavar="DIR|NAME", help="cli.help.lab-study-folder")]
Check = Annotated[bool, Option("--check", help="cli.help.lab-study-check")]
StudyFolder = Annotated[Path | None, Option("-o", "--output", metavar="DIR", help="cli.help.lab-study-output")]


@lab.command("study", cls=Command, help="cli.command.lab-study")
def study(
    context: click.Context,
    named: Named,
    check: Check = False,
    output: StudyFolder = None,
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.studies import (
        as_stored,
        moved,
        read_answer,
        read_study,
        run_study,
        shipped_studies,
        study_charts,
        study_folder,
        study_tables,
    )

    settings = shared(context)
    if check and output is not None:
        raise ArpadError("office-not-with", option="--check", other="--output")
    folder = study_folder(named)
    question = read_study(folder)
    stored = read_answer(folder) if check else None
    with steps(settings, "label.lab-studying") as progress:
        found = as_stored(run_study(question, settings.regulations, progress))
    differing = [] if stored is None else list(moved(stored, found))
    if stored is None and (output is not None or named not in shipped_studies()):
        _keep(folder, output, found)
    write_tables(settings, csv, study_tables(question, found, settings.language))
    write_charts(settings, svg, lambda: study_charts(question, found, settings.language))
    if settings.as_json:
        print_json(
            found | {"moved": [{"where": one.where, "stored": one.stored, "found": one.found} for one in differing]}
        )
    else:
        _show_study(settings, question, found, differing if check else None)
    if differing or not all(row["holds"] for row in found["expected"]):
        raise Exit(FAILED)


def _keep(folder: "Traversable", output: Path | None, found: dict[str, Any]) -> None:
    """Write the answer next to its question, or both into another folder."""
    from arpad.documents.json import dumps
    from arpad.lab.studies import ANSWER, QUESTION

    place = output or Path(str(folder))
    if output is not None:
        make_folder(output)
        if output.resolve() != Path(str(folder)).resolve():
            write_bytes(output / QUESTION, (folder / QUESTION).read_bytes())
    write_bytes(place / ANSWER, f"{dumps(found)}\n".encode())


def _show_study(settings: Shared, question: "Study", found: dict[str, Any], differing: "list[Moved] | None") -> None:
    from arpad.lab.studies import reading, study_tables

    language = settings.language
    line(question.title[language], style="bold")
    line(question.question[language])
    for table in study_tables(question, found, language):
        show_table(settings, table, text(f"lab.study-table.{table.named}", language))
    line()
    line(reading(question, found, language))
    line(question.limits[language], style="dim")
    if differing is None:
        return
    if not differing:
        line(text("label.lab-study-same", language), style="bold")
    for gone in differing[:MOST_MOVED]:
        words = text(
            "label.lab-study-moved", language, where=gone.where, stored=str(gone.stored), found=str(gone.found)
        )
        print(words, file=sys.stderr)

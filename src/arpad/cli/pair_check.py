"""`arpad pair check`, `compare` and `generate`: pair rounds again, compare systems, make tournaments."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.options import Argument, Command, Option, Out, Shared, declared, seed_of, shared
from arpad.cli.output import line, print_json, show_findings, table, write_bytes
from arpad.cli.pair import (
    MOST_ROUNDS,
    ColourType,
    PairCommand,
    PairingFile,
    PairOptions,
    Readings,
    Rounds,
    found_json,
    pair,
    print_positions,
    read,
    read_each,
    show_found,
    show_position,
    show_readings,
)
from arpad.documents.findings import findings_json
from arpad.formats.trf_fields import decimal, points_text
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library.files import load_report
from arpad.pairing.check import (
    BoardDifference,
    CheckedRound,
    checked_document,
    json_seat,
    reason,
    reason_words,
    system_document,
)
from arpad.pairing.colours import premise_findings
from arpad.pairing.compare import ComparedRound, compare_rounds, fitting_document, fitting_editions, fitting_words
from arpad.pairing.engines import Seat
from arpad.pairing.files import Source, naming
from arpad.pairing.generate import HIGHEST, LOWEST, NEVER, Chances, Made, Quotas, Wanted, made_tournament
from arpad.pairing.generator_options import quota, share
from arpad.pairing.json_fields import JsonFields
from arpad.pairing.matches_files import colour_type
from arpad.pairing.systems import by_id
from arpad.standings.codes import parse_list

# `arpad pair check`: every round of a report paired again.


@pair.command("check", cls=PairCommand, help="cli.command.pair-check")
def check(
    context: click.Context,
    file: PairingFile,
) -> None:
    settings = shared(context)
    sources = read_each(file, declared(context, PairOptions), adjourn_open=False)
    checked: dict[str, list[CheckedRound]] = {}
    for name, source in sources.items():
        with naming(name):
            checked[name] = source.checked()
    if settings.as_json:
        print_positions(
            {name: _check_document(source, checked[name], settings.language) for name, source in sources.items()}
        )
    else:
        for name, source in sources.items():
            show_position(name)
            _show_all(source, checked[name], settings.language)
    if not all(member.ok for members in checked.values() for member in members):
        raise Exit(1)


def _check_document(source: Source, checked: list[CheckedRound], language: Language) -> dict[str, Any]:
    rows = [checked_document(member, language) for member in checked]
    fits = fitting_document(fitting_editions(source, checked), language)
    document = system_document(source.system) | {"rounds": rows} | ({"fits": fits} if fits else {})
    return document | found_json(source, language)


def _show_all(source: Source, checked: list[CheckedRound], language: Language) -> None:
    known = source.names()
    show_readings(source.system, language)
    if (played := source.rounds_unknown) is not None:
        line(text("pairing.rounds-played", language, rounds=played), style="dim")
    for member in checked:
        _show_check(member, known, language)
    for fitting in fitting_editions(source, checked):
        line(fitting_words(fitting, language), style="bold")
    if source.report is not None and not all(member.ok for member in checked):
        line(text("forensics.ask", language), style="dim")
    show_found(source, language)


def _show_check(member: CheckedRound, known: dict[int, str], language: Language) -> None:
    if member.ok:
        line(text("pairing.same", language, round=member.number))
        return
    line(text("pairing.differs", language, round=member.number, count=len(member.differences)), style="bold")
    line(reason(member, language))
    rows = [_row(difference, known, language) for difference in member.differences]
    table(language, ["player", "pair-given", "pair-expected"], rows, left=(0, 1, 2))


def _row(member: BoardDifference, known: dict[int, str], language: Language) -> list[str]:
    return [
        known.get(member.player, str(member.player)),
        seat_words(member.given, known, language),
        seat_words(member.expected, known, language),
    ]


def seat_words(seat: Seat, known: dict[int, str], language: Language) -> str:
    """Return an opponent with the colour, or the bye, in words."""
    opponent, colour = seat
    if opponent is None:
        return text("pairing.nobody", language)
    return text("pairing.white" if colour == "w" else "pairing.black", language, opponent=known.get(opponent, opponent))


# `arpad pair compare`: every round by several systems or editions.


@pair.command("compare", cls=Command, help="cli.command.pair-compare")
def compare(
    context: click.Context,
    file: PairingFile,
    system: Annotated[list[str] | None, Option("--system", metavar="ID", help="cli.help.pair-system")] = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Readings = None,
) -> None:
    settings = shared(context)
    named: list[str | None] = [*system] if system else [None]
    asked = [(one, names) for names in ([], *([name] for name in reading or ())) for one in named]
    if len(asked) < 2:
        raise ArpadError("pairing-compare-two")
    sources = [read(file, PairOptions(one, rounds, colours, names), binding=False) for one, names in asked]
    ids = [source.system.title for source in sources]
    compared = compare_rounds(sources)
    if settings.as_json:
        print_json(
            {
                "systems": ids,
                "rounds": [_comparison_document(compared_round, ids, settings.language) for compared_round in compared],
            }
        )
    else:
        known = sources[0].names()
        for pairing_system in {source.system.readings: source.system for source in sources}.values():
            show_readings(pairing_system, settings.language)
        for compared_round in compared:
            _show_comparison(compared_round, ids, known, settings.language)
    if not all(compared_round.same for compared_round in compared):
        raise Exit(1)


def _comparison_document(compared_round: ComparedRound, ids: list[str], language: Language) -> dict[str, Any]:
    seats = dict(zip(ids, compared_round.seats, strict=True))
    return {
        "round": compared_round.number,
        "same": compared_round.same,
        "impossible": [id_ for id_, seat in seats.items() if seat is None],
        "differences": [
            {"player": rank}
            | {id_: json_seat(seat.get(rank, (None, None))) for id_, seat in seats.items() if seat is not None}
            for rank in compared_round.differing
        ],
        "reasons": [
            {"by": ids[refused.by], "of": ids[refused.of], "criterion": refused.why.article}
            | {"reason": reason_words(refused.state, refused.why, language)}
            for refused in compared_round.refusals
        ],
    }


def _show_comparison(compared_round: ComparedRound, ids: list[str], known: dict[int, str], language: Language) -> None:
    if compared_round.same:
        line(text("pairing.compare.same", language, round=compared_round.number))
        return
    seats = compared_round.seats
    for id_, seat in zip(ids, seats, strict=True):
        if seat is None:
            line(text("pairing.compare.impossible", language, round=compared_round.number, system=id_), style="bold")
    if compared_round.differing:
        line(
            text("pairing.compare.differs", language, round=compared_round.number, count=len(compared_round.differing)),
            style="bold",
        )
        rows = [
            [known.get(rank, str(rank))]
            + ["" if seat is None else seat_words(seat.get(rank, (None, None)), known, language) for seat in seats]
            for rank in compared_round.differing
        ]
        table(language, ["player", *ids], rows, left=range(len(ids) + 1))
    for refused in compared_round.refusals:
        why = reason_words(refused.state, refused.why, language)
        line(text("pairing.compare.refused", language, by=ids[refused.by], of=ids[refused.of], reason=why))


# `arpad pair generate`: a tournament made by lot.

MOST_PLAYERS = 9999
MOST_BOARDS = 99
MOST_FILES = 99_999
MOST_RATING = 3999
SHARE = "P"
QUOTA = "N|P|R:N,..."


@pair.command("generate", cls=Command, help="cli.command.pair-generate")
def generate(
    context: click.Context,
    players: Annotated[str, Option("--players", metavar="N", help="cli.help.pair-players")],
    rounds: Annotated[str, Option("--rounds", metavar="R", help="cli.help.pair-all-rounds")],
    seed: Annotated[str, Option("--seed", metavar="S", help="cli.help.pair-seed")],
    out: Out,
    played: Annotated[str | None, Option("--played", metavar="R", help="cli.help.pair-played")] = None,
    draws: Annotated[str, Option("--draws", metavar=SHARE, help="cli.help.pair-draws")] = "0.3",
    forfeits: Annotated[str, Option("--forfeits", metavar=SHARE, help="cli.help.pair-forfeits")] = "0",
    byes: Annotated[str, Option("--byes", metavar=SHARE, help="cli.help.pair-byes")] = "0",
    withdrawals: Annotated[str, Option("--withdrawals", metavar=SHARE, help="cli.help.pair-withdrawals")] = "0",
    late: Annotated[str, Option("--late", metavar=SHARE, help="cli.help.pair-late")] = "0",
    expelled: Annotated[str, Option("--expelled", metavar=SHARE, help="cli.help.pair-expelled")] = "0",
    baku: Annotated[bool, Option("--baku", help="cli.help.pair-baku")] = False,
    system: Annotated[str | None, Option("--system", metavar="ID", help="cli.help.pair-made-system")] = None,
    team: Annotated[bool, Option("--team", help="cli.help.pair-made-team")] = False,
    double: Annotated[bool, Option("--double", help="cli.help.pair-made-double")] = False,
    berger: Annotated[bool, Option("--berger", help="cli.help.pair-made-berger")] = False,
    boards: Annotated[str, Option("--boards", metavar="B", help="cli.help.pair-boards")] = "4",
    colours: ColourType = None,
    hpb: Annotated[str, Option("--hpb", metavar=QUOTA, help="cli.help.pair-hpb")] = "0",
    zpb: Annotated[str, Option("--zpb", metavar=QUOTA, help="cli.help.pair-zpb")] = "0",
    fpb: Annotated[str, Option("--fpb", metavar=QUOTA, help="cli.help.pair-fpb")] = "0",
    wins: Annotated[str, Option("--forfeit-wins", metavar=QUOTA, help="cli.help.pair-forfeit-wins")] = "0",
    losses: Annotated[str, Option("--forfeit-losses", metavar=QUOTA, help="cli.help.pair-forfeit-losses")] = "0",
    both: Annotated[str, Option("--double-forfeits", metavar=QUOTA, help="cli.help.pair-double-forfeits")] = "0",
    unusual: Annotated[str, Option("--unusual", metavar=QUOTA, help="cli.help.pair-unusual")] = "0",
    points: Annotated[str | None, Option("--points", metavar="W,D,L", help="cli.help.pair-made-points")] = None,
    pab: Annotated[str | None, Option("--pab", metavar="P", help="cli.help.pair-pab")] = None,
    ratings: Annotated[str | None, Option("--ratings", metavar="HIGH,LOW", help="cli.help.pair-ratings")] = None,
    tie_breaks: Annotated[
        str | None, Option("--tie-breaks", metavar="LIST", help="cli.help.pair-made-tie-breaks")
    ] = None,
    trf: Annotated[str | None, Option("--trf", metavar="26|16", help="cli.help.pair-trf")] = None,
    count: Annotated[str, Option("--count", metavar="N", help="cli.help.pair-count")] = "1",
) -> None:
    settings = shared(context)
    many = parse.whole("--rounds", rounds, 1, MOST_ROUNDS)
    kinds = [name for name, asked in (("team", team), ("double", double), ("berger", berger)) if asked]
    if len(kinds) + (system is not None) > 1:
        raise ArpadError("pairing-generate-one-system")
    trf = trf or ("26" if kinds else None)
    of_kind = f"{kinds[0]}-2026" if team or double else "dutch-2026" if trf == "26" else "dutch"
    chosen = by_id(system or of_kind, None)
    highest, lowest, spread = _ratings(ratings)
    wanted = Wanted(
        players=parse.whole("--players", players, 2, MOST_PLAYERS),
        rounds=many,
        played=parse.whole("--played", played, 0, many) if played else many,
        seed=seed_of(seed),
        chances=Chances(
            share("--draws", draws),
            share("--forfeits", forfeits),
            share("--byes", byes),
            share("--withdrawals", withdrawals),
            share("--late", late),
            share("--expelled", expelled),
        ),
        baku=baku,
        system=chosen,
        lowest=lowest,
        highest=highest,
        spread=spread,
        quotas=Quotas(
            quota("--hpb", hpb),
            quota("--zpb", zpb),
            quota("--fpb", fpb),
            quota("--forfeit-wins", wins),
            quota("--forfeit-losses", losses),
            quota("--double-forfeits", both),
            quota("--unusual", unusual),
        ),
        scoring=_scoring(points, pab),
        tie_breaks=tuple(one.code for one in parse_list(tie_breaks)) if tie_breaks else (),
        version="trf26" if trf == "26" else "trf16",
        options=_options(context),
        table=berger,
    )
    _possible(wanted, trf)
    many_files = parse.whole("--count", count, 1, MOST_FILES)
    side = parse.whole("--boards", boards, 1, MOST_BOARDS)
    kind = colour_type(JsonFields({}), chosen, colours) if chosen.engine == "matches" else "A"
    files = _files(out, many_files)
    unfinished = [
        file
        for number, file in enumerate(files)
        if _written(replace(wanted, seed=wanted.seed + number), file, side, kind).unpaired
    ]
    findings, language = premise_findings(wanted.system, wanted.rounds) if baku else [], settings.language
    if settings.as_json:
        made_so = {"players": wanted.players, "rounds": wanted.rounds, "played": wanted.played, "file": str(out)}
        more: dict[str, object] = {"findings": findings_json(findings, language)} if findings else {}
        more |= {"files": many_files} if many_files > 1 else {}
        more |= {"unfinished": [str(file) for file in unfinished]} if unfinished else {}
        print_json(made_so | more)
        return
    key = "pairing.made-teams" if wanted.system.name == "team" else "pairing.made"
    line(text(key, language, players=wanted.players, rounds=wanted.rounds, file=str(out)))
    if many_files > 1:
        line(text("pairing.made-files", language, count=many_files, first=files[0].name, last=files[-1].name))
    for file in unfinished:
        line(text("pairing.made-unfinished", language, file=str(file)))
    show_findings(findings, language, everything=False)


def _options(context: click.Context) -> str:
    """Return the options of the line that differ from what is usual, for the file: without the seed and the output."""
    named = [parameter for parameter in context.command.params if parameter.opts[-1].startswith("--")]
    typed = ((parameter, context.params.get(str(parameter.name))) for parameter in named)
    said = [
        parameter.opts[0] if value is True else f"{parameter.opts[0]} {value}"
        for parameter, value in typed
        if parameter.name not in ("seed", "out", "count") and value not in (None, False, parameter.default)
    ]
    return " ".join(said)


def _possible(wanted: Wanted, trf: str | None) -> None:
    """Refuse options that the wanted system has no use for."""
    if trf not in (None, "16", "26"):
        raise ArpadError("pairing-generate-trf", value=trf)
    if trf == "16" and (wanted.table or wanted.system.engine == "matches"):
        raise ArpadError("pairing-generate-version", system="berger" if wanted.table else wanted.system.id, trf=trf)
    byes = wanted.quotas.half_byes, wanted.quotas.zero_byes, wanted.quotas.full_byes
    if wanted.table and (
        wanted.baku or wanted.chances.late or wanted.chances.byes or any(quota != NEVER for quota in byes)
    ):
        raise ArpadError("pairing-generate-table-options")
    if wanted.chances.expelled and wanted.version == "trf16":
        raise ArpadError("pairing-generate-expelled")
    if wanted.tie_breaks and wanted.version == "trf16":
        raise ArpadError("pairing-generate-list")
    if wanted.system.engine == "matches" and (wanted.quotas != Quotas() or wanted.scoring):
        raise ArpadError("pairing-generate-players-only", system=wanted.system.id)


def _files(out: Path, count: int) -> list[Path]:
    """Return the files to write: T%05d.trf is one for each number."""
    try:
        names = [out.name % number for number in range(1, count + 1)] if count > 1 else [out.name]
    except (TypeError, ValueError):
        names = []
    if len(set(names)) != count:
        raise ArpadError("pairing-generate-files", value=out.name)
    return [out.with_name(name) for name in names]


def _written(wanted: Wanted, file: Path, boards: int, colours: str) -> Made:
    """Make a tournament and write its file; of teams and Double-Swiss systems it holds matches."""
    made = made_tournament(wanted, boards, colours)
    write_bytes(file, made.file())
    return made


def _scoring(points: str | None, bye: str | None) -> dict[str, Fraction]:
    """Read the points of a win, a draw and a loss, and of the pairing-allocated bye; without either, the usual ones."""
    if points is None and bye is None:
        return {}
    values = [decimal(part) for part in (points or "1,0.5,0").split(",")]
    if len(values) != 3 or None in values:
        raise ArpadError("pairing-generate-points", value=points or "")
    win, draw, loss = (value for value in values if value is not None)
    worth = win if bye is None else decimal(bye)
    if not loss <= draw <= win or 2 * draw > win + loss:
        raise ArpadError("pairing-generate-points", value=points or "")
    if worth is None or worth > win:
        raise ArpadError("pairing-generate-bye", value=bye or "", win=points_text(win).strip())
    named = dict.fromkeys("1W+F", win) | dict.fromkeys("=DH", draw) | dict.fromkeys("0L", loss)
    return named | dict.fromkeys("-Z", Fraction(0)) | {"U": worth}


def _ratings(typed: str | None) -> tuple[int, int, int]:
    """Read the highest and the lowest rating, and how far most players are from the middle."""
    if typed is None:
        return HIGHEST, LOWEST, 0
    values = [parse.whole("--ratings", part, 0, MOST_RATING) for part in typed.split(",")]
    if not 2 <= len(values) <= 3 or values[0] < values[1]:
        raise ArpadError("pairing-generate-ratings", value=typed)
    return values[0], values[1], values[2] if len(values) > 2 else 0


# `arpad pair forensics`: which edition made each round.


@pair.command("forensics", cls=Command, help="cli.command.pair-forensics")
def forensics(
    context: click.Context,
    files: Annotated[list[Path], Argument(metavar="FILE...", help="cli.help.forensics-files")],
    all_systems: Annotated[bool, Option("--all-systems", help="cli.help.forensics-all")] = False,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.forensics-pdf")] = None,
) -> None:
    from arpad.pairing.forensic_words import forensic_cells
    from arpad.pairing.forensics import Forensics, examine_rounds

    settings = shared(context)
    if len(files) == 1 and not files[0].is_dir():
        _one_file(settings, files[0], pdf, all_systems=all_systems)
        return
    if pdf is not None:
        raise ArpadError("forensics-one-file")
    found: dict[Path, Forensics] = {}
    refused: dict[Path, ArpadError] = {}
    for path in reports_in(files):
        try:
            found[path] = examine_rounds(load_report(path), all_systems=all_systems)
        except ArpadError as problem:
            refused[path] = problem
    language = settings.language
    if settings.as_json:
        documents = {path: answer.document(language) for path, answer in found.items()}
        documents |= {path: {"error": why.text(language)} for path, why in refused.items()}
        print_json({"files": [{"file": str(path)} | documents[path] for path in sorted(documents)]})
    else:
        heads = ["file", "forensics-rounds", "forensics-by", "forensics-departing", "forensics-explained"]
        rows = [[path.name, *forensic_cells(answer)] for path, answer in found.items()]
        table(language, heads, rows, left=(0, 2, 3, 4))
        for path, why in refused.items():
            line(f"{path.name}: {why.text(language).removeprefix(f'{path}: ')}")
    if refused:
        raise Exit(1)


def _one_file(settings: Shared, file: Path, pdf: Path | None, *, all_systems: bool) -> None:
    """Examine a report, with all else that it says."""
    from arpad.library.forensics import report_forensics

    report, language = load_report(file), settings.language
    answer = report_forensics(report, settings.regulations, str(file), all_systems=all_systems)
    if pdf is not None:
        from arpad.papers.event_sheets import forensic_sheet

        write_bytes(pdf, forensic_sheet(answer, answer.checks.lines(language), report.event, language))
    if settings.as_json:
        print_json(answer.document(language) | ({} if pdf is None else {"output": str(pdf)}))
        return
    for words in answer.lines(language):
        line(words)
    if pdf is not None:
        line(text("label.written", language, file=str(pdf)))


def reports_in(files: Sequence[Path]) -> list[Path]:
    """Return the files that are named, and those of the folders that are named. A file that is not there is refused
    when it is read, a folder without files at once."""
    found: list[Path] = []
    for file in files:
        inside = sorted(path for path in file.iterdir() if path.is_file()) if file.is_dir() else [file]
        if not inside:
            raise ArpadError("forensics-empty", folder=str(file))
        found += inside
    return found

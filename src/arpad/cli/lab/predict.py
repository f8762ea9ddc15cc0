"""`arpad lab predict`: games predicted from the lists before them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lab.app import Csv, lab
from arpad.cli.lab.files import show_table, write_tables
from arpad.cli.lab.sources import ScaleCommand, scale_source
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, number, text
from arpad.inputs import parse

if TYPE_CHECKING:
    import datetime as dt

    from arpad.lab.predict import PredictedGames

MOST_SEED = 2**31 - 1
LARGEST = 1000

Test = Annotated[str | None, typer.Option("--test", metavar="PERIOD..PERIOD", help="cli.help.lab-predict-test")]
Names = Annotated[list[str] | None, typer.Option("--predictor", metavar="NAME", help="cli.help.lab-predictor")]
Parameters = Annotated[
    list[str] | None, typer.Option("--parameter", metavar="NAME.PARAMETER=VALUE", help="cli.help.lab-parameter")
]


@lab.command("predict", cls=ScaleCommand, help="cli.command.lab-predict")
def predict(
    context: typer.Context,
    test: Test = None,
    horizon: Annotated[str, typer.Option("--horizon", metavar="LISTS", help="cli.help.lab-horizon")] = "1",
    predictors: Names = None,
    baseline: Annotated[str | None, typer.Option("--baseline", metavar="NAME", help="cli.help.lab-baseline")] = None,
    parameters: Parameters = None,
    seed: Annotated[str, typer.Option("--seed", metavar="NUMBER", help="cli.help.lab-seed")] = "1",
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
        found = predict_games(source, wishes, progress)
    write_tables(settings, csv, [predict_table(found)])
    if settings.as_json:
        print_json(predict_document(found))
    else:
        _show(settings, found)


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
    from arpad.lab.glicko import SEARCHED

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


def _show(settings: Shared, found: "PredictedGames") -> None:
    from arpad.lab.predict import predict_table
    from arpad.lab.scoring import RESAMPLES
    from arpad.lab.tables import decimal_of

    spoken = settings.language
    share = number(decimal_of(Fraction(100 * found.games, max(found.played, 1)), 1), spoken)
    words = {"start": f"{found.start:%Y-%m}", "end": f"{found.end:%Y-%m}", "horizon": found.horizon, "share": share}
    line(text("label.lab-predicted", spoken, games=found.games, played=found.played, **words), style="bold")
    if found.training:
        line(text("label.lab-trained", spoken, games=found.training))
    show_table(settings, predict_table(found), text("lab.table.prediction", spoken))
    line()
    line(text("label.lab-deviance", spoken), style="dim")
    line(text("label.lab-bootstrap", spoken, resamples=RESAMPLES, seed=found.seed), style="dim")

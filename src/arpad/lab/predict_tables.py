"""Predictions as tables: how each predictor did, on the same games."""

from fractions import Fraction
from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.lab.fixed import decimal_of, fixed, fixed_or_none
from arpad.lab.forecasts import RESAMPLES
from arpad.lab.predicting import GROUPS, PredictedGames, Prediction
from arpad.lab.tables import LabTable

DIGITS = 6


def _measure(name: str, heading: str, digits: int = DIGITS) -> ShownField[Prediction]:
    return ShownField(name, lambda row: fixed_or_none(getattr(row.tally.sums, name), digits), heading)


def _apart(name: str, heading: str) -> ShownField[Prediction]:
    return ShownField(
        f"difference_{name}",
        lambda row: None if row.difference is None else fixed(getattr(row.difference, name), DIGITS),
        heading,
    )


def _parameters(row: Prediction) -> dict[str, Any]:
    return {name: fixed(value, 4) for name, value in row.parameters.items()}


def _said(row: Prediction) -> str:
    return ", ".join(f"{name} {fixed(value, 2)}" for name, value in row.parameters.items())


FIELDS = ShownFields[Prediction](
    ShownField("predictor", lambda row: row.name, "lab-predictor", words="lab.predictor."),
    ShownField("games", lambda row: row.tally.sums.games, "lab-games"),
    _measure("deviance10", "lab-deviance10"),
    _measure("scaled", "lab-scaled", 3),
    _measure("logloss", "lab-logloss"),
    _measure("brier", "lab-brier"),
    _measure("mae", "lab-mae"),
    ShownField("rmse_month", lambda row: fixed_or_none(row.tally.rmse_month, DIGITS), "lab-rmse-month"),
    ShownField("player_months", lambda row: row.tally.months, "lab-player-months"),
    _apart("mean", "lab-apart"),
    _apart("low", "lab-apart-low"),
    _apart("high", "lab-apart-high"),
    ShownField("parameters", _parameters, "lab-parameters", cell=_said),
)
_SHOWN = (
    "predictor", "deviance10", "scaled", "brier", "rmse_month", "difference_mean", "difference_low", "difference_high",
    "parameters",
)  # fmt: skip


def predict_table(found: PredictedGames) -> LabTable[Prediction]:
    """Return a row for each predictor, in the order asked for."""
    return LabTable("prediction", FIELDS, found.predictions, _SHOWN)


def predict_document(found: PredictedGames) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": found.kind, "digests": found.digests},
        "test": {"from": found.start, "to": found.end},
        "horizon": found.horizon,
        "games": found.games,
        "played": found.played,
        "coverage": decimal_of(Fraction(found.games, max(found.played, 1)), 4),
        "training_games": found.training,
        "bootstrap": {"resamples": RESAMPLES, "groups": GROUPS, "seed": found.seed},
        "prediction": predict_table(found).document(),
    }

"""The three ratings that a player can have."""

from typing import Literal, get_args

TimeClass = Literal["standard", "rapid", "blitz"]
TIME_CLASSES: tuple[TimeClass, ...] = get_args(TimeClass)

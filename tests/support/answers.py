"""What a call of the command line gave."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any


@dataclass(frozen=True)
class Answer:
    """The exit code and both outputs of a call."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON document, its decimals exact."""
        return json.loads(self.out, parse_float=Decimal)


Arpad = Callable[..., Answer]

"""C.04.3, the Dutch system of 2017 and of 2026: the state before a round in, its pairs out, bracket by bracket with the
reasons, which are loaded when somebody asks for them."""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.pairing.dutch.explain import explain_round
    from arpad.pairing.dutch.judge import reason_of

__getattr__ = door(__name__)

__all__ = ["explain_round", "reason_of"]

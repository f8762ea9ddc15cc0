"""What undoes lines about rounds."""

from arpad.tournament.acts.rounds import publish, recall
from arpad.tournament.inverses.common import Inverse, Undoing
from arpad.tournament.log import Changes, LogChange


def _cleared(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    undoing.free_of(lambda line: line.kind == "round.cleared" and line.data["round"] == number)
    undoing.free_of_publication(number)
    return [undoing.change("round.cleared", round=number)]


def _drawn_before(undoing: Undoing) -> list[LogChange]:
    """The draft as it was before this line: the line that drew it, and those that amended it."""
    number = undoing.data["round"]
    drawn = undoing.before.rounds[number].drawn_n
    kinds = ("round.drawn", "round.amended", "tie.stage", "lineup.set")
    lines = undoing.log[drawn - 1 : undoing.line.n - 1]
    return undoing.again(line for line in lines if line.kind in kinds and line.data.get("round") == number)


def _drawn_again(undoing: Undoing) -> Changes:
    """A draft that was cleared last is there again; later on the state may be another one, so it is drawn again."""
    if not undoing.is_last:
        undoing.instead("draw")
    return _drawn_before(undoing)


def _amended_back(undoing: Undoing) -> Changes:
    """A draft is what it was. A published round stands: another pairing is amended, with its own reason."""
    number = undoing.data["round"]
    if undoing.before.rounds[number].published_n is not None:
        undoing.instead("amend")
    undoing.free_of_publication(number)
    return [undoing.change("round.cleared", round=number), *_drawn_before(undoing)]


def _recalled(undoing: Undoing) -> Changes:
    """A published round is recalled, which asks for a reason; results, and the next round, are in the way."""
    number = undoing.data["round"]
    found = undoing.now.rounds[number]
    after = undoing.now.rounds.get(number + 1)
    if undoing.now.laws.swiss and after is not None:
        undoing.depends(after.drawn_n)
    results = [board.version for board in found.boards.values() if board.result is not None]
    if results and max(results) > undoing.line.n:
        undoing.depends(max(results))
    return undoing.again(recall(number)(undoing.now, undoing.hearing))


def _published(undoing: Undoing) -> Changes:
    if undoing.data.get("void_results"):
        undoing.instead("results")
    return undoing.again(publish(undoing.data["round"])(undoing.now, undoing.hearing))


def _not_started(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    return [undoing.change("round.started", round=number, at=undoing.before.rounds[number].started_at)]


def _unlocked(undoing: Undoing) -> Changes:
    """Undone at once, it was a slip; later it is a breach, and has its own command."""
    if not undoing.is_last:
        undoing.instead("unlock")
    number = undoing.data["round"]
    return [undoing.change("round.unlocked", round=number, unlocked=undoing.before.rounds[number].unlocked)]


def _locked(undoing: Undoing) -> Changes:
    number = undoing.data["round"]
    return [undoing.change("round.locked", round=number, locked=undoing.before.rounds[number].locked)]


def _results_recalled(undoing: Undoing) -> Changes:
    return [undoing.change("results.published", round=undoing.data["round"], recalled=True)]


INVERSES: dict[str, Inverse] = {
    "round.drawn": _cleared,
    "round.cleared": _drawn_again,
    "round.amended": _amended_back,
    "round.published": _recalled,
    "round.recalled": _published,
    "round.started": _not_started,
    "round.locked": _unlocked,
    "round.unlocked": _locked,
    "results.published": _results_recalled,
}

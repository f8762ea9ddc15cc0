"""D.1: transpositions of S2."""

from collections.abc import Callable, Iterator, Sequence


def transpositions(
    s2: Sequence[int], places: int, suits: Callable[[int, int], bool] | None = None
) -> Iterator[tuple[int, ...]]:
    """The first players of S2 in every order, by the lexicographic value of their numbers; the others do not count.

    With `suits`, only those in which every number suits its place (0, 1, ...).
    """
    return _continued(tuple(sorted(s2)), places, 0, suits)


def _continued(
    numbers: tuple[int, ...], places: int, place: int, suits: Callable[[int, int], bool] | None
) -> Iterator[tuple[int, ...]]:
    if place == places:
        yield ()
        return
    for at, number in enumerate(numbers):
        if suits is None or suits(place, number):
            for others in _continued(numbers[:at] + numbers[at + 1 :], places, place + 1, suits):
                yield (number, *others)

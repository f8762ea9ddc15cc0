"""What holds of every draw, of any size: who meets whom, how often, and with which colours."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arpad.pairing.round_robin_tables import Draw, Swap, alternate, berger
from arpad.pairing.team_tables import (
    balanced_skalitzka,
    hilton,
    knockout,
    match,
    scheveningen,
    schiller,
    semi_scheveningen,
    skalitzka,
)
from draw_tables import colours, imbalance, longest_run, nobody_twice_in_a_round
from proofs import law

evens = st.integers(1, 20).map(lambda half: 2 * half)


def meetings(draw: Draw) -> Counter[frozenset[object]]:
    return Counter(frozenset((pairing.white, pairing.black)) for one in draw.rounds for pairing in one.pairings)


def team(player: object) -> str:
    return str(player).rstrip("0123456789")


@law(40)
@given(st.integers(2, 60))
def test_berger(players: int) -> None:
    """1.1: everybody meets everybody once. With an odd number all have as many Whites as Blacks; with an even one the
    first half of the numbers has one White more."""
    draw = berger(players)
    assert len(draw.rounds) == players - 1 + players % 2
    assert nobody_twice_in_a_round(draw)
    assert set(meetings(draw).values()) == {1}
    assert len(meetings(draw)) == players * (players - 1) // 2
    for number, played in colours(draw).items():
        assert isinstance(number, int)
        extra = 0 if players % 2 else 1 if number <= players // 2 else -1
        assert played.count("W") - played.count("B") == extra


@law(40)
@given(st.integers(2, 40), st.sampled_from(["first", "each", "none"]))
def test_double_berger(players: int, swap: Swap) -> None:
    """Everybody meets everybody twice, with each colour once."""
    draw = berger(players, double=True, swap=swap)
    games = Counter((pairing.white, pairing.black) for one in draw.rounds for pairing in one.pairings)
    assert set(games.values()) == {1}
    assert len(games) == players * (players - 1)
    assert nobody_twice_in_a_round(draw)
    assert imbalance(draw) == 0


@law(40)
@given(st.integers(2, 40))
def test_why_the_last_two_rounds_change_places(players: int) -> None:
    """Annex 1: nobody has three games running with one colour. Without it 1 and another would, if the number is even;
    and changing them in each cycle, as chapter IV says, does not help four players."""
    assert longest_run(berger(players, double=True)) <= 2
    assert (longest_run(berger(players, double=True, swap="none")) == 3) == (players % 2 == 0 and players > 2)
    assert (longest_run(berger(players, double=True, swap="each")) == 3) == (players == 4)


@law(40)
@given(st.integers(2, 40))
def test_scheveningen(boards: int) -> None:
    """Each of A meets each of B once; the colours differ by one game if the number is odd, otherwise not at all."""
    draw = scheveningen(boards)
    assert len(draw.rounds) == boards
    assert nobody_twice_in_a_round(draw)
    assert set(meetings(draw).values()) == {1}
    assert all({team(one), team(two)} == {"A", "B"} for one, two in meetings(draw))
    assert imbalance(draw) == boards % 2
    assert longest_run(draw) <= 2


@law(40)
@given(st.integers(2, 40))
def test_whites_of_a_team_in_a_round(boards: int) -> None:
    """Half of the boards; one more or fewer where that is no whole number of pairs and no table is printed."""
    for number, one in enumerate(scheveningen(boards).rounds, 1):
        whites = sum(team(pairing.white) == "A" for pairing in one.pairings)
        if boards % 2:
            assert whites == (boards + (1 if number % 2 else -1)) // 2
        elif boards % 4 == 0 or boards in (6, 10):
            assert whites == boards // 2
        else:
            assert abs(whites - boards // 2) == 1


@law(40)
@given(evens.filter(lambda boards: boards >= 4))
def test_semi_scheveningen(boards: int) -> None:
    """First half against first half, second against second: half as many rounds."""
    draw = semi_scheveningen(boards)
    assert len(draw.rounds) == boards // 2
    assert nobody_twice_in_a_round(draw)
    for one, two in meetings(draw):
        assert (int(str(one)[1:]) <= boards // 2) == (int(str(two)[1:]) <= boards // 2)
    assert len(meetings(draw)) == boards * boards // 2


@law(40)
@given(st.integers(3, 12), st.integers(1, 9))
def test_schiller(teams: int, players: int) -> None:
    """Everybody meets all of the other teams once and none of his own, in as few rounds as can be unless both numbers
    are odd; then one team rests in each round."""
    draw = schiller(teams, players)
    assert nobody_twice_in_a_round(draw)
    assert set(meetings(draw).values()) == {1}
    assert all(team(one) != team(two) for one, two in meetings(draw))
    assert len(meetings(draw)) == teams * (teams - 1) // 2 * players * players
    odd = teams % 2 and players % 2
    assert len(draw.rounds) == (teams if odd else teams - 1) * players
    assert {len(one.byes) for one in draw.rounds} == {players if odd else 0}
    assert imbalance(draw) == (teams - 1) * players % 2
    assert longest_run(draw) <= 2


@law(40)
@given(evens)
def test_skalitzka(players: int) -> None:
    """Two rounds, nobody is free, everybody meets one of each other team, once with White and once with Black."""
    for draw in (skalitzka(players), balanced_skalitzka(players)):
        assert len(draw.rounds) == 2
        assert nobody_twice_in_a_round(draw)
        assert imbalance(draw) == 0
    met: dict[object, set[str]] = {}
    for other in (pairing for one in balanced_skalitzka(players).rounds for pairing in one.pairings):
        met.setdefault(other.white, set()).add(team(other.black))
        met.setdefault(other.black, set()).add(team(other.white))
    assert all(met[player] == {"A", "B", "C"} - {team(player)} for player in met)


@law(40)
@given(evens)
def test_whites_between_teams_in_skalitzka(players: int) -> None:
    """In the first table a team has White against the next on all boards; in the second on half of them if the number
    is a multiple of four."""
    ahead = Counter(
        (team(pairing.white), team(pairing.black))
        for one in balanced_skalitzka(players).rounds
        for pairing in one.pairings
    )
    assert (ahead["A", "B"] == ahead["B", "A"]) == (players % 4 == 0)
    kinds = {
        (
            str(pairing.white).isdigit(),
            str(pairing.white).isupper(),
            str(pairing.black).isdigit(),
            str(pairing.black).isupper(),
        )
        for one in skalitzka(players).rounds
        for pairing in one.pairings
    }
    assert len(kinds) == 3


@law(40)
@given(st.integers(2, 20).map(lambda half: 2 * half))
def test_hilton(teams: int) -> None:
    """On a board all teams play and none meets another twice; in a round each two teams meet on one board."""
    draw = hilton(teams)
    assert nobody_twice_in_a_round(draw)
    assert longest_run(draw) <= 2
    assert set(meetings(draw).values()) == {1}
    for one in draw.rounds:
        pairs = Counter(frozenset((team(pairing.white), team(pairing.black))) for pairing in one.pairings)
        assert set(pairs.values()) == {1}
        assert len(pairs) == teams * (teams - 1) // 2


@law(40)
@given(st.integers(2, 300))
def test_knockout(players: int) -> None:
    """One tie fewer than players; byes in the first round only, for the strongest; 1 and 2 in the two halves."""
    draw = knockout(players)
    ties = [pairing for one in draw.rounds for pairing in one.pairings]
    assert len(ties) == players - 1
    assert 2 ** len(draw.rounds) >= players > 2 ** (len(draw.rounds) - 1)
    first, *others = draw.rounds
    assert set(first.byes) == set(range(1, 2 ** len(draw.rounds) - players + 1))
    assert not any(one.byes for one in others)
    entering = [player for ty in ties for player in (ty.white, ty.black)]
    winners = [f"W{number}" for number in range(1, players - 1)]
    assert sorted(map(str, entering)) == sorted([*map(str, range(1, players + 1)), *winners])


@law(40)
@given(st.integers(2, 8))
def test_the_stronger_meet_late(rounds: int) -> None:
    """If the stronger always win, the first 2^k players are left for the last k rounds."""
    players = 2**rounds
    winner: dict[str, int] = {}
    for number, one in enumerate(knockout(players).rounds):
        here = [[winner.get(str(player), player) for player in (pair.white, pair.black)] for pair in one.pairings]
        assert {int(player) for pair in here for player in pair} == set(range(1, players // 2**number + 1))
        assert {sum(map(int, pair)) for pair in here} == {players // 2**number + 1}
        winner |= {f"W{len(winner) + place}": min(map(int, pair)) for place, pair in enumerate(here, 1)}


@law(40)
@given(st.integers(1, 40))
def test_match(games: int) -> None:
    """White in turn."""
    assert [one.pairings[0].white for one in match(games).rounds] == [1 + number % 2 for number in range(games)]


@law(40)
@given(st.lists(st.permutations(range(7)).map(lambda one: list(zip(one[::2], one[1::2], strict=False))), max_size=12))
def test_alternation(rounds: list[list[tuple[int, int]]]) -> None:
    """Any schedule gets its colours: the pairs stay, nobody's colours differ by more than one, none comes thrice."""
    coloured = alternate(rounds)
    assert [[{game.white, game.black} for game in one] for one in coloured] == [
        [set(pair) for pair in one] for one in rounds
    ]
    for player in range(7):
        games = [game for one in coloured for game in one if player in (game.white, game.black)]
        played = "".join("W" if game.white == player else "B" for game in games)
        assert abs(played.count("W") - played.count("B")) <= 1
        assert "WWW" not in played
        assert "BBB" not in played

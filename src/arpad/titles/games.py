"""A candidate's games as a norm sees them, and those that are left out (1.4.2) with the article by which they are."""

from dataclasses import dataclass

from arpad.domain.event import CYCLES, HALF_POINTS_OF, PLAYED, Player, RoundResult
from arpad.regulations.rating_rules import Rule
from arpad.titles.federations import FID, NO_FEDERATION, code
from arpad.titles.game_count import counts_as, games_needed
from arpad.titles.model import Left, NormGame, Special
from arpad.titles.setting import Setting
from arpad.titles.systems import scheduled_games

OPPONENT_ABSENT = "+"
"""1.4.1c, 1.4.2c: the opponent did not come. W, D and L are games between two who did, and ended without a move."""
SPARED = frozenset({OPPONENT_ABSENT, "U"})
"""1.4.1c: a round without a game through no fault of the player: the opponent did not come, or the pairing had none
left. The player asked for any other bye (F, H, Z)."""
OWN_DOING = frozenset({"-", "L", "D"})
"""1.4.1e: a game that was scheduled, and that the player did not play."""
REASONS = {
    "+": "forfeit", "-": "forfeit", "W": "no-move", "D": "no-move", "L": "no-move",
    "H": "bye", "F": "bye", "U": "bye", "Z": "absent",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GamePool:
    """The games that may count, in the order of the rounds, and what is left out.

    `spared`: 1.4.1c forgives the one round missed; `lost`: the last-round opponent who did not come, as a game lost
    (1.4.2c).
    """

    games: tuple[NormGame, ...]
    left: tuple[Left, ...]
    spared: bool
    lost: NormGame | None


def pool_of(setting: Setting, player: Player) -> GamePool:
    """1.4.2: the games of a player, sorted into those that count and those that do not; not those yet to be played."""
    games, left = [], []
    for round_ in sorted(player.rounds, key=lambda round_: round_.round):
        if round_.result is None:
            continue
        game = norm_game(setting, round_)
        reason = _left_out(setting, round_, game)
        if reason is None:
            games.append(game)
        else:
            left.append(Left(game, reason[0].article, f"norm.left.{reason[1]}"))
    return GamePool(tuple(games), tuple(left), _spared(setting, player), _lost(setting, player))


def norm_game(setting: Setting, round_: RoundResult) -> NormGame:
    """Return one round of a player, with the opponent if there was one."""
    score = HALF_POINTS_OF[str(round_.result)]
    who = setting.players.get(round_.opponent) if round_.opponent is not None else None
    if who is None:
        return NormGame(round_.round, round_.opponent or 0, "", "", "", "", None, score)
    federation, title = code(who.federation), who.title.strip().upper()
    return NormGame(round_.round, who.rank, who.name, who.id, federation, title, who.rating, score)


def _left_out(setting: Setting, round_: RoundResult, game: NormGame) -> tuple[Rule[bool], str] | None:
    """Return the rule by which a round does not count, and the reason; None if it counts."""
    rules = setting.edition.norm
    if round_.result not in PLAYED:
        return rules.played_only, REASONS[str(round_.result)]
    if round_.opponent is None or round_.opponent not in setting.players:
        return rules.played_only, "nobody"
    if rules.fide_federations_only.value and is_outside(setting, game.federation):
        return rules.fide_federations_only, "outside"
    if rules.unrated_zero.value and setting.system in CYCLES and _scored_nothing(setting, round_.opponent):
        return rules.unrated_zero, "unrated-zero"
    return None


def is_outside(setting: Setting, federation: str) -> bool:
    """1.4.2a: not of a member federation of FIDE; those with the FID flag are accepted."""
    if federation == FID:
        return not setting.edition.norm.fid_flag.value
    return federation == NO_FEDERATION or federation in setting.facts.outside


def _scored_nothing(setting: Setting, rank: int) -> bool:
    """1.4.2b: an unrated player without a half point against rated ones."""
    player = setting.players[rank]
    if player.rating is not None:
        return False
    against = [
        HALF_POINTS_OF[str(round_.result)]
        for round_ in player.rounds
        if round_.played
        and (other := setting.players.get(round_.opponent or 0)) is not None
        and other.rating is not None
    ]
    return bool(against) and sum(against) == 0


def _spared(setting: Setting, player: Player) -> bool:
    """1.4.1c: in an event of nine rounds, all played but one, and that one not missed by the player's own fault."""
    rules = setting.edition.norm
    if setting.rounds != rules.games.value:
        return False
    unplayed = [round_.result for round_ in player.rounds if round_.result not in PLAYED]
    played = len(player.rounds) - len(unplayed)
    return played == rules.games_nine_rounds.value and len(unplayed) == 1 and unplayed[0] in SPARED


def own_absences(setting: Setting, player: Player) -> int:
    """1.4.1e: how many games of the schedule a player did not play; not those in which the opponent was absent.

    In a round robin everybody meets everybody. In a team event the games count for which a player was lined up."""
    met = [round_ for round_ in player.rounds if round_.opponent is not None and round_.result is not None]
    refused = sum(cell.result in OWN_DOING for cell in met)
    if setting.system not in CYCLES:
        return refused
    scheduled = scheduled_games(setting.system, len(setting.event.players), setting.rounds)
    return refused + max(0, scheduled - len(met))


def _lost(setting: Setting, player: Player) -> NormGame | None:
    """1.4.2c: the opponent of the last round who did not come, taken as a game lost."""
    last = next((round_ for round_ in player.rounds if round_.round == setting.rounds), None)
    if not setting.edition.norm.last_round_absent.value or last is None:
        return None
    if last.result != OPPONENT_ABSENT or last.opponent not in setting.players:
        return None
    game = norm_game(setting, last._replace(result="0"))
    return None if is_outside(setting, game.federation) else game


def least_games(setting: Setting) -> Rule[int]:
    """1.4.1a and b: how many games a norm needs in this event, by the rule that says so."""
    return games_needed(setting.edition, (setting.facts.kind,), setting.rounds)


def counts_for(setting: Setting, games: int, special: Special, extra: int) -> int:
    """1.4.1b to d, 1.7: how many games a norm of this event counts for."""
    return counts_as(setting.edition, (setting.facts.kind,), games, extra, eight=special == "eight-of-nine")

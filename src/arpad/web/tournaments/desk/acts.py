"""Everything that can be done in an event, in the order of the description of the API."""

from arpad.tournament.acts import absences, boards, event, fees, moves, players, results, rounds, teams, ties
from arpad.tournament.acts.act import Act
from arpad.web.tournaments.desk.event import HandOverEvent, HandOverPart, MakeEventLink, OpenRatingPeriod, UndoLine
from arpad.web.tournaments.desk.players import EnterPlayer, EnterPlayers, EraseContacts, KeepContact, RefreshEntries
from arpad.web.tournaments.desk.printing import SwitchPushes
from arpad.web.tournaments.desk.registration import CheckIn, EditEntry, SetFees
from arpad.web.tournaments.desk.results import UndoResult
from arpad.web.tournaments.front import AskForNotices, ChangeFront
from arpad.web.tournaments.public.players import ApplyForPlace, ClaimResult

ACTIONS: tuple[type[Act], ...] = (
    results.SetResult, results.SetResults, results.EnterLine, results.AbsentAt, results.ClearResult,
    results.PublishResults, UndoResult, rounds.DrawNext, rounds.ClearDraft, boards.Amend, boards.Mend,
    rounds.NextRound, rounds.PublishAndStart,
    rounds.Publish, rounds.Start, rounds.Recall, rounds.Lock, rounds.Unlock, rounds.SetTable, boards.AddBoard,
    moves.SetMoves, moves.KeyMoves,
    absences.ForbidPairs, absences.AllowPairs, EnterPlayer, EnterPlayers, players.AcceptEntry, players.RefuseEntry,
    players.RemoveEntry, players.ChangeEntry, fees.PayFee, EditEntry,
    SetFees, CheckIn,
    absences.SetAbsence, absences.WithdrawEntry, absences.ReturnEntry, absences.Excuse,
    RefreshEntries, players.KeepList, players.CloseList, players.GiveNumbers, absences.OpenPresence,
    absences.MarkPresent, absences.ClosePresence, results.CorrectForRating, results.SwapColours, boards.Substitute,
    results.SetPenalty, event.NoteIncident, event.NoteAppeal, event.AddStaff, event.RemoveStaff, MakeEventLink,
    event.CloseLink, event.SetRule, event.ChooseTieBreakEdition, event.ChooseRatingEdition, event.Finish,
    event.Reopen, event.RenouncePrize, ties.OrderTies, HandOverEvent, OpenRatingPeriod, HandOverPart,
    teams.AddTeam, teams.ChangeTeam, teams.WithdrawTeam,
    teams.SetTeamAbsence, teams.ReturnTeam, teams.SetLineUp, teams.ForfeitMatch, ties.OpenStage, ties.OpenPlayOff,
    ties.PlayOffResult, ties.PlayOffGoesOn, event.SetNotice, KeepContact, EraseContacts, UndoLine, ApplyForPlace,
    ClaimResult,
    ChangeFront, AskForNotices, SwitchPushes,
)  # fmt: skip

"""The desk of an event: pages for its staff, and everything that can be done."""

from fastapi import APIRouter

from arpad.tournament.acts.absences import (
    AllowPairs,
    ClosePresence,
    Excuse,
    ForbidPairs,
    MarkPresent,
    OpenPresence,
    ReturnEntry,
    SetAbsence,
    WithdrawEntry,
)
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.boards import AddBoard, Amend, Mend, Substitute
from arpad.tournament.acts.event import (
    AddStaff,
    ChooseRatingEdition,
    ChooseTieBreakEdition,
    CloseLink,
    Finish,
    NoteAppeal,
    NoteIncident,
    RemoveStaff,
    Reopen,
    SetRule,
)
from arpad.tournament.acts.players import AcceptEntry, ChangeEntry, CloseList, GiveNumbers, RefuseEntry, RemoveEntry
from arpad.tournament.acts.results import (
    AbsentAt,
    ClearResult,
    CorrectForRating,
    EnterLine,
    PublishResults,
    SetPenalty,
    SetResult,
    SetResults,
    SwapColours,
)
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Lock, Publish, Recall, SetTable, Start, Unlock
from arpad.tournament.acts.teams import (
    AddTeam,
    ChangeTeam,
    ForfeitMatch,
    ReturnTeam,
    SetLineUp,
    SetTeamAbsence,
    WithdrawTeam,
)
from arpad.tournament.acts.ties import OpenPlayOff, OpenStage, PlayOffGoesOn, PlayOffResult
from arpad.web.office.forms import BEARER
from arpad.web.tournaments.desk.ending import (
    arbiter_files,
    arbiter_papers,
    handing_over,
    printed,
    printing,
    sent_games,
    zipped,
)
from arpad.web.tournaments.desk.event import HandOverEvent, MakeEventLink, UndoLine, office_pages
from arpad.web.tournaments.desk.home import home_pages
from arpad.web.tournaments.desk.players import (
    EnterPlayer,
    EnterPlayers,
    EraseContacts,
    KeepContact,
    RefreshEntries,
    contacts,
    people,
    searching,
)
from arpad.web.tournaments.desk.results import UndoResult, result_pages
from arpad.web.tournaments.desk.rounds import amending, round_pages
from arpad.web.tournaments.desk.teams import team_pages
from arpad.web.tournaments.perform import add_actions
from arpad.web.tournaments.public.players import ApplyForPlace, ClaimResult

ACTIONS: tuple[type[Act], ...] = (
    SetResult, SetResults, EnterLine, AbsentAt, ClearResult, PublishResults, UndoResult,
    DrawNext, ClearDraft, Amend, Mend, Publish, Start, Recall, Lock, Unlock, SetTable, AddBoard,
    ForbidPairs, AllowPairs,
    EnterPlayer, EnterPlayers, AcceptEntry, RefuseEntry, RemoveEntry, ChangeEntry, SetAbsence, WithdrawEntry,
    ReturnEntry, Excuse, RefreshEntries, CloseList, GiveNumbers, OpenPresence, MarkPresent, ClosePresence,
    CorrectForRating, SwapColours, Substitute, SetPenalty, NoteIncident, NoteAppeal,
    AddStaff, RemoveStaff, MakeEventLink, CloseLink, SetRule, ChooseTieBreakEdition, ChooseRatingEdition, Finish,
    Reopen, HandOverEvent,
    AddTeam, ChangeTeam, WithdrawTeam, SetTeamAbsence, ReturnTeam, SetLineUp, ForfeitMatch, OpenStage, OpenPlayOff,
    PlayOffResult, PlayOffGoesOn,
    KeepContact, EraseContacts, UndoLine, ApplyForPlace, ClaimResult,
)  # fmt: skip
"""Everything that can be done in an event."""
PAGES = (
    home_pages.router,
    result_pages.router,
    round_pages.router,
    amending.router,
    searching,
    people.router,
    office_pages.router,
    team_pages.router,
    contacts.router,
    printing.router,
    printed,
    arbiter_papers.router,
    arbiter_files,
    sent_games,
    handing_over.router,
    zipped,
)

acting = APIRouter(dependencies=[BEARER])
add_actions(acting, ACTIONS)

ROUTERS = (*PAGES, acting)

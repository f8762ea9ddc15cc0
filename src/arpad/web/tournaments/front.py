"""The front page of an event at its desk (text, address, pictures), and notices by mail for everybody."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.i18n import ArpadError, text
from arpad.inputs.declared import FieldErrors, Input, as_typed, whole
from arpad.inputs.toml_tables import one_line
from arpad.office.accounts.people import AttemptLimit, begin_attempt
from arpad.office.tournaments.notices import (
    LONGEST_ADDRESS,
    TOPICS,
    NoticesDocument,
    Subscription,
    Topic,
    confirm,
    find_subscription,
    notices_document,
    read_address,
    stop,
    subscribe,
)
from arpad.office.tournaments.pictures import (
    LONGEST_ABOUT,
    MOST_BYTES,
    PICTURE_NAMES,
    PictureName,
    keep_picture,
    pictures_of,
    remove_picture,
)
from arpad.tournament.acts.act import Flag
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.event import EventChanged
from arpad.tournament.log import Changes
from arpad.tournament.rules import LONGEST_PROSE, prose
from arpad.tournament.state import EventState
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.problems import status_of
from arpad.web.routes import Pages
from arpad.web.security import FIELD, NotOurForm, is_own_token
from arpad.web.site import language_of, problem_on_page
from arpad.web.tournaments.actions import ActionContext, EventAction, form_inputs, form_token
from arpad.web.tournaments.context import AsChief, EventContext, Seen, Slug, at_event, say, seen_event, staff_pages

# The desk: what the organiser writes, where it is played, and the pictures.

front_pages = staff_pages()
picture_forms = APIRouter(include_in_schema=False)
FRONT = "desk/front"


class DeskFrontDocument(Document, frozen=True):
    """What the staff can change of the front page, and notices in numbers (None: this site sends no mail)."""

    event: str
    n: int
    about: str
    venue: str
    pictures: list[str]
    notices: NoticesDocument | None


class ChangeFront(EventAction, frozen=True):
    """Change what the front page says: the organiser's text, and where it is played."""

    name = "front"
    path = FRONT
    least = "chief"
    back = FRONT
    writes = (EventChanged,)

    about: Annotated[
        str, Input(as_typed, "area", "Paragraphs, lists with hyphens, links.", max_length=LONGEST_PROSE)
    ] = ""
    venue: Annotated[str, Input(as_typed, about="An address, or coordinates.", max_length=200)] = ""

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        new = {"about": prose(self.about) or None, "venue": one_line(" ".join(self.venue.split())) or None}
        changes = {key: [state.data.get(key), value] for key, value in new.items() if state.data.get(key) != value}
        return [EventChanged.change(changes)] if changes else []

    def do(self, context: ActionContext) -> Done:
        return context.act(self.decide)


@front_pages.page(f"/t/{{slug}}/{FRONT}", "event_desk_front.html", DeskFrontDocument)
def front(context: AsChief) -> Answer:
    """What the front page says beside the rounds, and who gets notices."""
    return context.answer(lambda: _desk_document(context), lambda: _desk_page(context))


def _desk_document(context: EventContext) -> DeskFrontDocument:
    rules, site = context.state.event_rules, context.site
    counts = notices_document(site.events, context.slug) if site.settings.mail is not None else None
    pictures = sorted(pictures_of(site.events, context.slug))
    return DeskFrontDocument(context.slug, context.state.n, rules.about, rules.venue, pictures, counts)


def _desk_page(context: EventContext, **more: Any) -> dict[str, Any]:
    return {
        "data": _desk_document(context),
        "fields": form_inputs(ChangeFront),
        "names": PICTURE_NAMES,
        "pictures": pictures_of(context.site.events, context.slug),
        "most": MOST_BYTES // 1_000_000,
        "longest": LONGEST_ABOUT,
        "wrong": {},
        "typed": {},
        **more,
    }


@picture_forms.post(f"/t/{{slug}}/{FRONT}/picture")
async def send_picture(request: Request, slug: Slug) -> Response:
    """Keep a picture, or remove one."""
    context = await run_in_threadpool(at_event("chief"), request, slug)
    async with request.form() as form:
        own = request.state.by_token or is_own_token(form.get(FIELD), form_token(request))
        name = next((known for known in PICTURE_NAMES if known == form.get("name")), None)
        sent, about = form.get("file"), str(form.get("about") or "")
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        removing = form.get("remove") is not None
    if not own:
        raise NotOurForm(form_token(request))
    if name is None:
        raise HTTPException(404)
    return await run_in_threadpool(_keep, context, name, None if removing else data, about)


def _keep(context: EventContext, name: PictureName, data: bytes | None, about: str) -> Response:
    store = context.site.events
    try:
        if data is None:
            remove_picture(store, context.slug, name)
        else:
            keep_picture(store, context.slug, name, data, about)
    except ArpadError as problem:
        if wants_json(context.request):
            raise
        wrong = {name: problem_on_page(problem, context.language)}
        values = {"frame": context.frame, "rules": context.state.event_rules}
        page = _desk_page(context, wrong=wrong, typed={name: about})
        return html(context.request, "event_desk_front.html", values | page, status_of(problem))
    if wants_json(context.request):
        return json_text(_desk_document(context).document())
    return RedirectResponse(f"/t/{context.slug}/{FRONT}", 303)


# Notices by mail: somebody asks for them, confirms by the link of a mail, and stops them by the same link.

notices = Pages("event")
links = APIRouter(include_in_schema=False)
MOST_WISHES, MOST_FOR_ADDRESS = 20, 3
"""Wishes that come from one network, and for one address, in a quarter of an hour."""
SubscriptionNumber = Annotated[int, Path(ge=1, le=2**31)]
Secret = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


FollowedPlayer = Annotated[
    int | None, Input(whole(1, 999_999), "player", "A player whose board the mails tell.", max_length=10)
]


class AskedNoticesDocument(Document, frozen=True):
    """Whether an event sends notices by mail, and about what."""

    event: str
    offered: bool
    topics: list[str]


class AskForNotices(EventAction, frozen=True):
    """Ask for notices by mail. They come once the address is confirmed by a link."""

    name = "notices"
    path = "notices"
    least = "public"
    back = "notices"

    mail: Annotated[str, Input(as_typed, "email", "An address of mail.", max_length=LONGEST_ADDRESS)]
    pairings: Flag = False
    results: Flag = False
    entry: FollowedPlayer = None

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        if context.mail is None:
            raise ArpadError("notices-off")
        topics = [topic for topic in TOPICS if getattr(self, topic)]
        self._check(state, topics)
        mail = self.mail.strip()
        limits = [AttemptLimit(f"notices {context.network}", MOST_WISHES)]
        limits.append(AttemptLimit(f"notices {context.slug} {mail.lower()}", MOST_FOR_ADDRESS))
        begin_attempt(context.event_store.database, limits, context.at)
        subscribe(
            context.event_store, context.mail, context.slug, mail, topics, self.entry, context.language, context.at
        )
        return Done((), (), state)

    def _check(self, state: EventState, topics: Sequence[Topic]) -> None:
        """Refuse a wish that cannot be kept, with all that is wrong at once."""
        wrong: dict[str, ArpadError] = {}
        try:
            read_address("mail", self.mail)
        except ArpadError as problem:
            wrong["mail"] = problem
        if not topics:
            wrong["results"] = ArpadError("notices-nothing")
        if self.entry is not None and self.entry not in state.entries:
            wrong["entry"] = ArpadError("notices-player")
        if wrong:
            raise FieldErrors(wrong)


@notices.page("/t/{slug}/notices", "event_notices.html", AskedNoticesDocument)
def ask(event: Seen) -> Answer:
    """The form with which somebody asks for notices by mail."""
    offered = event.site.settings.mail is not None and not event.frame.home
    people = sorted((entry.entry, number, entry.name) for entry in event.view.entries.values()
                    for number in [event.view.number_of(entry.entry)])  # fmt: skip
    document = AskedNoticesDocument(event.slug, offered, list(TOPICS))
    return event.answer(
        lambda: document,
        lambda: {
            "data": document,
            "fields": form_inputs(AskForNotices),
            "people": sorted(people, key=lambda one: one[2]),
            "typed": {"pairings": "1", "results": "1", "entry": str(event.frame.me or "")},
        },
        form=True,
    )


@links.get("/t/{slug}/notices/{number}/{secret}")
def one_subscription(request: Request, slug: Slug, number: SubscriptionNumber, secret: Secret) -> Response:
    """The page of a link: it confirms notices, or stops them, by a button."""
    event = seen_event(request, slug)
    wish = _wish(request, slug, number, secret)
    who = event.view.entries.get(wish.entry)
    values = {"frame": event.frame, "rules": event.view.event_rules, "wish": wish, "who": who, "code": secret}
    response = html(request, "event_notices_link.html", values)
    response.headers["cache-control"] = "no-store"
    return response


@links.post("/t/{slug}/notices/{number}/{secret}/{what}")
def end_or_begin(
    request: Request, slug: Slug, number: SubscriptionNumber, secret: Secret, what: Annotated[str, Path(max_length=10)]
) -> Response:
    """Confirm or stop notices. The code of the link is the right to do so: programs of mail stop them in one step."""
    if what not in ("confirm", "stop"):
        raise HTTPException(404)
    site, wish = request.app.state.site, _wish(request, slug, number, secret)
    if what == "confirm":
        confirm(site.events, slug, wish, site.settings.now())
    else:
        stop(site.events, slug, wish)
    ended = RedirectResponse(f"/t/{slug}", 303)
    sentence = "notices-begun" if what == "confirm" else "notices-ended"
    say(ended, slug, [text(f"web.event-front.{sentence}", language_of(request))])
    return ended


def _wish(request: Request, slug: str, number: int, secret: str) -> Subscription:
    wish = find_subscription(request.app.state.site.events, slug, number, secret)
    if wish is None:
        raise ArpadError("notices-link")
    return wish


ROUTERS = (front_pages.router, picture_forms, notices.router, links)

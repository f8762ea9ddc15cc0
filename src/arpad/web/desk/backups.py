"""The whole office as one file, for officers: `arpad office restore` makes an office of it again."""

import contextlib

from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import StorageFault
from arpad.office.storage.backups import backup, record_backup
from arpad.office.storage.log_table import Acting
from arpad.web.answers import html
from arpad.web.desk.acting import RESPONSES
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.file_names import written_zip, zip_file
from arpad.web.later_routes import LaterRouter
from arpad.web.security import Officer

backups = LaterRouter(tags=["office"])


@backups.get("/office/backup", include_in_schema=False)
def before_backup(request: Request, _account: Officer) -> Response:
    """Tell what is in a backup, and how to use it."""
    site = request.app.state.site
    return html(request, "desk_backup.html", {"apart": site.events.database is not site.database})


@backups.post(
    "/office/backup",
    dependencies=OFFICERS,
    response_class=Response,
    responses={**RESPONSES, 200: {"description": "The backup.", "content": {"application/zip": {}}}},
)
def whole_office(request: Request, desk: AtDesk) -> Response:
    """The whole office in one file: lists, reports, decisions, the log, accounts and tournaments."""
    site = request.app.state.site
    with written_zip() as path:
        head = backup(site.database, path, overwrite=True)
    name = f"arpad-{desk.system}-{site.settings.now():%Y-%m-%d}.zip"
    with contextlib.suppress(StorageFault):  # an office that can only be read is saved all the same
        record_backup(site.database, Acting(desk.who, desk.at), name, head)
    return zip_file(path, name, **{"cache-control": "no-store"})

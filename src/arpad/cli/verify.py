"""`arpad verify`: a published list or a bundle, checked on any machine by the public key of its office."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.output import line, tell
from arpad.cli.shared import Command, shared
from arpad.i18n import ArpadError, text

SIGNATURE = ".sig"
LARGEST_KEY = 1 << 16


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("verify", cls=Command, help="cli.command.verify")(verify)


def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="LIST|BUNDLE", help="cli.help.verify-file")],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="cli.help.verify-key")],
    signature: Annotated[
        Path | None, typer.Option("--signature", metavar="FILE", help="cli.help.verify-signature")
    ] = None,
) -> None:
    from arpad.cli.office.verified import answer_versions, refusing
    from arpad.office.proof.bundle import verify_bundle
    from arpad.office.proof.signatures import verify_list

    settings = shared(context)
    known = key_given(key)
    bundle = _is_zip(file)
    if bundle and signature is not None:
        raise ArpadError("office-not-with", option="--signature", other=str(file))
    with refusing(settings):
        if bundle:
            answer_versions(settings, verify_bundle(file, settings.regulations, known))
            if not settings.as_json:
                line(text("label.verified-bundle", settings.language, key=known))
            return
        told = verify_list(file, signature or file.with_name(file.name + SIGNATURE), known)
    document = {"signed": True, "key": known} | {name: told[name] for name in told if name != "arpad"}
    tell(settings, document, text("label.verified-list", settings.language, file=str(file), **told))


def key_given(given: str) -> str:
    """Return the public key that was typed, or that is in the file that was named."""
    from arpad.office.proof.signatures import typed_key

    path = Path(given)
    try:
        if path.is_file() and path.stat().st_size <= LARGEST_KEY:
            return typed_key(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise ArpadError("key-typed", value=given[:80]) from None
    return typed_key(given)


def _is_zip(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(2) == b"PK"
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except OSError as problem:
        raise ArpadError("list-unreadable", file=str(file), problem=problem.strerror or str(problem)) from None

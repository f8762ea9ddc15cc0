"""A real mail server for tests, on this machine: what it takes is in `mails`, and it can refuse, hang up or be away."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller


class Mailbox:
    """The handler of the server. `refuse` are answers to recipients, `hang_up` drops the line within the content."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse: dict[str, str] = {}
        self.hang_up = False
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.hang_up:
            server.transport.abort()
            return "421 gone"
        message = message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [message["To"]]
        self.mails.append(message)
        return "250 OK"

    @contextmanager
    def open(self) -> Iterator["Mailbox"]:
        """Let the server listen."""
        controller = Controller(self, hostname="127.0.0.1", port=self.port)
        controller.start()
        try:
            yield self
        finally:
            controller.stop()

    def taken(self) -> list[tuple[str, str]]:
        """Who got which mail, by its subject; the box is empty afterwards."""
        found = [(str(mail["To"]), str(mail["Subject"])) for mail in self.mails]
        self.mails.clear()
        return found

"""`arpad norm`: norms found and proved, what is still needed, certificates. Importing a module adds its command."""

from arpad.cli.norm import check, need
from arpad.cli.norm.app import norm
from arpad.cli.norm.certificate import certificate
from arpad.cli.norm.options import NormCommand

__all__ = ["certificate", "check", "need", "norm"]

norm.command("certificate", cls=NormCommand, help="cli.command.norm-certificate")(certificate)

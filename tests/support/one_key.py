"""The key of every office in tests: always the same one, so that the same office has the same rows everywhere."""

from unittest.mock import patch

from arpad.office.storage import _signing as signing
from arpad.office.storage._signing import OfficeKey

KEY = OfficeKey("5a" * 32)
one_key = patch.object(signing, "new_key", lambda: KEY)

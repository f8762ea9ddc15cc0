"""A document as the one text that stands for it, and its hash."""

import hashlib
import json


def canonical(document: object) -> str:
    """JSON in its one form: sorted keys, no blanks, every letter as itself."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def sha256_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()

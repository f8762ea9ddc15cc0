"""Storage: the database of an office, its schema through time, and what is kept in it byte for byte.

In: an address, and what is to be kept. Out: transactions, reports, lists, decisions and the log as they were kept.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.storage.accepted import accepted_report, accepted_reports, report_of_event
    from arpad.office.storage.backup_file import BackupHead
    from arpad.office.storage.backup_folder import (
        FolderBackup,
        backup_into,
        record_backup,
        thin_out,
        upgrade_after_backup,
    )
    from arpad.office.storage.backups import backup, restore
    from arpad.office.storage.bulk_insert import insert_rows
    from arpad.office.storage.database import CONNECTIONS, SIGN_INS, TOKEN_USES, Database
    from arpad.office.storage.glance import Glance, TransactionNeeded
    from arpad.office.storage.index_files import IndexFolder, index_folder
    from arpad.office.storage.journal import (
        ANSWERED,
        HASHED,
        LEFT_OUT,
        add_row,
        change_rows,
        next_number,
        remove_rows,
    )
    from arpad.office.storage.kept_arbiters import KeptArbiterRecord, arbiter_records_kept, keep_arbiter_record
    from arpad.office.storage.kept_decisions import all_decisions, decisions_for, keep_decision, merged
    from arpad.office.storage.kept_files import (
        canonical,
        get_contents,
        get_edition,
        get_report,
        put_contents,
        put_edition,
        put_report,
        sha256,
    )
    from arpad.office.storage.kept_findings import finding_from_document, finding_to_document
    from arpad.office.storage.kept_games import (
        PlayedGame,
        events_with_games,
        game_keys,
        games_by_event,
        games_in,
        games_played,
        put_games,
    )
    from arpad.office.storage.kept_history import HistoryRow, history_of
    from arpad.office.storage.key_file import LENGTH, OfficeKey, is_signed
    from arpad.office.storage.ledger_cache import LedgerCache, stored_ledger
    from arpad.office.storage.line_hash import BEFORE_FIRST, LINE_FIELDS, hash_of_line, sha256_of_value
    from arpad.office.storage.log import (
        FOUNDED_BY,
        UPGRADED_BY,
        Acting,
        LogEntry,
        last_backup,
        log_entries,
        newest_head,
        write_log,
        written_by,
    )
    from arpad.office.storage.pulse import Pulse
    from arpad.office.storage.schema import (
        REVISION,
        REVISION_TABLE,
        SEALED,
        accounts,
        attempts,
        contents,
        devices,
        event_games,
        events,
        history,
        keys,
        last_uses,
        metadata,
        players,
        policies,
        recovery_codes,
        revisions,
        sessions,
        sign_ins,
        signatures,
        systems,
        tallies,
        tokens,
        tournament_contacts,
        tournament_links,
        tournament_log,
        tournament_requests,
        tournaments,
        versions,
    )
    from arpad.office.storage.sealed_rows import (
        SEAL,
        begin_tallies,
        change_sealed,
        put_sealed,
        remove_sealed,
        seal_again,
        seal_of,
    )
    from arpad.office.storage.sealing import FOUNDED, first_key, tell_of_tournament
    from arpad.office.storage.sent_forms import begin_form, end_form
    from arpad.office.storage.signing import (
        HEAD,
        LIST,
        hand_on,
        head_statement,
        key_at_hand,
        key_statement,
        list_statement,
        sign_all,
    )
    from arpad.office.storage.tallying import COUNTED, RowTally, Tallied, empty_tally, tally_key, wanted_tallies
    from arpad.office.storage.unchanged import SameOffice, Unchanged, newest_line

__getattr__ = door(__name__)

__all__ = [
    "ANSWERED", "BEFORE_FIRST", "CONNECTIONS", "COUNTED", "FOUNDED", "FOUNDED_BY", "HASHED", "HEAD", "LEFT_OUT",
    "LENGTH", "LINE_FIELDS", "LIST", "REVISION", "REVISION_TABLE", "SEAL", "SEALED", "SIGN_INS", "TOKEN_USES",
    "UPGRADED_BY", "Acting", "BackupHead", "Database", "FolderBackup", "Glance", "HistoryRow", "IndexFolder",
    "KeptArbiterRecord", "LedgerCache", "LogEntry", "OfficeKey", "PlayedGame", "Pulse", "RowTally", "SameOffice",
    "Tallied", "TransactionNeeded", "Unchanged", "accepted_report", "accepted_reports", "accounts", "add_row",
    "all_decisions", "arbiter_records_kept", "attempts", "backup", "backup_into", "begin_form", "begin_tallies",
    "canonical", "change_rows", "change_sealed", "contents", "decisions_for", "devices", "empty_tally", "end_form",
    "event_games", "events", "events_with_games", "finding_from_document", "finding_to_document", "first_key",
    "game_keys", "games_by_event", "games_in", "games_played", "get_contents", "get_edition", "get_report",
    "hand_on", "hash_of_line", "head_statement", "history", "history_of", "index_folder", "insert_rows",
    "is_signed", "keep_arbiter_record", "keep_decision", "key_at_hand", "key_statement", "keys", "last_backup",
    "last_uses", "list_statement", "log_entries", "merged", "metadata", "newest_head", "newest_line", "next_number",
    "players", "policies", "put_contents", "put_edition", "put_games", "put_report", "put_sealed", "record_backup",
    "recovery_codes", "remove_rows", "remove_sealed", "report_of_event", "restore", "revisions", "seal_again",
    "seal_of", "sessions", "sha256", "sha256_of_value", "sign_all", "sign_ins", "signatures", "stored_ledger",
    "systems", "tallies", "tally_key", "tell_of_tournament", "thin_out", "tokens", "tournament_contacts",
    "tournament_links", "tournament_log", "tournament_requests", "tournaments", "upgrade_after_backup", "versions",
    "wanted_tallies", "write_log", "written_by",
]  # fmt: skip

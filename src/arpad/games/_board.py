"""Positions and legal moves (Laws of Chess 3). The only module that knows the library `chess`."""

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from arpad.extras import LateModule
from arpad.games.pgn import PAWN, WrittenMove, in_letters

if TYPE_CHECKING:
    import chess
else:
    chess = LateModule("chess")  # a plain install does without it

KINDS = {piece: number for number, piece in enumerate("PNBRQK", 1)}
"""The pieces as `chess` numbers them."""


class BoardPosition:
    """A game position. `play` changes it."""

    __slots__ = ("_board",)

    def __init__(self, fen: str = "", *, chess960: bool = False) -> None:
        """Raise ValueError if the FEN is not one."""
        self._board = chess.Board(fen or chess.STARTING_FEN, chess960=chess960)

    @property
    def white_to_move(self) -> bool:
        return self._board.turn == chess.WHITE

    @property
    def fen(self) -> str:
        return self._board.fen()

    @property
    def quiet_half_moves(self) -> int:
        """9.3: half moves since the last move of a pawn or capture."""
        return self._board.halfmove_clock

    @property
    def key(self) -> Hashable:
        """9.2.2: what makes positions the same: the men, the player to move, the castling rights, and en passant only
        if the capture is legal."""
        board = self._board
        en_passant = board.ep_square if board.has_legal_en_passant() else None
        men = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        sides = (board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK])
        return (*men, *sides, board.turn, board.clean_castling_rights(), en_passant)

    @property
    def has_moves(self) -> bool:
        return any(self._board.generate_legal_moves())

    @property
    def check(self) -> bool:
        return self._board.is_check()

    def candidates(self, move: WrittenMove) -> list[str]:
        """The legal moves that a written move may mean, each as its squares (e2e4, e7e8q)."""
        return [found.uci() for found in self._found(move)]

    def _found(self, move: WrittenMove) -> "Iterator[chess.Move]":
        board = self._board
        if move.castling:
            for castling in board.generate_castling_moves():
                if board.is_kingside_castling(castling) == (move.castling == "K"):
                    yield castling
            return
        men = board.pieces_mask(KINDS[move.piece], board.turn)
        targets = _squares(move.target_file, move.target_rank)
        origins = men & _squares(move.from_file, move.from_rank)
        for found in board.generate_legal_moves(origins, targets):
            if board.is_castling(found):
                continue
            if move.piece == PAWN:
                promoted = chess.piece_symbol(found.promotion).upper() if found.promotion else ""
                if promoted != move.promotion:
                    continue
                if not move.from_file and chess.square_file(found.from_square) != chess.square_file(found.to_square):
                    continue
            yield found

    def moves_of(self, piece: str) -> list[str]:
        """The legal moves of the men of a kind, castling too, each as its squares."""
        men = self._board.pieces_mask(KINDS[piece], self._board.turn)
        moves = sorted(self._board.generate_legal_moves(men), key=lambda move: (move.to_square, move.from_square))
        return [move.uci() for move in moves]

    def meant(self, move: WrittenMove) -> list[str]:
        """The legal moves of the same kind of man to the square of a written move, however they are to be written."""
        targets = _squares(move.target_file, move.target_rank)
        if move.castling:
            return []
        return [found for found in self.moves_of(move.piece) if targets & chess.BB_SQUARES[self._target(found)]]

    def _target(self, move: str) -> int:
        """The square where the man stands after a move; in castling that of the king."""
        uci = chess.Move.from_uci(move)
        if not self._board.is_castling(uci):
            return uci.to_square
        file = 6 if self._board.is_kingside_castling(uci) else 2
        return chess.square(file, chess.square_rank(uci.from_square))

    def spelled(self, moves: list[str], language: str) -> list[str]:
        """Moves as they are written in a language, without signs for check."""
        short = [self._board.san(chess.Move.from_uci(move)).rstrip("+#") for move in moves]
        return ["".join(in_letters(sign, language) if sign in KINDS else sign for sign in move) for move in short]

    def written(self, move: str) -> str:
        """A move as PGN has it, with the signs for check and mate."""
        return self._board.san(chess.Move.from_uci(move))

    def play(self, move: str) -> None:
        self._board.push_uci(move)

    def after(self, move: str) -> "BoardPosition":
        """The position after a move; this one stays as it is."""
        other = BoardPosition.__new__(BoardPosition)
        other._board = self._board.copy(stack=False)
        other._board.push_uci(move)
        return other


def _squares(file: str, rank: str) -> int:
    """The squares of a file, of a rank, of both, or all."""
    files = chess.BB_FILES[ord(file) - ord("a")] if file else chess.BB_ALL
    return files & (chess.BB_RANKS[int(rank) - 1] if rank else chess.BB_ALL)

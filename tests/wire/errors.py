"""Refusals with Discord's codes (topics/opcodes-and-status-codes)."""

from typing import Final

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
NO_ACCESS: Final = 50001
TOO_MANY_FOLLOW_UPS: Final = 40094
INVALID_TOKEN: Final = 50027
BAD_FORM: Final = 50035
NO_PERMISSION: Final = 50013
ARCHIVED_THREAD: Final = 50083
HAS_THREAD: Final = 160004


class ApiError(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message

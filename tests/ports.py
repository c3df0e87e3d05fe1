"""Ports for programs that have to be told one before they start."""

import secrets
import socket
from typing import Final

FIRST: Final = 12_000
COUNT: Final = 20_000
"""Below those from which the system gives a port to whoever connects: it would take these first."""


def free_port() -> int:
    """A port that is free, and stays so: whoever asks for one gets another."""
    while True:
        port = FIRST + secrets.randbelow(COUNT)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port

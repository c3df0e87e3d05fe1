"""What the program waits for, waited for longer than a player would wait.

A busy machine is slow, not wrong. Tests of what happens when something is slow set their own
limits, or slow it down for as long as they look.
"""

import pytest

from engine.players import workers
from engine.service.daily import challenge
from engine.service.trainer import commands
from engine.store import Store, address
from tests.waiting import PATIENCE_S


def be_patient(patch: pytest.MonkeyPatch) -> None:
    """Wait long for storage, computers and deals."""
    patch.setattr(Store.read, "__defaults__", (PATIENCE_S,))
    patch.setitem(vars(Store)["open"].__func__.__kwdefaults__, "patience_s", PATIENCE_S)
    patch.setattr(workers, "PATIENCE_S", dict.fromkeys(workers.PATIENCE_S, PATIENCE_S))
    patch.setattr(challenge, "PATIENCE_S", PATIENCE_S)
    patch.setattr(commands, "PATIENCE_S", PATIENCE_S)
    patch.setattr(address, "STATEMENT_S", PATIENCE_S)
    patch.setattr(address, "COMMIT_S", PATIENCE_S)

"""What the tests of the trainer share."""

import pytest

from tests.coach.imagined import imagine_few


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested is true of any number of imagined deals; few take less time."""
    imagine_few(monkeypatch)

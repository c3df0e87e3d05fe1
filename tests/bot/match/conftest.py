"""At the table pictures are the subject."""

import pytest


@pytest.fixture(autouse=True)
def at_the_table(drawn: None) -> None:
    """Draw every picture in earnest."""

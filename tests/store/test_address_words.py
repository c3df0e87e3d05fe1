"""What is said of a server's address."""

import pytest
from sqlalchemy import make_url

from engine.store.address import where


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql+asyncpg://gin@[::1]/gin", "[::1]:5432"),
        ("postgresql+asyncpg://gin@[fd00::4]:6000/gin", "[fd00::4]:6000"),
        ("postgresql+asyncpg://gin@db/gin", "db:5432"),
        ("postgresql+asyncpg://gin@/gin?host=a:1&host=b", "a:1, b:5432"),
    ],
)
def test_hosts_are_named_with_their_ports(url: str, said: str) -> None:
    assert where(make_url(url)) == said

"""The setting for several processes says what it needs."""

from pathlib import Path

import pytest

from bot.settings import SettingsError, load_settings

POSTGRES = "postgresql://gin:secret@localhost/gin"


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({}, "GIN_PROCESSES needs PostgreSQL"),
        ({"GIN_DATABASE_URL": "sqlite:///data/gin.db"}, "GIN_PROCESSES needs PostgreSQL"),
        (
            {"GIN_DATABASE_URL": POSTGRES, "GIN_SHARD_COUNT": "4", "GIN_SHARD_IDS": "0,1"},
            "GIN_SHARD_IDS or GIN_PROCESSES",
        ),
    ],
)
def test_what_does_not_go_together_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], says: str
) -> None:
    for name, value in {"GIN_PROCESSES": "2", **settings}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=says) as refused:
        load_settings(tmp_path / "none")
    assert "secret" not in str(refused.value)


def test_several_processes_share_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIN_PROCESSES", "4")
    monkeypatch.setenv("GIN_DATABASE_URL", POSTGRES)
    assert load_settings(tmp_path / "none").processes == 4

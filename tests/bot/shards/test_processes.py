"""The setting for several processes says what it needs."""

from pathlib import Path

import pytest

from bot.settings import SettingsError, load_settings

POSTGRES = "postgresql://gin:secret@localhost/gin"
SHARDS = {"GIN_SHARD_COUNT": "4", "GIN_SHARD_IDS": "0,2"}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (SHARDS, "GIN_PROCESSES needs PostgreSQL"),
        (SHARDS | {"GIN_DATABASE_URL": "sqlite:///data/gin.db"}, "GIN_PROCESSES needs PostgreSQL"),
        ({"GIN_DATABASE_URL": POSTGRES}, "GIN_PROCESSES needs GIN_SHARD_IDS"),
        (
            {"GIN_DATABASE_URL": POSTGRES, "GIN_SHARD_COUNT": "4"},
            "GIN_PROCESSES needs GIN_SHARD_IDS",
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


@pytest.mark.parametrize(
    "shards",
    [SHARDS, {"GIN_SHARD_IDS": "none", "GIN_WEBHOOK_PORT": "80", "GIN_PUBLIC_KEY": "0" * 64}],
)
def test_several_processes_share_a_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: dict[str, str]
) -> None:
    for name, value in {"GIN_PROCESSES": "4", "GIN_DATABASE_URL": POSTGRES, **shards}.items():
        monkeypatch.setenv(name, value)
    assert load_settings(tmp_path / "none").processes == 4

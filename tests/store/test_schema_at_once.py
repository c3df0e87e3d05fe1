"""Another process makes the schema while this one looks at the database."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine

from engine.store import StoreCorruptError, migrate


def test_tables_that_appear_between_two_looks_have_their_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = migrate._ours

    def ours(connection: Connection) -> set[str]:
        if not honest(connection):
            migrate.upgrade(connection)
        return honest(connection)

    monkeypatch.setattr(migrate, "_ours", ours)
    with create_engine(f"sqlite:///{tmp_path / 'gin.db'}").connect() as connection:
        assert migrate.current(connection) == migrate.head()


def test_tables_that_stay_without_a_revision_are_damaged(tmp_path: Path) -> None:
    with create_engine(f"sqlite:///{tmp_path / 'gin.db'}").connect() as connection:
        migrate.upgrade(connection)
        connection.exec_driver_sql("DELETE FROM alembic_version")
        with pytest.raises(StoreCorruptError):
            migrate.current(connection)

"""Make one migration of all: `scripts/release baseline COMMIT`, in the commit of a release.

The new first migration makes the schema that the present ones lead to, and the refusal of an older
database names COMMIT, the last one that upgrades it. tests/store/test_baseline.py compares both
schemas. Tests of the migrations that go are deleted by hand.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from unittest.mock import patch

from sqlalchemy import Connection, Inspector, create_engine, inspect, text

from engine.store import migrate

ROOT: Final = Path(__file__).resolve().parents[2]
_WIDTH: Final = 100
_TYPES: Final = {"INTEGER": "", "TEXT": ":text", "REAL": ":real"}
_TABLES: Final = re.compile(r'(?<=^TABLES: Final = """\n).*?(?=^""")', re.MULTILINE | re.DOTALL)
_COMMITS: Final = re.compile(r"(?<=^LAST_COMMITS: Final = \{\n)(?:    .*\n)*", re.MULTILINE)


def specs(connection: Connection) -> str:
    """Return every table of an SQLite database in the words of the first migration."""
    found = inspect(connection)
    return "".join(_table(connection, found, name) for name in _in_order(found))


def _in_order(found: Inspector) -> Iterator[str]:
    """Yield the tables, those that others refer to first."""
    left = sorted(set(found.get_table_names()) - {migrate.VERSIONS})
    while left:
        name = next(
            one for one in left if not {*_references(found, one).values()} & {*left} - {one}
        )
        left.remove(name)
        yield name


def _references(found: Inspector, table: str) -> dict[str, str]:
    return {
        key["constrained_columns"][0]: key["referred_table"]
        for key in found.get_foreign_keys(table)
    }


def _table(connection: Connection, found: Inspector, name: str) -> str:
    query = text("SELECT wr FROM pragma_table_list WHERE name = :name")
    is_rowid = not connection.execute(query, {"name": name}).scalar_one()
    references = _references(found, name)
    key = found.get_pk_constraint(name)["constrained_columns"]
    columns = []
    for column in found.get_columns(name):
        reference = references.get(column["name"])
        columns.append(
            ("*" if column["name"] in key else "")
            + column["name"]
            + (f">{reference}" if reference else "")
            + _TYPES[str(column["type"])]
            + ("?" if column["nullable"] else "")
            + ("" if column["default"] is None else f"={column['default']}")
        )
    lines = [_wrapped([f"{name}{' rowid' if is_rowid else ''}:", *columns], 4)]
    for check in found.get_check_constraints(name):
        own = str(check["name"]).removeprefix(f"ck_{name}_")  # which the convention puts before it
        lines.append(f"    check {own}: {check['sqltext']}")
    for unique in found.get_unique_constraints(name):
        lines.append(f"    unique {unique['name']}: {' '.join(unique['column_names'])}")
    for index in found.get_indexes(name):
        where = index.get("dialect_options", {}).get("sqlite_where")
        words = f"{'unique ' * index['unique']}index {index['name']}: " + " ".join(
            str(one) for one in index["column_names"]
        )
        lines.append(
            _wrapped([f"    {words}", *([f"WHERE {where}"] if where is not None else [])], 8)
        )
    return "".join(f"{line}\n" for line in lines)


def _wrapped(words: Iterable[str], indent: int) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDTH:
            lines.append(" " * indent + word)
        else:
            lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def squash(folder: Path) -> tuple[str, str]:
    """Replace the migrations of a folder by one; return the revisions of the first and the last."""
    versions = folder / "versions"
    [first] = versions.glob("*_baseline.py")
    with patch.object(migrate, "_FOLDER", folder), create_engine("sqlite://").begin() as connection:
        base, head = migrate.base(), migrate.head()
        migrate.upgrade(connection)
        tables = specs(connection)
    text_of_first = first.read_text(encoding="utf-8").replace(base, head)
    for one in versions.glob("*.py"):
        one.unlink()
    made = _TABLES.sub(lambda _: tables, text_of_first)
    (versions / f"{head}_baseline.py").write_text(made, encoding="utf-8")
    return base, head


def named(source: str, base: str, head: str, commit: str) -> str:
    """Return the source of `engine.store.migrate` whose refusals name the commit, too."""
    numbers = f"range({int(base)}, {int(head)})"
    line = f'    **dict.fromkeys((f"{{number:04}}" for number in {numbers}), "{commit}"),\n'
    return _COMMITS.sub(lambda lines: lines[0] + line, source)


def main() -> None:
    """Change the tree that this file lies in."""
    parser = argparse.ArgumentParser(prog="scripts/release baseline", description=__doc__)
    parser.add_argument("commit", metavar="COMMIT", help="the last commit with these migrations")
    commit = parser.parse_args().commit
    base, head = squash(ROOT / "engine" / "store" / "migrations")
    if base == head:
        sys.exit(f"There is one migration only, {head}.")
    file = ROOT / "engine" / "store" / "migrate.py"
    file.write_text(named(file.read_text(encoding="utf-8"), base, head, commit), encoding="utf-8")
    print(
        f"{head} is the first migration; those from {base} on are refused with {commit}.\n"
        f"Left to do: delete the tests of migrations before {head} in tests/store, add {base} to\n"
        "the revisions of test_migrations.py there, and change docs/design/decisions/storage.md."
    )


if __name__ == "__main__":
    main()

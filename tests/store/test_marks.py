"""Every column of an id says whose it is."""

from pathlib import Path

import pytest

from engine.store.schema import marked, metadata
from engine.store.schema.base import I64, ColumnMark, Of, int_column


def test_every_integer_column_is_marked_and_texts_that_stay_as_words() -> None:
    for table in metadata.sorted_tables:
        for column in table.columns:
            mark = column.info.get("mark")
            if column.type is I64:
                assert isinstance(mark, ColumnMark)
                assert mark.of is not Of.WORDS, column
            else:
                assert mark is None or mark.of is Of.WORDS, column


def test_an_id_is_no_number() -> None:
    with pytest.raises(ValueError, match="rival_id"):
        int_column("rival_id")


def test_people_are_told_what_is_kept_and_why() -> None:
    retained = {f"| {mark.retained} | {mark.reason} |" for _, mark in marked(Of.RETAINED, Of.WORDS)}
    text = Path("docs/host/privacy.md").read_text()
    told = text.split("| What | Why |\n|---|---|\n")[1].split("\n\n")[0]
    assert sorted(told.split("\n")) == sorted(retained)

"""A study as files: readable text, and JSON with everything that is stored of it."""

import json
from collections.abc import Iterator

from bot.coach.study_screen import about_words, step_words
from bot.ui.custom_id import base36
from bot.ui.reader import Reader
from bot.ui.screen import Download
from bot.wording.cards import listed
from engine.coach.study import START, StudyContent
from engine.service.trainer import SavedStudy


def files_of(reader: Reader, study: SavedStudy) -> tuple[Download, Download]:
    """Return a study as a text for people, and as JSON for programs."""
    plain = Reader(reader.words, text_mode=True)
    content = study.content.model_dump(mode="json")
    data = {"title": study.title, "updated_ms": study.updated_ms} | content
    name = f"gin-study-{base36(study.id)}"
    return (
        Download(f"{name}.txt", ("\n".join(_lines(plain, study)) + "\n").encode()),
        Download(f"{name}.json", json.dumps(data, ensure_ascii=False, indent=1).encode()),
    )


def _lines(reader: Reader, study: SavedStudy) -> Iterator[str]:
    t, content = reader.words.t, study.content
    start = content.start
    yield study.title
    yield about_words(reader, content, start)
    yield f"{t('Your hand')}: {listed(reader, start.hand)}"
    yield t("Discard pile: {cards}", cards=listed(reader, start.pile) or "—")
    yield ""
    yield from _noted(reader, content, START, "")


def _noted(reader: Reader, content: StudyContent, node: int, indent: str) -> Iterator[str]:
    """Return a node with its note and all that follows; branches are indented."""
    while True:
        words = step_words(reader, content, node).replace("*", "")
        yield f"{indent}{words}"
        for line in content.note_of(node).splitlines():
            yield f"{indent}    | {line}"
        following = content.after(node)
        if not following:
            return
        for branch in following[1:]:
            yield from _noted(reader, content, branch, indent + "    ")
        node = following[0]

"""Studies as a page gets them."""

from dataclasses import asdict

from bot.ui.press import Press
from bot.ui.study_parts import StudyBoard, StudyShelf, StudyStep
from bot.web.protocol.study import ListedStudyState, StudiesPart, StudyPart, StudyStepState
from bot.web.views.actions import cards, id_text, maybe_card


def study_part(board: StudyBoard) -> StudyPart:
    """Return a study at one of its nodes."""
    return StudyPart.model_validate(
        asdict(board)
        | {
            "study": id_text(board.study),
            "note_press": _press(board.note_press),
            "add_press": _press(board.add_press),
            "melds": tuple(map(cards, board.melds)),
            "loose": cards(board.loose),
            "fresh": maybe_card(board.fresh),
            "pile": cards(board.pile),
            "taken": cards(board.taken),
            "line": tuple(map(_step, board.line)),
            "following": tuple(map(_step, board.following)),
        }
    )


def _press(press: Press | None) -> str | None:
    return None if press is None else str(press)


def _step(one: StudyStep) -> StudyStepState:
    return StudyStepState(label=one.label, note=one.note, press=str(one.press))


def studies_part(shelf: StudyShelf) -> StudiesPart:
    """Return the list of studies."""
    return StudiesPart(
        studies=tuple(
            ListedStudyState(
                title=one.title,
                hand=cards(one.hand),
                moves=one.moves,
                updated=one.updated_ms,
                shared=one.is_shared,
                press=str(one.press),
            )
            for one in shelf.studies
        )
    )

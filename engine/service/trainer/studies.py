"""Studies: private until their owner shares them by a link that nobody can guess."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, func, insert, select
from sqlalchemy import update as change

from engine.coach.study import TITLE_LENGTH, StudyContent
from engine.game.errors import RecordError
from engine.service import preferences
from engine.service.changes import NUMBER, YES_NO, one_of, stored
from engine.service.commands import Commands, command, query
from engine.service.people import InteractionId, Person, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import players, studies

MOST_STUDIES: Final = 100
"""The studies of one person."""
NAME_BYTES: Final = 16
"""The random bytes of a link; nobody finds one by trying."""
_studies = studies.c


@dataclass(frozen=True, slots=True)
class SavedStudy:
    """A study. ``name``: of its link, if it is shared. ``owner_name``: as last seen."""

    id: int
    owner: UserId
    owner_name: str
    title: str
    content: StudyContent
    version: int
    updated_ms: int
    name: str | None


class StudySaveOutcome(StrEnum):
    """The outcome of saving. ``STALE``: it was changed since it was read, and stays as it is."""

    SAVED = "saved"
    STALE = "stale"
    GONE = "gone"


def create(tx: Tx, person: Person, title: str, content: StudyContent) -> int:
    """Store a new study and return its id; 0 if the person has as many as they may."""
    # It writes the person's row, for which another process waits that stores one for them.
    preferences.remember(tx, person)
    own = select(func.count()).where(_studies.user_id == person.user_id)
    if tx.execute(own).scalar_one() >= MOST_STUDIES:
        return 0
    row = {"study_id": tx.key, "user_id": person.user_id, "version": 1}
    row |= {"created_ms": tx.now, "updated_ms": tx.now}
    tx.execute(insert(studies), _texts(title, content) | row)
    return tx.key


def save(
    tx: Tx, study_id: int, user_id: UserId, version: int, title: str, content: StudyContent
) -> StudySaveOutcome:
    """Store a changed study. ``version``: the one that was read and changed."""
    own = _own(study_id, user_id)
    values = _texts(title, content) | {"version": version + 1, "updated_ms": tx.now}
    saving = change(studies).where(*own, _studies.version == version).values(values)
    if tx.execute(saving).rowcount:
        return StudySaveOutcome.SAVED
    found = tx.execute(select(_studies.version).where(*own)).first()
    return StudySaveOutcome.GONE if found is None else StudySaveOutcome.STALE


def _texts(title: str, content: StudyContent) -> dict[str, Any]:
    return {"title": title[:TITLE_LENGTH], "content": content.written()}


def remove(tx: Tx, study_id: int, user_id: UserId) -> bool:
    """Delete a study, and so end its link; ``False`` if there is none."""
    gone = tx.execute(delete(studies).where(*_own(study_id, user_id)))
    return bool(gone.rowcount)


def share(tx: Tx, study_id: int, user_id: UserId) -> str | None:
    """Share a study, and return the name of its link; ``None`` if there is no such study."""
    own = _own(study_id, user_id)
    named = change(studies).where(*own, _studies.name.is_(None))
    tx.execute(named.values(name=tx.secret(NAME_BYTES).hex()))
    return name_of(tx, study_id, user_id)


def unshare(tx: Tx, study_id: int, user_id: UserId) -> bool:
    """End the sharing: the link leads nowhere from now on. ``False`` if it was not shared."""
    shared = (*_own(study_id, user_id), _studies.name.is_not(None))
    return bool(tx.execute(change(studies).where(*shared).values(name=None)).rowcount)


def name_of(tx: ReadTx, study_id: int, user_id: UserId) -> str | None:
    """Return the name of a study's link; ``None`` if it is not shared."""
    found = select(_studies.name).where(*_own(study_id, user_id))
    return tx.execute(found).scalar_one_or_none()


def of_person(tx: ReadTx, user_id: UserId) -> tuple[SavedStudy, ...]:
    """Return a person's studies, those changed last first. One that cannot be read is left out."""
    newest = (_studies.updated_ms.desc(), _studies.study_id.desc())
    found = tx.execute(_READ.where(_studies.user_id == user_id).order_by(*newest))
    return tuple(one for one in map(_study, found) if one is not None)


def study(tx: ReadTx, study_id: int, user_id: UserId) -> SavedStudy | None:
    """Return a person's study."""
    row = tx.execute(_READ.where(*_own(study_id, user_id))).one_or_none()
    return None if row is None else _study(row)


def shared(tx: ReadTx, name: str) -> SavedStudy | None:
    """Return the study that is shared under a name; ``None`` if there is none."""
    row = tx.execute(_READ.where(_studies.name == name)).one_or_none()
    return None if row is None else _study(row)


_READ = select(studies, func.coalesce(players.c.name, "").label("owner_name")).select_from(
    studies.outerjoin(players, players.c.user_id == _studies.user_id)
)


def _own(study_id: int, user_id: int) -> tuple[ColumnElement[bool], ...]:
    return (_studies.study_id == study_id, _studies.user_id == user_id)


def _study(row: Row[Any]) -> SavedStudy | None:
    try:
        content = StudyContent.read(row.content)
    except RecordError:
        return None
    return SavedStudy(
        *(row.study_id, UserId(row.user_id), row.owner_name, row.title, content),
        *(row.version, row.updated_ms, row.name),
    )


class Studies(Commands):
    """The public interface to studies."""

    create = command("study", NUMBER, create)
    save = command("save-study", one_of(StudySaveOutcome), save, of_subject=True)
    remove = command("delete-study", YES_NO, remove, of_subject=True)
    unshare = command("unshare-study", YES_NO, unshare, of_subject=True)
    of_person = query(of_person)
    study = query(study)
    shared = query(shared)

    async def share(self, interaction: InteractionId, study_id: int, user_id: UserId) -> str | None:
        """Share a study; return the name of its link, ``None`` for anybody but its owner."""
        return await self._once(
            interaction,
            f"share-study:{study_id}",
            stored(lambda tx: name_of(tx, study_id, user_id)),
            lambda tx: share(tx, study_id, user_id),
            study_id,
        )

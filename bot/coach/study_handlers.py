"""Handlers of studies: making one of a position or a round, walking through it, changing it."""

from bot.coach.position import ASKABLE, answer_at, impossible_words
from bot.coach.study_file import files_of
from bot.coach.study_screen import (
    delete_screen,
    refused_words,
    renumbered_screen,
    sharing_screen,
    stale_screen,
    studies_screen,
    study_screen,
)
from bot.match.coaching import Coaching
from bot.match.options import ruleset
from bot.match.own_matches import require_no_match
from bot.match.replay.records import finished_rounds, may_see
from bot.match.wiring import MatchDisplay
from bot.presses.study import StudyPositionPress, StudyPress, StudyRoundPress, StudyVerb
from bot.ui.context import Context, ask_for_text, is_submitted, may_organize, text_of
from bot.ui.markup import plain_name, safe_words
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Row, Screen, Text, cut
from bot.wording.cards import short
from bot.wording.names import title_of
from engine.coach.asking import AskedPosition, ImpossiblePositionError, checked
from engine.coach.study import (
    NOTE_LENGTH,
    START,
    TITLE_LENGTH,
    StudyContent,
    StudyError,
    StudyMove,
    StudyRound,
    of_position,
    with_move,
    with_note,
    without,
)
from engine.coach.study_of_round import of_round
from engine.service import MatchId
from engine.service.trainer import MOST_STUDIES, SavedStudy, StudySaveOutcome

CARDS_IN_TITLE = 4


def study_answers(press: StudyPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form for a text, a message of its own for the coach and files."""
    if press.verb in (StudyVerb.NOTE, StudyVerb.NAME) and not submitted:
        return AnswerKind.FORM
    is_apart = press.verb in (StudyVerb.ASK, StudyVerb.FILES)
    return AnswerKind.PRIVATE if is_apart else AnswerKind.IN_PLACE


async def studies_of(ctx: Context) -> Screen:
    """Return the person's studies."""
    return studies_screen(ctx.reader, await ctx.service.studies.of_person(ctx.user))


# -- making one --------------------------------------------------------------------------


async def study_position(ctx: Context, press: StudyPositionPress) -> None:
    """Make a study of a position that the coach was asked about."""
    rules = ruleset({}, press.preset).rules
    score = (press.own, press.other)
    asked = AskedPosition(rules, press.hand, press.pile, press.taken, score)
    await require_no_match(ctx, asked)
    try:
        checked(asked)
    except ImpossiblePositionError as error:
        raise Refusal.in_words(impossible_words(ctx.reader, error)) from error
    content = of_position(press.preset, asked)
    cards = " ".join(short(one) for one in asked.hand[:CARDS_IN_TITLE])
    title = f"{title_of(ctx.reader.words, press.preset)} · {cards} …"
    await _make(ctx, title, content)


async def study_round(display: MatchDisplay, ctx: Context, press: StudyRoundPress) -> None:
    """Make a study of a finished round: of the own decisions, for others of those made next."""
    live = await ctx.load_match(MatchId(press.id))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    if live.is_hidden:
        raise Refusal(
            "Others are still playing this deal. You can study it when they have finished, or the "
            "day is over."
        )
    preset = live.setup.preset
    frames = (await finished_rounds(display.replays, ctx, live)).replay.of(press.revision, 0)
    if preset not in ASKABLE or len(live.players) != 2:
        raise Refusal.in_words(impossible_words(ctx.reader, ImpossiblePositionError("rules")))
    if not 0 <= press.step < len(frames):
        raise Refusal(OLD_BUTTON)
    seat = live.seat_of(ctx.user)
    if seat is None:
        seat = frames[press.step].table.actor
    place = StudyRound(match=press.id, number=press.revision, step=press.step)
    content = None if seat is None else of_round(preset, frames, seat, place)
    if content is None:
        raise Refusal.in_words(impossible_words(ctx.reader, ImpossiblePositionError("no_choice")))
    round_words = ctx.t("Round {n}", n=press.revision)
    await _make(ctx, f"{title_of(ctx.reader.words, preset)} · {round_words}", content)


async def _make(ctx: Context, title: str, content: StudyContent) -> None:
    number = await ctx.service.studies.create(ctx.key, ctx.person, title, content)
    if not number:
        raise Refusal(
            "You have {most} studies, and there is no room for more. Delete one in **My studies** "
            "first.",
            most=MOST_STUDIES,
        )
    await ctx.reply.private(await own_study_screen(ctx, await own_study(ctx, number), START))


# -- one study ---------------------------------------------------------------------------


async def study_pressed(coaching: Coaching, url: str, ctx: Context, press: StudyPress) -> None:
    """Show a study at another place, change it, or share it. ``url``: where matches are shared."""
    verb = press.verb
    if verb is StudyVerb.LIST or (verb is StudyVerb.OPEN and ctx.turns_a_page):
        await ctx.reply.update(await studies_of(ctx))
        return
    study = await own_study(ctx, int(ctx.value) if verb is StudyVerb.OPEN else press.id)
    node = press.node or START
    match verb:
        case StudyVerb.OPEN:
            await ctx.reply.update(await own_study_screen(ctx, study, START))
        case StudyVerb.STEP | StudyVerb.BACK:
            await _show(ctx, study, press, node)
        case StudyVerb.GO:
            await _show(ctx, study, press, int(ctx.value))
        case StudyVerb.ASK:
            await _ask(coaching, ctx, study, node)
        case StudyVerb.FILES:
            back = Button(ctx.t("Back"), _step(study, START), emoji="◀️")
            text = ctx.t("This study as text, and as JSON for programs:")
            parts = (Text(text), *files_of(ctx.reader, study), Row((back,)))
            await ctx.reply.private(Screen(parts, Accent.CALM))
        case StudyVerb.SHARING | StudyVerb.BEGIN | StudyVerb.END:
            await _share(ctx, study, verb, url)
        case StudyVerb.DELETE:
            await ctx.reply.update(delete_screen(ctx.reader, study))
        case StudyVerb.DELETE_YES:
            await ctx.service.studies.remove(ctx.key, study.id, ctx.user)
            await ctx.reply.update(await studies_of(ctx))
        case _:
            await _change(ctx, study, press, node)


async def _show(ctx: Context, study: SavedStudy, press: StudyPress, node: int) -> None:
    """Show a move, unless its number may be that of another one since the button was drawn."""
    if node != START and press.revision not in (0, study.version):
        await ctx.reply.private(renumbered_screen(ctx.reader, study))
        return
    await ctx.reply.update(await own_study_screen(ctx, study, node))


def _step(study: SavedStudy, node: int) -> StudyPress:
    return StudyPress(StudyVerb.STEP, node, study.id, study.version)


async def own_study(ctx: Context, number: int) -> SavedStudy:
    """Return a study of the person; Refusal if there is none."""
    found = await ctx.service.studies.study(number, ctx.user)
    if found is None:
        raise Refusal("This study no longer exists.")
    return found


async def own_study_screen(ctx: Context, study: SavedStudy, node: int) -> Screen:
    """Return a study of the person at a node, or at its start where that node is gone."""
    node, organizes = node if study.content.has(node) else START, await may_organize(ctx)
    return study_screen(ctx.reader, study, node, is_own=True, organizes=organizes)


async def _ask(coaching: Coaching, ctx: Context, study: SavedStudy, node: int) -> None:
    asked = study.content.asked(node) if study.content.has(node) else None
    if asked is None:
        raise Refusal(OLD_BUTTON)
    back = Button(ctx.t("Back to the study"), _step(study, node), emoji="◀️")
    answer = await answer_at(coaching, ctx, study.content.preset, asked, back)
    await ctx.reply.private(answer)


async def _share(ctx: Context, study: SavedStudy, verb: StudyVerb, url: str) -> None:
    if not url:
        raise Refusal("Studies can't be shared here.")
    if verb is StudyVerb.BEGIN:
        await ctx.service.studies.share(ctx.key, study.id, ctx.user)
    elif verb is StudyVerb.END:
        await ctx.service.studies.unshare(ctx.key, study.id, ctx.user)
    await ctx.reply.update(sharing_screen(ctx.reader, await own_study(ctx, study.id), url))


# -- changes -----------------------------------------------------------------------------


async def _change(ctx: Context, study: SavedStudy, press: StudyPress, node: int) -> None:
    """Change a note, the title or the lines, unless somebody has changed the study meanwhile."""
    if press.verb in (StudyVerb.NOTE, StudyVerb.NAME) and not is_submitted(ctx):
        await _ask_for_text(ctx, study, press, node)
        return
    written, changed = _clean(text_of(ctx)), (study.title, study.content, node)
    # What comes again, because its answer was lost, finds the version after itself.
    if press.revision == study.version:
        try:
            changed = _changed(study, press.verb, node, written)
        except StudyError as error:
            raise Refusal.in_words(refused_words(ctx.reader, error)) from error
    title, content, node = changed
    saved = await ctx.service.studies.save(
        ctx.key, study.id, ctx.user, press.revision, title, content
    )
    found = await own_study(ctx, study.id)
    if saved is StudySaveOutcome.STALE:
        await ctx.reply.private(stale_screen(ctx.reader, found, node, written))
        return
    await ctx.reply.update(await own_study_screen(ctx, found, node))


def _changed(
    study: SavedStudy, verb: StudyVerb, node: int, written: str
) -> tuple[str, StudyContent, int]:
    """Return title and content after a change, and the node that is shown then."""
    title, content = study.title, study.content
    match verb:
        case StudyVerb.NAME:
            return cut(" ".join(written.split()), TITLE_LENGTH) or title, content, node
        case StudyVerb.NOTE:
            return title, with_note(content, node, cut(written, NOTE_LENGTH)), node
        case StudyVerb.CUT:
            return title, without(content, node), content.parent_of(node)
        case _:
            try:
                move = StudyMove.read(written)
            except ValueError as error:
                raise StudyError("move") from error
            return title, *with_move(content, node, move)


def _clean(raw: str) -> str:
    """Return a person's text without characters that show nothing, line by line."""
    lines = (plain_name(safe_words(line)) for line in raw.splitlines())
    return "\n".join(lines).strip()


async def _ask_for_text(ctx: Context, study: SavedStudy, press: StudyPress, node: int) -> None:
    is_note = press.verb is StudyVerb.NOTE
    if is_note and not study.content.has(node):
        raise Refusal.in_words(refused_words(ctx.reader, StudyError("gone")))
    await ask_for_text(
        ctx,
        press,
        study.title,
        ctx.t("Note") if is_note else ctx.t("Name…"),
        length=NOTE_LENGTH if is_note else TITLE_LENGTH,
        written=study.content.note_of(node) if is_note else study.title,
        is_long=is_note,
    )

"""Handlers of replays, and of the result of the last round while the next one is played."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.match.board import match_context
from bot.match.match_pages import MatchPage, match_pages
from bot.match.replay.playback import Projector
from bot.match.replay.records import CachedRecord, Replays, finished_rounds, may_see
from bot.match.replay.screen import replay_screen
from bot.match.sheet_screen import score_line
from bot.match.table_screen import round_parts
from bot.match.wiring import MatchDisplay
from bot.presses.match import CoachPress, CoachVerb, ReplayPress, ReplaySource, ReplayVerb, Watching
from bot.ui.context import Context
from bot.ui.reader import MatchContext, Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Accent, Button, Part, Row, Screen, Text
from bot.wording.scores import round_lines, team_round_words
from engine.game.notation import action_text
from engine.game.view import MatchView
from engine.service import LiveMatch, MatchId


def last_result_screen(reader: Reader, board: MatchContext) -> Screen:
    """Return both hands, points and score of a finished round; ``board`` has its last view."""
    t, view = reader.words.t, board.view
    head = t("Round {n}", n=view.number)
    parts: list[Part] = [Text(f"-# {head}  ·  {score_line(reader, board)}")]
    for table in view.tables:
        if len(view.tables) > 1:
            parts.append(Text("\n".join(round_lines(reader, board, table))))
        else:
            parts += round_parts(reader, board, table)
    if len(view.tables) > 1:
        parts.append(Text(team_round_words(reader, board)))
    coach = CoachPress(CoachVerb.OPEN, id=board.match, revision=view.number)
    replay = ReplayPress.to(Watching(ReplaySource.MATCH, board.match, view.number))
    buttons = (
        Button(t("Coach"), coach, emoji="🎓"),
        Button(t("Replay"), replay, emoji="🎬"),
    )
    return Screen((*parts, Row(buttons)), Accent.CALM)


async def last_result_pressed(display: MatchDisplay, ctx: Context, match: MatchId) -> None:
    """Show the result in a separate private message, so that the hand stays in place."""
    live = await ctx.load_match(match)
    if live is None or live.seat_of(ctx.user) is None:
        raise Refusal("You aren't at this table.")
    found = _at_the_end(await finished_rounds(display.replays, ctx, live))
    if found is None:
        raise Refusal("No round of this match is finished yet.")
    board = replace(match_context(ctx.service, live, ctx.reader), view=found)
    await ctx.reply.private(last_result_screen(ctx.reader, board))


def _at_the_end(shelved: CachedRecord) -> MatchView | None:
    """Return the match at the end of its newest finished round, at the last of its tables."""
    ends = [
        frames[-1].match
        for frames in shelved.replay.frames
        if all(table.facts is not None for table in frames[-1].match.tables)
    ]
    return max(ends, key=lambda view: view.number, default=None)


def replay_answers(press: ReplayPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a new private message for ``open``, in place for everything else."""
    return AnswerKind.PRIVATE if press.verb is ReplayVerb.OPEN else AnswerKind.IN_PLACE


async def replay_pressed(display: MatchDisplay, ctx: Context, press: ReplayPress) -> None:
    """Show another place in a replay, or open a replay in a private message."""
    live, shelved = await _shelved(display, ctx, press.at)
    moving = press.verb in (ReplayVerb.PLAY, ReplayVerb.PLAY_EYES)
    at = place_of(press, ctx.values)
    asks = press.verb is ReplayVerb.WHAT_IF and not ctx.turns_a_page
    asked = ctx.value if asks else ""
    reader = replace(ctx.reader, text_mode=False) if ctx.reply.is_page else ctx.reader
    if moving or asked:
        screen = await shown(display.replays, reader, shelved, at, moving=moving, asked=asked)
        await ctx.reply.update(_among_pages(ctx, live, at, screen))
        return

    async def step(wait_s: float | None) -> Screen:
        screen = await shown(display.replays, reader, shelved, at, wait_s=wait_s)
        return _among_pages(ctx, live, at, screen)

    # Where an answer can be followed by another, the cards are there at once.
    await ctx.reply.complete(
        partial(step, wait_s=0),
        step(wait_s=ctx.reply.patience_s),
        is_new=press.verb is ReplayVerb.OPEN,
    )


def _among_pages(ctx: Context, live: LiveMatch | None, at: Watching, screen: Screen) -> Screen:
    """Return the screen of a replay with the other pages of its match, if it is one."""
    if live is None:
        return screen
    board = match_context(ctx.service, live, ctx.reader)
    seat = live.seat_of(ctx.user)
    pages = match_pages(ctx.reader, board, seat, MatchPage.REPLAY, at.number)
    return replace(screen, parts=(*pages, *screen.parts))


async def shown(
    replays: Replays,
    reader: Reader,
    shelved: CachedRecord,
    at: Watching,
    *,
    moving: bool = False,
    asked: str | None = "",
    wait_s: float | None = None,
) -> Screen:
    """Return a record at a place, or its first round if that place was not played.

    ``asked``: the notation of another choice there, about which the coach is asked; ``None`` where
    nobody may ask. ``wait_s``: how long to wait for the evaluation.
    """
    rounds = shelved.replay.rounds
    if not shelved.replay.of(at.number, at.table):
        at = replace(at, number=rounds[0].number, table=rounds[0].table, step=0)
    found = None if moving else await replays.evaluations.of(shelved.record, at, wait_s)
    projector = Projector(
        shelved.replay,
        shelved.players(reader),
        shelved.preset,
        at,
        moving,
        found,
        asks=asked is not None,
    )
    if asked:
        choice = next(
            (one for one in projector.others(projector.at.step) if action_text(one) == asked), None
        )
        if choice is None:
            raise Refusal(OLD_BUTTON)
        answer = await replays.what_if(shelved.record, at.number, at.step, choice)
        projector = replace(projector, what_if=answer)
    return replay_screen(reader, projector)


def last_round(shelved: CachedRecord) -> int:
    """Return the newest completed round, or the newest of all if there is none."""
    over = [one.number for one in shelved.replay.rounds if one.over]
    return max(over) if over else shelved.replay.rounds[-1].number


async def _shelved(
    display: MatchDisplay, ctx: Context, at: Watching
) -> tuple[LiveMatch | None, CachedRecord]:
    """Return the match of a button, if it is one of this program, and its record."""
    if at.source is ReplaySource.STUDY:
        found = display.replays.uploaded(at.id)
        if found is None:
            raise Refusal(
                "That file is no longer available. Attach it again with `/gin replay file:`."
            )
        return None, found
    live = await ctx.load_match(MatchId(at.id))
    if live is None or not await may_see(ctx, live):
        raise Refusal("There is no such match on this server.")
    return live, await finished_rounds(display.replays, ctx, live)


def place_of(press: ReplayPress, values: Sequence[str]) -> Watching:
    """Return the place that a menu selects; buttons contain it themselves."""
    if press.verb not in (ReplayVerb.JUMP, ReplayVerb.ROUND):
        return press.at
    if not values:
        raise Refusal(OLD_BUTTON)
    if press.verb is ReplayVerb.JUMP:
        return replace(press.at, step=int(values[0]))
    number, table = map(int, values[0].split("."))
    return replace(press.at, number=number, table=table, step=0)

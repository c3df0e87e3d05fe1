"""A finished round step by step: picture or words, from either seat or with both hands open."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.match.options import level_titles
from bot.match.replay.evaluation import Evaluated, evaluation_parts, what_if_answer, what_if_menu
from bot.match.replay.playback import Projector, played_round
from bot.match.table_screen import round_parts, table_picture, table_words, upper_side
from bot.presses.match import PlayOnPress, ReplayPress, ReplaySource, ReplayVerb
from bot.presses.study import StudyRoundPress
from bot.render.models import ReplayPicture, TablePicture, TablePlayer
from bot.ui.press import Press
from bot.ui.reader import Reader
from bot.ui.screen import (
    MAX_CHOICES,
    Accent,
    Button,
    Graph,
    Image,
    Menu,
    MenuChoice,
    Part,
    Playback,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.cards import (
    event_words,
    highest_first,
    in_run_order,
    listed,
    melds_named,
    move_lines,
    named,
)
from bot.wording.names import title_of
from bot.wording.scores import round_title
from engine.coach.asking import is_askable
from engine.game.actions import Discard
from engine.game.cards import cards_of
from engine.game.match import MatchPhase
from engine.game.notation import action_text
from engine.game.presets import PRESETS
from engine.game.replay import Frame
from engine.game.seats import Seat, Side
from engine.players import Level

PLAY_ON_LEVELS: Final = (Level.CASUAL, *(level for level in Level if level is not Level.CASUAL))
"""The levels of the computer, the usual one first."""


def play_on_menu(reader: Reader, press: Press, *, is_known: bool) -> Menu:
    """Return the menu of levels. ``is_known``: the hidden cards are those of the record."""
    t = reader.words.t
    if is_known:
        note = t("The same hidden cards. One round, and it doesn't count.")
    else:
        note = t("Hidden cards are dealt at random. One round, and it doesn't count.")
    titles = level_titles(reader.words)
    choices = tuple(MenuChoice(titles[level], level.value, note) for level in PLAY_ON_LEVELS)
    return Menu(press, choices, t("Play on from here…"))


LAST_TURNS: Final = 3
MOST_WORDS: Final = 3000
"""The most characters of a move list; the rest of the screen needs room too."""
MOST_SHOTS: Final = 60
"""The most frames of an animation; a longer one takes too long to draw and to load."""


def replay_screen(reader: Reader, shown: Projector) -> Screen:
    """Return the whole replay screen. The round and the table have to exist."""
    frames = shown.frames
    frame = frames[min(max(shown.at.step, 0), len(frames) - 1)]
    shown = replace(shown, at=replace(shown.at, step=frame.step))
    parts: list[Part] = [Text(_head(reader, shown, frame))]
    if shown.moving:
        parts += _moving(reader, shown)
    else:
        parts += _still(reader, shown, frame)
        parts += _evaluation(reader, shown, frame)
        parts += [] if shown.what_if is None else [what_if_answer(reader, shown.what_if)]
    parts = [_played(reader, shown, part) for part in parts]
    parts.append(_steps(reader, shown))
    parts.append(_eyes(reader, shown, frame))
    parts.append(_jump(reader, shown))
    parts += _what_if(reader, shown)
    parts += _play_on(reader, shown, frame)
    parts += _study(reader, shown, frame)
    if len(shown.replay.rounds) > 1:
        parts.append(_rounds(reader, shown))
    return Screen(tuple(parts), Accent.CALM)


def _played(reader: Reader, shown: Projector, part: Part) -> Part:
    """Return a picture of the round as one that a page can play."""
    if not isinstance(part, Image) or isinstance(part, Graph):
        return part
    press = ReplayPress.to(shown.at, ReplayVerb.JUMP)
    asked = tuple(
        (shown.question(step), frozenset(map(action_text, others)))
        for step in range(len(shown.frames))
        for others in (shown.others(step),)
        if others
    )
    played = partial(played_round, reader, shown)
    return Playback(part.model, part.name, part.alt, press, len(shown.frames), asked, played)


def _head(reader: Reader, shown: Projector, frame: Frame) -> str:
    t, at = reader.words.t, shown.at
    place = t("Round {n}", n=at.number)
    if len(frame.match.tables) > 1:
        place += " · " + t("table {n}", n=at.table + 1)
    names = " – ".join(shown.players[seat].name for seat in frame.table.players)
    title = title_of(reader.words, shown.preset) or t("Imported record")
    last = len(shown.frames) - 1
    step = t("Move {n} of {last}", n=frame.step, last=last)
    if frame.at_ms is not None:
        step += f" · <t:{frame.at_ms // 1000}:T>"
    return f"### 🎞️ {title} · {place}\n{names}  ·  {step}"


def _still(reader: Reader, shown: Projector, frame: Frame) -> list[Part]:
    board, view = shown.board(frame), shown.view(frame)
    moves = [f"-# {line}" for line in move_lines(reader, board, view, last=LAST_TURNS)]
    if frame.table.facts is not None:
        before = [Text("\n".join(moves))] if reader.text_mode and moves else []
        return [*before, *round_parts(reader, board, view)]
    spoken = replace(reader, text_mode=True)
    words = "\n".join([table_words(reader, board, view), *_hands(spoken, shown, frame)])
    text = "\n".join(moves) or "-# " + reader.words.t("Cards dealt.")
    if reader.text_mode:
        return [Text(words), Text(text)]
    picture = replay_picture(reader, shown, frame)
    return [Image(picture, "replay", clipped(words.replace("*", ""), 1024)), Text(text)]


def _evaluation(reader: Reader, shown: Projector, frame: Frame) -> list[Part]:
    found = shown.evaluation
    if found is None or len(found.values) != len(shown.frames):
        return []
    return evaluation_parts(reader, Evaluated.of(found, shown.players, shown.at, frame))


def _what_if(reader: Reader, shown: Projector) -> list[Part]:
    """Return the menu of other choices at the step, where there is one."""
    step, others = shown.at.step, shown.others(shown.at.step)
    one = shown.decided(step)
    if one is None or not others:
        return []
    seat = shown.frames[step].table.players[one.side]
    return [what_if_menu(reader, shown.question(step), shown.players[seat], others)]


def _play_on(reader: Reader, shown: Projector, frame: Frame) -> list[Part]:
    """Return the menu that plays on from the step, where that is possible."""
    at, final = shown.at, shown.replay.final
    is_match = at.source is ReplaySource.MATCH and final.phase is MatchPhase.OVER
    is_open = shown.asks and not shown.moving and frame.table.facts is None
    if not (is_match and is_open and len(shown.players) == 2):
        return []
    press = PlayOnPress(at.step, at.id, at.number)
    return [play_on_menu(reader, press, is_known=True)]


def _study(reader: Reader, shown: Projector, frame: Frame) -> list[Part]:
    """Return the button that makes a study of the round from the step on."""
    at = shown.at
    is_open = shown.asks and not shown.moving and frame.table.facts is None
    if at.source is not ReplaySource.MATCH or not is_open or not _is_studied(shown):
        return []
    press = StudyRoundPress(at.step, at.id, at.number)
    return [Row((Button(reader.words.t("Save as study"), press, emoji="📝"),))]


def _is_studied(shown: Projector) -> bool:
    rules = PRESETS.get(shown.preset)
    return rules is not None and len(shown.players) == 2 and is_askable(rules)


def _moving(reader: Reader, shown: Projector) -> list[Part]:
    """Return the round from the deal to the end, as an animation or as all moves in words."""
    last = shown.frames[-1]
    board, view = shown.board(last), shown.view(last)
    result = [] if view.facts is None else [f"### {round_title(reader, board, view)}"]
    if reader.text_mode:
        lines = move_lines(reader, board, view, last=len(view.events))
        return [Text("\n".join([*result, *_fitting(lines)]))]
    pictures = tuple(replay_picture(reader, shown, frame) for frame in _shots(shown.frames))
    alt = reader.words.t("The whole round as an animation.")
    parts: list[Part] = [Image(ReplayPicture(pictures), "round", alt)]
    return [*parts, Text("\n".join(result))] if result else parts


def _shots(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames of the animation: every step, or in a long round the end of every turn."""
    if len(frames) <= MOST_SHOTS:
        return list(frames)
    last = len(frames) - 1
    turned = [
        index
        for index in range(1, last)
        if frames[index].table.to_act is not frames[index - 1].table.to_act
    ]
    return [frames[index] for index in (0, *turned, last)]


def _fitting(lines: Sequence[str]) -> list[str]:
    """Return as many of the newest lines as fit on a screen."""
    fitting: list[str] = []
    room = MOST_WORDS
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            return ["…", *reversed(fitting)]
        fitting.append(line)
    return fitting[::-1]


def _hands(reader: Reader, shown: Projector, frame: Frame) -> Iterator[str]:
    """Return the open hands in words."""
    t, board = reader.words.t, shown.board(frame)
    for side in Side:
        if not shown.sees(frame, side):
            continue
        layout = frame.layouts[side]
        loose = listed(reader, cards_of(layout.deadwood_cards))
        line = f"**{board.name(frame.table.players[side])}**: {melds_named(reader, layout.melds)}"
        if loose:
            line += "  ·  " + t("deadwood **{n}**: {cards}", n=layout.deadwood, cards=loose)
        if frame.fresh is not None and frame.table.to_act is side:
            line += "  ·  " + t("just taken: {card}", card=named(reader, frame.fresh))
        yield line


def replay_picture(reader: Reader, shown: Projector, frame: Frame) -> TablePicture:
    """Return the table with the hands that the chosen point of view sees."""
    picture = table_picture(reader, shown.board(frame), shown.view(frame))
    top = upper_side(frame.table)
    moved = frame.fresh
    if moved is None and isinstance(frame.action, Discard):
        moved = frame.action.card
    return replace(
        picture,
        moved=moved,
        counts=True,
        top=_opened(shown, frame, top, picture.top),
        bottom=_opened(shown, frame, top.other, picture.bottom),
    )


def _opened(shown: Projector, frame: Frame, side: Side, player: TablePlayer) -> TablePlayer:
    if player.hand is not None or not shown.sees(frame, side):
        return player
    layout = frame.layouts[side]
    groups = (*map(in_run_order, layout.melds), highest_first(layout.deadwood_cards))
    return replace(player, hand=tuple(group for group in groups if group))


# -- buttons ----------------------------------------------------------------------------


def _steps(reader: Reader, shown: Projector) -> Row:
    """Return the buttons for one move back or forward; the menu below leads to any other step."""
    t, at = reader.words.t, shown.at
    step, last = at.step, len(shown.frames) - 1

    def press(verb: ReplayVerb, target: int) -> ReplayPress:
        return ReplayPress.to(replace(at, step=target), verb)

    return Row(
        (
            Button(
                t("Back"), press(ReplayVerb.BACK, max(0, step - 1)), emoji="◀️", disabled=step == 0
            ),
            Button(
                t("Play the round"),
                press(ReplayVerb.PLAY, step),
                Style.SUCCESS,
                "🎞️",
                disabled=shown.moving,
            ),
            Button(
                t("Next"),
                press(ReplayVerb.NEXT, min(last, step + 1)),
                Style.PRIMARY,
                "▶️",
                disabled=step == last,
            ),
        )
    )


def _eyes(reader: Reader, shown: Projector, frame: Frame) -> Row:
    at = shown.at
    verb = ReplayVerb.PLAY_EYES if shown.moving else ReplayVerb.EYES
    players = frame.table.players
    chosen = at.eyes if at.eyes in players else None

    def button(label: str, seat: Seat | None, emoji: str) -> Button:
        style = Style.SUCCESS if seat is chosen else Style.SECONDARY
        press = ReplayPress.to(replace(at, eyes=seat), verb)
        return Button(label, press, style, emoji)

    both = button(reader.words.t("Both hands"), None, "👐")
    names = [
        button(clipped(shown.players[seat].plain, 60), seat, "👁️") for seat in frame.table.players
    ]
    return Row((both, *names))


def _jump(reader: Reader, shown: Projector) -> Menu:
    """Return the menu of all steps, or of those around the current one when there are too many."""
    frames = shown.frames
    last = len(frames) - 1
    around = _window(len(frames), shown.at.step)
    # The deal and the end always take the place of the outermost moves.
    offered = sorted({0, last, *(around if len(around) > last else around[1:-1])})
    choices = tuple(
        MenuChoice(clipped(_step_words(reader, shown, number), 100), str(number), chosen=on)
        for number in offered
        for on in (number == shown.at.step and not shown.moving,)
    )
    press = ReplayPress.to(shown.at, ReplayVerb.JUMP)
    return Menu(press, choices, reader.words.t("Jump to a move"))


def _step_words(reader: Reader, shown: Projector, number: int) -> str:
    t, frame = reader.words.t, shown.frames[number]
    if number == 0:
        return t("0. The deal")
    before = len(shown.frames[number - 1].table.events)
    fresh = shown.view(frame).events[before:]
    if not fresh:
        return t("{n}. The last move was undone", n=number)
    text = ", ".join(event_words(reader, event) for event in fresh)
    seats = {frame.table.players[event.side] for event in fresh}
    names = " & ".join(shown.players[seat].plain for seat in sorted(seats))
    return f"{number}. {names} {text}"


def _rounds(reader: Reader, shown: Projector) -> Menu:
    t, rounds = reader.words.t, shown.replay.rounds
    here = next(
        index
        for index, one in enumerate(rounds)
        if (one.number, one.table) == (shown.at.number, shown.at.table)
    )
    several = len({one.number for one in rounds}) < len(rounds)
    choices = []
    for index in _window(len(rounds), here):
        one, last = rounds[index], shown.replay.frames[index][-1]
        label = t("Round {n}", n=one.number)
        if several:
            label += " · " + t("table {n}", n=one.table + 1)
        result = t("not finished")
        if one.over:
            result = round_title(reader, shown.board(last), last.table).replace("*", "")
        value = f"{one.number}.{one.table}"
        choices.append(MenuChoice(label, value, clipped(result, 100), chosen=index == here))
    press = ReplayPress.to(shown.at, ReplayVerb.ROUND)
    return Menu(press, tuple(choices), t("Choose a round"))


def _window(length: int, around: int) -> range:
    """Return as many places as a menu holds, with ``around`` in the middle where possible."""
    start = max(0, min(around - MAX_CHOICES // 2, length - MAX_CHOICES))
    return range(start, min(length, start + MAX_CHOICES))

"""The result of the previous round, for a player in the next one."""

from bot.match.sheet_screen import score_line
from bot.match.table_screen import round_parts
from bot.presses.coach import CoachPress, CoachVerb
from bot.presses.replay import ReplayPress, Source, Watching
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Text
from bot.wording.scores import round_lines, team_round_words


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
    replay = ReplayPress.to(Watching(Source.MATCH, board.match, view.number))
    buttons = (
        Button(t("Coach"), str(coach), emoji="🎓"),
        Button(t("Replay"), str(replay), emoji="🎬"),
    )
    return Screen((*parts, Row(buttons)), Accent.CALM)

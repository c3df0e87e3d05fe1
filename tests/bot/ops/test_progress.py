"""How far a long command has come, on a terminal and in a log."""

import io
import itertools

from bot.ops.backups import ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO) -> str:
    """Run a bar from nothing to the end in 40 s of a clock of the test's own."""
    now = [0.0]
    bar = ProgressBar(stream, lambda: now[0])
    for second in range(41):
        now[0] = float(second)
        bar("copying" if second < 20 else "comparing", "moves", 25 * second, 1000)
    bar.close()
    return stream.getvalue()


def test_a_log_gets_a_line_every_few_seconds_and_one_at_the_end() -> None:
    lines = shown(io.StringIO()).splitlines()
    assert lines[0] == "  0 %  copying moves"
    assert " 50 %  comparing moves, 20 s left" in lines
    assert lines[-1] == "100 %  comparing moves, 0 s left"
    assert len(lines) == 9


def test_a_terminal_keeps_one_line_that_no_shorter_text_leaves_rests_of() -> None:
    text = shown(Terminal())
    assert text.count("\n") == 1
    assert text.endswith("\n")
    steps = text.strip("\n").split("\r")[1:]
    assert len(steps) == 41
    assert steps[20].startswith("[" + "#" * 15 + "." * 15 + "]  50 %")
    for before, after in itertools.pairwise(steps):
        assert len(after) >= len(before.rstrip())


def test_an_empty_database_is_done_at_once() -> None:
    stream = io.StringIO()
    bar = ProgressBar(stream, lambda: 0.0)
    bar("indexing", "all tables", 0, 0)
    bar.close()
    assert "%" in stream.getvalue()


def test_what_is_over_soon_is_not_shown() -> None:
    now, stream = [0.0], io.StringIO()
    bar = ProgressBar(stream, lambda: now[0], after_s=1.0)
    for done in (0, 50, 100):
        bar("copying", "gin.db", done, 100)
        now[0] += 0.2
    bar.close()
    assert stream.getvalue() == ""
    now[0] = 2.0
    bar("copying", "gin.db", 50, 100)
    bar("copying", "gin.db", 100, 100)
    assert [line[:5] for line in stream.getvalue().splitlines()] == [" 50 %", "100 %"]

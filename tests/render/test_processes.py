"""Pictures from processes of their own: whatever happens to these, whoever wants one gets it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bot.render import drawing, render_hand
from bot.render.drawing import MOST_ASKED, Drawings
from bot.render.models import HandPicture, Picture
from engine.worker_pool import GIVES_WAY
from tests.render.gallery import HAND
from tests.waiting import waited

LIMIT_S = 60.0
PARENT = """
import sys
from bot.render.drawing import Drawings

if __name__ == "__main__":
    drawings = Drawings()
    drawings.start()
    print(*drawings._pool.executor._processes, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def drawings() -> Iterator[Drawings]:
    found = Drawings()
    found.start()
    yield found
    found.close()


@pytest.fixture
def unable(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process can draw no hand."""

    def refuse(_: HandPicture) -> Picture:
        raise AssertionError("drawn in the process of the bot")

    monkeypatch.setitem(drawing.RENDERERS, HandPicture, refuse)


def pids(drawings: Drawings) -> list[int]:
    if drawings._pool is None:
        return []
    assert isinstance(drawings._pool.executor, ProcessPoolExecutor)
    return list(drawings._pool.executor._processes)


@pytest.mark.slow
@pytest.mark.usefixtures("unable")
def test_pictures_are_drawn_by_another_process(drawings: Drawings) -> None:
    assert drawings.of(HAND) == render_hand(HAND)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no niceness")
def test_drawing_gives_way_to_answers(drawings: Drawings) -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    wanted = min(19, before + GIVES_WAY)
    assert [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids(drawings)] == [wanted]


@pytest.mark.slow
def test_an_error_reaches_whoever_wanted_the_picture(drawings: Drawings) -> None:
    with pytest.raises(ValueError, match="Suit"):
        drawings.of(replace(HAND, deadwood=(99,)))
    assert drawings.of(HAND).width == 720


@pytest.mark.slow
def test_what_a_killed_process_left_is_drawn_here(drawings: Drawings) -> None:
    for pid in pids(drawings):
        os.kill(pid, signal.SIGSTOP)
    wanted = [replace(HAND, deadwood_count=str(count)) for count in range(5)]
    pictures = [drawings.begun(model) for model in wanted]
    assert not any(picture.done() for picture in pictures)
    for pid in pids(drawings):
        os.kill(pid, signal.SIGKILL)
    assert [one.result(LIMIT_S) for one in pictures] == [render_hand(model) for model in wanted]


@pytest.mark.slow
def test_another_process_takes_the_place_of_a_killed_one(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawings.of(HAND)
    before = pids(drawings)
    os.kill(before[0], signal.SIGSTOP)
    left = drawings.begun(replace(HAND, deadwood_count="6"))
    os.kill(before[0], signal.SIGKILL)
    assert left.result(LIMIT_S).width == 720  # by a thread of this process
    waited(lambda: bool(pids(drawings)) and not set(pids(drawings)) & set(before))
    assert drawings._pool is not None
    drawings._pool.start()
    monkeypatch.setitem(drawing.RENDERERS, HandPicture, None)
    assert drawings.of(replace(HAND, deadwood_count="7")).width == 720


@pytest.mark.slow
def test_the_loss_of_an_idle_process_is_noticed_at_the_next_picture(drawings: Drawings) -> None:
    drawings.of(HAND)
    before = pids(drawings)
    os.kill(before[0], signal.SIGKILL)
    assert drawings.of(replace(HAND, deadwood_count="6")).width == 720
    waited(lambda: bool(pids(drawings)) and not set(pids(drawings)) & set(before))


@pytest.mark.slow
def test_none_is_started_after_one_that_drew_nothing(drawings: Drawings) -> None:
    os.kill(pids(drawings)[0], signal.SIGKILL)
    assert drawings.of(HAND).width == 720
    waited(lambda: drawings._pool is None)
    assert drawings.of(replace(HAND, deadwood_count="7")).width == 720


@pytest.mark.slow
def test_pictures_are_drawn_here_until_processes_that_were_idle_have_begun_again(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = drawings._pool
    assert pool is not None
    for _ in range(2):
        pool.close_idle()
    assert not pool.is_ready
    assert drawings.of(HAND).width == 720  # by a thread of this process
    waited(lambda: pool.is_ready)
    monkeypatch.setitem(drawing.RENDERERS, HandPicture, None)
    assert drawings.of(replace(HAND, deadwood_count="7")).width == 720


@pytest.mark.slow
def test_what_is_left_at_the_end_is_drawn_here(drawings: Drawings) -> None:
    for pid in pids(drawings):
        os.kill(pid, signal.SIGSTOP)
    left = [drawings.begun(replace(HAND, deadwood_count=str(count))) for count in range(3)]
    before = pids(drawings)
    drawings.close()
    for pid in before:
        os.kill(pid, signal.SIGCONT)
    assert all(one.result(LIMIT_S).width == 720 for one in left)
    assert drawings._pool is None


@pytest.mark.slow
def test_processes_with_enough_to_do_get_no_more(drawings: Drawings) -> None:
    for pid in pids(drawings):
        os.kill(pid, signal.SIGSTOP)
    wanted = [replace(HAND, deadwood_count=str(count)) for count in range(MOST_ASKED + 1)]
    pictures = [drawings.begun(model) for model in wanted]
    assert pictures[-1].result(LIMIT_S).width == 720  # by a thread of this process
    assert not pictures[0].done()
    for pid in pids(drawings):
        os.kill(pid, signal.SIGCONT)
    assert all(one.result(LIMIT_S).width == 720 for one in pictures)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="reads /proc")
def test_the_process_ends_with_a_killed_bot(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path.cwd())},
    ) as parent:
        assert parent.stdout is not None
        children = [int(pid) for pid in parent.stdout.readline().split()]
        assert children
        parent.kill()
    waited(lambda: not any(is_running(pid) for pid in children))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"

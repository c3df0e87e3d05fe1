"""What holds for every picture: any name, any number of rows, same content same bytes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.render import (
    render_board,
    render_graph,
    render_profile,
    render_replay,
    render_result,
    render_round_end,
    render_sheet,
    render_table,
)
from bot.render.models import (
    BoardPicture,
    BoardRow,
    GraphPicture,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    ResultPlayer,
    SheetColumn,
    SheetPicture,
    TablePicture,
)
from bot.render.table import STEADY, draw_table, stage
from tests.render.gallery import (
    BOARD,
    GALLERY,
    GRAPH,
    HOLLYWOOD,
    MAHJONG,
    OKLAHOMA,
    PROFILE,
    RESULT,
    ROUND_END,
    TABLE,
    UNCOUNTED,
    entries,
    opened,
    replay_frames,
    seen,
)

WIDTH = 720
names = st.text(st.characters(codec=None), max_size=80) | st.just("田中さくら") | st.just("W" * 300)


@pytest.mark.parametrize("name", GALLERY)
def test_is_what_it_says(name: str) -> None:
    picture = GALLERY[name]()
    stored = Image.open(BytesIO(picture.data))
    assert f"image/{stored.format or ''}".lower() == picture.mime
    assert stored.size == (picture.width, picture.height)
    assert picture.mime.endswith(picture.extension)


@pytest.mark.slow
@given(names, names)
@settings(max_examples=15)
def test_any_name_can_sit_at_a_table(first: str, second: str) -> None:
    top = replace(TABLE.top, name=first, note=second, score=second)
    bottom = replace(TABLE.bottom, name=second)
    table = replace(TABLE, top=top, bottom=bottom, knock_limit=first, knock_label=second)
    assert render_table(table).height == render_table(TABLE).height


@pytest.mark.slow
@given(names, names)
@settings(max_examples=10)
def test_any_name_can_be_written_anywhere(first: str, second: str) -> None:
    hand = replace(ROUND_END.top, name=first, badge=second, points=first, deadwood_label=second)
    render_round_end(replace(ROUND_END, top=hand))
    columns = tuple(replace(column, title=second) for column in HOLLYWOOD.columns)
    render_sheet(replace(HOLLYWOOD, parties=(first, second), columns=columns, footer=first))
    players = (ResultPlayer(first, second, winner=True), ResultPlayer(second, first))
    render_result(replace(RESULT, title=first, players=players, facts=((second, first),)))
    render_board(BoardPicture(first, (BoardRow(first, second, first, 2.0, second),), second))
    render_profile(ProfilePicture(first, second, first, (1.0, 1.0), ((first, second),)))


@pytest.mark.slow
def test_same_content_gives_same_bytes_in_any_thread() -> None:
    expected = {name: render().data for name, render in GALLERY.items()}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda name: (name, GALLERY[name]().data), [*GALLERY] * 3))
    assert all(data == expected[name] for name, data in found)


@pytest.mark.parametrize(
    "change",
    [
        {"stock": 30},
        {"discard": None},
        {"recent": ()},
        {"knock_limit": "7"},
        {"multiplier": 2},
        {"top": replace(TABLE.top, cards=11)},
        {"top": replace(TABLE.top, score="63")},
        {"bottom": replace(TABLE.bottom, to_move=False)},
    ],
)
def test_everything_on_the_table_is_seen(change: dict[str, object]) -> None:
    before = seen(render_table(TABLE)).convert("L")
    after = seen(render_table(replace(TABLE, **change))).convert("L")  # type: ignore[arg-type]
    assert sum(ImageChops.difference(before, after).histogram()[48:]) > 40


def test_a_draw_from_the_stock_leaves_a_table_without_counts_as_it_is() -> None:
    after = replace(UNCOUNTED, stock=30, bottom=replace(UNCOUNTED.bottom, cards=10))
    assert render_table(after).digest == render_table(UNCOUNTED).digest
    assert render_table(replace(UNCOUNTED, stock=0)).digest != render_table(UNCOUNTED).digest


@pytest.mark.slow
def test_the_knock_card_is_seen() -> None:
    before, after = OKLAHOMA, replace(OKLAHOMA, knock_card=None)
    assert render_table(before).data != render_table(after).data


@pytest.mark.slow
@given(st.integers(0, 31), st.integers(1, 40))
@settings(max_examples=10)
def test_a_spread_pile_of_any_length_is_shown(stock: int, length: int) -> None:
    picture = render_table(replace(MAHJONG, stock=stock, spread=tuple(range(length))))
    assert picture.height < 1600


@pytest.mark.parametrize("parties", range(2, 9))
@pytest.mark.parametrize("columns", [1, 3, 8])
def test_sheets_for_every_number_of_parties(parties: int, columns: int) -> None:
    lists = tuple(entries(*range(1, n + 2)) for n in range(parties))
    column = SheetColumn("Game", lists, closed_by=parties - 1)
    sheet = SheetPicture(tuple(f"Player {n}" for n in range(parties)), (column,) * columns)
    picture = render_sheet(sheet)
    bands = -(-columns // max(1, 8 // parties))
    assert picture.width == WIDTH
    assert picture.height > bands * 200


def test_a_long_game_shows_its_last_rounds() -> None:
    many = SheetColumn("Game", (entries(*[1] * 60), entries(*[2] * 60)))
    longer = SheetColumn("Game", (entries(*[1] * 61), entries(*[2] * 60)))
    pictures = [render_sheet(SheetPicture(("A", "B"), (column,))) for column in (many, longer)]
    assert pictures[0].height == pictures[1].height < 1400
    assert pictures[0].data != pictures[1].data


def test_an_empty_sheet_has_lines_to_write_on() -> None:
    sheet = SheetPicture(("Ann", "Bo"), (SheetColumn("Game 1", ((), ())),))
    assert render_sheet(sheet).height > 200


def test_a_leaderboard_of_any_length_is_bounded() -> None:
    rows = tuple(BoardRow(str(n), f"Player {n}", "1500", n / 100) for n in range(100))
    assert render_board(replace(BOARD, rows=rows)).height < 2200
    assert render_board(replace(BOARD, rows=())).height > 80


@pytest.mark.parametrize("history", [(), (1500.0,), (1500.0, 1500.0), (-3.0, 99_999.0)])
def test_a_profile_with_any_history(history: tuple[float, ...]) -> None:
    assert render_profile(replace(PROFILE, history=history)).height > 200


def test_a_result_for_eight() -> None:
    players = tuple(ResultPlayer(f"Player {n}", str(n)) for n in range(8))
    assert render_result(ResultPicture("Over", players)).height > 500


def expected_frame(table: TablePicture, tables: tuple[TablePicture, ...]) -> Image.Image:
    """The table drawn by itself at the replay's size."""
    drawing = draw_table(table, stage(tables, STEADY)).image.convert("RGB")
    height = drawing.height // 3 * 3
    whole = drawing.crop((0, 0, WIDTH, height))
    return whole.resize((480, height * 2 // 3), Image.Resampling.HAMMING)


def test_every_frame_of_a_replay_shows_its_table() -> None:
    tables = replay_frames()
    moving = Image.open(BytesIO(render_replay(ReplayPicture(tables, 500, 2000)).data))
    assert getattr(moving, "n_frames", 1) == len(tables)
    for number, table in enumerate(tables):
        moving.seek(number)
        shown = moving.convert("RGB").crop((20, 20, 460, moving.height - 20))
        drawn = expected_frame(table, tables).crop((20, 20, 460, moving.height - 20))
        strayed = ImageChops.difference(shown, drawn).convert("L")
        assert ImageStat.Stat(strayed).mean[0] < 4
        assert sum(strayed.histogram()[96:]) < 60
        assert moving.info["duration"] == (2000 if number == len(tables) - 1 else 500)


def test_tables_of_different_sizes_share_one_replay() -> None:
    tables = (TABLE, replace(MAHJONG, look=TABLE.look), OKLAHOMA)
    assert render_replay(ReplayPicture(tables)).width == 480


def test_a_replay_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        render_replay(ReplayPicture(()))


def test_a_replay_has_clear_corners() -> None:
    alpha = opened(render_replay(ReplayPicture(replay_frames()))).getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    assert alpha.getpixel((30, 30)) == 255


@pytest.mark.parametrize(
    "change", [{"at": 7}, {"poor": ()}, {"top": "Ann"}, {"bottom": "Ann"}, {"values": (0.0,) * 10}]
)
def test_everything_on_a_graph_is_seen(change: dict[str, object]) -> None:
    before = seen(render_graph(GRAPH)).convert("L")
    after = seen(render_graph(replace(GRAPH, **change))).convert("L")  # type: ignore[arg-type]
    assert sum(ImageChops.difference(before, after).histogram()[48:]) > 40


def test_a_graph_needs_a_value_and_one_is_enough() -> None:
    assert render_graph(GraphPicture((5.0,), 0, "W" * 300, "田中さくら")).height
    with pytest.raises(ValueError, match="at least one"):
        render_graph(GraphPicture((), 0, "", ""))

"""Screens of studies: the list, one of them at a move of its lines, and how it is shared."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.match.links import shared_address
from bot.presses.menu import MenuVerb, menu_button
from bot.presses.study import StudyPress, StudyVerb, WeeklyPress, WeeklyVerb
from bot.render.models import TablePicture, TablePlayer
from bot.ui.both import in_both
from bot.ui.i18n import mark
from bot.ui.markup import safe_name, safe_words
from bot.ui.page_buttons import press_button
from bot.ui.parts.cards import CardGroup, CardsPart, ListedCard
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.parts.kinds import Covers, InChat, Way
from bot.ui.parts.study import StudyPart, StudyStep
from bot.ui.press import Link
from bot.ui.reader import Reader
from bot.ui.screen import (
    MAX_CHARACTERS,
    MAX_CHOICE,
    MAX_CHOICES,
    Accent,
    Button,
    Image,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.cards import hand_words, highest_first, in_run_order, listed, named
from bot.wording.names import title_of
from bot.wording.reasons import action_words
from engine.coach.study import (
    NOTE_LENGTH,
    START,
    StudyContent,
    StudyError,
    StudyMove,
    StudyMoveKind,
    StudyPosition,
    StudyTurn,
    offered,
)
from engine.game.actions import Discard, Draw, Knock, Take
from engine.game.cards import DECK_SIZE, card
from engine.service.trainer import SavedStudy

MOST_OF_LINE: Final = 700
MOST_OF_NOTE: Final = 1500
"""The most letters of a line and of a note in chat, with those that escape others."""
LAST_MOVES: Final = 12
DISCARDS: Final = 10
"""The cards of the discard pile that are drawn."""

_REFUSED: Final = {
    "move": mark("This move isn't possible here."),
    "gone": mark("This move is no longer in the study. Open the study again."),
    "nodes": mark("A study has at most {most} moves."),
    "depth": mark("A line has at most {most} moves."),
    "notes": mark("The notes of a study have at most {most} characters together."),
}


def refused_words(reader: Reader, error: StudyError) -> str:
    """Return why a study does not take a change."""
    return reader.words.t(_REFUSED[error.code], **error.data)


def move_words(reader: Reader, move: StudyMove) -> str:
    """Return a move in words, such as ``discard 9♥``."""
    t, made = reader.words.t, move.card
    if made is None:
        return action_words(reader, Take())
    discard = action_words(reader, Discard(made))
    match move.kind:
        case StudyMoveKind.DRAW:
            return t("draw {card} from the stock", card=named(reader, made))
        case StudyMoveKind.KNOCK:
            return action_words(reader, Knock(made))
        case StudyMoveKind.THEY_DRAW:
            return f"{t('Opponent')}: {action_words(reader, Draw())}, {discard}"
        case StudyMoveKind.THEY_TAKE:
            return f"{t('Opponent')}: {action_words(reader, Take())}, {discard}"
        case _:
            return discard


def step_words(reader: Reader, content: StudyContent, node: int) -> str:
    """Return a node of a study in words."""
    if node == START:
        return reader.words.t("The start")
    return move_words(reader, content.move_of(node))


# -- one study ---------------------------------------------------------------------------


def study_screen(
    reader: Reader, study: SavedStudy, node: int, *, is_own: bool, organizes: bool = False
) -> Screen:
    """Return a study at a node, which has to exist.

    ``is_own``: the reader may change it. ``organizes``: and may post it as the hand of the week.
    """
    content = study.content
    position = content.position(node)
    parts: list[Part] = [Text(_head(reader, study, node, is_own=is_own))]
    parts.append(position_part(reader, content, position))
    note = content.note_of(node)
    if note:
        quoted = "\n".join(f"> {safe_words(one)}" for one in note.splitlines())
        parts.append(Text(clipped(quoted, MOST_OF_NOTE)))
    parts.append(_board(reader, study, node, position, is_own=is_own))
    parts.append(_steps(reader, study, node, is_own=is_own))
    following = content.after(node)
    if len(following) > 1:
        parts.append(_following(reader, study, following))
    if is_own:
        parts.append(_changes(reader, study, node))
    if organizes and content.asked(node) is not None:
        offer = WeeklyPress(WeeklyVerb.OFFER, node, study.id)
        parts.append(Row((Button(reader.words.t("Hand of the week…"), offer, emoji="📣"),)))
    return Screen(tuple(parts), Accent.GOLD)


def _head(reader: Reader, study: SavedStudy, node: int, *, is_own: bool) -> str:
    t, content = reader.words.t, study.content
    lines = [f"### 📝 {safe_words(study.title)}"]
    about = about_words(reader, content, content.position(node))
    if not is_own:
        about += "  ·  " + t("A study by {name}", name=safe_name(study.owner_name))
    lines.append(f"-# {about}")
    line = [step_words(reader, content, one) for one in content.path(node)]
    if line:
        dots = ["…"] if len(line) > LAST_MOVES else []
        lines.append(clipped(" → ".join([*dots, *line[-LAST_MOVES:]]), MOST_OF_LINE))
    return "\n".join(lines)


def about_words(reader: Reader, content: StudyContent, position: StudyPosition) -> str:
    """Return what a picture of a position does not show: rules, score, what the other has taken."""
    t, words = reader.words.t, [title_of(reader.words, content.preset)]
    if any(content.score):
        own, other = content.score
        words.append(t("score {own} : {other}", own=own, other=other))
    if position.taken:
        words.append(t("taken by your opponent: {cards}", cards=listed(reader, position.taken)))
    return "  ·  ".join(words)


def position_part(reader: Reader, content: StudyContent, position: StudyPosition) -> Part:
    """Return a position as a picture, or in words for readers who prefer them."""
    words = position_words(reader, content, position)
    if reader.text_mode:
        return Text(words)
    alt = clipped(words.replace("*", ""), 1024)
    return Image(position_picture(reader, content, position), "study", alt)


def position_words(reader: Reader, content: StudyContent, position: StudyPosition) -> str:
    """Return the cards of a position in words."""
    hand = hand_words(reader, position.layout(content.rules))
    pile = reader.words.t("Discard pile: {cards}", cards=listed(reader, position.pile) or "—")
    return f"{hand}\n{pile}"


def position_picture(
    reader: Reader, content: StudyContent, position: StudyPosition
) -> TablePicture:
    """Return a position as a table, with the player's hand open."""
    t, layout = reader.words.t, position.layout(content.rules)
    groups = (*map(in_run_order, layout.melds), highest_first(layout.deadwood_cards))
    is_theirs = position.turn is StudyTurn.THEIRS
    under = position.pile[:-1][-DISCARDS:]
    moved = position.hand[-1] if position.turn is StudyTurn.DISCARD else None
    return TablePicture(
        top=TablePlayer(t("Opponent"), cards=content.rules.hand_size, to_move=is_theirs),
        bottom=TablePlayer(
            t("You"),
            cards=len(position.hand),
            to_move=position.turn in (StudyTurn.DRAW, StudyTurn.DISCARD),
            hand=tuple(one for one in groups if one),
        ),
        stock=_stock(content, position),
        discard=position.pile[-1] if position.pile else None,
        recent=under,
        knock_label=t("Knock"),
        stock_label=t("Stock"),
        discard_label=t("Discard"),
        recent_label=t("Discards") if under else "",
        moved=moved,
        look=reader.look,
    )


def _stock(content: StudyContent, position: StudyPosition) -> int:
    """Return how many cards the stock has, as far as the cards in sight say."""
    others = len(position.hand) + len(position.pile) + content.rules.hand_size
    return max(0, DECK_SIZE - others)


def _press(study: SavedStudy, verb: StudyVerb, node: int | None = None) -> StudyPress:
    return StudyPress(verb, node, study.id, study.version)


def _steps(reader: Reader, study: SavedStudy, node: int, *, is_own: bool) -> Row:
    t, content = reader.words.t, study.content
    following = content.after(node)
    before = content.parent_of(node) if node != START else START
    after = following[0] if following else node
    back = _press(study, StudyVerb.BACK, before)
    ahead = _press(study, StudyVerb.STEP, after)
    buttons = [
        Button(t("Back"), back, emoji="◀️", disabled=node == START),
        Button(t("Next"), ahead, Style.PRIMARY, "▶️", disabled=not following),
    ]
    if is_own:
        can_ask = content.asked(node) is not None
        ask = _press(study, StudyVerb.ASK, node)
        buttons += [
            Button(t("Note…"), _press(study, StudyVerb.NOTE, node), emoji="✏️"),
            Button(t("Ask here"), ask, emoji="🧠", disabled=not can_ask),
        ]
    return Row(tuple(buttons))


def _following(reader: Reader, study: SavedStudy, following: Sequence[int]) -> Menu:
    plain = Reader(reader.words)
    choices = tuple(
        MenuChoice(
            clipped(step_words(plain, study.content, one), MAX_CHOICE),
            str(one),
            clipped(" ".join(study.content.note_of(one).split()), MAX_CHOICE),
        )
        for one in following[:MAX_CHOICES]
    )
    return Menu(_press(study, StudyVerb.GO), choices, reader.words.t("Moves from here"))


def _changes(reader: Reader, study: SavedStudy, node: int) -> Row:
    t = reader.words.t
    buttons = [
        Button(t("Share"), _press(study, StudyVerb.SHARING), emoji="🔗"),
        Button(t("Download"), _press(study, StudyVerb.FILES), emoji="💾"),
        Button(t("Name…"), _press(study, StudyVerb.NAME), emoji="✏️"),
    ]
    if node == START:
        label, press = t("Delete study"), _press(study, StudyVerb.DELETE)
    else:
        label, press = t("Delete this move"), _press(study, StudyVerb.CUT, node)
    buttons += [
        Button(label, press, emoji="🗑️"),
        Button(t("My studies"), _press(study, StudyVerb.LIST), emoji="📝"),
    ]
    return Row(tuple(buttons))


def _board(
    reader: Reader, study: SavedStudy, node: int, position: StudyPosition, *, is_own: bool
) -> StudyPart:
    """Return the study as a page draws it."""
    content, plain = study.content, Reader(reader.words)
    layout = position.layout(content.rules)

    def steps(nodes: Sequence[int]) -> Iterator[StudyStep]:
        for one in nodes:
            note = " ".join(content.note_of(one).split())
            label = step_words(plain, content, one)
            yield StudyStep(label=label, note=note, press=_press(study, StudyVerb.STEP, one))

    by = "" if is_own else reader.words.t("A study by {name}", name=study.owner_name)
    moves = offered(content, node) if is_own else ()
    return StudyPart(
        study=study.id,
        node=node,
        title=study.title,
        by=by,
        melds=tuple(in_run_order(one) for one in layout.melds),
        loose=tuple(highest_first(layout.deadwood_cards)),
        fresh=position.hand[-1] if position.turn is StudyTurn.DISCARD else None,
        deadwood=layout.deadwood,
        pile=position.pile,
        taken=position.taken,
        turn=position.turn,
        line=tuple(steps((START, *content.path(node)))),
        following=tuple(steps(content.after(node))),
        note=content.note_of(node),
        note_press=_press(study, StudyVerb.NOTE, node) if is_own else None,
        note_length=NOTE_LENGTH,
        moves=tuple(map(str, moves)),
        add_press=_press(study, StudyVerb.ADD, node) if moves else None,
    )


# -- the list, sharing, deletion ---------------------------------------------------------


def studies_screen(reader: Reader, found: Sequence[SavedStudy]) -> Screen:
    """Return a person's studies."""
    t = reader.words.t
    head = f"### 📝 {t('My studies')}"
    ask = menu_button(reader, MenuVerb.ASK, Style.PRIMARY)
    if not found:
        title = t("No studies yet")
        text = t(
            "Save a position that you ask the coach about, or a step of a replay. Then add notes "
            "and lines."
        )
        empty = EmptyPart(page="studies", picture=EmptyPicture.PAPER, title=title, text=text)
        texts = Text(f"{head}\n{title}. {text}")
        return Screen((texts, empty, Row((ask,))), Accent.CALM)
    cards = tuple(_listed(reader, n, one) for n, one in enumerate(found))
    shelf = CardsPart(
        page="studies",
        covers=Covers.ALL,
        groups=(CardGroup(title="", cards=cards),),
        new=press_button(ask),
        chat=InChat(menu=StudyPress(StudyVerb.OPEN), placeholder=t("Open a study")),
    )
    return Screen((*in_both(reader, shelf, head), Row((ask,))), Accent.CALM)


def _listed(reader: Reader, place: int, study: SavedStudy) -> ListedCard:
    """Return a study; chat lists the first ones only."""
    t = reader.words.t
    words = [t("Moves: {n}", n=len(study.content.nodes))]
    if study.name is not None:
        words.append(t("Shared"))
    link = " · 🔗" if study.name else ""
    hand = clipped(listed(Reader(reader.words), study.content.start.hand), MAX_CHOICE)
    line = f"- **{safe_words(study.title)}** · <t:{study.updated_ms // 1000}:R>{link}"
    return ListedCard(
        words=line if place < MAX_CHOICES else "",
        choice=MenuChoice(clipped(study.title, MAX_CHOICE), str(study.id), hand),
        title=study.title,
        small=" · ".join(words),
        hand=tuple(map(card, study.content.hand)),
        way=Way(press=_press(study, StudyVerb.STEP, START)),
    )


def sharing_screen(reader: Reader, study: SavedStudy, url: str) -> Screen:
    """Return the link, or the offer to make one. ``url``: of the card table."""
    t = reader.words.t
    back = Button(t("Back"), _press(study, StudyVerb.STEP, START), emoji="◀️")
    if study.name is None:
        text = t(
            "Share this study: anyone with the link can read it, with your name, without an "
            "account. You can stop sharing at any time."
        )
        begin = Button(t("Share"), _press(study, StudyVerb.BEGIN), Style.SUCCESS, "🔗")
        return Screen((Text(text), Row((begin, back))), Accent.CALM)
    link = shared_address(url, study.name)
    text = t("This study is shared. Anyone with the link can read it:")
    buttons = (
        Button(t("Open the study"), Link(link), emoji="📝"),
        Button(t("Stop sharing"), _press(study, StudyVerb.END), Style.DANGER),
        back,
    )
    return Screen((Text(f"{text}\n{link}"), Row(buttons)), Accent.CALM)


def delete_screen(reader: Reader, study: SavedStudy) -> Screen:
    """Return the question before a study is deleted."""
    t = reader.words.t
    text = t(
        "Delete the study “{title}”, with its notes and lines? This can't be undone.",
        title=safe_words(study.title),
    )
    buttons = (
        Button(t("No, keep it"), _press(study, StudyVerb.STEP, START), Style.SUCCESS),
        Button(t("Yes, delete it"), _press(study, StudyVerb.DELETE_YES), Style.DANGER, "🗑️"),
    )
    return Screen((Text(text), Row(buttons)), Accent.ALERT)


def stale_screen(reader: Reader, study: SavedStudy, node: int, written: str) -> Screen:
    """Return what was not saved, so that nothing is lost, and the way to the newest version."""
    t = reader.words.t
    text = t(
        "This study has changed since you opened it, so this wasn't saved. Open it again and "
        "repeat your change:"
    )
    lines = "\n".join(f"> {safe_words(one)}" for one in written.splitlines())
    quoted = clipped(lines, MAX_CHARACTERS - 300)
    node = node if study.content.has(node) else START
    return _leads_to(reader, study, node, f"{text}\n{quoted}")


def renumbered_screen(reader: Reader, study: SavedStudy) -> Screen:
    """Return that a move may have another number now, and the way to the newest version."""
    text = reader.words.t(
        "This study has changed since you opened it, and this may be another move now. Open it "
        "again."
    )
    return _leads_to(reader, study, START, text)


def _leads_to(reader: Reader, study: SavedStudy, node: int, text: str) -> Screen:
    label, press = reader.words.t("Open the study"), _press(study, StudyVerb.STEP, node)
    return Screen((Text(text), Row((Button(label, press, Style.PRIMARY, "📝"),))), Accent.ALERT)

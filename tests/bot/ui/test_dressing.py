import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.app import GinBot
from bot.ops.application import pictures, sync_emojis
from bot.presses.menu import MenuPress, MenuVerb
from bot.render.models import Back
from bot.settings import Settings
from bot.ui.markup import Markup
from bot.ui.screen import MAX_CHARACTERS, Button
from engine.game.cards import Suit
from engine.service import Service
from engine.store import Store
from tests.journeys.patience import patient

PRESS: Final = MenuPress(MenuVerb.HAND)


@dataclass
class _Closing:
    service: Service

    async def aclose(self) -> None:
        await self.service.close()


def dressed() -> Markup:
    dressing = Markup()
    dressing.commands = {"gin hand": 77, "gin friends add": 77}
    dressing.emojis = {
        name: f"<:{name}:{number + 10**18}>" for number, (name, _) in enumerate(pictures())
    }
    return dressing


def test_a_command_in_a_text_can_be_tapped() -> None:
    found = dressed().texts(["Type `/gin hand`, or `/gin friends add`, not `/gin nonsense`."])
    assert found == ["Type </gin hand:77>, or </gin friends add:77>, not `/gin nonsense`."]


def test_cards_become_pictures_but_not_inside_code_or_words() -> None:
    dressing = dressed()
    (found,) = dressing.texts(["Took 10♦ and **A♠**; `A♠ 10♦` ```K♥``` ♠ double, X7♣"])
    ten, ace = dressing.emojis["gin_10d"], dressing.emojis["gin_as"]
    assert found == f"Took {ten} and **{ace}**; `A♠ 10♦` ```K♥``` ♠\ufe0e double, X7♣\ufe0e"


def test_black_suits_are_signs_in_the_colour_of_the_text_where_there_are_no_emojis() -> None:
    plain = Markup()
    assert plain.texts(["Took K♠ and 3♣, not 4♥; `K♠`"]) == [
        "Took K♠\ufe0e and 3♣\ufe0e, not 4♥; `K♠`"
    ]
    assert plain.button(Button("K♠", PRESS)) == ("K♠\ufe0e", None)
    assert plain.button(Button("Take 3♣\ufe0e", PRESS)) == ("Take 3♣\ufe0e", None)
    full = "♠" * 80
    assert plain.button(Button(full, PRESS)) == (full, None), "Discord takes 80 characters"


def test_without_emojis_and_ids_the_text_stays_as_it_is() -> None:
    text = "Took 10♦. `/gin hand`"
    assert Markup().texts([text]) == [text]
    assert Markup().button(Button("10♦", PRESS)) == ("10♦", None)


def test_a_text_that_would_grow_too_long_keeps_its_signs() -> None:
    long = "10♦ " * (MAX_CHARACTERS // 5) + "`/gin hand`"
    (found,) = dressed().texts([long])
    assert "10♦" in found
    assert "</gin hand:77>" in found
    assert len(found) <= MAX_CHARACTERS


def test_a_cards_button_shows_its_suit_in_colour_unless_it_says_something_else() -> None:
    dressing = dressed()
    assert dressing.button(Button("10♦", PRESS)) == ("10", dressing.emojis["gin_diamonds"])
    assert dressing.button(Button("10♦", PRESS, emoji="🔒")) == ("10♦", "🔒")
    assert dressing.button(Button("Take 10♦", PRESS)) == ("Take 10♦", None)


@pytest.mark.slow
async def test_missing_emojis_are_uploaded_once_and_the_commands_ids_are_known(
    tmp_path: Path,
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'gin.db'}")
    async with contextlib.aclosing(_Closing(Service(store))) as running:
        await running.service.start()
        bot = GinBot(running.service, Settings(data_dir=tmp_path), emojis=True)
        names = {name for name, _ in pictures()}
        assert len(names) == 52 + len(Suit) + len(Back)
        async with patient(bot) as env:
            await env.settle()
            own = env.backend.application_emojis
            assert sorted(emoji.name for emoji in own.values()) == sorted(names)
            assert bot.parts.messenger.markup.emojis.keys() == names
            lost = next(key for key, emoji in own.items() if emoji.name == "gin_as")
            kept = {key for key in own if key != lost}
            del own[lost]
            assert await sync_emojis(bot, bot.parts.messenger.markup) == 1
            assert own.keys() > kept
            assert bot.parts.messenger.markup.emojis["gin_as"] != f"<:gin_as:{lost}>"
            assert (
                bot.parts.messenger.markup.commands["gin hand"]
                == bot.parts.messenger.markup.commands["gin challenge"]
            )
            admin = bot.parts.messenger.markup.commands["gin-admin settings"]
            assert admin != bot.parts.messenger.markup.commands["gin hand"]

"""Coins: an append-only ledger, earned by challenges, puzzles and achievements, spent on looks.

No line is ever changed. Line ``seq`` of a person carries the balance after it; the database itself
refuses a second line of the same number, a second line for the same reason and a balance below 0.
Double payment and overdrafts are therefore impossible, however many processes write. Coins cannot
be bought for money, and no line moves coins from one person to another.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import func, insert, or_, select

from engine.service import preferences
from engine.service.changes import one_of
from engine.service.commands import Commands, query
from engine.service.people import InteractionId, Person, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import coins

FOR_DAY: Final = 20
"""For playing a daily challenge to its end."""
FOR_PAR: Final = 10
"""For beating par."""
FOR_WEEK: Final = 30
"""For every seventh day in a row."""
FOR_ANSWER: Final = 5
FOR_BEST_ANSWER: Final = 10
"""Bonus for the best answer to the puzzle of a day."""


class Earned(StrEnum):
    """The reasons for earning coins; achievements pay by their own names."""

    DAY = "day"
    PAR = "par"
    WEEK = "week"
    ANSWER = "puzzle"
    BEST_ANSWER = "puzzle-best"


class GoodsKind(StrEnum):
    """The kinds of goods: looks, without any effect on play."""

    FELT = "felt"
    BACK = "back"
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class ShopItem:
    """An item for sale. ``name``: the value of the look or the title."""

    kind: GoodsKind
    name: str
    price: int

    @property
    def key(self) -> str:
        """The key, such as ``felt:walnut``; also the reason of its line in the ledger."""
        return f"{self.kind}:{self.name}"


_PRICES: Final = {
    GoodsKind.FELT: {"walnut": 150, "starlight": 250},
    GoodsKind.BACK: {"sunburst": 150, "peacock": 250},
    GoodsKind.TITLE: {
        "early_bird": 60,
        "night_owl": 60,
        "collector": 90,
        "card_counter": 120,
        "cool_head": 120,
        "table_host": 150,
        "deadwood_sweeper": 200,
        "gin_connoisseur": 400,
    },
}
GOODS: Final[dict[str, ShopItem]] = {
    good.key: good
    for kind, prices in _PRICES.items()
    for name, price in prices.items()
    for good in (ShopItem(kind, name, price),)
}
"""All items for sale, by key. All other looks are free for everyone."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line of the ledger: reason, amount, and the balance after it."""

    reason: str
    amount: int
    balance: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class CoinAccount:
    """A person's coins, purchased keys, and latest ledger lines, newest first."""

    balance: int
    owned: frozenset[str]
    lines: tuple[LedgerLine, ...]


class Purchase(StrEnum):
    """The outcome of a purchase."""

    BOUGHT = "bought"
    OWNED = "owned"
    TOO_DEAR = "too_dear"
    UNKNOWN = "unknown"


def pay(tx: Tx, user_id: int, reason: str, amount: int) -> bool:
    """Add a line, once for each reason; ``False`` if it exists or the balance is too low."""
    known = select(coins.c.seq).where(coins.c.user_id == user_id, coins.c.reason == reason)
    if tx.execute(known).one_or_none() is not None:
        return False
    last = tx.execute(
        select(coins.c.seq, coins.c.balance)
        .where(coins.c.user_id == user_id)
        .order_by(coins.c.seq.desc())
        .limit(1)
    ).one_or_none()
    seq, balance = (0, 0) if last is None else (last.seq, last.balance)
    if balance + amount < 0:
        return False
    row = {
        "user_id": user_id,
        "seq": seq + 1,
        "reason": reason,
        "amount": amount,
        "balance": balance + amount,
        "at_ms": tx.now,
    }
    tx.execute(insert(coins), row)
    return True


def balance_of(tx: ReadTx, user_id: int) -> int:
    """Return a person's balance."""
    last = select(coins.c.balance).where(coins.c.user_id == user_id)
    found = tx.execute(last.order_by(coins.c.seq.desc()).limit(1)).scalar_one_or_none()
    return int(found or 0)


def owned_by(tx: ReadTx, user_id: int) -> frozenset[str]:
    """Return the keys of a person's purchases."""
    bought = select(coins.c.reason).where(coins.c.user_id == user_id, coins.c.amount < 0)
    return frozenset(tx.execute(bought).scalars())


def buy(tx: Tx, person: Person, key: str) -> Purchase:
    """Spend coins on a look."""
    good = GOODS.get(key)
    if good is None:
        return Purchase.UNKNOWN
    preferences.remember(tx, person)
    if key in owned_by(tx, person.user_id):
        return Purchase.OWNED
    paid = pay(tx, person.user_id, good.key, -good.price)
    return Purchase.BOUGHT if paid else Purchase.TOO_DEAR


def wrong(tx: ReadTx) -> tuple[UserId, ...]:
    """Return the people whose ledger is inconsistent, line by line; an operator's check."""
    of, by = coins.c.user_id, coins.c.seq
    lines = select(
        coins.c.user_id,
        coins.c.seq,
        coins.c.balance,
        func.sum(coins.c.amount).over(partition_by=of, order_by=by).label("total"),
        func.row_number().over(partition_by=of, order_by=by).label("place"),
    ).subquery()
    off = or_(lines.c.balance != lines.c.total, lines.c.seq != lines.c.place)
    found = tx.execute(select(lines.c.user_id).where(off).distinct())
    return tuple(UserId(user_id) for user_id in found.scalars())


def account_of(tx: ReadTx, user_id: UserId, lines: int = 5) -> CoinAccount:
    """Return a person's account, with the latest lines."""
    last = tx.execute(
        select(coins).where(coins.c.user_id == user_id).order_by(coins.c.seq.desc()).limit(lines)
    )
    found = tuple(LedgerLine(row.reason, row.amount, row.balance, row.at_ms) for row in last)
    return CoinAccount(balance_of(tx, user_id), owned_by(tx, user_id), found)


class Coins(Commands):
    """The public interface to coins."""

    account = query(account_of)
    owned = query(owned_by)
    wrong = query(wrong, long=True)

    async def buy(self, interaction: InteractionId, person: Person, key: str) -> Purchase:
        """Spend coins on a look, once."""
        return await self._once(
            interaction,
            f"buy:{key}",
            one_of(Purchase),
            lambda tx: buy(tx, person, key),
            person.user_id,
        )


def may_use(kind: GoodsKind, name: str, owned: frozenset[str]) -> bool:
    """Whether a look is free or purchased."""
    key = f"{kind}:{name}"
    return key not in GOODS or key in owned

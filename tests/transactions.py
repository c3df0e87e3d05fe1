"""Transactions for tests that call functions of the service on a connection of their own."""

from sqlalchemy import Connection

from engine.service import InteractionId, SystemEntropy, TimeSettings
from engine.service.people import own_key
from engine.service.tx import Call, ReadTx, Tx


def reading(connection: Connection, now: int = 0) -> ReadTx:
    return ReadTx(connection, now)


def writing(connection: Connection, now: int = 0, key: InteractionId | None = None) -> Tx:
    return Call(key or own_key(), now, TimeSettings(), SystemEntropy()).on(connection)

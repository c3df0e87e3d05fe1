"""Whose requests are counted together, and how many there may be."""

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.settings import PRIVATE_NETWORKS
from bot.web.accounts import BURST, PER_SECOND
from bot.web.session import ProxyProof, SignInStates
from bot.web.visitors import VisitorLimits, visitor_of
from tests.worlds.proxy import NOW, PUBLIC, headers


def request(forwarded: str = "", peer: str = "10.0.0.5", **more: str) -> web.Request:
    found = {"X-Forwarded-For": forwarded} if forwarded else {}
    return make_mocked_request("GET", "/", headers=found | more).clone(remote=peer)


@pytest.mark.parametrize(
    ("forwarded", "peer", "visitor"),
    [
        ("203.0.113.9", "10.0.0.5", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9", "10.0.0.5", "203.0.113.9"),
        ("6.6.6.6, 203.0.113.9, 10.0.0.4", "10.0.0.5", "203.0.113.9"),
        ("192.168.1.7", "10.0.0.5", "192.168.1.7"),
        ("203.0.113.9", "198.51.100.1", ""),
        ("", "10.0.0.5", ""),
        ("unknown", "10.0.0.5", ""),
        ("2001:db8:1:2:3:4:5:6", "::1", "2001:db8:1:2::/64"),
    ],
)
def test_only_trusted_proxies_say_who_asks(forwarded: str, peer: str, visitor: str) -> None:
    assert visitor_of(request(forwarded, peer), PRIVATE_NETWORKS, None) == visitor


def test_behind_discords_proxy_it_is_the_signed_person() -> None:
    signed, proof = request("203.0.113.9", **headers()), ProxyProof(PUBLIC, lambda: NOW)
    assert visitor_of(signed, PRIVATE_NETWORKS, proof) == "user 1"
    assert visitor_of(signed, PRIVATE_NETWORKS, ProxyProof("")) == "203.0.113.9"


def test_a_visitor_uses_up_only_their_own_limit() -> None:
    now = [0.0]
    limits = VisitorLimits((2, 5), (1, 1), lambda: now[0])
    assert [limits.takes("greedy") for _ in range(50)] == [True] * 2 + [False] * 48
    assert [limits.takes("other") for _ in range(3)] == [True, True, False]
    assert [limits.takes("third") for _ in range(2)] == [True, False], "all together have five"
    now[0] = 1.0
    assert limits.takes("greedy")


def test_one_client_of_whom_nobody_tells_keeps_neither_tickets_nor_known_people_out() -> None:
    now = [0.0]
    limits = VisitorLimits(BURST, PER_SECOND, lambda: now[0])
    states = SignInStates(b"secret", lambda: now[0])
    taken, refused = 0, 0
    for second in range(20):
        refused += [limits.takes("") for _ in range(60)].count(False)
        begun = states.begin()
        assert states.accepts(begun.state, begun.verifier)
        has_ticket = states.is_first(begun.state)
        assert has_ticket
        assert not states.is_first(begun.state), "it counts once"
        taken += limits.takes("", has_ticket=has_ticket)
        taken += limits.takes(f"user {second}")
        now[0] += 1.0
    assert refused > 600
    assert taken == 40, "all of them"


def test_only_failures_use_the_limits_up() -> None:
    limits = VisitorLimits((2, 5), (0, 0), lambda: 0.0)
    for visitor, has_ticket in (("", False), ("", True), ("somebody", False)):
        for _ in range(50):
            assert limits.takes(visitor, has_ticket=has_ticket)
            limits.give_back(visitor, has_ticket=has_ticket)
    assert [limits.takes("") for _ in range(6)] == [True] * 5 + [False]

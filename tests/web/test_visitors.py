"""Whose requests are counted together, and how many there may be."""

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from bot.settings import PRIVATE_NETWORKS
from bot.web.session import ProxyProof
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
    assert [limits.takes("") for _ in range(2)] == [True, False], "all together have five"
    now[0] = 1.0
    assert limits.takes("greedy")

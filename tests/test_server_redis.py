"""Limits that several answer servers share."""

import logging

import pytest
from messages_fake import Fake
from redis_fake import redis_fake
from test_server import Serve, fake, good, serve

from mkdocs_citeqa.server.limits import Limits

__all__ = ["fake", "serve"]


def test_two_servers_count_one_readers_questions_together(serve: Serve, fake: Fake) -> None:
    fake.script = good
    with redis_fake() as redis:
        first, second = (serve(redis=redis.url, limits=Limits(per_minute=3)) for _ in range(2))
        statuses = [reader.post().status_code for reader in (first, second, first, second)]
        rates = {key: seconds for key, seconds in redis.expiring.items() if ":rate:" in key}
        days = [key for key in redis.sums if ":tokens:" in key]
    assert statuses == [200, 200, 200, 429]
    assert set(rates.values()) == {180}
    assert len(days) == 1
    assert redis.sums[days[0]] == 2 * 960, "the third answer came from the first server's store"
    assert not [key for key in redis.sums if "127.0.0.1" in key], "addresses are kept as hashes alone"


def test_without_its_redis_a_server_counts_alone(serve: Serve, fake: Fake, caplog: pytest.LogCaptureFixture) -> None:
    fake.script = good
    with redis_fake() as redis:
        url = redis.url
    with caplog.at_level(logging.WARNING):
        reader = serve(redis=url, limits=Limits(per_minute=2))
        assert [reader.post().status_code for _ in range(3)] == [200, 200, 429]
    assert "redis" in caplog.messages

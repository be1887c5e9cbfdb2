"""Counts that several processes share, in Redis (the `redis` extra)."""

import logging
from typing import Any

from mkdocs_citeqa.errors import InputError
from mkdocs_citeqa.server.limits import Counter, Memory

log = logging.getLogger(__name__)


def counter(url: str | None) -> Counter:
    """Redis at this address, or this process's own memory without one."""
    if not url:
        return Memory()
    try:
        from redis.asyncio import Redis
    except ImportError:
        raise InputError("--redis needs Redis's client: pip install 'mkdocs-citeqa[redis]'") from None
    return Shared(Redis.from_url(url, protocol=2, socket_timeout=1, socket_connect_timeout=1))


class Shared:
    """Counts in Redis; while it cannot be reached, this process counts alone rather than refuse every reader."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._alone = Memory()

    async def add(self, key: str, amount: int, seconds: int) -> int:
        """See `Counter`."""
        name = f"citeqa:{key}"
        try:
            total = int(await self._redis.incrby(name, amount))
            if total == amount:
                await self._redis.expire(name, seconds)
            return total
        except Exception as error:  # the client's errors are many; a reader must not wait for any of them
            log.warning("redis", extra={"data": {"error": type(error).__name__}})
            return await self._alone.add(key, amount, seconds)

    async def close(self) -> None:
        """Close its connections."""
        await self._redis.aclose()

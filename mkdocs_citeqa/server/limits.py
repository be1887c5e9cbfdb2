"""How much readers may ask: per address and minute, at once, and in tokens a day."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from hashlib import blake2s
from ipaddress import ip_address, ip_network
from typing import Protocol

REMEMBERED = 10_000
"""Addresses whose rate is kept in memory; the ones longest unseen go first."""
DAY = 86_400
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a server allows."""

    question: int = 500
    """Characters of a question."""
    body: int = 4096
    """Bytes of a request."""
    patience: float = 5.0
    """Seconds that a request's body may take to arrive."""
    per_minute: int = 8
    """Questions of one address a minute; an IPv6 address counts with its /64."""
    at_once: int = 16
    """Answers being written at a time, in one process."""
    tokens_a_day: int = 3_000_000
    """Tokens in and out, until midnight UTC; with Haiku 5.5 about half a dollar."""
    deadline: float = 45.0
    """Seconds in which an answer must be finished."""


class Counter(Protocol):
    """Adds up numbers that expire; shared by all processes that use the same one."""

    async def add(self, key: str, amount: int, seconds: int) -> int:
        """The sum of what was added to this key; it is forgotten `seconds` after it was begun."""
        ...

    async def close(self) -> None:
        """Let go of any connection."""
        ...


class Memory:
    """Counts for one process. Memory stays bounded: the keys longest untouched are dropped first."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._sums: OrderedDict[str, tuple[int, float]] = OrderedDict()

    async def add(self, key: str, amount: int, seconds: int) -> int:
        """See `Counter`."""
        now = self._clock()
        total, ends = self._sums.pop(key, (0, 0.0))
        if ends <= now:
            total, ends = 0, now + seconds
        self._sums[key] = (total + amount, ends)
        while len(self._sums) > REMEMBERED:
            self._sums.popitem(last=False)
        return total + amount

    async def close(self) -> None:
        """Nothing to let go of."""

    def __len__(self) -> int:
        return len(self._sums)


class Gate:
    """Decides whether a question may be asked, and counts what an answer cost."""

    def __init__(self, limits: Limits, counter: Counter, clock: Callable[[], float] = time.time) -> None:
        self._limits, self._counter, self._clock = limits, counter, clock
        self._busy = 0

    async def wait(self, address: str) -> int:
        """Seconds until this address may ask again; 0 when it may now, which counts as a question asked."""
        minute, past = divmod(self._clock(), 60)
        reader = f"rate:{household(address)}"
        now = await self._counter.add(f"{reader}:{minute:.0f}", 1, 180)
        before = await self._counter.add(f"{reader}:{minute - 1:.0f}", 0, 180)
        asked = now + before * (60 - past) / 60  # as if the minute before had been asked in evenly
        return math.ceil(60 - past) if asked > self._limits.per_minute else 0

    def enter(self) -> bool:
        """Take one of the places for answers in the making; False when all are taken."""
        if self._busy >= self._limits.at_once:
            return False
        self._busy += 1
        return True

    def leave(self) -> None:
        """Give the place back."""
        self._busy -= 1

    @property
    def busy(self) -> int:
        """Answers in the making."""
        return self._busy

    async def spend(self, tokens: int) -> bool:
        """Set tokens aside; False, with nothing set aside, when the day's budget does not hold them."""
        if await self._counter.add(self._day, tokens, 2 * DAY) <= self._limits.tokens_a_day:
            return True
        await self._counter.add(self._day, -tokens, 2 * DAY)
        return False

    async def settle(self, reserved: int, used: int) -> None:
        """An answer is over: give back what it did not use."""
        await self._counter.add(self._day, used - reserved, 2 * DAY)

    @property
    def _day(self) -> str:
        return f"tokens:{datetime.fromtimestamp(self._clock(), timezone.utc):%Y-%m-%d}"


def household(address: str) -> str:
    """What counts as one reader, as a short hash: no address is kept anywhere."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        ip = None
    known = str(ip_network((ip, 64), strict=False)) if ip and ip.version == 6 else address
    return blake2s(known.encode(), digest_size=12).hexdigest()

"""The hosted model: one streamed request, its events as plain JSON, its failures as one word."""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import anthropic
import httpx2
from anthropic import AsyncAnthropic

CONNECT, SILENCE, WHOLE = 3.0, 12.0, 45.0
"""Seconds to connect, between two signs of life, and for an operation of any other kind."""


class ModelError(Exception):
    """The model gave no answer; `code` is a key of `grounding.REASONS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Claude:
    """A client of the Messages API. One a process."""

    def __init__(self, key: str, base_url: str | None = None) -> None:
        timeout = httpx2.Timeout(WHOLE, connect=CONNECT, read=SILENCE)
        # No retries: the SDK waits as long as `retry-after` says, and a reader does not.
        self._client = AsyncAnthropic(api_key=key, base_url=base_url, max_retries=0, timeout=timeout)

    async def stream(self, request: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """The events of a reply, unknown ones included; a ModelError when it fails at any point."""
        try:
            async with await self._client.messages.create(**request, stream=True) as events:
                async for event in events:
                    yield event.to_dict(mode="json", warnings=False)  # unknown kinds are no news
        except anthropic.APIStatusError as error:
            raise ModelError(code_of(error)) from error
        except (anthropic.APITimeoutError, httpx2.TimeoutException) as error:
            raise ModelError("slow") from error
        except (anthropic.APIConnectionError, httpx2.HTTPError) as error:
            raise ModelError("upstream") from error

    async def close(self) -> None:
        """Close its connections."""
        await self._client.close()


def code_of(error: anthropic.APIStatusError) -> str:
    """Why the API said no. An error inside a stream has status 200, so its type counts before its class."""
    message = str(error).lower()
    if "reached your specified" in message or isinstance(error, anthropic.EnforcedSpendLimitReachedError):
        return "paused"
    if error.type in ("overloaded_error", "rate_limit_error") or error.status_code in (429, 529):
        return "busy"
    if error.status_code in (400, 401, 402, 403, 404, 413):
        return "misconfigured"
    return "slow" if error.type == "timeout_error" else "upstream"

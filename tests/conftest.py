"""Fixtures that all tests share."""

import pytest
from browser import chromium, sites, tabs

__all__ = ["chromium", "sites", "tabs"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a browser come last: its driver keeps an event loop running, beside which no other one can start."""
    items.sort(key=lambda item: "chromium" in getattr(item, "fixturenames", ()))

"""Fixtures that all tests share."""

from browser import chromium, sites, tabs

__all__ = ["chromium", "sites", "tabs"]

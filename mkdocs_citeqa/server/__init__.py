"""The answer server (the `server` extra): a question in, statements of a hosted model out, checked one by one."""

__all__: list[str] = []

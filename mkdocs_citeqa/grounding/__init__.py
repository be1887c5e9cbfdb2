"""What a model writes, held to the passages it got: prompt, reading of a reply, verification. Pure, no network."""

__all__: list[str] = []

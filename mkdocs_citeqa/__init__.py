"""Ask your docs: quoted answers whose citations land on the very lines."""

__version__ = "0.1.0"

__all__ = ["__version__"]

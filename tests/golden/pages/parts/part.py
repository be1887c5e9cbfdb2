def brought():
    """In from a file."""
    return "part"

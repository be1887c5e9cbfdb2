"""The short version of the load test: nobody's answer is lost or another's."""

import subprocess
import sys
from pathlib import Path

LOAD = Path(__file__).parent / "torture" / "load.py"


def test_forty_readers_at_once_each_get_their_own_answer() -> None:
    command = [sys.executable, str(LOAD), "--readers", "40", "--requests", "120", "--delay", "0.5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    # How fast it is, a machine that does other things at the same time cannot tell: make torture does.
    assert "120 answers, none lost or mixed up" in done.stdout, done.stderr

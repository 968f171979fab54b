"""Runs the program on several ranks as a user would. SPICA names the program under test, MPIRUN the launcher."""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
from harness import CHECKER, PROGRAM, CliTest  # noqa: E402, F401  for those who import this

MPIRUN = os.environ.get("MPIRUN", "mpirun")
# More ranks than processors, and tests may run as root in a container.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def command(ranks, *arguments, launcher=(MPIRUN,), program=(PROGRAM,)):
    words = [*launcher, "--oversubscribe", "-n", ranks, *program, *arguments]
    return [str(word) for word in words]


def start(ranks, *arguments, **options):
    return subprocess.Popen(command(ranks, *arguments, **options), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Run:
    """The outcome of one call. What mpirun and its libraries say themselves is left out of stderr."""

    def __init__(self, process, timeout=400):
        self.stdout, stderr = process.communicate(timeout=timeout)
        self.code = process.returncode
        inside, lines = False, []
        for line in stderr.splitlines():
            if line.startswith("-----"):
                inside = not inside
            elif not inside and not line.startswith("[hwloc/"):  # in a container without /sys
                lines.append(line)
        self.stderr, self.all_stderr = "\n".join(lines), stderr


def run(ranks, *arguments, **options):
    return Run(start(ranks, *arguments, **options))

"""What a machine may do to a long search: its clock jumps, its memory ends. The last checkpoint survives both."""

import json
import os
import random
import signal
import subprocess
import time
import unittest
from pathlib import Path

from harness import PROGRAM, CliTest

JUMPS = os.environ.get("SPICA_CLOCK_JUMPS", "")


def noise(size):
    draw = random.Random(5)
    return "\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(size)) for _ in range(size))


class Outage(CliTest):
    def setUp(self):
        super().setUp()
        self.checkpoint = self.folder / "search.checkpoint"

    def command(self, path, k, *more):
        return [str(word) for word in (PROGRAM, "solve", path, "-k", k, "--gap", "1e-6", "--threads", 1, "--log-level", "quiet",
                                       "--json", "-", *more)]

    def solve(self, *arguments, code=0, **options):
        run = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=120, check=False, **options)
        self.assertEqual(run.returncode, code, run.stderr)
        return json.loads(run.stdout)


@unittest.skipUnless(JUMPS, "SPICA_CLOCK_JUMPS names no library")
class ClockJumps(Outage):
    def setUp(self):
        super().setUp()
        self.jumping = {**os.environ, "LD_PRELOAD": JUMPS}

    def test_the_clock_does_jump(self):
        seen = int(subprocess.run(["date", "+%s"], env=self.jumping, capture_output=True, check=True).stdout)
        self.assertGreater(abs(seen - time.time()), 80_000)

    def test_the_answer_is_the_same(self):
        path = self.file("noise.csv", noise(50))
        whole = self.solve(path, 15)["components"][0]
        result = self.solve(path, 15, "--checkpoint", self.checkpoint, "--checkpoint-interval", "0.02", env=self.jumping)
        component = result["components"][0]
        for name in ("status", "support", "lower_bound", "upper_bound", "nodes"):
            self.assertEqual(component[name], whole[name], name)
        times = [point["time_sec"] for point in component["trace"]]
        self.assertEqual(times, sorted(times))
        self.assertTrue(0 < result["time_sec"] < 120, result["time_sec"])

    def test_limits_hold_and_checkpoints_are_resumed(self):
        path = self.file("noise.csv", noise(150))
        began = time.monotonic()
        result = self.solve(path, 25, "--time-limit", 2, "--checkpoint", self.checkpoint, "--checkpoint-interval", "0.1", code=4,
                            env=self.jumping)
        self.assertGreaterEqual(time.monotonic() - began, 2)
        self.assertEqual(result["status"], "time_limit")
        self.assertTrue(2 <= result["time_sec"] < 60, result["time_sec"])
        later = self.solve(path, 25, "--time-limit", 1, "--resume", self.checkpoint, code=4, env=self.jumping)
        self.assertGreaterEqual(later["components"][0]["nodes"], result["components"][0]["nodes"])
        self.assertLessEqual(later["components"][0]["upper_bound"], result["components"][0]["upper_bound"])


class ControlGroup:
    """A folder of the kernel's, of version 1 or 2, in which memory can be limited; raises OSError where that is not allowed."""

    def __init__(self, name):
        first = Path("/sys/fs/cgroup/memory")
        self.old = first.is_dir()
        self.folder = (first if self.old else Path("/sys/fs/cgroup")) / name
        self.folder.mkdir()
        try:
            self.used()  # a kernel's folder is never empty
            self.limit(1 << 40)
        except OSError:
            self.remove()
            raise

    def limit(self, size):
        (self.folder / ("memory.limit_in_bytes" if self.old else "memory.max")).write_text(str(size))
        if not self.old and (self.folder / "memory.swap.max").exists():
            (self.folder / "memory.swap.max").write_text("0")

    def used(self):
        return int((self.folder / ("memory.usage_in_bytes" if self.old else "memory.current")).read_text())

    def add(self, process):
        (self.folder / "cgroup.procs").write_text(str(process))

    def kills(self):
        lines = (self.folder / ("memory.oom_control" if self.old else "memory.events")).read_text().splitlines()
        return int(dict(line.split() for line in lines).get("oom_kill", 0))

    def remove(self):
        self.folder.rmdir()


class MemoryEnds(Outage):
    def test_a_kill_for_want_of_memory_leaves_the_checkpoint(self):
        try:
            group = ControlGroup(f"spica-test-{os.getpid()}")
        except OSError as error:
            self.skipTest(f"no control group can be made here: {error}")
        self.addCleanup(group.remove)
        path = self.file("noise.csv", noise(150))
        process = subprocess.Popen(self.command(path, 25, "--time-limit", 100, "--checkpoint", self.checkpoint, "--checkpoint-interval", "0.5"),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: group.add(os.getpid()))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        while not self.checkpoint.exists() and process.poll() is None:
            time.sleep(0.05)
        group.limit(group.used() + 8_000_000)  # the tree grows by some megabytes a second
        process.wait(timeout=90)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertEqual(group.kills(), 1)
        resumed = self.solve(path, 25, "--time-limit", 1, "--resume", self.checkpoint, code=4)["components"][0]
        whole = self.solve(path, 25, "--time-limit", 1, code=4)["components"][0]
        self.assertGreaterEqual(resumed["lower_bound"], whole["lower_bound"])  # it had more time
        self.assertLess(resumed["upper_bound"], whole["upper_bound"])
        self.assertGreater(resumed["nodes"], whole["nodes"])
        self.assertEqual(sorted(file.name for file in self.folder.iterdir()), ["noise.csv", "search.checkpoint"])


if __name__ == "__main__":
    unittest.main()

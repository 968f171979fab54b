"""Several ranks: the same answer as one, one log, one result, and a checkpoint whatever happens to them."""

import json
import os
import random
import re
import signal
import subprocess
import time
import unittest

import ranks
from ranks import CHECKER, PROGRAM, CliTest

K, GAP = 25, "1e-6"


class Ranks(CliTest):
    @classmethod
    def setUpClass(cls):
        draw = random.Random(5)
        cls.text = "\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(70)) for _ in range(60))

    def setUp(self):
        super().setUp()
        self.input = self.file("noise.csv", self.text)
        self.checkpoint = self.folder / "search.checkpoint"
        self.proof = self.folder / "proof"

    def arguments(self, *more):
        return ["solve", self.input, "-k", K, "--gap", GAP, "--threads", 1, "--json", "-", *more]

    def alone(self, *more):
        process = subprocess.run([str(word) for word in (PROGRAM, *self.arguments(*more))], capture_output=True, text=True, timeout=400)
        self.assertEqual(process.returncode, 0, process.stderr)
        return json.loads(process.stdout)

    def result(self, run, code=0):
        self.assertEqual(run.code, code, run.all_stderr)
        return json.loads(run.stdout)

    def assert_same(self, one, many):
        self.assertEqual(many["status"], one["status"])
        for a, b in zip(one["components"], many["components"]):
            self.assertEqual(b["status"], a["status"])
            self.assertEqual(b["support"], a["support"])
            self.assertLessEqual(b["gap"], float(GAP))
            self.assertAlmostEqual(b["lower_bound"], a["lower_bound"], delta=1e-9 * a["lower_bound"])
            self.assertLessEqual(a["lower_bound"], b["upper_bound"])
            self.assertLessEqual(b["lower_bound"], a["upper_bound"])

    def check(self, path):
        process = subprocess.run([CHECKER, path, self.proof], capture_output=True, text=True, timeout=400)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_any_number_gives_the_same_answer_and_a_certificate(self):
        one = self.alone()
        for count in (1, 2, 3, 4):
            with self.subTest(ranks=count):
                run = ranks.run(count, *self.arguments("--certificate", self.proof))
                many = self.result(run)
                self.assert_same(one, many)
                self.assertEqual(many["ranks"], count)
                self.assertEqual(len(re.findall(r"^spica \d", run.stderr, re.MULTILINE)), 1)
                self.check(self.input)

    def test_features_spread_over_ranks(self):
        subprocess.run([PROGRAM, "generate", "synthetic", "--features", "30000", "--samples", "40", "--seed", "5", "-o", self.folder / "wide.npy"], check=True)
        for flags in (["--no-center"], ["--standardize", "--exclude", "7,29999"], ["--no-center", "--components", "2"]):
            arguments = ["solve", self.folder / "wide.npy", "-k", 6, "--threads", 1, "--json", "-", *flags]
            proof = [] if "--exclude" in flags else ["--certificate", self.proof]
            process = subprocess.run([str(word) for word in (PROGRAM, *arguments)], capture_output=True, text=True, timeout=400)
            one = json.loads(process.stdout)
            for count in (2, 3, 4):
                with self.subTest(ranks=count, flags=flags):
                    many = self.result(ranks.run(count, *arguments, *proof), process.returncode)
                    self.assertEqual(many["input"], one["input"])
                    for a, b in zip(one["components"], many["components"]):
                        self.assertEqual((b["support"], b["status"]), (a["support"], a["status"]))
                        self.assertAlmostEqual(b["lower_bound"], a["lower_bound"], delta=1e-9 * a["lower_bound"])
                        self.assertAlmostEqual(b["upper_bound"], a["upper_bound"], delta=1e-4 * a["upper_bound"])
                    if proof:
                        self.check(self.folder / "wide.npy")

    def test_a_file_that_a_rank_cannot_read(self):
        run = ranks.run(3, "solve", self.folder / "none.npy", "-k", 3)
        self.assert_error(run, 3, "none.npy")

    def test_mistakes_are_one_line(self):
        self.assert_error(ranks.run(3, "solve", self.input, "-k", 0), 2, "-k")
        self.assert_error(ranks.run(2, "solve", self.input, "-k", 71), 3, "noise.csv", "71")
        self.assert_error(ranks.run(2, "solve", self.input, "-k", 3, "--checkpoint", "/nowhere/checkpoint"), 3, "/nowhere/checkpoint")

    def test_other_commands_run_on_one(self):
        run = ranks.run(3, "heuristic", self.input, "-k", 4, "--json", "-", "--log-level", "quiet")
        self.assertEqual(self.result(run)["status"], "finished")

    def test_limits_end_all(self):
        many = self.result(ranks.run(3, *self.arguments("--node-limit", 8)), 4)
        self.assertEqual(many["status"], "node_limit")
        self.assertGreaterEqual(many["components"][0]["nodes"], 8)
        many = self.result(ranks.run(3, *self.arguments("--time-limit", "0.05")), 4)
        self.assertEqual(many["status"], "time_limit")

    def test_a_full_disk_is_named_by_the_rank_that_has_it(self):
        # What a full disk looks like: no file beyond a kilobyte. Shared memory is files too, so messages go another way.
        full = self.file("full", '#!/bin/sh\nulimit -f 1\nexec "$@"\n')
        full.chmod(0o755)
        run = ranks.run(2, *self.arguments("--memory", "1K", "--log-level", "quiet"), launcher=(ranks.MPIRUN, "--mca", "btl", "self,tcp"),
                        program=(full, PROGRAM))
        self.assert_same(self.alone(), self.result(run))
        for who in ("", "rank 1: "):
            self.assertEqual(run.stderr.count(f"spica: warning: {who}no room on disk"), 1, run.all_stderr)

    def test_what_one_number_of_ranks_left_any_other_resumes(self):
        one = self.alone()
        nodes = 0
        for count in (3, 2, 4):
            nodes += 7
            flag = "--resume" if self.checkpoint.exists() else "--checkpoint"
            self.result(ranks.run(count, *self.arguments(flag, self.checkpoint, "--node-limit", nodes, "--certificate", self.proof)), 4)
        self.assert_same(one, self.alone("--resume", self.checkpoint, "--certificate", self.proof))
        self.check(self.input)

    # What follows interrupts a search that takes ten seconds on two cores.

    def long_search(self, count, *more):
        draw = random.Random(2)
        self.long = self.file("long.csv", "\n".join(",".join("%.3f" % draw.gauss(0, 1) for _ in range(120)) for _ in range(120)))
        self.gap = "8e-3"
        return ranks.start(count, "solve", self.long, "-k", 30, "--gap", self.gap, "--threads", 1, "--checkpoint", self.checkpoint, "--checkpoint-interval", 0.3, *more)

    def wait_for_checkpoint(self, process):
        written = 0
        for _ in range(600):
            time.sleep(0.05)
            self.assertIsNone(process.poll(), "it ended too early")
            if self.checkpoint.exists() and self.checkpoint.stat().st_mtime != written:
                if written:
                    return
                written = self.checkpoint.stat().st_mtime
        self.fail("no checkpoint was written")

    def finish_long(self, count):
        run = ranks.run(count, "solve", self.long, "-k", 30, "--gap", self.gap, "--threads", 1, "--resume", self.checkpoint, "--json", "-", "--log-level", "quiet")
        component = self.result(run)["components"][0]
        self.assertEqual(component["status"], "gap_reached")
        return component

    def test_a_signal_ends_all_with_the_bounds_and_a_checkpoint(self):
        # mpirun passes both on to every rank: SIGTERM ends its patience, too, SIGUSR1 does not
        for number in (signal.SIGTERM, signal.SIGUSR1):
            with self.subTest(signal=number):
                self.checkpoint.unlink(missing_ok=True)
                process = self.long_search(3)
                self.wait_for_checkpoint(process)
                process.send_signal(number)
                run = ranks.Run(process)
                self.assertEqual(run.code, 143 if number == signal.SIGUSR1 else 1)
                self.assertIn("interrupted", run.stdout)
        self.finish_long(2)

    def test_a_rank_that_dies_ends_the_run_with_a_message_and_a_checkpoint(self):
        answers = set()
        for victim in (1, 2, 0):
            with self.subTest(rank=victim):
                self.checkpoint.unlink(missing_ok=True)
                process = self.long_search(3)
                self.wait_for_checkpoint(process)
                children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
                os.kill(int(sorted(children, key=int)[victim]), signal.SIGKILL)
                run = ranks.Run(process)
                self.assertNotEqual(run.code, 0)
                self.assertIn("signal 9", run.all_stderr)
                if victim != 0:
                    self.assertIn(f"--resume {self.checkpoint}", run.all_stderr)
                answers.add(tuple(self.finish_long(2)["support"]))
        self.assertEqual(len(answers), 1)


if __name__ == "__main__":
    unittest.main()

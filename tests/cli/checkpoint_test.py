"""--checkpoint, --resume and --memory: a solve that is stopped, killed or short of room ends like any other."""

import json
import os
import random
import resource
import signal
import subprocess
import time
import unittest

from harness import CHECKER, PROGRAM, CliTest, Run

K = 20
GAP = "1e-6"


class Checkpoint(CliTest):
    @classmethod
    def setUpClass(cls):
        draw = random.Random(5)
        cls.text = "\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(60)) for _ in range(55))
        cls.whole = None

    def setUp(self):
        super().setUp()
        self.input = self.file("noise.csv", self.text)
        self.checkpoint = self.folder / "search.checkpoint"

    def command(self, *more):
        return [str(word) for word in (PROGRAM, "solve", self.input, "-k", K, "--gap", GAP, *more)]

    def solve(self, *more, **options):
        """The JSON of a run to its end, or to a limit."""
        run = subprocess.run(self.command("--json", "-", "--log-level", "quiet", *more), capture_output=True, text=True, timeout=120, **options)
        self.assertIn(run.returncode, (0, 4), run.stderr)
        self.last_stderr = run.stderr
        return json.loads(run.stdout)

    def uninterrupted(self):
        if self.whole is None:
            type(self).whole = self.solve("--threads", 1)["components"][0]
        return self.whole

    def assert_same_answer(self, result):
        whole, component = self.uninterrupted(), result["components"][0]
        self.assertEqual(component["status"], whole["status"])
        self.assertEqual(component["support"], whole["support"])
        self.assertLessEqual(component["gap"], 1e-6)
        self.assertAlmostEqual(component["lower_bound"], whole["lower_bound"], delta=1e-6 * whole["lower_bound"])

    def refuse(self, *parts, more=(), given=None):
        before = self.checkpoint.read_bytes()
        arguments = given or (self.input, "-k", K, "--gap", GAP)
        run = Run("solve", *arguments, "--resume", self.checkpoint, *more)
        self.assert_error(run, 3, *parts)
        self.assertEqual(self.checkpoint.read_bytes(), before)

    def stop_early(self, *more):
        result = self.solve("--checkpoint", self.checkpoint, "--node-limit", 6, "--threads", 1, *more)
        self.assertEqual(result["status"], "node_limit")
        return result


class Resume(Checkpoint):
    def test_with_one_thread_nothing_differs_but_the_time(self):
        first = self.stop_early()
        self.assertNotIn("time_before_sec", first)
        result = self.solve("--resume", self.checkpoint, "--threads", 1)
        self.assert_same_answer(result)
        for key in ("nodes", "lower_bound", "upper_bound", "loadings", "ties"):
            self.assertEqual(result["components"][0][key], self.whole[key])
        self.assertGreater(result["time_before_sec"], 0)
        self.assertGreaterEqual(result["time_sec"], result["time_before_sec"])
        times = [point["time_sec"] for point in result["components"][0]["trace"]]
        self.assertEqual(times, sorted(times))

    def test_other_threads_limits_and_outputs_may_differ(self):
        self.stop_early()
        report = self.folder / "report.html"
        result = self.solve("--resume", self.checkpoint, "--threads", 3, "--time-limit", 100, "--memory", "1G", "--report", report)
        self.assert_same_answer(result)
        self.assertTrue(report.exists())

    def test_node_limits_count_from_the_beginning(self):
        self.stop_early()
        result = self.solve("--resume", self.checkpoint, "--node-limit", 10, "--threads", 1)
        self.assertEqual(result["status"], "node_limit")
        self.assertEqual(result["components"][0]["nodes"], 10)
        self.assert_same_answer(self.solve("--resume", self.checkpoint))

    def test_a_finished_solve_is_finished(self):
        first = self.solve("--checkpoint", self.checkpoint)
        again = self.solve("--resume", self.checkpoint)
        for key in ("support", "lower_bound", "upper_bound", "nodes", "variance", "adjusted_variance", "trace", "time_sec"):
            self.assertEqual(first["components"][0][key], again["components"][0][key])

    def test_two_files(self):
        self.stop_early()
        before = self.checkpoint.read_bytes()
        other = self.folder / "other.checkpoint"
        self.assert_same_answer(self.solve("--resume", self.checkpoint, "--checkpoint", other))
        self.assertEqual(self.checkpoint.read_bytes(), before)
        self.assert_same_answer(self.solve("--resume", other))

    def test_several_components(self):
        arguments = ("solve", self.input, "-k", "20,4,3", "--gap", "1e-6", "--threads", 1, "--json", "-")
        whole = Run(*arguments).json()
        Run(*arguments, "--node-limit", 3, "--checkpoint", self.checkpoint)
        result = Run(*arguments, "--resume", self.checkpoint).json()  # and its certificate is checked
        for mine, theirs in zip(result["components"], whole["components"], strict=True):
            for key in ("k", "support", "lower_bound", "upper_bound", "nodes", "adjusted_variance"):
                self.assertEqual(mine[key], theirs[key])

    def test_the_log_says_so(self):
        self.stop_early()
        run = subprocess.run(self.command("--resume", self.checkpoint), capture_output=True, text=True)
        self.assertRegex(run.stderr, r"(?m)^  resumed   .*search.checkpoint, after \d+\.\d\d s$")

    def test_certificates(self):
        certificate = self.folder / "proof.gz"
        self.stop_early("--certificate", certificate)
        self.assert_same_answer(self.solve("--resume", self.checkpoint, "--certificate", certificate))
        check = subprocess.run([CHECKER, self.input, certificate], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("leaves: ", check.stdout)


class Stopped(Checkpoint):
    def begin(self, *more):
        """As far as the progress table, or the end where nothing is left to do."""
        process = subprocess.Popen(self.command("--checkpoint-interval", "0.02", *more), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while (line := process.stderr.readline()) and b"upper bound" not in line:
            pass
        return process

    def test_signals(self):
        for sent, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            self.checkpoint.unlink(missing_ok=True)
            process = self.begin("--checkpoint", self.checkpoint, "--certificate", self.folder / "proof")
            process.send_signal(sent)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, code)
            run = Run("solve", self.input, "-k", K, "--gap", GAP, "--resume", self.checkpoint, "--json", "-")  # certificate checked
            self.assertEqual(run.code, 0, run.stderr)
            self.assertEqual(run.json()["components"][0]["support"], self.uninterrupted()["support"])

    def test_kill_at_any_moment(self):
        draw = random.Random(11)
        resumed = 0
        for attempt in range(4):
            self.checkpoint.unlink(missing_ok=True)
            source = "--checkpoint"
            for _ in range(3):
                process = self.begin(source, self.checkpoint)
                time.sleep(draw.uniform(0.0, 0.25))
                process.kill()
                process.communicate(timeout=60)
                if self.checkpoint.exists():
                    source = "--resume"
            if source == "--resume":
                resumed += 1
                self.assert_same_answer(self.solve("--resume", self.checkpoint, "--threads", attempt % 3 + 1))
        self.assertGreater(resumed, 0)


class Refusals(Checkpoint):
    def test_another_input(self):
        self.stop_early()
        first = self.text.split(",", 1)
        self.input.write_text("0.25," + first[1])
        self.refuse("search.checkpoint", "the input's SHA-256 was", "and is", more=("--log-level", "quiet"))
        self.input.write_text("\n".join(self.text.split("\n")[:-1]))
        self.refuse("the input's size was '55 x 60', and is '54 x 60' now")

    def test_other_options(self):
        self.stop_early()
        path = (self.input,)
        for given, part in (((*path, "-k", 24, "--gap", GAP), "-k was '20', and is '24' now"),
                            ((*path, "-k", "20,2", "--gap", GAP), "-k was '20', and is '20,2' now"),
                            ((*path, "-k", K), "--gap was '1e-06', and is '0.0001' now"),
                            ((*path, "-k", K, "--gap", GAP, "--seed", 2), "--seed was '1', and is '2' now"),
                            ((*path, "-k", K, "--gap", GAP, "--standardize"), "--standardize was 'no'"),
                            ((*path, "-k", K, "--gap", GAP, "--no-center"), "--no-center was 'no'"),
                            ((*path, "-k", K, "--gap", GAP, "--ddof", 1), "--ddof was '0'"),
                            ((*path, "-k", K, "--gap", GAP, "--smallest"), "--smallest was 'no'"),
                            ((*path, "-k", K, "--gap", GAP, "--disjoint"), "--disjoint was 'no'"),
                            ((*path, "-k", K, "--gap", GAP, "--exclude", "3,5"), "--exclude was 'none', and is '3,5' now"),
                            ((*path, "-k", K, "--gap", GAP, "--include", "3"), "--include was 'none', and is '3' now"),
                            ((*path, "-k", K, "--gap", GAP), "--certificate was 'no', and is 'yes' now")):
            with self.subTest(given=given[1:]):
                self.refuse(part, given=given)

    def test_files_that_are_no_checkpoints(self):
        self.stop_early()
        good = self.checkpoint.read_bytes()
        of_before = good.replace(b"checkpoint 3\n", b"checkpoint 2\n", 1)
        self.assertNotEqual(of_before, good)
        for content, part in ((b"", "not a checkpoint"), (b"a,b\n1,2\n", "not a checkpoint"), (good[: len(good) // 2], "damaged"),
                              (good[:-1], "damaged"), (good[:200] + bytes([good[200] ^ 1]) + good[201:], "damaged"),
                              (of_before, "version 2")):
            self.checkpoint.write_bytes(content)
            self.refuse("search.checkpoint", part)
        self.checkpoint.unlink()
        self.assert_error(Run("solve", self.input, "-k", K, "--resume", self.checkpoint), 3, "search.checkpoint", "cannot be read")

    def test_places_that_cannot_be_written(self):
        places = [self.folder / "none" / "x", self.folder, "/dev/null", self.input / "x"]
        if os.geteuid() != 0:
            (self.folder / "closed").mkdir(mode=0o555)
            places.append(self.folder / "closed" / "x")
        for place in places:
            with self.subTest(place=place):
                self.assert_error(Run("solve", self.input, "-k", K, "--checkpoint", place), 3, place, "cannot be written")

    def test_other_files_are_not_overwritten(self):
        result = self.folder / "result.json"
        self.assert_error(Run("solve", self.input, "-k", 2, "--checkpoint", self.input), 2, "overwritten")
        self.assert_error(Run("solve", self.input, "-k", 2, "--json", result, "--checkpoint", result), 2, "overwritten")
        self.stop_early()
        self.assert_error(Run("solve", self.input, "-k", K, "--json", self.checkpoint, "--resume", self.checkpoint), 2, "overwritten")

    def test_usage(self):
        for size in ("0", "-1", "4X", "G", "many", "", "1e30G"):
            self.assert_error(Run("solve", self.input, "-k", 2, "--memory", size), 2, "--memory")
        self.assert_error(Run("solve", self.input, "-k", 2, "--checkpoint", ""), 2, "--checkpoint")
        self.assert_error(Run("path", self.input, "-k", "1:2", "--resume", "x"), 2)


def no_large_files(size):
    """What a full disk looks like: nothing beyond so many bytes of a file can be written."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


class Room(Checkpoint):
    def test_a_full_disk_keeps_the_old_checkpoint(self):
        self.stop_early()
        good = self.checkpoint.read_bytes()
        result = self.solve("--resume", self.checkpoint, "--checkpoint-interval", "0.02", "--threads", 1, preexec_fn=no_large_files(1024))
        lines = self.last_stderr.splitlines()
        self.assert_same_answer(result)
        self.assertEqual(sum("warning" in line and "cannot be written" in line for line in lines), 1, lines)
        self.assertIn("the one before it was kept", lines[-1])
        self.assertEqual(self.checkpoint.read_bytes(), good)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["noise.csv", "search.checkpoint"])
        self.assert_same_answer(self.solve("--resume", self.checkpoint))

    def test_a_full_disk_from_the_beginning(self):
        result = self.solve("--checkpoint", self.checkpoint, "--checkpoint-interval", "0.02", preexec_fn=no_large_files(64))
        warnings = self.last_stderr
        self.assert_same_answer(result)
        self.assertIn("could not be written", warnings)
        self.assertNotIn("was kept", warnings)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["noise.csv"])

    def test_little_memory_changes_nothing(self):
        spill = self.folder / "spill"
        spill.mkdir()
        for threads in (1, 2):
            result = self.solve("--memory", "100K", "--threads", threads, env={**os.environ, "TMPDIR": str(spill)})
            self.assertEqual(self.last_stderr, "")
            self.assert_same_answer(result)
            if threads == 1:
                self.assertEqual(result["components"][0]["nodes"], self.whole["nodes"])
        self.assertEqual(list(spill.iterdir()), [], "nothing stays behind")

    def test_neither_memory_nor_disk(self):
        result = self.solve("--memory", "1K", "--threads", 1, preexec_fn=no_large_files(1))
        self.assertEqual(self.last_stderr.count("spica: warning: no room on disk"), 1)
        self.assert_same_answer(result)

    def test_resume_with_little_memory(self):
        self.stop_early("--memory", "100K")
        self.assert_same_answer(self.solve("--resume", self.checkpoint, "--memory", "1K"))


if __name__ == "__main__":
    unittest.main()

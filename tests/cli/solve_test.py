"""solve, bound, heuristic and demo: results, files, statuses and exit codes."""

import csv
import json
import random
import math
import signal
import subprocess
import time
import unittest

from harness import CHECKER, PROGRAM, CliTest, Run


class Solve(CliTest):
    def test_result_on_stdout_and_progress_on_stderr(self):
        run = Run("solve", self.covariance(), "-k", 2)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("Component 1: 2 features, proven optimal", run.stdout)
        self.assertIn("0.70711", run.stdout)
        self.assertIn("covariance of 4 features", run.stderr)
        self.assertIn("lower bound", run.stderr)
        self.assertNotIn("lower bound", run.stdout)

    def test_quiet_says_nothing_on_stderr(self):
        self.assertEqual(Run("solve", self.covariance(), "-k", 2, "--log-level", "quiet").stderr, "")

    def test_json_on_stdout_is_all_of_stdout(self):
        run = Run("solve", self.covariance(), "-k", 2, "--json", "-")
        result = run.json()
        self.assertEqual(result["status"], "optimal")
        self.assertEqual(result["command"], "solve")
        self.assertEqual(result["input"]["kind"], "covariance")
        self.assertEqual(result["input"]["features"], 4)
        self.assertEqual(len(result["input"]["sha256"]), 64)
        component = result["components"][0]
        self.assertEqual(component["support"], [0, 1])
        self.assertEqual(component["feature_names"], ["a", "b"])
        self.assertAlmostEqual(component["lower_bound"], 3.5, places=12)
        self.assertGreaterEqual(component["upper_bound"], 3.5)
        self.assertLessEqual(component["gap"], 1e-4)
        self.assertIn("Component 1", run.stderr)

    def test_several_components(self):
        result = Run("solve", self.covariance(), "-k", "2,1,1", "--json", "-").json()
        self.assertEqual([c["k"] for c in result["components"]], [2, 1, 1])
        again = Run("solve", self.covariance(), "-k", "1", "--components", "3", "--json", "-").json()
        self.assertEqual([c["k"] for c in again["components"]], [1, 1, 1])
        self.assertEqual(again["components"][0]["support"], [3])
        self.assertEqual(again["components"][0]["lower_bound"], 3.0)
        self.assertEqual(again["components"][0]["upper_bound"], 3.0)
        self.assertEqual(again["components"][0]["gap"], 0)

    def test_record_has_every_node_once(self):
        draw = random.Random(1)
        matrix = self.file("noise.csv", "\n".join(",".join(f"{draw.gauss(0, 1):.6f}" for _ in range(30)) for _ in range(20)))
        for threads in (1, 2):
            nodes = self.folder / "nodes.csv"
            result = Run("solve", matrix, "-k", 10, "--threads", threads, "--record", nodes, "--json", "-").json()
            rows = {int(row["id"]): row for row in csv.DictReader(nodes.read_text().splitlines())}
            self.assertEqual(len(rows), result["components"][0]["nodes"])
            self.assertGreater(len(rows), 1)
            for number, row in rows.items():
                self.assertGreaterEqual(float(row["seconds"]), 0.0)
                self.assertLessEqual(float(row["bound_after"]), float(row["bound_before"]))
                if number == 0:
                    self.assertEqual(row["parent"], "-1")
                    continue
                parent = rows[int(row["parent"])]
                self.assertLess(int(row["parent"]), number)
                self.assertEqual(parent["children"], "2")
                self.assertEqual(parent["bound_after"], row["bound_before"])
                self.assertGreater(int(parent["child_bytes"]), 0)

    def test_loadings_and_scores(self):
        loadings = self.folder / "loadings.csv"
        scores = self.folder / "scores.csv"
        run = Run("solve", self.samples(), "-k", "2,1", "--loadings", loadings, "--scores", scores)
        self.assertEqual(run.code, 0, run.stderr)
        rows = list(csv.reader(loadings.read_text().splitlines()))
        self.assertEqual(rows[0], ["component", "index", "feature", "loading"])
        strengths = [abs(float(row[3])) for row in rows[1:] if row[0] == "1"]
        self.assertEqual(strengths, sorted(strengths, reverse=True))
        self.assertAlmostEqual(sum(strength**2 for strength in strengths), 1.0)
        wide = Run("solve", self.samples(), "-k", "2,1", "--loadings", "-", "--loadings-form", "wide").stdout
        self.assertEqual(wide.splitlines()[0], "index,feature,component_1,component_2")
        tabs = self.folder / "loadings.tsv"
        Run("path", self.samples(), "-k", "1:2", "--loadings", tabs)
        self.assertEqual([line.split("\t")[0] for line in tabs.read_text().splitlines()], ["k", "1", "2", "2"])
        table = list(csv.reader(scores.read_text().splitlines()))
        self.assertEqual([row[0] for row in table[1:]], ["s1", "s2", "s3", "s4", "s5"])
        first = [float(row[1]) for row in table[1:]]
        self.assertAlmostEqual(sum(first), 0.0, places=12)
        result = Run("solve", self.samples(), "-k", "2,1", "--json", "-").json()
        self.assertAlmostEqual(sum(s * s for s in first) / 5, result["components"][0]["variance"], places=12)

    def test_ddof_centring_and_standardising(self):
        plain = Run("solve", self.samples(), "-k", 1, "--json", "-").json()["components"][0]
        unbiased = Run("solve", self.samples(), "-k", 1, "--ddof", 1, "--json", "-").json()["components"][0]
        self.assertAlmostEqual(unbiased["variance"] * 4, plain["variance"] * 5, places=10)
        raw = Run("solve", self.samples(), "-k", 1, "--no-center", "--json", "-").json()["components"][0]
        self.assertAlmostEqual(raw["variance"], (2.5**2 + 4.5**2 + 6.5**2 + 8**2 + 10.5**2) / 5, places=10)
        unit = Run("solve", self.samples(), "-k", 1, "--standardize", "--json", "-").json()["components"][0]
        self.assertAlmostEqual(unit["variance"], 1.0, places=12)

    def test_standard_input(self):
        run = Run("solve", "-", "-k", 2, "--json", "-", stdin=self.covariance().read_bytes())
        self.assertEqual(run.json()["components"][0]["support"], [0, 1])

    def test_k_out_of_range(self):
        self.assert_error(Run("solve", self.covariance(), "-k", 0), 2, "-k 0")
        self.assert_error(Run("solve", self.covariance(), "-k", -3), 2, "at least 1")
        self.assert_error(Run("solve", self.covariance(), "-k", "2,0"), 2)
        self.assert_error(Run("solve", self.covariance(), "-k", "two"), 2, "'two'")
        self.assert_error(Run("solve", self.covariance(), "-k", "2,"), 2)
        self.assert_error(Run("solve", self.covariance(), "-k", 5), 3, "covariance.csv", "k = 5", "4 features")
        self.assert_error(Run("solve", self.covariance(), "-k", 1, "--components", 5), 3, "5 components")
        self.assert_error(Run("solv", self.covariance(), "-k", 1), 2, "'solv' is not a command")

    def test_usage(self):
        for arguments in (["solve"], ["solve", self.covariance()], ["solve", self.covariance(), "-k", 2, "--no-such-flag"],
                          ["no-such-command"], [], ["solve", self.covariance(), "-k", 2, "--gap", ""],
                          ["solve", self.covariance(), "-k", 2, "--json", ""], ["solve", self.covariance(), "-k", 2, "--components", 0],
                          ["solve", self.covariance(), "-k", 2, "--seed", "99999999999999999999"], ["generate", "spiked", "--seed", -1], ["solve", self.covariance(), "-k", 2, "--gap", "-1"],
                          ["solve", self.covariance(), "-k", 2, "--gap", "small"], ["solve", self.covariance(), "-k", 2, "--threads", "-2"],
                          ["heuristic", self.covariance(), "-k", 2, "--method", "magic"],
                          ["solve", self.covariance(), "-k", 2, "--as", "picture"],
                          ["solve", self.covariance(), "-k", "2,1", "--components", 2],
                          ["solve", self.covariance(), "-k", 2, "--ddof", 3]):
            with self.subTest(arguments=arguments):
                self.assert_error(Run(*arguments), 2)

    def test_disjoint_components_need_as_many_features(self):
        run = Run("solve", self.covariance(), "-k", "3,2", "--disjoint")
        self.assert_error(run, 3, "covariance.csv", "5 different features", "there are 4")

    def test_version(self):
        self.assertEqual(Run("--version").code, 0)
        for command in ([], ["solve"], ["report"]):
            self.assertRegex(Run(*command, "--version").stdout, r"^spica \d+\.\d+\.\d+\n(  source    \S+\n)?  compiler  \w+ \d.*\n"
                             r"  system    \w+ \w+\n  BLAS      (?:OpenBLAS|Eigen) \d.*\n  MPI       (yes|no)\n$")
        checker = subprocess.run([CHECKER, "--version"], capture_output=True, text=True)
        self.assertRegex(checker.stdout, r"^spica-check \d+\.\d+\.\d+\n$")

    def test_scores_need_samples(self):
        self.assert_error(Run("solve", self.covariance(), "-k", 2, "--scores", self.folder / "s.csv"), 2, "--scores")


class Limits(CliTest):
    def noise(self):
        """What no bound settles quickly."""
        path = self.folder / "noise.csv"
        draw = random.Random(7)
        path.write_text("\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(150)) for _ in range(150)))
        return path

    def assert_both_bounds(self, component):
        self.assertGreater(component["lower_bound"], 0)
        self.assertGreaterEqual(component["upper_bound"], component["lower_bound"])

    def test_time_limit(self):
        run = Run("solve", self.noise(), "-k", 20, "--as", "samples", "--time-limit", 0.5, "--json", "-")
        self.assertEqual(run.code, 4, run.stderr)
        self.assertEqual(run.json()["status"], "time_limit")
        self.assert_both_bounds(run.json()["components"][0])

    def test_node_limit(self):
        run = Run("solve", self.noise(), "-k", 20, "--as", "samples", "--node-limit", 2, "--json", "-")
        self.assertEqual(run.code, 4, run.stderr)
        self.assertEqual(run.json()["status"], "node_limit")
        self.assert_both_bounds(run.json()["components"][0])

    def test_signals_end_a_solve_with_its_result(self):
        path = self.noise()
        for sent, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(signal=sent):
                output = self.folder / f"result-{code}.json"
                process = subprocess.Popen([PROGRAM, "solve", str(path), "-k", "20", "--as", "samples", "--json", str(output)],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                while b"upper bound" not in (line := process.stderr.readline()):
                    self.assertTrue(line, "the progress table never began")
                time.sleep(0.3)
                process.send_signal(sent)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, code)
                result = json.loads(output.read_text())
                self.assertEqual(result["status"], "interrupted")
                self.assert_both_bounds(result["components"][0])

    def test_nearly_all_features_take_no_more_than_a_few_heuristics(self):
        """The eigenvalue of all features proves the gap, which exchanges of features would not narrow."""
        path = self.folder / "wide.npy"
        self.assertEqual(Run("generate", "spiked", "--features", 1200, "--samples", 20, "-o", path).code, 0)
        run = Run("solve", path, "--no-center", "-k", 1199, "--explain", "--json", "-")
        component = run.json()["components"][0]
        self.assertEqual((component["status"], component["nodes"]), ("gap_reached", 1), run.stderr)
        self.assertIn("a few heuristics", run.stderr)
        self.assertNotIn("all heuristics", run.stderr)

    def test_one_thread_is_reproducible(self):
        def bounds():
            component = Run("solve", self.noise(), "-k", 8, "--as", "samples", "--threads", 1, "--node-limit", 3, "--json", "-").json()["components"][0]
            trace = [[point[key] for key in ("lower_bound", "upper_bound", "nodes")] for point in component["trace"]]
            return component["lower_bound"], component["upper_bound"], component["support"], component["nodes"], trace

        self.assertEqual(bounds(), bounds())


class OtherCommands(CliTest):
    def test_demo(self):
        run = Run("demo", "--json", self.folder / "demo.json")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("Component 6", run.stdout)
        self.assertIn("topdiam", run.stdout)
        result = json.loads((self.folder / "demo.json").read_text())
        self.assertEqual([c["k"] for c in result["components"]], [5, 2, 2, 1, 1, 1])
        self.assertAlmostEqual(result["components"][0]["lower_bound"], 3.406154947, places=8)
        self.assertTrue(all(c["gap"] <= 1e-4 for c in result["components"]))

    def test_heuristic_methods(self):
        for method in ("alternating", "tpm", "gpm", "greedy", "swap", "best"):
            with self.subTest(method=method):
                run = Run("heuristic", self.covariance(), "-k", 2, "--method", method, "--json", "-")
                self.assertEqual(run.code, 0, run.stderr)
                component = run.json()["components"][0]
                self.assertEqual(run.json()["status"], "finished")
                self.assertIsNone(component["upper_bound"])
                self.assertIsNone(component["gap"])
                self.assertEqual(component["method"], method)
                self.assertAlmostEqual(component["lower_bound"], 3.5, places=9)

    def test_bound(self):
        run = Run("bound", self.covariance(), "-k", 2, "--method", "spectral", "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        component = run.json()["components"][0]
        self.assertEqual(run.json()["status"], "finished")
        self.assertGreaterEqual(component["upper_bound"], 3.5)
        self.assertLess(component["upper_bound"], 3.6)
        self.assert_error(Run("bound", self.covariance(), "-k", "2,1"), 2)

    def test_info(self):
        path = self.file("odd.csv", "a,b,c,d\n1,7,1,2\n2,7,2,1\n4,7,4,5\n")
        run = Run("info", path)
        self.assertEqual(run.code, 0, run.stderr)
        for part in ("samples", "zero variance   1: b", "a = c", "rank            2"):
            self.assertIn(part, run.stdout)
        facts = Run("info", path, "--json", "-").json()
        self.assertEqual(facts["zero_variance_features"], [1])
        self.assertEqual(facts["duplicate_features"], [[0, 2]])
        self.assertEqual(facts["rank"], 2)

    def test_generate_is_reproducible_and_writes_the_truth(self):
        first, second, truth = (self.folder / name for name in ("a.csv", "b.npy", "truth.csv"))
        arguments = ("generate", "spiked", "--features", 30, "--samples", 4, "--seed", 5)
        self.assertEqual(Run(*arguments, "-o", first, "--truth", truth).code, 0)
        self.assertEqual(Run(*arguments, "-o", second).code, 0)
        self.assertEqual(Run("convert", second, self.folder / "b.csv").code, 0)
        self.assertEqual(first.read_text(), (self.folder / "b.csv").read_text())
        self.assertEqual(Run(*arguments).stdout, first.read_text())
        rows = list(csv.DictReader(truth.read_text().splitlines()))
        self.assertEqual(len(rows), 30)
        self.assertAlmostEqual(float(rows[0]["v1"]), 1 / math.sqrt(10))
        self.assertEqual(float(rows[10]["v1"]), 0.0)
        # Anchors: the same doubles on every machine.
        self.assertEqual(first.read_text().split(",")[0], ANCHOR)
        self.assert_error(Run("generate", "spiked", "--features", 5), 2, "--features")


ANCHOR = "2.4652168532715786"

class Constraints(CliTest):
    def named(self):
        return self.file("named.csv", "a,b,c,d\n4,1,0.5,0\n1,3,0.25,0\n0.5,0.25,2,0.5\n0,0,0.5,1\n")

    def test_features_left_out_by_name_or_number(self):
        for text in ("a,c", "0,2", "c,0"):
            result = Run("solve", self.named(), "-k", 2, "--exclude", text, "--json", "-").json()
            self.assertEqual(result["options"]["exclude"], [0, 2])
            self.assertEqual(result["components"][0]["feature_names"], ["b"])  # d adds nothing to b
            self.assertAlmostEqual(result["components"][0]["upper_bound"], 3, places=9)
        run = Run("path", self.named(), "-k", "1:2", "--exclude", "a")
        self.assertIn("1 feature was left out by --exclude", run.stderr)

    def test_what_cannot_be_left_out(self):
        self.assert_error(Run("solve", self.named(), "-k", 1, "--exclude", "e"), 3, "there is no feature 'e'")
        self.assert_error(Run("solve", self.named(), "-k", 1, "--exclude", "4"), 3, "numbers from 0 to 3")
        self.assert_error(Run("solve", self.named(), "-k", 1, "--exclude", "a,b,c,d"), 2, "every feature")
        self.assert_error(Run("solve", self.named(), "-k", 3, "--exclude", "a,b"), 3, "2 features left")

    def test_disjoint_components(self):
        result = Run("solve", self.named(), "-k", "2,2", "--disjoint", "--json", "-").json()
        first, second = (set(c["support"]) for c in result["components"])
        self.assertFalse(first & second)
        self.assertIs(result["options"]["disjoint"], True)
        self.assertAlmostEqual(sum(c["variance"] for c in result["components"]), sum(c["adjusted_variance"] for c in result["components"]), delta=1)


if __name__ == "__main__":
    unittest.main()

"""path: every k of a range, the choice of k, JSON, errors."""

import re
import subprocess
import unittest

from harness import CHECKER, CliTest, Run


class Path(CliTest):
    def test_table_and_log(self):
        run = Run("path", self.covariance(), "-k", "1:3", "--select", 0.9)
        self.assertEqual(run.code, 0, run.stderr)
        rows = [line.split() for line in run.stdout.splitlines() if line.strip()[:1].isdigit()]
        self.assertEqual([row[0] for row in rows], ["1", "2", "3"])
        self.assertIn("The largest eigenvalue, which all features together explain, is in [", run.stdout)
        self.assertIn("of the largest eigenvalue; no k up to", run.stdout)
        self.assertIn("a curve of certified components for k = 1, 2, 3", run.stderr)
        self.assertEqual(run.stderr.count("gap\n"), 1)  # one head, a row for each k

    def test_features_to_include(self):
        """Every component has the feature, also where another is better."""
        covariance = self.covariance()
        free = Run("path", covariance, "-k", "1:3", "--json", "-").json()["components"]
        components = Run("path", covariance, "-k", "1:3", "--include", 0, "--json", "-").json()["components"]
        for component, other in zip(components, free):
            self.assertIn(0, component["support"])
            alone = Run("solve", covariance, "-k", component["k"], "--include", 0, "--json", "-").json()["components"][0]
            self.assertAlmostEqual(component["lower_bound"], alone["lower_bound"])
            self.assertAlmostEqual(component["upper_bound"], alone["upper_bound"])
            self.assertLessEqual(component["lower_bound"], other["upper_bound"] + 1e-9)
        self.assertLess(components[0]["upper_bound"], free[0]["lower_bound"])
        run = Run("path", covariance, "-k", "1:3", "--include", "0,1")
        self.assert_error(run, 2, "--include names 2 features and k is 1; choose a larger k")

    def test_a_straight_line_has_no_bend(self):
        """Equal variances and covariances: lambda^k = 1 + (k - 1)/2."""
        rows = "\n".join(",".join("1" if i == j else "0.5" for j in range(8)) for i in range(8))
        run = Run("path", self.file("equal.csv", rows + "\n"), "-k", "1:8", "--json", "-")
        self.assertIsNone(run.json()["path"]["bend"])
        self.assertNotIn("bends here", run.stderr)

    def test_json(self):
        result = Run("path", self.covariance(), "-k", "1:3", "--select", 0.5, "--json", "-").json()
        self.assertEqual(result["command"], "path")
        self.assertEqual([c["k"] for c in result["components"]], [1, 2, 3])
        self.assertEqual(result["options"]["select"], 0.5)
        for smaller, larger in zip(result["components"], result["components"][1:]):
            self.assertLessEqual(smaller["lower_bound"], larger["lower_bound"])
            self.assertLessEqual(smaller["upper_bound"], larger["upper_bound"])
        self.assertLessEqual(result["path"]["largest_eigenvalue"]["lower_bound"], result["path"]["largest_eigenvalue"]["upper_bound"])
        chosen = result["path"]["selection"]
        self.assertEqual(chosen["share"], 0.5)
        lower = {c["k"]: c["lower_bound"] for c in result["components"]}
        self.assertGreaterEqual(lower[chosen["k"]], 0.5 * result["path"]["largest_eigenvalue"]["lower_bound"])

    def test_a_list_of_k_agrees_with_single_solves(self):
        curve = Run("path", self.covariance(), "-k", "1,3", "--json", "-").json()
        for component in curve["components"]:
            one = Run("solve", self.covariance(), "-k", component["k"], "--json", "-").json()["components"][0]
            self.assertAlmostEqual(component["lower_bound"], one["lower_bound"], places=9)

    def test_many_k_at_a_limit(self):
        """Most take what their neighbours have, of the largest eigenvalue there is no better bound than that of k = n."""
        rows = [",".join(str((i * 37 + j * 11 + i * j) % 17 + (j if i == j else 0)) for j in range(30)) for i in range(25)]
        for text in (rows, [",".join(str(sum(float(row.split(",")[i]) * float(row.split(",")[j]) for row in rows)) for j in range(30)) for i in range(30)]):
            path = self.file("many.csv", "\n".join(text) + "\n")
            whole = Run("path", path, "-k", "1:30", "--json", "-").json()
            run = Run("path", path, "-k", "1:30", "--time-limit", 1e-9, "--tune", "path.late_sec=0", "--json", "-")
            self.assertEqual(run.code, 4, run.stderr)
            late = run.json()
            self.assertEqual([c["k"] for c in late["components"]], list(range(1, 31)))
            for one, proven in zip(late["components"], whole["components"]):
                self.assertLessEqual(len(one["support"]), one["k"])
                self.assertAlmostEqual(sum(x * x for x in one["loadings"]), 1.0)
                self.assertLessEqual(one["lower_bound"], one["variance"])
                self.assertAlmostEqual(one["variance"], one["score_variance"], delta=1e-9 * one["variance"])
                self.assertLessEqual(one["lower_bound"], proven["upper_bound"])
                self.assertGreaterEqual(one["upper_bound"], proven["lower_bound"])
                self.assertGreaterEqual(len(one["trace"]), 1)
            for smaller, larger in zip(late["components"], late["components"][1:]):
                self.assertLessEqual(smaller["lower_bound"], larger["lower_bound"])
                self.assertLessEqual(smaller["upper_bound"], larger["upper_bound"])
            largest = late["path"]["largest_eigenvalue"]
            self.assertLessEqual(largest["lower_bound"], whole["path"]["largest_eigenvalue"]["upper_bound"])
            self.assertGreaterEqual(largest["upper_bound"], whole["path"]["largest_eigenvalue"]["lower_bound"])
            self.assertLessEqual(largest["upper_bound"], late["components"][-1]["upper_bound"])

    def test_certificates_of_many_k_at_a_limit(self):
        """What a curve says of a k whose turn did not come follows from the proof of another k, and so says the checker."""
        samples = self.file("many.csv", "\n".join(",".join(str((i * 37 + j * 11 + i * j) % 17 + (j if i == j else 0)) for j in range(30)) for i in range(25)) + "\n")
        certificate = self.folder / "curve.cert"
        whole = {c["k"]: c for c in Run("path", samples, "-k", "1:30", "--json", "-").json()["components"]}
        for flags, code in ((["--time-limit", 1e-9, "--tune", "path.late_sec=0"], 4), (["--node-limit", 1], 4), ([], 0)):
            with self.subTest(flags):
                run = Run("path", samples, "-k", "1:30", *flags, "--certificate", certificate, "--json", "-")
                self.assertEqual(run.code, code, run.stderr)
                reported = {c["k"]: c for c in run.json()["components"]}
                for exact in ([], ["--exact"]):
                    check = subprocess.run([CHECKER, *exact, samples, certificate], capture_output=True, text=True, timeout=120)
                    self.assertEqual(check.returncode, 0, check.stderr)
                    proven = {int(k): (float(low), float(high)) for k, low, high in re.findall(r"k = (\d+)  proved: \[(.*), (.*)\]", check.stdout)}
                    self.assertEqual(sorted(proven), list(range(1, 31)))
                    for k, (low, high) in proven.items():
                        self.assertAlmostEqual(low, reported[k]["lower_bound"], delta=1e-8 * low)
                        self.assertAlmostEqual(high, reported[k]["upper_bound"], delta=1e-8 * high)
                        self.assertLessEqual(low, whole[k]["upper_bound"])
                        self.assertGreaterEqual(high, whole[k]["lower_bound"])
                    if "--time-limit" in flags:
                        self.assertIn("follows from k = ", check.stdout)

    def test_wrong_ranges(self):
        for text in ("0:3", "3:1", "a:b", "1:", ":3", "3,1", "2,2"):
            with self.subTest(text):
                self.assert_error(Run("path", self.covariance(), "-k", text), 2, "")
        self.assert_error(Run("path", self.covariance(), "-k", "1-3"), 2, "a range is written 1:3")
        self.assert_error(Run("solve", self.covariance(), "-k", "1:3"), 2, "for spica path")
        self.assert_error(Run("path", self.covariance(), "-k", "1:9"), 3, "more than the 4 features")
        self.assert_error(Run("path", self.covariance(), "-k", "1:3", "--select", 1.5), 2, "--select")


if __name__ == "__main__":
    unittest.main()

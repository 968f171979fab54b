"""solve, path and heuristic --nonnegative."""

import csv
import itertools
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, CliTest, Run

ROOT = Path(__file__).resolve().parents[2]
PITPROPS = ROOT / "data/pitprops.csv"


def pitprops():
    return [[float(cell) for cell in row] for row in list(csv.reader(PITPROPS.read_text().splitlines()))[1:]]


def leading(a):
    """The largest eigenvalue and its vector, by the power method on A + 20 I."""
    x = [1.0 + 0.01 * i for i in range(len(a))]
    for _ in range(5000):
        y = [sum(row[j] * x[j] for j in range(len(x))) + 20 * x[i] for i, row in enumerate(a)]
        size = max(map(abs, y))
        x = [value / size for value in y]
    value = sum(x[i] * a[i][j] * x[j] for i in range(len(x)) for j in range(len(x))) / sum(v * v for v in x)
    return value, x


def best_nonnegative(a, k):
    """Over all supports of at most k features whose leading eigenvector has one sign."""
    best = 0.0
    for size in range(1, k + 1):
        for s in itertools.combinations(range(len(a)), size):
            value, x = leading([[a[i][j] for j in s] for i in s])
            if min(x) >= -1e-9 or max(x) <= 1e-9:
                best = max(best, value)
    return best


class Nonnegative(CliTest):
    def solve(self, *arguments):
        run = Run("solve", *arguments, "--nonnegative", "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        result = run.json()
        for component in result["components"]:
            self.assertGreaterEqual(min(component["loadings"]), 0.0)
        self.assertIs(result["options"]["nonnegative"], True)
        return result

    def test_the_best_by_enumeration(self):
        a = [row[:8] for row in pitprops()[:8]]
        path = self.file("eight.csv", "\n".join(",".join(map(repr, row)) for row in a) + "\n")
        for k in (1, 2, 3):
            component = self.solve(path, "-k", k, "--gap", 0)["components"][0]
            truth = best_nonnegative(a, k)
            self.assertEqual(component["status"], "optimal")
            self.assertAlmostEqual(component["lower_bound"], truth, places=8)
            self.assertAlmostEqual(component["upper_bound"], truth, places=8)

    def test_signs_matter(self):
        path = self.file("pair.csv", "1,-0.9\n-0.9,1\n")
        self.assertAlmostEqual(self.solve(path, "-k", 2)["components"][0]["upper_bound"], 1.0, places=9)
        self.assertAlmostEqual(Run("solve", path, "-k", 2, "--json", "-").json()["components"][0]["upper_bound"], 1.9, places=9)

    def test_combinations(self):
        for flags in (("-k", "4,3"), ("-k", "4,3", "--deflation", "projection"), ("-k", "4,3", "--disjoint"), ("-k", "3,3", "--joint"),
                      ("-k", 4, "--include", "knots"), ("-k", 4, "--exclude", "length"), ("-k", 3, "--smallest"), ("-k", 13), ("-k", 5, "--standardize")):
            result = self.solve(PITPROPS, *flags)
            for bounds in [result["total"]] if "total" in result else result["components"]:
                self.assertLessEqual(bounds["lower_bound"], bounds["upper_bound"])
                self.assertLessEqual(bounds["gap"], 1e-4)

    def test_nothing_explains_more_than_components_of_any_sign(self):
        for k in (3, 6, 10):
            free = Run("solve", PITPROPS, "-k", k, "--json", "-").json()["components"][0]
            self.assertLessEqual(self.solve(PITPROPS, "-k", k)["components"][0]["lower_bound"], free["upper_bound"])

    def test_words(self):
        run = Run("solve", PITPROPS, "-k", 6, "--nonnegative", "--report", self.folder / "page.html")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("with non-negative loadings", run.stderr)
        self.assertIn("bounds are about components with non-negative loadings", run.stdout)
        self.assertIn("no set of 6 features with non-negative loadings explains more", (self.folder / "page.html").read_text())

    def test_a_curve(self):
        run = Run("path", PITPROPS, "-k", "1:6", "--nonnegative", "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        for component in run.json()["components"]:
            one = self.solve(PITPROPS, "-k", component["k"])["components"][0]
            self.assertGreaterEqual(component["upper_bound"], one["lower_bound"])
            self.assertLessEqual(component["lower_bound"], one["upper_bound"])
            self.assertGreaterEqual(min(component["loadings"]), 0.0)

    def test_goes_on_from_a_checkpoint_of_its_own_only(self):
        state = self.folder / "state"
        whole = self.solve(PITPROPS, "-k", 6, "--gap", 0, "--threads", 1)["components"][0]
        run = Run("solve", PITPROPS, "-k", 6, "--gap", 0, "--nonnegative", "--checkpoint", state, "--node-limit", 1, "--json", "-")
        self.assertIn(run.code, (0, 4), run.stderr)
        again = self.solve(PITPROPS, "-k", 6, "--gap", 0, "--resume", state)["components"][0]
        self.assertEqual((again["support"], again["status"]), (whole["support"], whole["status"]))
        self.assert_error(Run("solve", PITPROPS, "-k", 6, "--gap", 0, "--resume", state, "--log-level", "quiet"), 3, "nonnegative")

    def test_certificates(self):
        """The checker accepts what solve writes, of what it says, and nothing that is changed."""
        certificate = self.folder / "proof"
        for flags in (("-k", 5), ("-k", "4,3"), ("-k", "4,3", "--joint"), ("-k", 4, "--include", 12, "--exclude", "0,1"), ("-k", 4, "--smallest")):
            run = Run("solve", PITPROPS, *flags, "--gap", 0, "--nonnegative", "--certificate", certificate)
            self.assertEqual(run.code, 0, run.stderr)
            expected = "kind=any,joint=any,sense=any,include=any,exclude=any"
            for exact in ((), ("--exact",)):
                check = subprocess.run([CHECKER, *exact, "--expect", expected + ",nonnegative=1", PITPROPS, certificate], capture_output=True, text=True)
                self.assertEqual(check.returncode, 0, check.stderr)
                self.assertIn("without negative loadings", check.stdout)
            self.assertEqual(subprocess.run([CHECKER, "--expect", expected, PITPROPS, certificate], capture_output=True).returncode, 5)
        Run("solve", PITPROPS, "-k", 5, "--gap", 0, "--nonnegative", "--certificate", certificate)
        text = certificate.read_text()
        free = self.file("free", text.replace("nonnegative\n", ""))  # negative weights ask for payments then
        self.assertEqual(subprocess.run([CHECKER, PITPROPS, free], capture_output=True).returncode, 5)

    def test_certificates_where_one_support_takes_more_than_one_relaxation(self):
        """4 I less the Horn matrix: the relaxation to doubly nonnegative matrices is above the value, 4."""
        horn = ((1, -1, 1, 1, -1), (-1, 1, -1, 1, 1), (1, -1, 1, -1, 1), (1, 1, -1, 1, -1), (-1, 1, 1, -1, 1))
        rows = [[(4 if i == j else 0) - value for j, value in enumerate(row)] for i, row in enumerate(horn)]
        matrix = self.file("horn.csv", "".join(",".join(map(str, row)) + "\n" for row in rows))
        for more in ((), ("--alternatives", 0.01)):
            component = self.solve(matrix, "-k", 5, *more)["components"][0]
            self.assertGreaterEqual(component["upper_bound"], 4)
            certificate = self.folder / "proof"
            run = Run("solve", matrix, "-k", 5, "--nonnegative", *more, "--certificate", certificate)
            self.assertEqual(run.code, 0, run.stderr)
            check = subprocess.run([CHECKER, matrix, certificate], capture_output=True, text=True)
            self.assertEqual(check.returncode, 0, check.stderr)

    def test_certificates_where_nothing_is_left(self):
        """The list of a component without variance stands beside its proof."""
        samples = self.file("samples.csv", "0,1,2\n0,3,-1\n0,2,4\n")
        certificate = self.folder / "proof"
        for flags in (("-k", "1,1,1", "--disjoint"), ("-k", 1, "--include", 0)):
            run = Run("solve", samples, *flags, "--as", "samples", "--nonnegative", "--alternatives", 0.001, "--certificate", certificate)
            self.assertEqual(run.code, 0, run.stderr)
            check = subprocess.run([CHECKER, samples, certificate], capture_output=True, text=True)
            self.assertEqual(check.returncode, 0, check.stderr)


if __name__ == "__main__":
    unittest.main()

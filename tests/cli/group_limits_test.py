"""solve --groups with certificates, alternatives and components chosen together, against enumeration."""

import csv
import itertools
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, CliTest, Run

PITPROPS = Path(__file__).resolve().parents[2] / "data/pitprops.csv"
GROUPS = "feature,group\n" + "".join(f"{feature},{group}\n" for group, some in (("a", range(4)), ("b", range(4, 8)), ("c", range(8, 11)))
                                     for feature in some)
GROUP_OF = {feature: "a" if feature < 4 else "b" if feature < 8 else "c" for feature in range(11)}


def leading(a):
    """The largest eigenvalue by the power method."""
    x = [1.0 + 0.01 * i for i in range(len(a))]
    for _ in range(1000):
        y = [sum(row[j] * x[j] for j in range(len(x))) for row in a]
        size = max(map(abs, y))
        x = [value / size for value in y]
    return sum(x[i] * a[i][j] * x[j] for i in range(len(x)) for j in range(len(x))) / sum(v * v for v in x)


def admitted(support, at_most):
    groups = [GROUP_OF.get(feature) for feature in support]
    return all(groups.count(group) <= at_most for group in "abc")


def sets(k, at_most, features=range(13)):
    """Every set of k measurements that keeps to the limits with its value, the best first."""
    a = [[float(cell) for cell in row] for row in list(csv.reader(PITPROPS.read_text().splitlines()))[1:]]
    some = (s for s in itertools.combinations(features, k) if admitted(s, at_most))
    return sorted(((leading([[a[i][j] for j in s] for i in s]), list(s)) for s in some), reverse=True)


class GroupLimits(CliTest):
    def groups(self):
        return self.file("groups.csv", GROUPS)

    def solve(self, *arguments):
        run = Run("solve", PITPROPS, "--groups", self.groups(), *arguments, "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        return run.json()

    def check(self, certificate, *arguments):
        return subprocess.run([CHECKER, *arguments, PITPROPS, certificate], capture_output=True, text=True, timeout=60)

    def test_the_checker_says_which_limits(self):
        certificate = self.folder / "proof.cert"
        run = Run("solve", PITPROPS, "--groups", self.groups(), "--at-most", "a=2,b=1", "-k", "4,3", "--certificate", certificate)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertEqual(self.check(certificate, "--exact").returncode, 0)
        accepted = self.check(certificate, "--expect", "k=4,3,limits=1:4:5:6:7/2:0:1:2:3")
        self.assertEqual(accepted.returncode, 0, accepted.stderr)
        self.assertIn("at most 2 of these:\n  features (from 0): 0 1 2 3\n", accepted.stdout)
        for expected in ("k=4,3", "limits=2:0:1:2:3", "limits=2:0:1:2:3/2:4:5:6:7", "limits=2:0:1:2/1:4:5:6:7"):
            rejected = self.check(certificate, "--expect", expected)
            self.assertEqual(rejected.returncode, 5)
            self.assertIn("limits=2:0:1:2:3/1:4:5:6:7 and not ", rejected.stderr)
        self.assertEqual(self.check(certificate, "--expect", "limits=2").returncode, 2)

    def test_limits_that_were_changed_are_rejected(self):
        certificate = self.folder / "proof.cert"
        Run("solve", PITPROPS, "--groups", self.groups(), "--at-most", 1, "-k", 4, "--certificate", certificate)
        text = certificate.read_text()
        self.assertIn("limits 3\n1 4 0 1 2 3\n1 4 4 5 6 7\n1 3 8 9 10\n", text)
        for old, new in (("\n1 4 0 1 2 3\n", "\n2 4 0 1 2 3\n"), ("\n1 3 8 9 10\n", "\n3 3 8 9 10\n"),
                         ("limits 3\n1 4 0 1 2 3\n", "limits 2\n")):
            tampered = self.file("tampered.cert", text.replace(old, new))
            self.assertEqual(self.check(tampered).returncode, 5, new)

    def test_alternatives_keep_to_the_limits(self):
        component = self.solve("--at-most", 1, "-k", 3, "--alternatives", 0.1)["components"][0]
        close = sets(3, 1)
        close = [s for value, s in close if value > 0.9 * close[0][0]]
        self.assertEqual([one["support"] for one in component["alternatives"]], close)
        self.assertTrue(component["alternatives_proof"]["complete"])

    def test_alternatives_have_as_many_features_as_the_limits_allow(self):
        # three groups with one feature each, and two features without a group
        component = self.solve("--at-most", 1, "-k", 8, "--alternatives", 0.2)["components"][0]
        close = sets(5, 1)
        close = [s for value, s in close if value > 0.8 * close[0][0]]
        self.assertEqual([one["support"] for one in component["alternatives"]], close)
        self.assertEqual(component["support"], close[0])

    def test_components_chosen_together(self):
        result = self.solve("--at-most", 1, "-k", "3,2", "--joint")
        best = max(value + next(v for v, t in sets(2, 1, [f for f in range(13) if f not in s]))
                   for value, s in sets(3, 1)[:60])
        total = result["total"]
        self.assertLessEqual(best, total["upper_bound"] * (1 + 1e-9))
        self.assertLessEqual(total["lower_bound"], best * (1 + 1e-9))
        self.assertLess(total["gap"], 2e-4)
        for component in result["components"]:
            self.assertTrue(admitted(component["support"], 1))

    def test_components_chosen_together_with_features_to_include(self):
        three, two = sets(3, 1), sets(2, 1)
        for included in ([9], [0, 1], [0, 1, 4, 5]):
            certificate = self.folder / "proof.cert"
            result = self.solve("--at-most", 1, "-k", "3,2", "--joint", "--include", ",".join(map(str, included)), "--certificate", certificate)
            best = max(value + other for value, s in three for other, t in two
                       if not set(s) & set(t) and set(included) <= set(s) | set(t))
            total = result["total"]
            self.assertLessEqual(best, total["upper_bound"] * (1 + 1e-9))
            self.assertLessEqual(total["lower_bound"], best * (1 + 1e-9))
            self.assertLess(total["gap"], 2e-4)
            supports = [component["support"] for component in result["components"]]
            self.assertLessEqual(set(included), set(supports[0]) | set(supports[1]))
            for support in supports:
                self.assertTrue(admitted(support, 1))
            self.assertEqual(self.check(certificate, "--exact").returncode, 0)

    def test_features_to_include_that_get_no_loading(self):
        """Without negative loadings a feature that must be in may have none; its certificate has a place for it."""
        certificate = self.folder / "proof.cert"
        without = 0
        for included in ("0,1", "0,5", "2,7", "1,10", "5,12"):
            result = self.solve("--at-most", 1, "-k", "3,2", "--joint", "--nonnegative", "--include", included, "--certificate", certificate)
            without += sum(loading == 0 for component in result["components"] for loading in component["loadings"])
            self.assertEqual(self.check(certificate, "--exact").returncode, 0, included)
        self.assertGreater(without, 0)

    def test_what_finds_no_room(self):
        run = Run("solve", PITPROPS, "--groups", self.groups(), "--at-most", 1, "-k", "3,2", "--joint", "--include", "0,1,2")
        self.assert_error(run, 2, "--include", "does not fit", "--groups")


if __name__ == "__main__":
    unittest.main()

"""solve --alternatives: every set of features within a share of the best, against enumeration."""

import csv
import functools
import hashlib
import itertools
import json
import struct
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, PROGRAM, CliTest, Run

ROOT = Path(__file__).resolve().parents[2]
PITPROPS = ROOT / "data/pitprops.csv"


def leading(a):
    """The largest eigenvalue by the power method."""
    x = [1.0 + 0.01 * i for i in range(len(a))]
    for _ in range(1000):
        y = [sum(row[j] * x[j] for j in range(len(x))) for row in a]
        size = max(map(abs, y))
        x = [value / size for value in y]
    return sum(x[i] * a[i][j] * x[j] for i in range(len(x)) for j in range(len(x))) / sum(v * v for v in x)


@functools.cache
def all_sets(k):
    """Every set of k measurements with its value, the best first."""
    a = [[float(cell) for cell in row] for row in list(csv.reader(PITPROPS.read_text().splitlines()))[1:]]
    values = [(leading([[a[i][j] for j in s] for i in s]), list(s)) for s in itertools.combinations(range(len(a)), k)]
    return sorted(values, reverse=True)


class Alternatives(CliTest):
    def solve(self, *arguments):
        run = Run("solve", *arguments, "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        return run.json()

    def test_lists_every_set_in_order(self):
        sets = all_sets(3)
        result = self.solve(PITPROPS, "-k", 3, "--alternatives", 0.1)
        component = result["components"][0]
        close = [s for value, s in sets if value > 0.9 * sets[0][0]]
        self.assertEqual([one["support"] for one in component["alternatives"]], close)
        self.assertEqual(component["alternatives"][0]["support"], component["support"])
        for one, (value, _) in zip(component["alternatives"], sets):
            self.assertAlmostEqual(one["value"], value, 8)
        proof = component["alternatives_proof"]
        self.assertTrue(proof["complete"])
        self.assertEqual(proof["count"], len(close))
        self.assertLess(sets[len(close)][0], proof["cutoff"])
        for feature in component["features"]:
            having = [value for value, s in sets[:len(close)] if feature["feature"] in s]
            lacking = [value for value, s in sets[:len(close)] if feature["feature"] not in s]
            self.assertEqual(feature["in"], "none" if not having else "some" if lacking else "all")
            self.assertIn("name", feature)
            for name, values in (("best_with", having), ("best_without", lacking)):
                if values:
                    self.assertAlmostEqual(feature[name], values[0], 8)
                else:
                    self.assertIsNone(feature[name])

    def test_says_so_where_there_are_more(self):
        run = Run("solve", PITPROPS, "-k", 3, "--alternatives", 0.3, "--most", 5, "--json", "-")
        component = run.json()["components"][0]
        sets = all_sets(3)
        self.assertEqual(len(component["alternatives"]), 5)
        self.assertFalse(component["alternatives_proof"]["complete"])
        self.assertGreater(component["alternatives_proof"]["count"], 5)
        self.assertEqual([one["support"] for one in component["alternatives"]], [s for _, s in sets[:5]])
        text = Run("solve", PITPROPS, "-k", 3, "--alternatives", 0.3, "--most", 5).stdout
        self.assertIn("at least ", text)
        self.assertIn("more than are listed", text)

    def test_features_to_include_and_exclude(self):
        component = self.solve(PITPROPS, "-k", 3, "--alternatives", 0.1, "--include", "moist", "--exclude", 0)["components"][0]
        sets = [(value, s) for value, s in all_sets(3) if 2 in s and 0 not in s]
        close = [s for value, s in sets if value > 0.9 * sets[0][0]]
        self.assertEqual([one["support"] for one in component["alternatives"]], close)

    def test_each_component_has_its_own(self):
        result = self.solve(PITPROPS, "-k", "3,2", "--alternatives", 0.02)
        for component in result["components"]:
            self.assertEqual(component["alternatives"][0]["support"], component["support"])

    def test_what_is_refused(self):
        for more, reason in ((["--joint"], "--joint"), (["--smallest"], "--smallest"), (["--start", "0,1,2", "--prove"], "--prove")):
            k = ["-k", "3,3"] if "--joint" in more else ["-k", 3]
            run = Run("solve", PITPROPS, *k, "--alternatives", 0.1, *more)
            self.assertEqual(run.code, 2)
            self.assertIn(reason, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        self.assertEqual(Run("solve", PITPROPS, "-k", 3, "--alternatives", 2).code, 2)

    def test_limits_leave_an_honest_list(self):
        common = (PROGRAM, "solve", PITPROPS, "-k", "6", "--alternatives", "0.3", "--json", "-")

        def component(*more):  # without a certificate, which an unfinished list has not
            run = subprocess.run([*common, *more], capture_output=True, text=True, timeout=60)
            result = json.loads(run.stdout)
            return run.returncode, result["status"], result["components"][0]

        whole = component()[2]
        for limit in (10, 40, 100):  # of which the search for the best set takes 15
            saved = self.folder / f"list{limit}.checkpoint"
            code, status, stopped = component("--node-limit", str(limit), "--checkpoint", saved)
            self.assertEqual((code, status), (4, "node_limit"))
            self.assertFalse(stopped["alternatives_proof"]["complete"])
            code, status, resumed = component("--resume", saved)
            self.assertEqual((code, status), (0, "optimal"))
            self.assertEqual(resumed["alternatives"], whole["alternatives"])

    def test_the_checker_misses_a_set_that_is_left_out(self):
        certificate = self.file("list.cert", "")
        Run("solve", PITPROPS, "-k", 3, "--alternatives", 0.1, "--certificate", certificate)
        text = Path(certificate).read_text()
        accepted = subprocess.run([CHECKER, PITPROPS, certificate], capture_output=True, text=True, timeout=60)
        self.assertEqual(accepted.returncode, 0, accepted.stdout + accepted.stderr)
        self.assertIn("but these", accepted.stdout)
        head, rest = text.split("alternatives ", 1)
        lines = rest.split("\n")
        count = int(lines[0])
        for gone in range(count):
            kept = [line for i, line in enumerate(lines[1:count + 1]) if i != gone]
            tampered = self.file("tampered.cert", head + f"alternatives {count - 1}\n" + "\n".join(kept + lines[count + 1:]))
            run = subprocess.run([CHECKER, PITPROPS, tampered], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 5, run.stdout)
            other = lines[1:gone + 1] + [" 3 10 11 12"] + lines[gone + 2:]  # a set that is not one of them in its place
            tampered = self.file("other.cert", head + f"alternatives {count}\n" + "\n".join(other))
            run = subprocess.run([CHECKER, PITPROPS, tampered], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 5, run.stdout)

    def test_the_checker_takes_no_set_for_one_like_it(self):
        numbers = struct.pack("<9d", 1, 0, 0, 0, 1, 0, 0, 0, 0.5)
        matrix = self.file("alike.csv", "1,0,0\n0,1,0\n0,0,0.5\n")
        certificate = self.file(
            "alike.cert",
            "spica-certificate 1\nmatrix covariance 3 3 "
            + hashlib.sha256(b"spica-matrix 3 3\n" + numbers).hexdigest()
            + "\ncenter 0 standardize 0 ddof 0 exponent 0 shift 0\ncomponents 1\ncomponent\nk 1\nx 1 0 0x1p+0\n"
            "upper 0x1.00001p+0\nclose spectral\nend\nalternatives 1\n1 0\nupper 0x1.4p-1\n"
            "groups 1\n2 0 1 1 1\nbranch 0 alike 1 1\nclose listed 0\nclose spectral\nend\n",
        )
        run = subprocess.run([CHECKER, matrix, certificate], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 5, run.stdout)  # {1} is as good as {0}, and not listed
        self.assertIn("change places", run.stderr)

    def test_the_checker_tells_few_features_from_enough(self):
        """Two features of two that there are make up a set of two, one does not."""
        numbers = struct.pack("<4d", 1, 0, 0, 1)
        matrix = self.file("two.csv", "1,0\n0,1\n")
        for list_and_proof, code in (("0\nupper 0x1p-3\nclose few\nend\n", 5),
                                     ("1\n2 0 1\nupper 0x1p-3\nbranch 0\nclose listed 0\nclose few\nend\n", 0)):
            certificate = self.file(
                "two.cert",
                "spica-certificate 1\nmatrix covariance 2 2 "
                + hashlib.sha256(b"spica-matrix 2 2\n" + numbers).hexdigest()
                + "\ncenter 0 standardize 0 ddof 0 exponent 0 shift 0\ncomponents 1\ncomponent\nk 2\nx 1 0 0x1p+0\n"
                "upper 0x1.00001p+0\nclose spectral\nend\nalternatives " + list_and_proof,
            )
            run = subprocess.run([CHECKER, matrix, certificate], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, code, run.stdout + run.stderr)

    def test_the_checker_takes_no_list_of_a_reflected_matrix(self):
        """What is below a number there is above one in the matrix of the file, of which the checker speaks."""
        numbers = struct.pack("<9d", 5, 0, 0, 0, 1, 0, 0, 0, 1)
        matrix = self.file("reflected.csv", "5,0,0\n0,1,0\n0,0,1\n")
        certificate = self.file(
            "reflected.cert",
            "spica-certificate 1\nmatrix covariance 3 3 "
            + hashlib.sha256(b"spica-matrix 3 3\n" + numbers).hexdigest()
            + "\ncenter 0 standardize 0 ddof 0 exponent 0 shift 0 reflect 0x1.8p+2\ncomponents 1\ncomponent\nk 1\n"
            "x 1 1 0x1p+0\nupper 0x1.41p+2\nclose spectral\nend\n"
            "alternatives 2\n1 1\n1 2\nupper 0x1.8p+0\n"
            "branch 1\nclose listed 0\nbranch 2\nclose listed 1\nclose spectral\nend\n",
        )
        run = subprocess.run([CHECKER, matrix, certificate], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 5, run.stdout)  # {0} explains 5, more than 1.5, and is not listed
        self.assertIn("smallest", run.stderr)

    def test_a_component_of_fewer_features_than_its_sets(self):
        matrix = self.file("few.csv", "3,0,0\n0,1,0\n0,0,1\n")
        text = Run("solve", matrix, "-k", 2, "--alternatives", 0.01).stdout
        self.assertNotIn("instead of", text)
        self.assertRegex(text, r"3  1 in addition")
        self.assertRegex(text, r"3  2 in addition")

    def test_what_is_left_of_nothing(self):
        """No set is above what rounding leaves of a matrix of rank one."""
        matrix = self.file("one.csv", "4,2,2\n2,1,1\n2,1,1\n")
        page = self.folder / "page.html"
        run = Run("solve", matrix, "-k", "3,2", "--alternatives", 0.01, "--json", "-", "--report", page)
        later = run.json()["components"][1]
        self.assertTrue(later["negligible"])
        self.assertEqual(later["alternatives"], [])
        text = Run("solve", matrix, "-k", "3,2", "--alternatives", 0.01).stdout.split("Component 2")[1]
        self.assertIn("proven: no set explains more than", text)
        self.assertNotIn("this one included", text)
        self.assertNotIn("0 sets", page.read_text())


if __name__ == "__main__":
    unittest.main()

"""Certificates about some supports only: with --include, --exclude and --disjoint, of curves; and what changed ones prove."""

import csv
import itertools
import re
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, CliTest, Run
from sentences_test import largest_eigenvalue

PITPROPS = Path(__file__).resolve().parents[2] / "data/pitprops.csv"


def best(k, included=(), excluded=()):
    """By enumeration, over supports with all of one and none of the other."""
    a = [[float(cell) for cell in row] for row in list(csv.reader(PITPROPS.read_text().splitlines()))[1:]]
    others = [i for i in range(13) if i not in included and i not in excluded]
    supports = ((*included, *more) for more in itertools.combinations(others, k - len(included)))
    return max(largest_eigenvalue([[a[i][j] for j in s] for i in s]) for s in supports)


class ChoiceCertificates(CliTest):
    def certificate(self, *arguments, command="solve", code=0):
        path = self.folder / "certificate"
        run = Run(command, PITPROPS, *arguments, "--certificate", path)
        self.assertEqual(run.code, code, run.stderr)
        return path.read_text()

    def check(self, text, expect=None):
        path = self.file("checked", text)
        return subprocess.run([CHECKER, *(["--expect", expect] if expect else []), PITPROPS, path], capture_output=True, text=True, timeout=120)

    def proven(self, text):
        """(k, included, excluded, upper bound) of each component; None where the checker rejects."""
        run = self.check(text)
        if run.returncode == 5:
            return None
        self.assertEqual(run.returncode, 0, run.stderr)
        found, included, excluded, where = [], (), (), None
        for line in run.stdout.splitlines():
            if line.startswith("among supports"):
                where = "in" if "all of" in line else "out"
            elif line.startswith("  features") and where:
                features = tuple(map(int, line.split(":")[1].split()))
                included, excluded = (features, excluded) if where == "in" else (included, features)
                where = None
            elif match := re.match(r"component \d+  k = (\d+)  proved: \[.*, (.*)\]", line):
                found.append((int(match[1]), included, excluded, float(match[2])))
                included, excluded = (), ()
        return found

    def test_statements(self):
        for flags, included, excluded in ((["--include", "2,3"], (2, 3), ()), (["--exclude", "0,9"], (), (0, 9)),
                                          (["--include", "3", "--exclude", "0"], (3,), (0,))):
            for exact in ([], ["--gap", 0]):
                (one,) = self.proven(self.certificate("-k", 4, *flags, *exact))
                self.assertEqual(one[:3], (4, included, excluded))
                truth = best(4, included, excluded)
                self.assertTrue(truth - 1e-9 <= one[3] <= truth * (1 + 2e-4))

    def test_expectations(self):
        text = self.certificate("-k", "4", "--include", "2,3", "--exclude", "0")
        for expect, code in (("include=2,3,exclude=0", 0), ("include=3,2,exclude=0,k=4", 0), ("include=any,exclude=any", 0), ("k=4", 5), ("include=2,3", 5),
                             ("include=2,exclude=0", 5), ("include=2,3,exclude=0,1", 5), ("include=2,3,exclude=0,disjoint=1", 0)):
            self.assertEqual(self.check(text, expect).returncode, code, expect)
        apart = self.certificate("-k", "4,3", "--disjoint")
        self.assertEqual(self.check(apart, "disjoint=1").returncode, 0)
        self.assertIn("exclude=0,1,8,9 and not none", self.check(apart, "k=4,3").stderr)
        self.assertEqual(self.check(self.certificate("-k", "4,3"), "disjoint=1").returncode, 5)

    def test_a_certificate_for_every_k(self):
        found = self.proven(self.certificate("-k", "2:5", "--exclude", "1", command="path"))
        self.assertEqual([one[:3] for one in found], [(k, (), (1,)) for k in range(2, 6)])
        for k, _, excluded, upper in found:
            self.assertGreaterEqual(upper, best(k, (), excluded) - 1e-9)

    def test_mutations_prove_what_they_say_or_nothing(self):
        """Lines about features that are dropped, changed or added: whatever is still accepted is true."""
        accepted = 0
        tight = ["--gap", 0]
        for flags in (["--include", "2,3", *tight], ["--exclude", "0,1", *tight], ["--include", "4", "--exclude", "0,8", *tight], ["--node-limit", 1]):
            text = self.certificate("-k", 4, *flags, code=4 if "--node-limit" in flags else 0)
            bare = re.sub(r"(?m)^(include|exclude) .*\n", "", text)
            mutants = [bare]
            for line in ("include 1 2", "include 2 2 4", "include 1 12", "exclude 1 0", "exclude 1 1", "exclude 3 0 1 12", "exclude 1 8", "exclude 0",
                         "include 0", "exclude 10 0 1 2 3 4 5 6 7 8 9", "include 1 2\nexclude 1 2", "include 5 0 1 2 3 4"):
                mutants.append(re.sub(r"(?m)^(upper .*\n)", rf"\g<1>{line}\n", bare, count=1))
            for mutant in mutants:
                for one in self.proven(mutant) or []:
                    accepted += 1
                    self.assertGreaterEqual(one[3], best(*one[:3]) - 1e-9, (flags, one))
            if "--gap" in flags:
                self.assertIsNone(self.proven(bare), "without its line the bound is false")
        self.assertGreater(accepted, 0)

    def test_what_cannot_be(self):
        text = self.certificate("-k", 4, "--exclude", "0")
        for line, words in (("exclude 1 1", "excluded"), ("include 2 3 4", "no room"), ("include 1 6\nexclude 1 6", "both")):
            support = re.search(r"(?m)^x 4 (\d+) (\d+) (\d+) (\d+)", text).groups()
            line = line.replace("exclude 1 1", f"exclude 1 {support[0]}")
            run = self.check(re.sub(r"(?m)^exclude .*$", line, text))
            self.assertEqual(run.returncode, 5)
            self.assertIn(words, run.stderr)


if __name__ == "__main__":
    unittest.main()

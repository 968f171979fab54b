"""A start from the user, and the proof of how far it is from the best: solve --start and --prove."""

import csv
import itertools
import json
import unittest
from pathlib import Path

from harness import CliTest, Run
from sentences_test import largest_eigenvalue

PITPROPS = Path(__file__).resolve().parents[2] / "data/pitprops.csv"
BEST = ["topdiam", "length", "ringbut", "bowdist", "whorls"]


def pitprops():
    rows = list(csv.reader(PITPROPS.read_text().splitlines()))
    return rows[0], [[float(cell) for cell in row] for row in rows[1:]]


def value_of(support):
    a = pitprops()[1]
    return largest_eigenvalue([[a[i][j] for j in support] for i in support])


class Start(CliTest):
    def prove(self, start, *flags, code=0, path=PITPROPS):
        run = Run("solve", path, "--start", start, "--prove", "--json", "-", *flags)
        self.assertEqual(run.code, code, run.stderr)
        return run.json()

    def test_the_answer_is_the_set_between_its_value_and_the_best(self):
        best = max(value_of(s) for s in itertools.combinations(range(13), 3))
        names = pitprops()[0]
        for support in [(0, 1, 2), (3, 7, 12), (10, 11, 12)]:
            one = self.prove(",".join(names[i] for i in support), "--gap", 0)["components"][0]
            self.assertEqual(one["support"], list(support))
            self.assertEqual(one["k"], 3)
            self.assertAlmostEqual(one["variance"], value_of(support), places=9)
            self.assertLessEqual(one["lower_bound"], value_of(support) + 1e-12)
            self.assertGreaterEqual(one["upper_bound"], best - 1e-9)
            self.assertAlmostEqual(one["gap"], best / value_of(support) - 1, places=8)
            self.assertAlmostEqual(one["trace"][-1]["lower_bound"], one["lower_bound"], places=9)
            if value_of(support) < best - 1e-9:
                self.assertEqual(one["status"], "finished")
                self.assertFalse(one["down_to_rounding"])
                self.assertAlmostEqual(one["better"]["value"], best, places=9)
                self.assertAlmostEqual(value_of(one["better"]["support"]), best, places=9)
                self.assertEqual(one["better"]["feature_names"], [names[i] for i in one["better"]["support"]])

    def test_the_best_set_is_proven_to_be(self):
        result = self.prove(",".join(BEST))
        self.assertEqual(result["status"], "optimal")
        self.assertNotIn("better", result["components"][0])
        self.assertEqual((result["options"]["start"], result["options"]["prove"]), ([[0, 1, 6, 8, 9]], True))
        near = self.prove("0,1,2,8,9", "--gap", 0.5)
        self.assertEqual(near["status"], "gap_reached")
        self.assertIn("better", near["components"][0])

    def test_ties(self):
        """Two pairs that are alike: either is the best, tied with the other."""
        path = self.file("twins.csv", "a,b,c,d\n2,1,0,0\n1,2,0,0\n0,0,2,1\n0,0,1,2\n")
        for start, other in (("a,b", [2, 3]), ("c,d", [0, 1])):
            one = self.prove(start, "--gap", 0, path=path)["components"][0]
            self.assertEqual((one["status"], one["ties"]), ("optimal", [other]))
            self.assertNotIn("better", one)

    def test_fewer_features_than_k(self):
        one = self.prove("topdiam,length", "-k", 5)["components"][0]
        self.assertEqual((one["k"], one["support"]), (5, [0, 1]))
        self.assertAlmostEqual(one["gap"], value_of((0, 1, 6, 8, 9)) / value_of((0, 1)) - 1, places=6)

    def test_a_loading_of_zero_stays_in_the_answer(self):
        one = self.prove("a,d", path=self.covariance())["components"][0]
        self.assertEqual((one["support"], one["loadings"]), ([0, 3], [0.0, 1.0]))
        self.assertEqual(one["better"]["support"], [0, 1])

    def test_several_components_from_files(self):
        json_file, sorted_file, wide_file = (self.folder / name for name in ("r.json", "l.csv", "w.csv"))
        Run("solve", PITPROPS, "-k", "5,2,2", "--json", json_file, "--loadings", sorted_file)
        Run("solve", PITPROPS, "-k", "5,2,2", "--loadings", wide_file, "--loadings-form", "wide")
        supports = [one["support"] for one in json.loads(json_file.read_text())["components"]]
        for file in (json_file, sorted_file, wide_file, f"@{json_file}"):
            for flags in ([], ["--deflation", "projection"], ["--disjoint"]):
                result = self.prove(file, *flags)
                self.assertEqual([one["support"] for one in result["components"]], supports)
                self.assertEqual([one["k"] for one in result["components"]], [5, 2, 2])
        self.assertEqual(self.prove(json_file)["status"], "optimal")
        again = Run("solve", PITPROPS, "-k", "5,2,2", "--start", json_file, "--json", "-").json()
        self.assertEqual([one["support"] for one in again["components"]], supports)

    def test_later_sets_are_about_what_earlier_ones_leave(self):
        """The first set is not the best; the second is judged after the first, not after the best."""
        file = self.file("l.csv", "component,feature,loading\n1,topdiam,1\n1,length,1\n2,moist,0.5\n2,testsg,0.5\n2,knots,0\n")
        result = self.prove(file)
        self.assertEqual([one["support"] for one in result["components"]], [[0, 1], [2, 3]])
        second = result["components"][1]
        self.assertEqual(second["status"], "optimal")

    def test_names_are_found_where_columns_moved(self):
        rows = [line.split(",") for line in PITPROPS.read_text().splitlines()]
        Run("solve", PITPROPS, "-k", 5, "--json", self.folder / "r.json")
        order = list(reversed(range(13)))
        body = [[row[j] for j in order] for row in rows[1:]]
        moved = self.file("moved.csv", "\n".join(",".join(row) for row in [[rows[0][j] for j in order], *(body[i] for i in order)]) + "\n")
        result = self.prove(self.folder / "r.json", path=moved)
        self.assertEqual(sorted(result["components"][0]["feature_names"]), sorted(BEST))
        self.assertEqual(result["status"], "optimal")

    def test_a_list_in_a_file_and_one_of_a_curve(self):
        names = self.file("names.txt", "# mine\n" + "\n".join(BEST) + "\n")
        self.assertEqual(self.prove(f"@{names}")["status"], "optimal")
        curve = self.folder / "path.json"
        Run("path", PITPROPS, "-k", "2:5", "--json", curve, "--loadings", self.folder / "path.csv")
        for file in (curve, self.folder / "path.csv"):
            self.assertEqual(self.prove(file, "-k", 4)["components"][0]["k"], 4)
            self.assert_error(Run("solve", PITPROPS, "--start", file, "--prove"), 2, "curve over k", "-k")
            self.assert_error(Run("solve", PITPROPS, "--start", file, "--prove", "-k", 7), 2, "no component for k = 7")

    def test_with_other_flags(self):
        included = self.prove("topdiam,length", "-k", 5, "--include", "moist")["components"][0]
        self.assertEqual(included["support"], [0, 1, 2])
        self.assertIn(2, included["better"]["support"])
        excluded = self.prove("length,ringbut", "--exclude", "topdiam")["components"][0]
        self.assertEqual(excluded["support"], [1, 6])
        self.assertNotIn(0, excluded["better"]["support"])
        smallest = self.prove("topdiam,moist", "--smallest")["components"][0]
        self.assertEqual(smallest["support"], [0, 2])
        self.assertLess(smallest["better"]["value"], smallest["upper_bound"])
        self.assertGreaterEqual(smallest["better"]["value"], smallest["lower_bound"] - 1e-12)

    def test_joint(self):
        best = Run("solve", PITPROPS, "-k", "3,3", "--joint", "--json", self.folder / "best.json", "--gap", 0)
        self.assertEqual(best.code, 0)
        found = json.loads((self.folder / "best.json").read_text())
        proven = self.prove(self.folder / "best.json", "--joint", "--gap", 0)
        self.assertEqual(proven["status"], "optimal")
        self.assertNotIn("better", proven["total"])
        file = self.file("mine.csv", "component,index,loading\n1,0,1\n1,2,1\n1,4,1\n2,1,1\n2,3,1\n2,5,1\n")
        mine = self.prove(file, "--joint")
        self.assertEqual(sorted(one["support"] for one in mine["components"]), [[0, 2, 4], [1, 3, 5]])
        self.assertAlmostEqual(mine["total"]["lower_bound"], value_of((0, 2, 4)) + value_of((1, 3, 5)), places=9)
        self.assertGreaterEqual(mine["total"]["upper_bound"], found["total"]["lower_bound"] - 1e-9)
        self.assertAlmostEqual(mine["total"]["better"]["value"], found["total"]["lower_bound"], delta=1e-3)
        self.assertEqual(mine["status"], "finished")

    def test_a_start_that_is_no_proof_is_beaten(self):
        run = Run("solve", PITPROPS, "-k", 5, "--start", "10,11,12", "--json", "-")
        self.assertEqual(run.json()["components"][0]["support"], [0, 1, 6, 8, 9])
        self.assertIn("U your start", run.stderr)
        self.assertRegex(run.stderr, r"(?m)^U ")

    def test_a_limit_leaves_the_answer(self):
        result = self.prove("topdiam,length", "-k", 4, "--time-limit", 0, code=4)
        self.assertEqual(result["components"][0]["support"], [0, 1])
        self.assertEqual(result["status"], "time_limit")

    def test_words(self):
        run = Run("solve", PITPROPS, "--start", "0,1,2,3,5", "--prove", "--report", self.folder / "page.html")
        self.assertIn("a better set was found", run.stdout)
        self.assertRegex(run.stdout, r"better: 3\.40615\d+ \(23\.88 % more\), topdiam, length, ringbut, bowdist, whorls")
        self.assertIn("this is the answer", run.stderr)
        self.assertIn("A better set was found, which explains 3.4061", (self.folder / "page.html").read_text())

    def test_checkpoints(self):
        saved = self.folder / "s.checkpoint"
        self.prove("0,1,2", "--checkpoint", saved)
        self.assertEqual(self.prove("0,1,2", "--resume", saved)["components"][0]["support"], [0, 1, 2])
        self.assert_error(Run("solve", PITPROPS, "--start", "0,1,3", "--prove", "--resume", saved), 3, "another solve", "--start")

    def test_errors(self):
        broken = self.file("broken.json", '{"components": 3}')
        cases = [
            (["--start", "topdiam,nobody", "--prove"], 3, "no feature 'nobody'"),
            (["--start", "topdiam,TopDiam", "--prove"], 3, "did you mean 'topdiam'?"),
            (["--start", "0,1,2", "--prove", "-k", 2], 2, "--start names 3 features and k is 2"),
            (["--start", "0,topdiam", "--prove"], 2, "names 'topdiam' twice"),
            (["--start", "0,1", "--prove", "--exclude", "topdiam"], 2, "'topdiam', which was left out"),
            (["--start", "0,1", "--prove", "--include", "moist"], 2, "with --include 3,", "k is 2"),
            (["--start", "0,1", "--prove", "-k", "2,2"], 2, "--prove", "has 1", "asks for 2"),
            (["--prove", "-k", 3], 2, "--prove needs the set"),
            (["--prove"], 2, "--prove needs the set"),
            (["--start", "0,1"], 2, "-k is missing"),
            (["--start", "", "--prove"], 3, "no feature ''"),
            (["--start", "none.json", "--prove"], 3, "none.json"),
            (["--start", broken, "--prove"], 3, "no result of spica"),
        ]
        for flags, code, *parts in cases:
            with self.subTest(flags=flags):
                self.assert_error(Run("solve", PITPROPS, *flags), code, *parts)
        overlapping = self.file("l.csv", "component,index,loading\n1,0,1\n1,1,1\n2,1,1\n2,3,1\n")
        for flag in ("--disjoint", "--joint"):
            self.assert_error(Run("solve", PITPROPS, "--start", overlapping, "--prove", flag), 2, "'length' in two components", flag)
        fraction = self.file("f.csv", "component,index,loading\n1,0.5,1\n")
        self.assert_error(Run("solve", PITPROPS, "--start", fraction, "--prove"), 3, "f.csv", "not a whole number")


if __name__ == "__main__":
    unittest.main()

"""What is left where features are left out, searches that come down to rounding, and data without variance."""

import random
import unittest

from harness import CliTest, Run


class Edges(CliTest):
    def giant(self, n):
        lines = ["%%MatrixMarket matrix coordinate real symmetric", f"{n} {n} {n + 1}", "1 1 1"]
        lines += [f"{i} {i} 1e-170" for i in range(2, n + 1)]
        return self.file("giant.mtx", "\n".join(lines + [f"{n} {n - 1} 1e-170"]) + "\n")

    def test_a_feature_that_is_left_out_takes_its_scale_with_it(self):
        for flags in (["--time-limit", "1e-9"], []):
            component = Run("solve", self.giant(620), "-k", 2, "--exclude", 0, "--json", "-", *flags).json()["components"][0]
            self.assertLessEqual(component["lower_bound"], 2e-170)
            self.assertGreaterEqual(component["upper_bound"], 2e-170)
            self.assertNotIn(0, component["support"])

    def test_a_second_component_at_the_level_of_rounding_ends(self):
        random.seed(4)
        n = 18
        y = [[random.randint(-9, 9) for _ in range(n)] for _ in range(30)]
        rows = [",".join(repr((1.0 if i < 3 and j < 3 else 0.0) + 3e-13 * sum(r[i] * r[j] for r in y) / 900) for j in range(n))
                for i in range(n)]
        run = Run("solve", self.file("small.csv", "\n".join(rows) + "\n"), "--as", "covariance", "-k", "3,2", "--json", "-")
        second = run.json()["components"][1]
        self.assertEqual(second["status"], "finished")
        self.assertTrue(second["down_to_rounding"] and second["negligible"])
        self.assertIn("nothing is left to explain", run.stderr)

    def test_samples_beside_a_giant(self):
        random.seed(8)
        rows = [",".join([repr(random.gauss(0, 1) * 1e100)] + [repr(random.gauss(0, 1)) for _ in range(19)]) for _ in range(8)]
        path = self.file("giant.csv", "\n".join(rows) + "\n")
        component = Run("solve", path, "-k", 4, "--exclude", 0, "--json", "-").json()["components"][0]
        self.assertIn(component["status"], ("optimal", "gap_reached"))
        self.assertLess(component["upper_bound"], 100.0)

    def test_what_is_left_out_is_never_the_answer(self):
        negative = self.file("negative.csv", "1,0,0\n0,-4e-7,0\n0,0,-4e-7\n")
        component = Run("solve", negative, "--as", "covariance", "-k", 1, "--exclude", 0, "--json", "-").json()["components"][0]
        self.assertEqual((component["lower_bound"], component["upper_bound"]), (-4e-7, -4e-7))
        constant = self.file("constant.csv", "1,5\n2,5\n4,5\n")
        self.assertEqual(Run("solve", constant, "-k", 1, "--exclude", 0, "--json", "-").json()["components"][0]["support"], [1])
        disjoint = Run("solve", constant, "-k", "1,1", "--disjoint", "--json", "-").json()["components"]
        self.assertEqual([c["support"] for c in disjoint], [[0], [1]])
        self.assert_error(Run("solve", constant, "-k", 1, "--exclude", "0,1"), 2, "every feature")

    def test_a_path_of_nothing(self):
        path = Run("path", self.file("same.csv", "5,5,5\n5,5,5\n"), "-k", "1:2", "--json", "-").json()["path"]
        self.assertEqual(path["largest_eigenvalue"], {"lower_bound": 0.0, "upper_bound": 0.0})
        one = self.file("one.csv", "1,2,3,4,5,6\n")
        path = Run("path", one, "--as", "samples", "-k", "1:3", "--select", "0.5", "--json", "-").json()["path"]
        self.assertIsNone(path["selection"]["impossible_up_to"])


if __name__ == "__main__":
    unittest.main()

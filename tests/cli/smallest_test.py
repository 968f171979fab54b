"""solve --smallest and rip: results, JSON, statuses and exit codes."""

import json
import math
import random
import unittest

from harness import CliTest, Run

# Unit columns with inner products 0, 1/2 and 1/2: delta_2 = 1/2.
SENSING = "x,y,z\n1,0,0.5\n0,1,0.5\n0,0,0.7071067811865476\n"


class Smallest(CliTest):
    def test_result_and_log(self):
        run = Run("solve", self.covariance(), "-k", 2, "--smallest")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("Smallest eigenvalue: 2 features, proven optimal: no other choice goes below", run.stdout)
        self.assertIn("value 0.5", run.stdout)
        self.assertIn("of 3.5", run.stdout)
        self.assertIn("smallest sparse eigenvalue for k = 2", run.stderr)
        self.assertIn("relative to the largest eigenvalue", run.stderr)

    def test_features_to_include(self):
        """Features 0 and 1 go lowest together; 1 goes lowest with 2, and all three do with 2 in a set of three."""
        certificate = self.folder / "proof.cert"
        component = Run("solve", self.covariance(), "-k", 2, "--smallest", "--include", 2, "--certificate", certificate, "--json", "-").json()["components"][0]
        self.assertIn(2, component["support"])
        lowest = 1.5 - math.sqrt(0.25 + 0.04)
        self.assertEqual(component["support"], [1, 2])
        self.assertAlmostEqual(component["lower_bound"], lowest)
        self.assertAlmostEqual(component["upper_bound"], lowest)
        checked = Run("check", self.covariance(), certificate, "--expect", "sense=smallest,k=2,include=2")
        self.assertEqual(checked.code, 0, checked.stderr)
        whole = Run("solve", self.covariance(), "-k", 3, "--smallest", "--include", 2, "--json", "-").json()["components"][0]
        self.assertEqual(whole["support"], [0, 1, 2])
        self.assertAlmostEqual(whole["upper_bound"], 0.4899020154)

    def test_json(self):
        result = Run("solve", self.covariance(), "-k", 2, "--smallest", "--json", "-").json()
        self.assertEqual(result["status"], "optimal")
        self.assertIs(result["options"]["smallest"], True)
        component = result["components"][0]
        self.assertEqual(component["sense"], "smallest")
        self.assertEqual(component["support"], [0, 1])
        self.assertAlmostEqual(component["lower_bound"], 0.5, places=12)
        self.assertAlmostEqual(component["upper_bound"], 0.5, places=12)
        self.assertLessEqual(component["lower_bound"], component["upper_bound"])
        self.assertAlmostEqual(component["variance"], 0.5, places=12)
        width = component["upper_bound"] - component["lower_bound"]
        self.assertAlmostEqual(component["gap"], width / component["gap_scale"], places=15)
        for point in component["trace"]:
            self.assertLessEqual(point["lower_bound"], 0.5 + 1e-12)
            self.assertGreaterEqual(point["upper_bound"], 0.5 - 1e-12)
        largest = Run("solve", self.covariance(), "-k", 2, "--json", "-").json()
        self.assertEqual(largest["components"][0]["sense"], "largest")
        self.assertIs(largest["options"]["smallest"], False)

    def test_samples(self):
        component = Run("solve", self.samples(), "-k", 3, "--smallest", "--json", "-").json()["components"][0]
        self.assertGreaterEqual(component["lower_bound"], 0)
        self.assertLess(component["upper_bound"], 0.05)

    def test_indefinite_matrices_are_welcome(self):
        path = self.file("indefinite.csv", "1,2\n2,1\n")
        run = Run("solve", path, "-k", 2, "--smallest", "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertAlmostEqual(run.json()["components"][0]["upper_bound"], -1, places=12)
        self.assertIn("not positive semidefinite", run.stderr)
        self.assert_error(Run("solve", path, "-k", 2), 3, "--shift")
        shifted = Run("solve", path, "-k", 2, "--smallest", "--shift", "--json", "-").json()
        self.assertAlmostEqual(shifted["components"][0]["upper_bound"], 0, places=12)

    def test_one_cardinality_only(self):
        self.assert_error(Run("solve", self.covariance(), "-k", "2,1", "--smallest"), 2, "--smallest", "deflation")
        self.assert_error(Run("solve", self.covariance(), "-k", 2, "--components", 2, "--smallest"), 2, "--smallest")
        self.assert_error(Run("heuristic", self.covariance(), "-k", 2, "--smallest"), 2, "--smallest")
        self.assert_error(Run("solve", self.covariance(), "-k", 5, "--smallest"), 3, "k = 5")


class Rip(CliTest):
    def sensing(self):
        return self.file("sensing.csv", SENSING)

    def noise(self):
        random.seed(4)
        rows = [",".join(repr(random.gauss(0, 1)) for _ in range(60)) for _ in range(90)]
        return self.file("noise.csv", "\n".join(rows) + "\n")

    def test_table_sentence_and_log(self):
        run = Run("rip", self.sensing(), "-k", 2)
        self.assertEqual(run.code, 0, run.stderr)
        for part in ("Extreme eigenvalues of A'A on 2 columns", "largest", "smallest", "isometry constant of order 2",
                     "at most 2 nonzeros", "|Ax|^2 <= (1 + 0.5"):
            self.assertIn(part, run.stdout)
        for part in ("sensing matrix, 3 x 3", "largest eigenvalue, k = 2", "smallest eigenvalue, k = 2"):
            self.assertIn(part, run.stderr)
        self.assertEqual(Run("rip", self.sensing(), "-k", 2, "--log-level", "quiet").stderr, "")

    def test_json(self):
        loadings = self.folder / "loadings.csv"
        run = Run("rip", self.sensing(), "-k", 2, "--json", "-", "--loadings", loadings)
        result = run.json()
        self.assertEqual(result["command"], "rip")
        self.assertEqual(result["input"]["kind"], "sensing")
        self.assertEqual((result["input"]["samples"], result["input"]["features"]), (3, 3))
        self.assertEqual([c["sense"] for c in result["components"]], ["largest", "smallest"])
        largest, smallest = result["components"]
        self.assertAlmostEqual(largest["lower_bound"], 1.5, places=12)
        self.assertAlmostEqual(smallest["upper_bound"], 0.5, places=12)
        delta = result["isometry"]
        self.assertAlmostEqual(delta["lower_bound"], 0.5, places=12)
        self.assertAlmostEqual(delta["upper_bound"], 0.5, places=12)
        self.assertLessEqual(delta["lower_bound"], delta["upper_bound"])
        self.assertEqual(loadings.read_text().splitlines()[0], "component,index,feature,loading")

    def test_a_square_symmetric_matrix_is_a_sensing_matrix(self):
        path = self.file("symmetric.csv", "0,2\n2,0\n")
        result = Run("rip", path, "-k", 1, "--json", "-").json()
        self.assertAlmostEqual(result["components"][0]["upper_bound"], 4, places=12)
        unit = Run("rip", path, "-k", 2, "--normalize", "--json", "-").json()
        self.assertIs(unit["options"]["normalize"], True)
        self.assertAlmostEqual(unit["isometry"]["upper_bound"], 0, places=12)

    def test_limits(self):
        for limit in (("--time-limit", 0), ("--time-limit", 0.02), ("--node-limit", 8)):
            with self.subTest(limit=limit):
                run = Run("rip", self.noise(), "-k", 8, "--normalize", *limit, "--json", "-")
                self.assertEqual(run.code, 4, run.stderr)
                result = run.json()
                self.assertIn(result["status"], ("time_limit", "node_limit"))
                self.assertLess(result["isometry"]["lower_bound"], result["isometry"]["upper_bound"])
                for side in result["components"]:
                    self.assertLess(side["lower_bound"], side["upper_bound"])

    def test_errors(self):
        self.assert_error(Run("rip", self.sensing(), "-k", 4), 3, "sensing.csv", "k = 4")
        self.assert_error(Run("rip", self.sensing(), "-k", 0), 2, "-k 0")
        self.assert_error(Run("rip", self.sensing(), "-k", "2,1"), 2, "one")
        self.assert_error(Run("rip", self.sensing()), 2)
        self.assert_error(Run("rip", self.folder / "absent.csv", "-k", 2), 3, "absent.csv")
        gaps = self.file("gaps.csv", "1,2\n3,NA\n5,6\n")
        self.assert_error(Run("rip", gaps, "-k", 2), 3, "gaps.csv", "row 2, column 2", "sensing matrix")
        self.assert_error(Run("rip", self.sensing(), "-k", 2, "--standardize"), 2)


if __name__ == "__main__":
    unittest.main()

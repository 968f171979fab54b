"""The dual methods behind `spica bound`, and their options."""

import unittest

from harness import CliTest, Run

METHODS = ("spectral", "sample", "cauchy", "pairs", "convex-ip", "pert-convex-ip", "l0-ip", "l1", "sdp", "dadal")
PROGRAMS = ("convex-ip", "pert-convex-ip", "l0-ip")


class Bound(CliTest):
    def bound(self, *flags):
        return Run("bound", self.covariance(), "-k", 2, *flags, "--json", "-")

    def test_every_method_bounds_the_optimum(self):
        for method in METHODS:
            with self.subTest(method=method):
                run = self.bound("--method", method)
                self.assertEqual(run.code, 0, run.stderr)
                component = run.json()["components"][0]
                self.assertEqual(component["method"], method)
                self.assertEqual(component["status"], "finished")
                self.assertGreaterEqual(component["upper_bound"], 3.5)
                self.assertEqual(component["trace"][-1]["upper_bound"], component["upper_bound"])

    def test_a_grid_is_fixed_for_whoever_describes_one(self):
        for flags, grid in (((), "adaptive"), (("--params", "2,3"), "fixed"), (("--splits", 2), "fixed"), (("--iterations", 2), "fixed"),
                            (("--ipos", 2), "adaptive"), (("--params", "2,3,1", "--grid", "adaptive"), "adaptive")):
            with self.subTest(flags=flags):
                options = self.bound("--method", "pert-convex-ip", *flags).json()["options"]
                self.assertEqual(options["grid"], grid)
        options = self.bound("--method", "pert-convex-ip", "--params", "2,4,5").json()["options"]
        self.assertEqual((options["ipos"], options["splits"], options["iterations"]), (2, 4, 5))

    def test_every_option_gives_a_bound(self):
        for method in PROGRAMS:
            for flags in (("--cuts", "none"), ("--cuts", "iterative", "--params", "2,2,3"), ("--theta", "l1", "--params", "2,1,1"), ("--lambda", 0.5),
                          ("--lambda", "auto"), ("--warm-split", "off", "--params", "2,2,1")):
                with self.subTest(method=method, flags=flags):
                    run = self.bound("--method", method, *flags)
                    self.assertEqual(run.code, 0, run.stderr)
                    self.assertGreaterEqual(run.json()["components"][0]["upper_bound"], 3.5)
        run = self.bound("--method", "pert-convex-ip", "--residual", "--ipos", 1)
        self.assertGreaterEqual(run.json()["components"][0]["upper_bound"], 3.5)

    def test_the_model_has_a_value_below_its_bound(self):
        for method in ("convex-ip", "pert-convex-ip", "l1", "sdp"):
            with self.subTest(method=method):
                component = self.bound("--method", method).json()["components"][0]
                self.assertLessEqual(component["model_value"], component["upper_bound"])
                self.assertGreaterEqual(component["model_value"], 3.49)

    def test_l1_shows_its_point_and_guarantees(self):
        component = self.bound("--method", "l1").json()["components"][0]
        l1 = component["l1"]
        self.assertLessEqual(sum(abs(x) for x in l1["point"]), 2 ** 0.5)
        self.assertLessEqual(sum(x * x for x in l1["point"]), 1)
        self.assertLessEqual(l1["value"], component["upper_bound"])
        self.assertLessEqual(len(l1["rounded_support"]), 2)
        self.assertAlmostEqual(l1["theorem_factor"], (1 + (2 / 3) ** 0.5) ** 2)
        self.assertEqual(l1["factor"], 2)
        text = Run("bound", self.covariance(), "-k", 2, "--method", "l1").stdout
        self.assertIn("Theorem 1", text)

    def test_pairs_is_tighter_than_cauchy_and_that_than_nothing(self):
        upper = {m: self.bound("--method", m).json()["components"][0]["upper_bound"] for m in ("spectral", "cauchy", "pairs")}
        self.assertLessEqual(upper["pairs"], upper["cauchy"] * 1.001)
        self.assertLessEqual(upper["cauchy"], upper["spectral"])

    def test_bad_parameters_are_refused_with_the_range(self):
        quiet = ("--log-level", "quiet")
        for flags, parts in ((("--ipos", 5), ("--ipos is 5", "at most the 4 features")), (("--ipos", 0), ("--ipos is 0", "at least 1")),
                             (("--params", "2"), ("--params 2", "Ipos,N")), (("--params", "2,x"), ("--params", "whole number")),
                             (("--params", "2,0"), ("--splits is 0", "at least 1")), (("--params", "2,3,0"), ("--iterations is 0",)),
                             (("--splits", 0), ("--splits is 0", "at least 1")), (("--lambda", 99), ("--lambda is 99", "largest eigenvalue, 3.5")),
                             (("--lambda", -1), ("--lambda is -1", "at least 0")), (("--cuts", "some"), ("--cuts 'some'", "none, iterative, all")),
                             (("--grid", "odd"), ("--grid 'odd'", "fixed, adaptive")), (("--residual",), ("--residual", "pert-convex-ip"))):
            with self.subTest(flags=flags):
                self.assert_error(Run("bound", self.covariance(), "-k", 2, "--method", "convex-ip", *flags, *quiet), 2, *parts)
        self.assert_error(Run("bound", self.covariance(), "-k", 2, "--method", "dadal", "--sigma0", 0), 2, "--sigma0")

    def test_a_limit_ends_with_the_bound_so_far(self):
        path = self.folder / "noise.csv"
        self.assertEqual(Run("generate", "controlling-sparsity", "--features", 60, "--samples", 60, "-k", 5, "-o", path).code, 0)
        for method in PROGRAMS:
            with self.subTest(method=method):
                run = Run("bound", path, "-k", 6, "--method", method, "--params", "8,3,3", "--node-limit", 3, "--json", "-")
                self.assertEqual(run.code, 4, run.stderr)
                component = run.json()["components"][0]
                self.assertEqual(component["status"], "node_limit")
                self.assertGreaterEqual(component["upper_bound"], component["lower_bound"])
        for method in METHODS[2:]:
            with self.subTest(method=method):
                run = Run("bound", path, "-k", 6, "--method", method, "--time-limit", 0.05, "--json", "-")
                self.assertIn(run.code, (0, 4), run.stderr)
                component = run.json()["components"][0]
                self.assertGreaterEqual(component["upper_bound"], component["lower_bound"])


if __name__ == "__main__":
    unittest.main()

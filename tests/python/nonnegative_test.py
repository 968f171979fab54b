"""Loadings without negative signs."""

import unittest

import numpy

import spica

COVARIANCE = numpy.array([[2.0, -1.0, 0.5], [-1.0, 2.0, 0.5], [0.5, 0.5, 1.0]])


class Nonnegative(unittest.TestCase):
    def test_solve(self):
        free = spica.solve(COVARIANCE, 2).components[0]
        one = spica.solve(COVARIANCE, 2, nonnegative=True).components[0]
        self.assertGreaterEqual(min(one.loadings), 0)
        self.assertAlmostEqual(free.lower_bound, 3.0)
        self.assertAlmostEqual(one.lower_bound, 1.5 + 0.5**0.5)  # of [2 0.5; 0.5 1]
        self.assertAlmostEqual(one.upper_bound, one.lower_bound, places=3)
        self.assertIn("no 2 features with non-negative loadings explain more than", one.claim)

    def test_path(self):
        for component in spica.path(COVARIANCE, [1, 2, 3], nonnegative=True).components:
            self.assertGreaterEqual(min(component.loadings), 0)

    def test_estimator(self):
        samples = numpy.random.default_rng(0).normal(size=(40, 12))
        fitted = spica.SparsePCA(n_components=2, n_nonzero=4, nonnegative=True).fit(samples)
        self.assertGreaterEqual(fitted.components_.min(), 0)
        self.assertTrue((fitted.gap_ <= 1e-4).all())
        self.assertTrue(fitted.get_params()["nonnegative"])


if __name__ == "__main__":
    unittest.main()

"""How far a set of features is from the best: prove(), and solve() with a start."""

import itertools
import unittest

import numpy
import spica
from support import COVARIANCE, noise


def value_of(a, support):
    return numpy.linalg.eigvalsh(a[numpy.ix_(support, support)])[-1]


class Prove(unittest.TestCase):
    def test_bounds_by_enumeration(self):
        for seed in range(5):
            samples = noise(20, 9, seed)
            a = numpy.cov(samples, rowvar=False, ddof=0)
            best = max(value_of(a, s) for s in itertools.combinations(range(9), 3))
            for support in ([0, 4, 8], [1, 2, 3]):
                one = spica.prove(samples, support, gap=0).components[0]
                self.assertEqual(list(one.support), support)
                self.assertAlmostEqual(one.variance, value_of(a, support))
                self.assertGreaterEqual(one.upper_bound, best - 1e-12)
                self.assertAlmostEqual(one.upper_bound, best)
                if value_of(a, support) < best - 1e-9:
                    self.assertEqual(one.status, "finished")
                    self.assertAlmostEqual(one.better["value"], best)
                    self.assertIn("others that were found explain at least", one.claim)
            self.assertEqual(spica.prove(samples, spica.solve(samples, 3, gap=0), gap=0).status, "optimal")

    def test_what_a_set_may_be(self):
        result = spica.solve(COVARIANCE, [2, 1], feature_names=list("abcd"))
        for support in (["a", "b"], numpy.array([0, 1]), (0, 1), result.components[0]):
            self.assertEqual(list(spica.prove(COVARIANCE, support, feature_names=list("abcd")).components[0].support), [0, 1])
        for support in (result, [["a", "b"], ["d"]], [numpy.array([0, 1]), [3]]):
            self.assertEqual([list(one.support) for one in spica.prove(COVARIANCE, support, feature_names=list("abcd")).components], [[0, 1], [3]])
        self.assertEqual(spica.prove(COVARIANCE, 3).components[0].k, 1)
        self.assertEqual(spica.prove(COVARIANCE, [3], 2).components[0].k, 2)

    def test_certificate(self):
        result = spica.prove(COVARIANCE, [0, 3], certificate=True)
        proven = spica.check(COVARIANCE, result.certificate, k=2)[0]
        self.assertEqual(list(proven.support), [3])
        self.assertLessEqual(proven.lower_bound, 3.0)
        self.assertGreaterEqual(proven.upper_bound, 3.5)

    def test_start(self):
        result = spica.solve(COVARIANCE, 2, start=[2, 3])
        self.assertEqual(list(result.components[0].support), [0, 1])
        self.assertIsNone(result.components[0].better)
        self.assertEqual(result.to_dict()["options"]["start"], [[2, 3]])
        joint = spica.prove(COVARIANCE, [[0, 2], [3]], joint=True)
        self.assertGreater(joint.total.better["value"], joint.total.lower_bound)

    def test_errors(self):
        for support, words in (([], "empty"), (["x"], "no feature 'x'"), ([[0], [True]], "True is no feature"), ([9], "no feature '9'"), ([0, 0], "twice")):
            with self.subTest(support=support), self.assertRaisesRegex(ValueError, words):
                spica.prove(COVARIANCE, support)
        with self.assertRaisesRegex(ValueError, "start names 2 features and k is 1"):
            spica.prove(COVARIANCE, [0, 1], 1)
        with self.assertRaisesRegex(ValueError, "exclude|left out"):
            spica.prove(COVARIANCE, [0, 1], exclude=0)
        with self.assertRaisesRegex(ValueError, "one of its components"):
            spica.prove(COVARIANCE, spica.path(COVARIANCE, [1, 2]))


if __name__ == "__main__":
    unittest.main()

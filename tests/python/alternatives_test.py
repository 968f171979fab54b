"""solve(..., alternatives=...): other sets that are nearly as good, and what a certificate says of them."""

import itertools
import unittest

import numpy

import spica


class Alternatives(unittest.TestCase):
    def setUp(self):
        self.samples = numpy.random.default_rng(3).normal(size=(30, 9)) @ numpy.diag(numpy.linspace(1.5, 1.0, 9))

    def test_lists_every_set(self):
        covariance = numpy.cov(self.samples.T, ddof=0)
        values = {s: numpy.linalg.eigvalsh(covariance[numpy.ix_(s, s)])[-1] for s in itertools.combinations(range(9), 3)}
        best = max(values.values())
        one = spica.solve(self.samples, 3, alternatives=0.05).components[0]
        close = sorted((s for s in values if values[s] > 0.95 * best), key=values.get, reverse=True)
        self.assertEqual([tuple(s["support"]) for s in one.alternatives], close)
        self.assertTrue(one.alternatives_proof["complete"])
        self.assertEqual(len(one.features), 9)
        for feature in one.features:
            count = sum(feature["feature"] in s for s in close)
            self.assertEqual(feature["in"], "none" if count == 0 else "all" if count == len(close) else "some")

    def test_the_certificate_has_the_list(self):
        result = spica.solve(self.samples, 3, alternatives=0.05, certificate=True)
        proven = spica.check(self.samples, result.certificate, k=3)[0]
        self.assertEqual(sorted(proven.alternatives), sorted(s["support"] for s in result.components[0].alternatives))
        self.assertLess(proven.alternatives_bound, proven.lower_bound)

    def test_of_an_estimator(self):
        """With a start, which changes nothing but where the search begins."""
        fitted = spica.SparsePCA(n_nonzero=3, ddof=0, alternatives=0.05, start=[0, 4, 8]).fit(self.samples)
        listed = [s["support"] for s in fitted.result_.components[0].alternatives]
        self.assertEqual(listed, [s["support"] for s in spica.solve(self.samples, 3, alternatives=0.05).components[0].alternatives])
        few = spica.SparsePCA(n_nonzero=3, ddof=0, alternatives=0.05, most=1).fit(self.samples)
        self.assertEqual([s["support"] for s in few.result_.components[0].alternatives], listed[:1])
        for wrong in ({"alternatives": 0.05}, {"start": [0, 1, 2]}):
            with self.assertRaisesRegex(ValueError, "method='exact'"):
                spica.SparsePCA(n_nonzero=3, method="heuristic", **wrong).fit(self.samples)

    def test_is_nothing_unless_it_is_asked_for(self):
        one = spica.solve(self.samples, 3).components[0]
        self.assertIsNone(one.alternatives)
        self.assertIsNone(one.features)


if __name__ == "__main__":
    unittest.main()

"""Components that are chosen together: solve, heuristic and SparsePCA with joint=True."""

import itertools
import unittest

import numpy
import spica
from support import COVARIANCE, noise


def best_total(a, sizes):
    """By enumeration of disjoint supports."""
    def best(sizes, allowed):
        if not sizes:
            return 0.0
        return max(numpy.linalg.eigvalsh(a[numpy.ix_(s, s)])[-1] + best(sizes[1:], [i for i in allowed if i not in s])
                   for s in itertools.combinations(allowed, sizes[0]))
    return best(sizes, list(range(len(a))))


class Joint(unittest.TestCase):
    def test_the_total(self):
        result = spica.solve(COVARIANCE, [2, 1], joint=True, gap=0)
        total = result.total
        truth = best_total(COVARIANCE, [2, 1])
        self.assertEqual(total.status, "optimal")
        self.assertAlmostEqual(total.lower_bound, truth)
        self.assertGreaterEqual(total.upper_bound, truth - 1e-12)
        self.assertAlmostEqual(total.lower_bound, sum(one.variance for one in result.components))
        self.assertAlmostEqual(total.adjusted, sum(one.adjusted_variance for one in result.components))
        self.assertIsNone(result.components[0].upper_bound)
        self.assertTrue(all(price >= 0 for price in total.prices.values()))
        self.assertIn("2 components that together explain at least", total.claim)
        self.assertRegex(total.claim, r"no [12] \+ [12] different features explain more than")
        self.assertIn("all components together", result.components[1].claim)
        self.assertIn("Total", repr(result))
        self.assertIn("different features", result._repr_html_())
        self.assertIsNone(spica.solve(COVARIANCE, [2, 1]).total)

    def test_heuristic(self):
        total = spica.heuristic(COVARIANCE, [2, 1], joint=True).total
        self.assertIsNone(total.upper_bound)
        self.assertIn("not known", total.claim)
        self.assertLessEqual(total.lower_bound, best_total(COVARIANCE, [2, 1]) + 1e-12)

    def test_one_component_is_that_of_solve(self):
        one = spica.solve(COVARIANCE, 2, joint=True)
        plain = spica.solve(COVARIANCE, 2).components[0]
        self.assertEqual(one.components[0].support.tolist(), plain.support.tolist())
        self.assertEqual(one.components[0].upper_bound, one.total.upper_bound)
        self.assertGreaterEqual(one.total.upper_bound, plain.lower_bound)

    def test_included_features_are_in_some_component(self):
        result = spica.solve(COVARIANCE, [2, 1], joint=True, include=[2], exclude=[3])
        self.assertIn(2, numpy.concatenate([one.support for one in result.components]))
        self.assertIsNone(result.total.one_after_another)

    def test_progress(self):
        news = []
        spica.solve(noise(30, 20), [4, 4], joint=True, callback=news.append)
        self.assertTrue(all(one["component"] == 0 for one in news))
        self.assertIsNotNone(news[-1]["settled"])
        spica.solve(noise(30, 20), 4, callback=news.append)
        self.assertIsNone(news[-1]["settled"])

    def test_stopped_by_a_callback(self):
        result = spica.solve(noise(60, 120), [10, 10, 10], joint=True, gap=0, callback=lambda news: False)
        self.assertEqual(result.status, "interrupted")
        self.assertGreaterEqual(result.total.upper_bound, result.total.lower_bound)

    def test_certificate_of_the_total(self):
        result = spica.solve(COVARIANCE, [2, 1], joint=True, certificate=True)
        (proven,) = spica.check(COVARIANCE, result.certificate, joint=True, k=[2, 1])
        self.assertAlmostEqual(proven.lower_bound, result.total.lower_bound, delta=1e-8)
        self.assertAlmostEqual(proven.upper_bound, result.total.upper_bound, delta=1e-8)
        self.assertEqual(sorted(len(support) for support in proven.supports), sorted(len(c.support) for c in result.components))
        self.assertIn("total of 2 components", str(proven))
        with self.assertRaisesRegex(spica.CertificateRejected, "joint=1 and not 0"):
            spica.check(COVARIANCE, result.certificate)

    def test_errors_are_in_the_words_of_python(self):
        for options, words in (({"smallest": True}, "joint is for largest eigenvalues; leave out smallest"),
                               ({"include": [0, 1, 2, 3]}, "include names more features")):
            with self.assertRaisesRegex(ValueError, words):
                spica.solve(COVARIANCE, [2, 1], joint=True, **options)


class Estimator(unittest.TestCase):
    def test_totals(self):
        X = noise(40, 8)
        model = spica.SparsePCA(n_components=2, n_nonzero=[3, 2], joint=True).fit(X)
        truth = best_total(numpy.cov(X.T), [3, 2])
        self.assertLessEqual(model.total_lower_bound_, truth * (1 + 1e-9))
        self.assertGreaterEqual(model.total_upper_bound_, truth * (1 - 1e-9))
        self.assertLessEqual(model.total_gap_, 1e-4)
        self.assertFalse(set(model.support_[0]) & set(model.support_[1]))
        self.assertEqual(sorted(model.n_nonzero_), [2, 3])
        self.assertEqual([len(support) for support in model.support_], model.n_nonzero_)
        self.assertTrue(numpy.isnan(model.upper_bound_).all())
        self.assertGreaterEqual(model.n_iter_, 1)

    def test_heuristic_and_plain(self):
        model = spica.SparsePCA(n_components=2, n_nonzero=3, joint=True, method="heuristic").fit(noise(40, 8))
        self.assertIsNone(model.total_upper_bound_)
        self.assertGreater(model.total_lower_bound_, 0)
        self.assertIsNone(spica.SparsePCA(n_components=2, n_nonzero=3).fit(noise(40, 8)).total_lower_bound_)

    def test_a_limit_warns_with_the_gap_of_the_total(self):
        with self.assertWarnsRegex(spica.ConvergenceWarning, "node limit of 1 stopped the fit: .* %"):
            spica.SparsePCA(n_components=3, n_nonzero=10, joint=True, gap=0, node_limit=1).fit(noise(60, 120))

    def test_needs_a_number_of_components(self):
        with self.assertRaisesRegex(ValueError, "joint=True needs a number of components"):
            spica.SparsePCA(n_components=None, n_nonzero=3, joint=True).fit(noise(40, 8))
        self.assertEqual(spica.SparsePCA(n_components=None, n_nonzero=[3, 2], joint=True).fit(noise(40, 8)).n_components_, 2)


if __name__ == "__main__":
    unittest.main()

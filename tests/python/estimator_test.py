"""SparsePCA, the estimator for scikit-learn: parameters, attributes, data of every kind."""

import unittest
import warnings

import numpy
import pandas
import scipy.sparse
import spica
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator
from support import noise


def frame_of(samples=30, features=6):
    return pandas.DataFrame(noise(samples, features), columns=list("abcdefghij")[:features])


class Conventions(unittest.TestCase):
    def test_scikit_learn_accepts_it(self):
        models = (spica.SparsePCA(), spica.SparsePCA(n_nonzero=2, standardize=True), spica.SparsePCA(n_components=None, n_nonzero=2),
                  spica.SparsePCA(method="heuristic", random_state=None), spica.SparsePCA(n_nonzero="auto"))
        for model in models:
            with self.subTest(model), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_estimator(model)

    def test_clones_with_every_parameter(self):
        model = spica.SparsePCA(2, 3, method="heuristic", include=["a"], exclude="b", ddof=0, random_state=None, callback=print)
        self.assertEqual({**clone(model).get_params(), "include": ["a"]}, model.get_params())

    def test_random_states(self):
        samples = noise(30, 20)
        results = [spica.SparsePCA(n_nonzero=4, random_state=state).fit(samples).components_
                   for state in (0, numpy.int64(7), None, numpy.random.RandomState(3))]
        for one in results:
            numpy.testing.assert_allclose(one, results[0], atol=1e-9)
        for state in (-1, "seed", 1.5):
            with self.assertRaises(ValueError):
                spica.SparsePCA(random_state=state).fit(samples)

    def test_bad_parameters_are_said_in_their_own_names(self):
        samples = noise(10, 4)
        for parameters, words in (({"n_nonzero": "many"}, "n_nonzero is 'many'"), ({"n_nonzero": 0}, "n_nonzero is 0; it must be at least 1"),
                                  ({"n_nonzero": 2.5}, "n_nonzero is 2.5; it must be a whole number"), ({"n_components": 5}, "n_components is 5; with 4 features"),
                                  ({"n_components": 0}, "n_components is 0"), ({"n_components": 2, "n_nonzero": [1]}, "1 entry for 2 components"),
                                  ({"method": "guess"}, "method is 'guess'"), ({"method": "heuristic", "certificate": True}, "proves nothing"),
                                  ({"gap": -1}, "^gap is -1; it must be at least 0"), ({"time_limit": -1}, "^time_limit is -1"), ({"ddof": 10}, "ddof=0"),
                                  ({"exclude": "height"}, "no feature 'height'")):
            with self.subTest(parameters), self.assertRaisesRegex((ValueError, TypeError), words):
                spica.SparsePCA(**{"n_nonzero": 2, **parameters}).fit(samples)


class Attributes(unittest.TestCase):
    def test_of_a_data_frame(self):
        frame = frame_of()
        model = spica.SparsePCA(n_components=2, n_nonzero=[3, 2], certificate=True).fit(frame)
        self.assertEqual(model.components_.shape, (2, 6))
        self.assertEqual([int((row != 0).sum()) for row in model.components_], [3, 2])
        self.assertEqual(model.n_nonzero_, [3, 2])
        self.assertTrue((model.lower_bound_ <= model.upper_bound_).all())
        self.assertTrue((model.gap_ <= 1e-4).all())
        numpy.testing.assert_allclose(model.transform(frame).var(axis=0, ddof=1), model.explained_variance_)
        self.assertLessEqual(model.explained_variance_ratio_.sum(), 1)
        self.assertEqual(list(model.get_feature_names_out()), ["sparsepca0", "sparsepca1"])
        self.assertEqual(list(model.feature_names_in_), list("abcdef"))
        self.assertEqual(len(spica.check(frame, model.certificate_, ddof=1, k=[3, 2])), 2)
        numpy.testing.assert_allclose(model.result_.correlations, numpy.corrcoef(model.transform(frame).T), atol=1e-9)
        self.assertGreaterEqual(model.n_iter_, 1)
        self.assertIsNone(model.auto_share_)
        model.set_output(transform="pandas")
        self.assertEqual(list(model.transform(frame).columns), ["sparsepca0", "sparsepca1"])

    def test_loadings(self):
        frame = frame_of()
        model = spica.SparsePCA(n_components=2, n_nonzero=3).fit(frame)
        self.assertEqual((list(model.loadings_.index), list(model.loadings_.columns)), (list("abcdef"), ["sparsepca0", "sparsepca1"]))
        numpy.testing.assert_array_equal(model.loadings_.to_numpy(), model.components_.T)
        numbered = spica.SparsePCA(n_nonzero=3).fit(pandas.DataFrame(frame.to_numpy()))
        self.assertEqual(list(numbered.loadings_.index), list(range(6)))
        plain = spica.SparsePCA(n_components=2, n_nonzero=3).fit(frame.to_numpy())
        numpy.testing.assert_array_equal(plain.loadings_, model.components_.T)

    def test_divisors(self):
        samples = noise(12, 5)
        by_one = spica.SparsePCA(n_nonzero=3).fit(samples)
        by_none = spica.SparsePCA(n_nonzero=3, ddof=0).fit(samples)
        numpy.testing.assert_allclose(by_one.explained_variance_, by_none.explained_variance_ * 12 / 11)
        self.assertAlmostEqual(by_none.upper_bound_[0], spica.solve(samples, 3).components[0].upper_bound)
        for ddof in (0, 1):
            model = spica.SparsePCA(n_nonzero=3, standardize=True, ddof=ddof).fit(samples)
            numpy.testing.assert_allclose(model.transform(samples).var(axis=0, ddof=ddof), model.explained_variance_)

    def test_features_that_are_put_in_or_left_out(self):
        frame = frame_of()
        model = spica.SparsePCA(n_components=2, n_nonzero=3, include="f", exclude=["a", 1]).fit(frame)
        self.assertTrue((model.loadings_.loc["f"] != 0).all())
        self.assertTrue((model.loadings_.loc[["a", "b"]] == 0).all(axis=None))
        self.assertEqual(len(spica.SparsePCA(n_nonzero=10, exclude=["a", 0, 3]).fit(frame).support_[0]), 4)

    def test_later_components_explain_what_is_left(self):
        """The bounds of the second are no bounds of the data as given, where the first is better."""
        samples = noise(40, 12)
        model = spica.SparsePCA(n_components=2, n_nonzero=4).fit(samples)
        self.assertLess(model.upper_bound_[1], model.lower_bound_[0])
        self.assertIn("earlier", model.result_.components[1].claim)

    def test_deflation(self):
        samples = noise(40, 12) + 2 * noise(40, 1, 2)
        both = {name: spica.SparsePCA(n_components=2, n_nonzero=4, deflation=name).fit(samples) for name in ("schur", "projection")}
        for model in both.values():
            numpy.testing.assert_allclose(model.transform(samples).var(axis=0, ddof=1), model.explained_variance_)
        second = both["schur"].result_.components[1]
        self.assertTrue(second.lower_bound - 1e-9 <= second.variance <= second.upper_bound + 1e-9)
        self.assertEqual(both["schur"].result_.correlations.shape, (2, 2))
        with self.assertRaisesRegex(ValueError, "schur, projection"):
            spica.SparsePCA(n_components=2, n_nonzero=4, deflation="none").fit(samples)

    def test_heuristic(self):
        samples = noise(30, 20)
        model = spica.SparsePCA(n_components=2, n_nonzero=4, method="heuristic").fit(samples)
        self.assertTrue(numpy.isnan(model.upper_bound_).all() and numpy.isnan(model.gap_).all())
        self.assertLessEqual(model.lower_bound_[0], spica.SparsePCA(n_nonzero=4).fit(samples).upper_bound_[0])

    def test_as_many_components_as_explain_the_data(self):
        flat = noise(30, 2) @ noise(2, 6, 5)
        model = spica.SparsePCA(n_components=None, n_nonzero=6).fit(flat)
        self.assertEqual(model.n_components_, 2)
        self.assertAlmostEqual(model.explained_variance_ratio_.sum(), 1)
        self.assertEqual(model.transform(flat).shape, (30, 2))
        self.assertEqual(spica.SparsePCA(n_components=None, n_nonzero=6, method="heuristic").fit(flat).n_components_, 2)
        self.assertEqual(spica.SparsePCA(n_components=None, n_nonzero=2, disjoint=True).fit(noise(30, 7)).n_components_, 3)
        self.assertEqual(spica.SparsePCA(n_components=None, n_nonzero=[2, 1]).fit(noise(30, 7)).n_components_, 2)
        few = spica.SparsePCA(n_components=None, n_nonzero=2).fit(noise(4, 7))
        self.assertLessEqual(few.n_components_, 4)
        self.assertIn(few.status_, ("optimal", "gap_reached"))  # of the components that are kept
        constant = spica.SparsePCA(n_components=None, n_nonzero=2).fit(numpy.ones((5, 4)))
        self.assertEqual((constant.n_components_, constant.explained_variance_ratio_.sum()), (1, 0))
        self.assertEqual(spica.SparsePCA().n_components, 1)


class Data(unittest.TestCase):
    def test_sparse_and_single_precision_data(self):
        dense = numpy.where(noise(40, 20, 1) > 0.5, noise(40, 20, 2), 0.0).astype(numpy.float32)
        for standardize in (False, True):
            expected = spica.SparsePCA(n_nonzero=4, standardize=standardize).fit(dense.astype(float))
            self.assertEqual(expected.components_.dtype, numpy.float64)
            for other in (dense, scipy.sparse.csr_matrix(dense)):
                model = spica.SparsePCA(n_nonzero=4, standardize=standardize).fit(other)
                numpy.testing.assert_allclose(model.components_, expected.components_, atol=1e-6)
                scores = model.transform(other)
                numpy.testing.assert_allclose(scores, expected.transform(dense.astype(float)), atol=1e-5)
                self.assertEqual({model.components_.dtype, model.loadings_.dtype, scores.dtype, model.inverse_transform(scores).dtype}, {numpy.dtype(numpy.float32)})
                self.assertEqual(model.transform(dense.astype(float)).dtype, numpy.float64)

    def test_single_precision_far_from_zero(self):
        samples = (noise(40, 5) + 1000).astype(numpy.float32)
        model = spica.SparsePCA(n_nonzero=3).fit(samples)
        numpy.testing.assert_allclose(model.transform(samples).var(axis=0, ddof=1), model.explained_variance_, rtol=1e-5)

    def test_inverse_transform_of_all_features_is_the_data(self):
        samples = noise(20, 4)
        for standardize in (False, True):
            model = spica.SparsePCA(n_components=4, n_nonzero=4, standardize=standardize, gap=0).fit(samples)
            numpy.testing.assert_allclose(model.inverse_transform(model.transform(samples)), samples, atol=1e-6)

    def test_in_a_pipeline(self):
        frame = frame_of()
        pipeline = make_pipeline(spica.SparsePCA(n_components=2, n_nonzero=2)).set_output(transform="pandas")
        self.assertEqual(list(pipeline.fit_transform(frame).columns), ["sparsepca0", "sparsepca1"])


if __name__ == "__main__":
    unittest.main()

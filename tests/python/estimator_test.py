"""SparsePCA, the estimator for scikit-learn."""

import unittest
import warnings

import numpy
import pandas
import scipy.sparse
import spica
from sklearn.utils.estimator_checks import check_estimator
from support import noise


class Estimator(unittest.TestCase):
    def test_scikit_learn_accepts_it(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_estimator(spica.SparsePCA())
            check_estimator(spica.SparsePCA(n_nonzero=2, standardize=True))

    def test_attributes(self):
        frame = pandas.DataFrame(noise(30, 6), columns=list("abcdef"))
        model = spica.SparsePCA(n_components=2, n_nonzero=[3, 2], certificate=True).fit(frame)
        self.assertEqual(model.components_.shape, (2, 6))
        self.assertEqual([int((row != 0).sum()) for row in model.components_], [3, 2])
        self.assertTrue((model.lower_bound_ <= model.upper_bound_).all())
        self.assertTrue((model.gap_ <= 1e-4).all())
        self.assertAlmostEqual(model.transform(frame)[:, 0].var(), model.explained_variance_[0])
        self.assertEqual(list(model.get_feature_names_out()), ["sparsepca0", "sparsepca1"])
        self.assertEqual(len(spica.check(frame, model.certificate_)), 2)
        model.set_output(transform="pandas")
        self.assertEqual(list(model.transform(frame).columns), ["sparsepca0", "sparsepca1"])

    def test_sparse_and_single_precision_data(self):
        dense = numpy.where(noise(40, 20, 1) > 0.5, noise(40, 20, 2), 0.0).astype(numpy.float32)
        for standardize in (False, True):
            expected = spica.SparsePCA(n_nonzero=4, standardize=standardize).fit(dense.astype(float))
            for other in (dense, scipy.sparse.csr_matrix(dense)):
                model = spica.SparsePCA(n_nonzero=4, standardize=standardize).fit(other)
                numpy.testing.assert_allclose(model.components_, expected.components_, atol=1e-9)
                numpy.testing.assert_allclose(model.transform(other), expected.transform(dense.astype(float)), atol=1e-5)

    def test_inverse_transform_of_all_features_is_the_data(self):
        samples = noise(20, 4)
        for standardize in (False, True):
            model = spica.SparsePCA(n_components=4, n_nonzero=4, standardize=standardize, gap=0).fit(samples)
            numpy.testing.assert_allclose(model.inverse_transform(model.transform(samples)), samples, atol=1e-6)

    def test_automatic_number_of_features(self):
        base = noise(60, 1)
        samples = numpy.hstack([base + 0.01 * noise(60, 4, 2), 0.1 * noise(60, 6, 3)])
        model = spica.SparsePCA(n_nonzero="auto").fit(samples)
        self.assertEqual(len(model.support_[0]), 4)
        with self.assertRaises(ValueError):
            spica.SparsePCA(n_nonzero="many").fit(samples)


if __name__ == "__main__":
    unittest.main()

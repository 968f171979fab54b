"""A scikit-learn transformer with proven bounds."""

import numpy
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ._functions import path, solve


def _moments(X):
    """Mean and standard deviation of each feature, a few of them at a time as doubles."""
    mean, deviation = numpy.empty(X.shape[1]), numpy.empty(X.shape[1])
    at_once = max(1, (1 << 20) // X.shape[0])
    for first in range(0, X.shape[1], at_once):
        some = X[:, first:first + at_once]
        some = numpy.asarray(some.toarray() if issparse(some) else some, dtype=numpy.float64)
        mean[first:first + at_once], deviation[first:first + at_once] = some.mean(axis=0), some.std(axis=0)
    return mean, deviation


class SparsePCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Principal components that use few features each, with proof.

    Parameters
    ----------
    n_components : how many, one after the other by deflation.
    n_nonzero : features of a component: a number (at most as many as there are), a list with one for each component, or
        "auto": the smallest k that is proven to explain 90 % of the largest eigenvalue.
    standardize : work on correlations.
    disjoint : no component uses a feature of one before it.
    gap, time_limit, node_limit, threads, random_state : as for spica.solve; random_state is its seed.
    certificate : keep the proof in certificate_.

    Attributes
    ----------
    components_ (n_components, n_features), support_ (a list of arrays), mean_, scale_, explained_variance_,
    explained_variance_ratio_, adjusted_explained_variance_, lower_bound_, upper_bound_, gap_, status_, certificate_, result_.
    """

    def __init__(self, n_components=1, n_nonzero=10, *, standardize=False, disjoint=False, gap=1e-4, time_limit=None,
                 node_limit=None, threads=0, random_state=1, certificate=False):
        self.n_components = n_components
        self.n_nonzero = n_nonzero
        self.standardize = standardize
        self.disjoint = disjoint
        self.gap = gap
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.threads = threads
        self.random_state = random_state
        self.certificate = certificate

    def _options(self):
        return {"gap": self.gap, "time_limit": self.time_limit, "node_limit": self.node_limit, "threads": self.threads,
                "seed": 1 if self.random_state is None else int(self.random_state)}

    def _cardinalities(self, X):
        features = X.shape[1]
        if isinstance(self.n_nonzero, str):
            if self.n_nonzero != "auto":
                raise ValueError(f"n_nonzero is {self.n_nonzero!r}; it must be a number, a list or 'auto'")
            curve = path(X, range(1, min(features, 100) + 1), kind="samples", standardize=self.standardize, select=0.9,
                         **self._options())
            chosen = curve.path["selection"]["k"] or min(features, 100)
            return [chosen] * self.n_components
        if numpy.ndim(self.n_nonzero) == 0:
            return [min(int(self.n_nonzero), features)] * self.n_components
        if len(self.n_nonzero) != self.n_components:
            raise ValueError(f"n_nonzero has {len(self.n_nonzero)} entries for {self.n_components} components")
        return [min(int(k), features) for k in self.n_nonzero]

    def fit(self, X, y=None):
        X = self._validate_data(X, accept_sparse="csc", dtype=[numpy.float64, numpy.float32], ensure_min_samples=2)
        if not 1 <= self.n_components <= X.shape[1]:
            raise ValueError(f"n_components is {self.n_components}; with {X.shape[1]} features it must be from 1 to {X.shape[1]}")
        result = solve(X, self._cardinalities(X), kind="samples", standardize=self.standardize, disjoint=self.disjoint,
                       certificate=self.certificate and not self.disjoint, **self._options())
        found = result.components
        self.result_ = result
        self.components_ = numpy.array([one.vector(X.shape[1]) for one in found])
        self.support_ = [one.support for one in found]
        self.mean_, deviation = _moments(X)
        self.scale_ = numpy.where(deviation > 0, deviation, 1.0) if self.standardize else None
        self.explained_variance_ = numpy.array([one.variance for one in found])
        self.adjusted_explained_variance_ = numpy.array([one.adjusted_variance for one in found])
        total = result.total_variance
        self.explained_variance_ratio_ = self.adjusted_explained_variance_ / total if total > 0 else numpy.zeros(len(found))
        self.lower_bound_ = numpy.array([one.lower_bound for one in found])
        self.upper_bound_ = numpy.array([one.upper_bound for one in found])
        self.gap_ = numpy.array([numpy.nan if one.gap is None else one.gap for one in found])
        self.status_ = result.status
        self.certificate_ = result.certificate
        self.n_components_ = len(found)
        return self

    @property
    def _n_features_out(self):
        return self.n_components_

    def _scores(self, X):
        if not issparse(X):
            centred = X - self.mean_
            return (centred if self.scale_ is None else centred / self.scale_) @ self.components_.T
        directions = self.components_ if self.scale_ is None else self.components_ / self.scale_
        return X @ directions.T - self.mean_ @ directions.T

    def transform(self, X):
        """The scores: centred (and standardised) data times the components."""
        check_is_fitted(self)
        X = self._validate_data(X, accept_sparse="csc", dtype=[numpy.float64, numpy.float32], reset=False)
        return self._scores(X)

    def inverse_transform(self, X):
        """The data in the span of the components whose scores are nearest to these."""
        check_is_fitted(self)
        X = numpy.asarray(X)
        data = X @ numpy.linalg.pinv(self.components_).T
        if self.scale_ is not None:
            data = data * self.scale_
        return data + self.mean_

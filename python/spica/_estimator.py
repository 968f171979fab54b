"""A scikit-learn transformer with proven bounds."""

import numbers
import sys
import time
import warnings

import numpy
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from . import _auto
from ._functions import _features, heuristic, path, solve
from ._warnings import ConvergenceWarning

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # scikit-learn before 1.6

    def validate_data(estimator, X, **checks):
        return estimator._validate_data(X, **checks)


_TYPES = (numpy.float64, numpy.float32)


def _moments(X, ddof):
    """Mean and standard deviation of each feature, a few of them at a time as doubles."""
    mean, deviation = numpy.empty(X.shape[1]), numpy.empty(X.shape[1])
    at_once = max(1, (1 << 20) // X.shape[0])
    for first in range(0, X.shape[1], at_once):
        some = X[:, first:first + at_once]
        some = numpy.asarray(some.toarray() if issparse(some) else some, dtype=numpy.float64)
        mean[first:first + at_once], deviation[first:first + at_once] = some.mean(axis=0), some.std(axis=0, ddof=ddof)
    return mean, deviation


def _whole(name, value, least=1):
    """A parameter that must be a whole number."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise ValueError(f"{name} is {value!r}; it must be a whole number")
    if value < least:
        raise ValueError(f"{name} is {value}; it must be at least {least}")
    return int(value)


def _numbers(given, names):
    """The numbers of features that are given by name or number."""
    names = [] if names is None else list(names)
    return {names.index(text) if text in names else int(text) for text in _features(given) if text in names or text.isdigit()}


class _Clock:
    """What is left of the time limit of one fit, from its beginning."""

    def __init__(self, limit):
        if limit is not None and not limit >= 0:
            raise ValueError(f"time_limit is {limit!r}; it must be at least 0")
        self._deadline = None if limit is None else time.monotonic() + limit

    def left(self, share=1.0):
        """Seconds, or a share of them; None without a limit."""
        return None if self._deadline is None else share * max(0.0, self._deadline - time.monotonic())

    def over(self):
        return self.left() == 0.0


class _Listener:
    """The user's callback over all stages of one fit: when it has said stop, every later stage stops too."""

    def __init__(self, callback, enough):
        self._callback = callback
        self._enough = enough  # whether the news are about a component that nobody waits for
        self.stopped = False

    def __call__(self, news):
        if not self.stopped and self._callback is not None:
            answer = self._callback(news)
            self.stopped = answer is not None and not answer
        return not (self.stopped or self._enough(news))


class SparsePCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Principal components that use few features each, with proof.

    Components are found one after another. Of the first one it is proven that no `n_nonzero` features explain more than
    ``upper_bound_[0]``. Of each later one the same is proven of what the components before it leave over (see `deflation`),
    not of the data as given; nor is it proven that all together are the best.

    Parameters
    ----------
    n_components : int or None, default=1
        How many components. None: as many as it takes until nothing is left to explain, at most min(n_samples, n_features).
    n_nonzero : int, list of int or "auto", default=10
        Features of a component: one number (taken as the number of features where there are fewer), or a list with one for each
        component. "auto": the fewest features for which a component was found that is proven to explain 90 % of the largest
        eigenvalue, which is what a component of all features explains; the same number is used for every component.
    method : {"exact", "heuristic"}, default="exact"
        "heuristic" finds components without bounds: fast, and nothing is proven.
    standardize : bool, default=False
        Work on correlations.
    disjoint : bool, default=False
        No component uses a feature of one before it.
    joint : bool, default=False
        Choose all components together, no feature in two of them, so that they explain the most in all. What is proven is then about
        their total, and `n_components` must be a number or `n_nonzero` a list.
    nonnegative : bool, default=False
        No loading is negative. Bounds are then about components without negative loadings.
    include, exclude : name or number of a feature, or a list of them, default=None
        Features that every component has (with `joint` some component has each), and those that none may use.
    groups : dict, list, array or Series, default=None
        The group of each feature: a dict of features (names or numbers) and groups, or one entry for each feature, where None or NaN is no group.
    at_most : int or dict, default=None
        How many features of a group a component may have: a number for every group, or a dict for some. Bounds are then about sets that keep to these limits.
    start : list of features, list of such lists, Result or Component, default=None
        Features to start from: one set, or one for each component.
    alternatives : float or None, default=None
        List every other set of as many features that comes within this share of the best, with the proof that there is no other:
        ``result_.components[i].alternatives``. `most` of them at most.
    most : int, default=100
        How many alternatives to list.
    deflation : {"schur", "projection"}, default="schur"
        What a later component is the best of: "schur" of what the scores before it leave over, "projection" of the data with the loadings before it
        projected out.
    ddof : int, default=1
        Variances are sums of squares divided by n_samples - ddof. The functions of this package have 0.
    gap : float, default=1e-4
        A search ends when (upper - lower)/lower of its bounds is at most this.
    time_limit : float or None, default=None
        Seconds for the whole fit.
    node_limit : int or None, default=None
        Nodes of the search trees.
    threads : int, default=0
        Threads, 0 for one per core. With 1 a fit is reproducible bit for bit.
    random_state : int, RandomState instance or None, default=1
        Seed of the heuristics' random starts.
    certificate : bool, default=False
        Keep the proof in `certificate_`.
    callback : callable or None, default=None
        Called with a dict of progress: "component", "time_sec", "nodes", "open", "lower_bound", "upper_bound", "last", "settled" (None
        unless `joint`: nodes that the prices of features settled). Returning False ends the fit with what it has by then.

    Attributes
    ----------
    components_ : ndarray of shape (n_components, n_features)
        The loadings, of unit length; in the precision of the data.
    loadings_ : ndarray or DataFrame of shape (n_features, n_components)
        The same transposed; with names if the data were a data frame.
    support_ : list of ndarray
        The numbers of the features of each component.
    n_nonzero_ : list of int
        How many features each component was allowed.
    lower_bound_, upper_bound_, gap_ : ndarray of shape (n_components,)
        What each component explains at least, what no choice exceeds (NaN where nothing bounds it), and the relative distance of the two.
    total_lower_bound_, total_upper_bound_, total_gap_ : float or None
        With `joint`: what all components together explain at least, what no choice of as many different features exceeds, and the
        relative distance of the two. Components have no upper bound of their own then, unless there is one only.
    explained_variance_ : ndarray of shape (n_components,)
        The variance of each component's scores.
    adjusted_explained_variance_ : ndarray of shape (n_components,)
        What each component adds to those before it (Zou, Hastie and Tibshirani 2006).
    explained_variance_ratio_ : ndarray of shape (n_components,)
        The same as a share of all variance.
    status_ : str
        "optimal", "gap_reached", "time_limit", "node_limit", "interrupted" or "finished".
    auto_share_ : float or None
        With n_nonzero="auto": the share of the largest eigenvalue that the first component is proven to explain.
    n_iter_ : int
        Nodes of all search trees.
    mean_, scale_ : ndarray of shape (n_features,)
        Means, and with standardize=True deviations (else None).
    certificate_ : str or None
        The proof, for spica.check(X, certificate_, ddof=1, k=...).
    result_ : Result
        All that the solver returned.
    n_components_, n_features_in_, feature_names_in_ : as everywhere in scikit-learn.

    Warns
    -----
    ConvergenceWarning
        If a limit stopped the fit, or if "auto" could not keep its promise.
    """

    def __init__(self, n_components=1, n_nonzero=10, *, method="exact", standardize=False, disjoint=False, joint=False, nonnegative=False, include=None,
                 exclude=None, groups=None, at_most=None, start=None, alternatives=None, most=100, deflation="schur", ddof=1, gap=1e-4, time_limit=None, node_limit=None, threads=0, random_state=1, certificate=False,
                 callback=None):
        self.n_components = n_components
        self.n_nonzero = n_nonzero
        self.method = method
        self.standardize = standardize
        self.disjoint = disjoint
        self.nonnegative = nonnegative
        self.joint = joint
        self.include = include
        self.exclude = exclude
        self.groups = groups
        self.at_most = at_most
        self.start = start
        self.alternatives = alternatives
        self.most = most
        self.deflation = deflation
        self.ddof = ddof
        self.gap = gap
        self.time_limit = time_limit
        self.node_limit = node_limit
        self.threads = threads
        self.random_state = random_state
        self.certificate = certificate
        self.callback = callback

    def _reading(self):
        """How every stage of a fit reads the data."""
        return {"kind": "samples", "standardize": self.standardize, "ddof": _whole("ddof", self.ddof, 0),
                "exclude": () if self.exclude is None else self.exclude, "groups": self.groups, "at_most": self.at_most,
                "feature_names": getattr(self, "feature_names_in_", None)}

    def _seed(self):
        generator = check_random_state(self.random_state)
        return int(self.random_state) if isinstance(self.random_state, numbers.Integral) else int(generator.randint(2**31 - 1))

    def _cardinalities(self, X, allowed, auto):
        """One for each component; without a number of components as many as there can be."""
        if numpy.ndim(self.n_nonzero) == 0:
            k = auto if self.n_nonzero == "auto" else min(_whole("n_nonzero", self.n_nonzero), allowed)
            most = min(X.shape[0], allowed // k if self.disjoint else allowed)
            return [k] * (max(1, most) if self.n_components is None else self.n_components)
        sizes = [min(_whole("each entry of n_nonzero", k), allowed) for k in self.n_nonzero]
        if self.n_components is not None and len(sizes) != self.n_components:
            raise ValueError(f"n_nonzero has {len(sizes)} entr{'y' if len(sizes) == 1 else 'ies'} for {self.n_components} components")
        return sizes

    def _fewest_features(self, X, allowed, options, clock, listener):
        """The number of features for "auto", whether none smaller was found to be enough, and the largest eigenvalue."""
        reading = self._reading()
        include = () if self.include is None else self.include
        common = {"threads": self.threads, "callback": listener}
        largest = path(X, [1], time_limit=clock.left(), **common, **reading).path["largest_eigenvalue"]["upper_bound"]
        limit = None if self.time_limit is None else clock.left(0.5)  # the other half is for the components
        choosing = _Clock(limit)

        def explained(k):
            found = heuristic(X, k, method="alternating", starts=3, seed=options["seed"], time_limit=choosing.left(), include=include, nonnegative=self.nonnegative, **common, **reading)
            return found.components[0].lower_bound

        k, settled = _auto.fewest(explained, _auto.SHARE * largest, max(1, len(_features(include))), allowed,
                                  lambda: choosing.over() or listener is not None and listener.stopped)
        return k, settled, largest

    def _require_sound(self, X):
        """Refuses parameters that the solver does not know of."""
        if self.method not in ("exact", "heuristic"):
            raise ValueError(f"method is {self.method!r}; it must be 'exact' or 'heuristic'")
        if self.method == "heuristic" and self.certificate:
            raise ValueError("certificate=True is for method='exact'; a heuristic proves nothing")
        if self.method == "heuristic" and (self.start is not None or self.alternatives is not None):
            raise ValueError("start and alternatives are for method='exact'; a heuristic has starts of its own, and proves nothing")
        if isinstance(self.n_nonzero, str) and self.n_nonzero != "auto":
            raise ValueError(f"n_nonzero is {self.n_nonzero!r}; it must be a number, a list of numbers or 'auto'")
        if self.joint and self.n_components is None and numpy.ndim(self.n_nonzero) == 0:
            raise ValueError("joint=True needs a number of components; n_components is None and n_nonzero no list")
        if self.n_components is not None and _whole("n_components", self.n_components) > X.shape[1]:
            raise ValueError(f"n_components is {self.n_components}; with {X.shape[1]} features it must be from 1 to {X.shape[1]}")

    def _found(self, X, sizes, options, clock, listener):
        """The solver's result for these cardinalities."""
        common = {**self._reading(), **options, "gap": self.gap, "node_limit": self.node_limit, "time_limit": clock.left(), "deflation": self.deflation,
                  "joint": self.joint, "nonnegative": self.nonnegative, "callback": listener, "include": () if self.include is None else self.include}
        if self.method == "heuristic":
            return heuristic(X, sizes, **common)
        return solve(X, sizes, disjoint=self.disjoint, certificate=self.certificate, start=self.start, alternatives=self.alternatives, most=self.most, **common)

    def _worth_keeping(self, result):
        """The components; without a number of them those before nothing is left, or before time was up."""
        found = result.components
        if self.n_components is not None or self.joint:
            return found
        least = 1e-12 * result.total_variance  # what doubles cannot tell from zero
        gone = [i for i, one in enumerate(found) if i > 0 and (one.negligible or one.lower_bound <= least or one.status == "interrupted")]
        return found[:gone[0]] if gone else found

    def fit(self, X, y=None):
        """Finds the components of the samples X (rows) of features (columns): an array, a data frame or a sparse matrix."""
        clock = _Clock(self.time_limit)
        frame = X
        X = validate_data(self, X, accept_sparse="csc", dtype=list(_TYPES), ensure_min_samples=2)
        self._require_sound(X)
        options = {"threads": self.threads, "seed": self._seed()}
        # Without a number of components, those that begin when time is up would only be guesses.
        open_end = self.n_components is None and self.time_limit is not None
        listener = None
        if self.callback is not None or open_end:
            listener = _Listener(self.callback, lambda news: open_end and news["component"] > 0 and clock.over())
        left_out = () if self.exclude is None else _numbers(self.exclude, getattr(self, "feature_names_in_", None))
        allowed = max(1, X.shape[1] - len(left_out))
        auto, settled, largest = None, True, None
        if isinstance(self.n_nonzero, str):
            auto, settled, largest = self._fewest_features(X, allowed, options, clock, listener)
        sizes = self._cardinalities(X, allowed, auto)
        result = self._found(X, sizes, options, clock, listener)
        found = self._worth_keeping(result)
        self.result_ = result
        self.status_ = result.status
        if result.status == "interrupted" and not (listener is not None and listener.stopped):
            self.status_ = "time_limit"
        if result.status == "finished" and len(found) < len(result.components):  # that of a component which is not kept
            self.status_ = next(status for status in ("finished", "gap_reached", "optimal")
                                if status == "optimal" or any(one.status == status for one in found))
        self.n_components_ = len(found)
        self.n_nonzero_ = [one.k for one in found]
        self.n_iter_ = max(1, sum(one.nodes for one in found) if result.total is None else result.total.nodes)
        self.components_ = numpy.array([one.vector(X.shape[1]) for one in found], dtype=X.dtype)
        self.support_ = [one.support for one in found]
        self.loadings_ = self._table(frame)
        self.mean_, deviation = _moments(X, self.ddof)
        self.scale_ = numpy.where(deviation > 0, deviation, 1.0) if self.standardize else None
        self.explained_variance_ = numpy.array([one.score_variance for one in found])
        self.adjusted_explained_variance_ = numpy.array([one.adjusted_variance for one in found])
        total = result.total_variance
        self.explained_variance_ratio_ = self.adjusted_explained_variance_ / total if total > 0 else numpy.zeros(len(found))
        self.lower_bound_, self.upper_bound_, self.gap_ = (numpy.array([getattr(one, name) for one in found], dtype=float)
                                                           for name in ("lower_bound", "upper_bound", "gap"))
        self.total_lower_bound_, self.total_upper_bound_, self.total_gap_ = (getattr(result.total, name, None)
                                                                             for name in ("lower_bound", "upper_bound", "gap"))
        self.certificate_ = result.certificate
        self.auto_share_ = None if auto is None else 1.0 if largest == 0 else self.lower_bound_[0] / largest
        self._warn(settled)
        return self

    def _table(self, frame):
        """The loadings, features x components, as a data frame if the data were one."""
        pandas = sys.modules.get("pandas")
        loadings = self.components_.T.copy()
        if pandas is None or not isinstance(frame, pandas.DataFrame):
            return loadings
        return pandas.DataFrame(loadings, index=frame.columns, columns=self.get_feature_names_out())

    def _warn(self, settled):
        """Says plainly what was promised and is not there."""
        troubles = []
        if self.status_ in ("time_limit", "node_limit"):
            limit = f"time limit of {self.time_limit:g} s" if self.status_ == "time_limit" else f"node limit of {self.node_limit}"
            gaps = numpy.append(self.gap_, numpy.nan if self.total_gap_ is None else self.total_gap_)
            worst = numpy.nanmax(gaps) if numpy.isfinite(gaps).any() else None
            gap = "" if worst is None else f": the best components may explain up to {100 * worst:{'.2g' if worst < 1 else '.0f'}} % more"
            troubles.append(f"the {limit} stopped the fit{gap}")
        if self.auto_share_ is not None and self.auto_share_ < _auto.SHARE:
            troubles.append(f"n_nonzero='auto' promises {100 * _auto.SHARE:g} % of the largest eigenvalue, and {self.n_nonzero_[0]} features are proven to explain "
                            f"{numpy.floor(1000 * self.auto_share_) / 10:g} %")
        elif not settled:
            troubles.append(f"n_nonzero='auto' had no time to try all; fewer than {self.n_nonzero_[0]} features may be enough")
        if troubles:
            advice = "" if self.status_ == "interrupted" else ". Raise the limit, or ask for less."
            warnings.warn("; ".join(troubles) + advice, ConvergenceWarning, stacklevel=3)

    @property
    def _n_features_out(self):
        return self.n_components_

    def _more_tags(self):
        return {"preserves_dtype": list(_TYPES)}

    def __sklearn_tags__(self):  # scikit-learn from 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def transform(self, X):
        """The scores: centred (and standardised) data times the components, in the precision of the data."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csc", dtype=list(_TYPES), reset=False)
        used = numpy.flatnonzero((self.components_ != 0).any(axis=0))
        directions = self.components_[:, used].astype(float)
        if self.scale_ is not None:
            directions /= self.scale_[used]
        some = X[:, used]
        if issparse(some):
            scores = some @ directions.T - self.mean_[used] @ directions.T
        else:
            scores = (some - self.mean_[used]) @ directions.T
        return scores.astype(X.dtype, copy=False)

    def inverse_transform(self, X):
        """The data in the span of the components whose scores are nearest to these."""
        check_is_fitted(self)
        X = numpy.asarray(X)
        data = X @ numpy.linalg.pinv(self.components_.astype(float)).T
        if self.scale_ is not None:
            data = data * self.scale_
        data = data + self.mean_
        return data.astype(X.dtype, copy=False) if X.dtype in _TYPES else data

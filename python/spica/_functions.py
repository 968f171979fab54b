"""The program's commands as functions of arrays."""

import json
import os
import sys
import time
import warnings

import numpy

from . import _spica
from ._groups import limits as _limits, members as _members
from ._result import Component, Proven, ProvenTotal, Result
from ._words import python_words


def _names_of(data, names):
    if names is None:
        names = getattr(data, "columns", None)  # pandas
    return [] if names is None else [str(name) for name in names]


def _text_column(data):
    """Which column of a data frame is not numbers, and what to do; empty where that is not known."""
    kinds = getattr(data, "dtypes", None)
    if not hasattr(data, "columns") or kinds is None:
        return ""
    text = [name for name, kind in zip(data.columns, kinds) if getattr(kind, "kind", "O") not in "biuf"]
    if not text:
        return ""
    return f"column {text[0]!r} is not numbers; leave such columns out, as with X.select_dtypes('number')"


def _array_of(data):
    if isinstance(data, (str, bytes, os.PathLike)):
        raise ValueError("the data are a text; if it is the name of a file, read it first, as with pandas.read_csv or numpy.loadtxt")
    array = numpy.asarray(data)
    if array.dtype == object or array.dtype.kind in "cSUV":
        try:
            array = array.astype(float)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{_text_column(data) or 'the data are not numbers'}: {error}") from None
    if array.dtype.kind == "c":
        raise ValueError("the data are complex numbers")
    return array


def _refuse_stray_names(data, rows, columns):
    """A square data frame whose rows and columns have most names in common, and that is not symmetric, is a covariance with a wrong name."""
    of_rows, of_columns = set(rows), set(columns)
    strays = [(name, "row") for name in rows if name not in of_columns] or [(name, "column") for name in columns if name not in of_rows]
    if 2 * len({name for name, _ in strays}) >= len(columns):
        return
    values = _array_of(data)
    if not numpy.allclose(values, values.T, equal_nan=True):
        raise ValueError(f"most rows and columns have the same names, but {strays[0][0]!r} is a {strays[0][1]} only; if this is a covariance, "
                         "correct the names, else say kind='samples'")


def _in_order(data, kind):
    """A data frame whose rows have the names of its columns is a covariance. Returns it with its rows in the order of the columns, its
    kind, and whether the rows had to be put in order."""
    if kind == "samples" or not (hasattr(data, "columns") and hasattr(data, "loc")) or len(data.index) != len(data.columns):
        return data, kind, False
    rows, columns = list(data.index), list(data.columns)
    if not columns or not all(isinstance(name, str) for name in columns):
        return data, kind, False
    if set(rows) != set(columns):
        if kind is None:
            _refuse_stray_names(data, rows, columns)
        return data, kind, False
    if rows == columns:
        return data, "covariance", False
    if len(rows) != len(set(rows)):
        raise ValueError("rows and columns have the same names, some more than once, so that it is not known which row belongs to which column; "
                         "give each name once, or say kind='samples'")
    return data.loc[columns], "covariance", True


_STAYS_FROM = 1 << 24  # bytes of an array that is not copied


def _is_sparse(data):
    """SciPy's matrices and arrays, without asking for SciPy."""
    return hasattr(data, "tocsc") and hasattr(data, "toarray")


def _sparse_parts(data):
    """(samples, starts, rows, values) by columns, rows ascending and each given once."""
    columns = data.tocsc()
    if not (columns.has_canonical_format and columns.has_sorted_indices):
        columns = columns.copy()
        columns.sum_duplicates()
    values = numpy.asarray(columns.data)
    if values.dtype.kind not in "fiub":
        raise ValueError(f"the data are not real numbers but {values.dtype}")
    if not numpy.isfinite(values).all():
        raise ValueError("a sparse matrix with values that are missing or infinite; settle them first")
    return columns.shape[0], columns.indptr, columns.indices, values


def _prepared(data, kind):
    """What the compiled part takes, and whether it stays where it is."""
    if _is_sparse(data):
        samples = kind == "samples" or (kind is None and data.shape[0] != data.shape[1])
        return (_sparse_parts(data), False) if samples else (_array_of(data.toarray()), False)
    array = _array_of(data)
    samples = array.ndim == 2 and (kind == "samples" or (kind is None and array.shape[0] != array.shape[1]))
    stays = samples and array.dtype in (numpy.float32, numpy.float64) and array.dtype.isnative and array.nbytes >= _STAYS_FROM
    if stays and numpy.isfinite(array).all():
        return numpy.asfortranarray(array), True
    return array, False


def _feature_count(prepared):
    """Of what _prepared() made."""
    if isinstance(prepared, tuple):
        return len(prepared[1]) - 1
    return prepared.shape[1] if prepared.ndim == 2 else 0


def _cardinalities(k):
    if isinstance(k, (int, numpy.integer)):
        return [int(k)]
    if isinstance(k, (str, float)) or not all(isinstance(one, (int, numpy.integer)) for one in k):
        raise ValueError(f"k is {k!r}; it must be a whole number or a list of whole numbers")
    return [int(one) for one in k]


def _features(given):
    """One name or number, or several, as texts; None is no feature."""
    if given is None:
        return []
    if isinstance(given, (str, int, numpy.integer)):
        given = [given]
    return [str(feature) for feature in given]


def _start(given):
    """Components of features, each feature a name and a number, of which one may be missing."""
    if given is None:
        return []
    if isinstance(given, Result):
        if given.path is not None:
            raise ValueError("a result of path() has a component for each k; give one of its components")
        return [_start(component)[0] for component in given.components]
    if isinstance(given, Component):
        return [[(given.feature_names[i] if given.feature_names else "", int(feature)) for i, feature in enumerate(given.support) if given.loadings[i] != 0]]
    given = [given] if isinstance(given, (str, int, numpy.integer)) else list(given)
    if any(isinstance(one, (str, int, numpy.integer)) for one in given):
        return [[_feature(one) for one in given]]
    return [one for component in given for one in _start(component)]


def _feature(given):
    if isinstance(given, str):
        return given, None
    if isinstance(given, (bool, numpy.bool_)) or not isinstance(given, (int, numpy.integer)):
        raise ValueError(f"{given!r} is no feature; give names, or numbers from 0, as numpy.flatnonzero(x) does for loadings x")
    return "", int(given)


def _show(progress):
    upper = progress["upper_bound"]
    bounds = f"[{progress['lower_bound']:.8g}, {'-' if upper is None else format(upper, '.8g')}]"
    end = "\n" if progress["last"] else ""
    print(f"\rspica: {progress['time_sec']:7.1f} s  {progress['nodes']:8d} nodes  {bounds}   ", end=end, file=sys.stderr, flush=True)


def _run(command, data, k, callback, progress, options, *, kind=None, center=True, standardize=False, ddof=0, shift=False,
         feature_names=None, exclude=(), include=(), start=None, prove=False, groups=None, at_most=None, certificate=False, checkpoint=None,
         resume=None):
    began = time.monotonic()
    data, kind, moved = _in_order(data, kind)
    prepared, stays = _prepared(data, kind)
    names = _names_of(data, feature_names)
    how = {
        "kind": kind,
        "spent_sec": time.monotonic() - began,
        "stopped": getattr(callback, "stopped", False),  # of the estimator, whose callback serves several calls
        "stays": stays,
        "center": bool(center),
        "standardize": bool(standardize),
        "ddof": int(ddof),
        "shift": bool(shift),
        "exclude": _features(exclude),
        "include": _features(include),
        "start": _start(start),
        "prove": prove,
        "certificate": bool(certificate),
        "checkpoint": os.fspath(checkpoint or ""),
        "resume": os.fspath(resume or ""),
        "feature_names": names,
        "groups": _limits(groups, at_most, names, _feature_count(prepared)),
    }

    def listen(news):
        if progress:
            _show(news)
        return True if callback is None else callback(news)

    listener = listen if progress or callback is not None else None
    text, written, troubles = _spica.run(command, prepared, how, _cardinalities(k), options, listener)
    for trouble in troubles:
        warnings.warn(python_words(trouble), RuntimeWarning, stacklevel=3)
    found = json.loads(text)
    found["input"]["notes"] = [python_words(note) for note in found["input"]["notes"]]
    if moved:
        found["input"]["notes"].insert(0, "rows were put in the order of the columns, by their names")
    return Result(found, written or None)


def solve(data, k, *, callback=None, progress=False, kind=None, center=True, standardize=False, ddof=0, shift=False,
          feature_names=None, exclude=(), include=(), start=None, groups=None, at_most=None, certificate=False, checkpoint=None,
          resume=None, **options):
    """Sparse components with certified bounds.

    data is a covariance if it is square and symmetric, else samples (rows) of features (columns); kind="covariance" or
    "samples" says so outright. k is the number of features of a component, or a list of numbers for several components, one after another.
    The bounds of a later one are about what those before it leave over: deflation="schur" is what their scores do not explain, "projection" the data
    with their loadings projected out. joint=True chooses all components together instead, no feature in two of them: result.total has the bounds of what they
    explain in all. exclude and include are features, by name or number from 0, that no component may use or that every one has (with joint=True: some one has).
    start offers features to start from, or a list of them for each component, or a Result or Component of before.
    groups gives features their groups: a dict, or one entry for each feature, where None or NaN is no group. at_most says how many features of a group a component may
    have: a number for every group, or a dict for some. Bounds are then about sets that keep to these limits.
    checkpoint names a file that the state of the solve is written to every minute and at its end, resume one to go on from.
    Options are the program's: gap, time_limit (seconds for the whole call), node_limit, threads, seed, smallest, disjoint, nonnegative (no loading
    below zero; bounds are then about such components), alternatives (0.01 lists every set within 1 % of the best in component.alternatives),
    most (how many of them at most), memory (in bytes).
    callback(progress) hears of progress, a dict, and stops the solve by returning False; the result then holds the best bounds so far. Ctrl-C ends it
    with KeyboardInterrupt. progress=True shows a line on standard error.
    """
    return _run("solve", data, k, callback, progress, options, kind=kind, center=center, standardize=standardize, ddof=ddof,
                shift=shift, feature_names=feature_names, exclude=exclude, include=include, start=start, groups=groups, at_most=at_most,
                certificate=certificate, checkpoint=checkpoint, resume=resume)


def prove(data, support, k=None, *, callback=None, progress=False, kind=None, center=True, standardize=False, ddof=0, shift=False,
          feature_names=None, exclude=(), include=(), groups=None, at_most=None, certificate=False, checkpoint=None, resume=None,
          **options):
    """How far a set of features that you have is from the best: a Result whose component is that set.

    support is features by name or number from 0, as numpy.flatnonzero(loadings) gives them, or a list of such sets for several components, one after another; or a
    Result or Component. The set is refitted: its loadings are the best that its features allow, with nonnegative=True the best non-negative ones that are known (the component's
    support_upper_bound is what no others on the set exceed). No k features explain more than upper_bound, gap is how far
    the set is from that, and better is a set that was found to be better, None if none was. k is the size of the set unless it is given; a larger one asks what more
    features could explain. The other arguments are those of solve().
    """
    sets = _start(support)
    if not sets:
        raise ValueError("support is empty; name the features that the proof is about")
    return _run("solve", data, [len(one) for one in sets] if k is None else k, callback, progress, options, kind=kind, center=center,
                standardize=standardize, ddof=ddof, shift=shift, feature_names=feature_names, exclude=exclude, include=include,
                start=support, prove=True, groups=groups, at_most=at_most, certificate=certificate, checkpoint=checkpoint, resume=resume)


def path(data, k, *, callback=None, progress=False, kind=None, center=True, standardize=False, ddof=0, shift=False,
         feature_names=None, exclude=(), include=(), groups=None, at_most=None, certificate=False, **options):
    """A component with both bounds for every k of an ascending list or range, to choose k by. select=0.9 names the smallest k
    that is proven to explain 90 % of the largest eigenvalue: result.path["selection"]. The other arguments are those of solve()."""
    return _run("path", data, k, callback, progress, options, kind=kind, center=center, standardize=standardize, ddof=ddof,
                shift=shift, feature_names=feature_names, exclude=exclude, include=include, groups=groups, at_most=at_most,
                certificate=certificate)


def heuristic(data, k, *, callback=None, progress=False, kind=None, center=True, standardize=False, ddof=0, shift=False,
              feature_names=None, exclude=(), include=(), groups=None, at_most=None, **options):
    """Components by a primal method alone, method="best" unless told otherwise; nothing is proven. nonnegative=True
    allows no loading below zero, joint=True chooses all components together. The other arguments are those of solve()."""
    return _run("heuristic", data, k, callback, progress, options, kind=kind, center=center, standardize=standardize,
                ddof=ddof, shift=shift, feature_names=feature_names, exclude=exclude, include=include, groups=groups,
                at_most=at_most)


def bound(data, k, *, method="pairs", callback=None, progress=False, kind=None, center=True, standardize=False, ddof=0,
          shift=False, feature_names=None, exclude=(), certificate=False, **options):
    """The upper bound of one dual method, and the component of the heuristics. method is "pairs", "spectral", "sample", "cauchy", "l1", "sdp",
    "dadal", "convex-ip", "pert-convex-ip" or "l0-ip". The other arguments are those of solve()."""
    return _run("bound", data, k, callback, progress, {"method": method, **options}, kind=kind, center=center,
                standardize=standardize, ddof=ddof, shift=shift, feature_names=feature_names, exclude=exclude,
                certificate=certificate)


def _numbers_of(features, data):
    """Features by name or number as numbers, ascending; names are those of a data frame."""
    names = _names_of(data, None)
    numbers = set()
    for feature in _features(features):
        if feature not in names and not feature.isdigit():
            raise ValueError(f"there is no feature {feature!r} in the data; give names of a data frame, or numbers from 0")
        numbers.add(names.index(feature) if feature in names else int(feature))
    return sorted(numbers)


def check(data, certificate, *, k=None, kind=None, center=True, standardize=False, ddof=0, shift=False, smallest=False,
          joint=False, nonnegative=False, deflation="schur", include=(), exclude=(), disjoint=False, groups=None,
          at_most=None, exact=False, memory=None, work=None):
    """Verifies a certificate against the data by the independent checker. Returns a list of Proven, one for each component: the
    whole statement, with its bounds, what was done to the data, and the component. joint=True: one ProvenTotal.

    A certificate is true of the matrix that it names, which need not be the one you mean. So say what you mean as you said it to solve():
    kind, center, standardize, ddof, smallest, joint, nonnegative, deflation, include, exclude, disjoint, groups and at_most have the same
    defaults; shift=True allows any shift, a number that one. k, if given, is
    compared too. CertificateRejected, a ValueError, is raised with the line that fails, or with what is not as expected.

    exact=True does every step in intervals of 256 bits. memory (bytes) and work (operations) replace the limits that follow
    from the size of the data; beyond them a ValueError is raised.
    """
    if kind not in (None, "covariance", "samples"):
        raise ValueError(f"kind is {kind!r}; it must be 'covariance' or 'samples'")
    data = _in_order(data, kind)[0]
    expected = {
        "k": None if k is None else _cardinalities(k),
        "kind": kind,
        "center": bool(center),
        "standardize": bool(standardize),
        "ddof": int(ddof),
        "shift": None if shift is True else float(shift),
        "smallest": bool(smallest),
        "joint": bool(joint),
        "nonnegative": bool(nonnegative),
        "deflation": deflation,
        "include": _numbers_of(include, data),
        "exclude": _numbers_of(exclude, data),
        "disjoint": bool(disjoint),
    }
    array = _array_of(data.toarray() if _is_sparse(data) else data)
    expected["limits"] = _members(_limits(groups, at_most, _names_of(data, None), array.shape[1] if array.ndim == 2 else 0))
    return [(ProvenTotal if one["joint"] else Proven)._of(one)
            for one in _spica.check(array, certificate, expected, exact, memory, work)]


def generate(model, *, features=500, samples=50, k=10, seed=1):
    """Random samples of "spiked", "synthetic" or "controlling-sparsity", and the directions that were planted. Solve them
    with center=False."""
    return _spica.generate(model, features, samples, k, seed)

"""Pictures of results with Matplotlib, which nothing else here needs."""

import numpy

_BETWEEN = "#0072b2"  # the colour of what lies between two bounds


def _axes(ax):
    """The axes to draw on: those given, or new ones."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need Matplotlib; install it with 'pip install matplotlib' or 'apt install python3-matplotlib'") from None
    return pyplot.subplots()[1] if ax is None else ax


def _labels(result, features):
    """What to call the features with these numbers."""
    names = {}
    for one in result.components:
        names.update(zip(one.support.tolist(), one._labels()))
    return [names[feature] for feature in features]


def loadings(result, components=None, ax=None):
    ax = _axes(ax)
    shown = list(range(len(result.components))) if components is None else [int(i) for i in numpy.atleast_1d(components)]
    chosen = [result.components[i] for i in shown]
    features = []  # each where the first component that uses it has it, the largest loadings first
    for one in chosen:
        order = one.support[numpy.argsort(-abs(one.loadings), kind="stable")]
        features += [feature for feature in order.tolist() if feature not in features]
    rows = numpy.arange(len(features))
    height = 0.8 / max(1, len(chosen))
    for number, (i, one) in enumerate(zip(shown, chosen)):
        places = numpy.array([features.index(feature) for feature in one.support.tolist()])
        ax.barh(places - 0.4 + (number + 0.5) * height, one.loadings, height, label=f"component {i + 1}")
    ax.set_yticks(rows, _labels(result, features))
    ax.invert_yaxis()
    ax.axvline(0.0, color="black", linewidth=0.8)
    ax.set_xlabel("loading")
    if len(chosen) > 1:
        ax.legend()
    return ax


def path(result, ax=None):
    if result.path is None:
        raise ValueError("only a result of spica.path() has a curve; spica.path(data, range(1, 21)) makes one")
    ax = _axes(ax)
    k = [one.k for one in result.components]
    lower = [one.lower_bound for one in result.components]
    upper = [one.upper_bound for one in result.components]
    ax.fill_between(k, lower, upper, color=_BETWEEN, alpha=0.25, label="between the bounds")
    ax.plot(k, lower, marker="o", color=_BETWEEN, label="explained, proven")
    ax.axhline(result.path["largest_eigenvalue"]["upper_bound"], color="grey", linestyle=":", label="all features")
    selection = result.path.get("selection") or {}
    for name, at in (("the curve bends", result.path["bend"]), (f"{100 * selection.get('share', 0):g} % proven", selection.get("k"))):
        if at is not None:
            ax.axvline(at, linestyle="--", color="black", linewidth=0.8)
            ax.annotate(f"{name}: k = {at}", (at, 0.9), xycoords=("data", "axes fraction"), rotation=90, ha="right", va="top")
    ax.set_xlabel("features, k")
    ax.set_ylabel("variance explained")
    ax.legend(loc="lower right")
    return ax


def _prepared(result, X):
    """The samples as the solve took them: centred and standardised, or not."""
    X = numpy.asarray(X.toarray() if hasattr(X, "toarray") else X, dtype=float)
    options = result.to_dict()["options"]
    features = result.to_dict()["input"]["features"]
    if X.ndim != 2 or X.shape[1] != features:
        raise ValueError(f"a biplot needs samples of the {features} features of the result; these data are {' x '.join(map(str, X.shape))}")
    if options["center"]:
        X = X - X.mean(axis=0)
    if options["standardize"]:
        scale = numpy.sqrt((X**2).sum(axis=0) / max(1, len(X) - options["ddof"]))
        X = X / numpy.where(scale > 0, scale, 1.0)
    return X


def biplot(result, X, components=(0, 1), ax=None):
    if len(components) != 2 or max(components) >= len(result.components):
        raise ValueError(f"a biplot shows two components, and the result has {len(result.components)}; solve for two, as with k=[10, 10]")
    X = _prepared(result, X)
    ax = _axes(ax)
    first, second = (result.components[i].vector(X.shape[1]) for i in components)
    x, y = X @ first, X @ second
    ax.scatter(x, y, s=12, alpha=0.6)
    used = numpy.flatnonzero((first != 0) | (second != 0))
    reach = min(abs(x).max() / max(abs(first).max(), 1e-300), abs(y).max() / max(abs(second).max(), 1e-300))
    for feature, name in zip(used, _labels(result, used.tolist())):
        tip = (reach * first[feature], reach * second[feature])
        ax.annotate("", tip, (0, 0), arrowprops={"arrowstyle": "->", "color": "#d55e00"})
        flat = abs(tip[0]) > 4 * abs(tip[1])  # such labels would lie on their arrows, and on each other
        ax.annotate(name, tip, color="#d55e00", rotation=60 if flat else 0)
    ax.set_xlabel(f"component {components[0] + 1}")
    ax.set_ylabel(f"component {components[1] + 1}")
    return ax

"""Pictures of results with Matplotlib, which nothing else here needs."""

import numpy

_BETWEEN = "#0072b2"  # the colour of what lies between two bounds
_ARROW = "#d55e00"


def _axes(ax, rows=0):
    """The axes to draw on: those given, or new ones, with room for long names and for so many rows of them."""
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("plots need Matplotlib; install it with 'pip install matplotlib' or 'apt install python3-matplotlib'") from None
    if ax is not None:
        return ax
    width, height = pyplot.rcParams["figure.figsize"]
    return pyplot.subplots(figsize=(width, max(height, 0.22 * rows + 1)), constrained_layout=True)[1]


def _short(name):
    """Long names without their middle, since they often differ at the end only."""
    return name if len(name) <= 40 else f"{name[:24]}…{name[-15:]}"


def _labels(result, features):
    """What to call the features with these numbers."""
    names = {}
    for one in result.components:
        names.update(zip(one.support.tolist(), one._labels()))
    return [_short(names[feature]) for feature in features]


def loadings(result, components=None, ax=None):
    shown = list(range(len(result.components))) if components is None else [int(i) for i in numpy.atleast_1d(components)]
    chosen = [result.components[i] for i in shown]
    features = []  # each where the first component that uses it has it, the largest loadings first
    for one in chosen:
        order = one.support[numpy.argsort(-abs(one.loadings), kind="stable")]
        features += [feature for feature in order.tolist() if feature not in features]
    ax = _axes(ax, len(features))
    row = {feature: number for number, feature in enumerate(features)}
    users = numpy.zeros(len(features), dtype=int)  # components that share a row
    for one in chosen:
        users[[row[feature] for feature in one.support.tolist()]] += 1
    height = 0.8 / max(1, users.max(initial=0))
    drawn = numpy.zeros(len(features), dtype=int)
    for i, one in zip(shown, chosen):
        places = numpy.array([row[feature] for feature in one.support.tolist()], dtype=int)
        ax.barh(places + (drawn[places] - 0.5 * (users[places] - 1)) * height, one.loadings, height, label=f"component {i + 1}")
        drawn[places] += 1
    ax.set_yticks(numpy.arange(len(features)), _labels(result, features))
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
    everything = result.path["largest_eigenvalue"]["upper_bound"]
    if everything <= 2 * max(upper):
        ax.axhline(everything, color="grey", linestyle=":", label="all features")
    else:  # a line so far away would press the curve flat
        ax.plot([], [], " ", label=f"all features: {everything:.4g}")
    selection = result.path.get("selection") or {}
    for name, at in (("the curve bends", result.path["bend"]), (f"{100 * selection.get('share', 0):g} % proven", selection.get("k"))):
        if at is not None:
            ax.axvline(at, linestyle="--", color="black", linewidth=0.8)
            ax.annotate(f"{name}: k = {at}", (at, 0.04), xycoords=("data", "axes fraction"), rotation=90, ha="right", va="bottom")
    ax.set_xlabel("features, k")
    ax.set_ylabel("variance explained")
    ax.legend(loc="best")
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


def _scatter(ax, x, y, labels):
    """The samples, those of a label in its colour."""
    if labels is None:
        ax.scatter(x, y, s=12, alpha=0.6)
        return
    labels = numpy.asarray(labels)
    if labels.shape != x.shape:
        raise ValueError(f"labels has {labels.size} entries for {len(x)} samples; it needs one for each")
    for label in dict.fromkeys(labels.tolist()):
        chosen = labels == label
        ax.scatter(x[chosen], y[chosen], s=12, alpha=0.6, label=str(label))
    ax.legend()


def biplot(result, X, components=(0, 1), ax=None, labels=None):
    if len(components) != 2 or max(components) >= len(result.components):
        raise ValueError(f"a biplot shows two components, and the result has {len(result.components)}; solve for two, as with k=[10, 10]")
    X = _prepared(result, X)
    ax = _axes(ax)
    first, second = (result.components[i].vector(X.shape[1]) for i in components)
    x, y = X @ first, X @ second
    _scatter(ax, x, y, labels)
    used = numpy.flatnonzero((first != 0) | (second != 0))
    reach = min(abs(x).max() / max(abs(first).max(), 1e-300), abs(y).max() / max(abs(second).max(), 1e-300))
    tips = reach * numpy.column_stack([first[used], second[used]])
    names = _labels(result, used.tolist())
    span = numpy.array([numpy.ptp(ax.get_xlim()), numpy.ptp(ax.get_ylim())])
    named = []
    for i in numpy.argsort(-numpy.hypot(*tips.T), kind="stable"):  # a name only where it covers no longer arrow's
        ax.annotate("", tips[i], (0, 0), arrowprops={"arrowstyle": "->", "color": _ARROW})
        if any((abs(tips[i] - other) < 0.045 * span).all() for other in named):
            continue
        named.append(tips[i])
        flat = abs(tips[i][0]) > 4 * abs(tips[i][1])  # such a name would lie on its arrow
        ax.annotate(names[i], tips[i], color=_ARROW, rotation=60 if flat else 0)
    ax.set_xlabel(f"component {components[0] + 1}")
    ax.set_ylabel(f"component {components[1] + 1}")
    return ax

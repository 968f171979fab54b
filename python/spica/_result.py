"""Results that read well."""

import decimal
import html
import json
import pathlib
from dataclasses import dataclass

import numpy

from . import _plots, _spica


@dataclass(frozen=True, eq=False)
class _Statement:
    """What every statement of a certificate says: of which matrix, under which conditions, and how it was checked."""

    kind: str
    rows: int
    features: int
    center: bool
    standardize: bool
    ddof: int
    shift: float
    lower_bound: float
    upper_bound: float
    included: list
    excluded: list
    limits: list  # (how many at most, the features of the group) for each group with a limit
    nonnegative: bool
    leaves: int
    dual_points: int
    exact: bool
    alternatives: list  # sets of k features, or None
    alternatives_bound: float  # that no other set of k features exceeds, or None


@dataclass(frozen=True, eq=False)
class Proven(_Statement):
    """What a certificate proves of one component, all of it.

    No unit vector with at most k nonzeros has x'Ax outside of [lower_bound, upper_bound] on the side that sense names ("largest": none is
    above upper_bound, and the component attains lower_bound; "smallest": none is below lower_bound, and the component is not above
    upper_bound). A is made of the data as kind ("samples" or "covariance"), center, standardize, ddof and shift (the multiple of the
    identity that was added) say, and deflated by the `deflations` components before this one. Where features are `included` or `excluded`, only vectors whose supports have all of the former and none of the latter are
    meant; where there are `limits` by group, only those that keep to them. Of a curve, `follows` is the k whose proof
    these bounds follow from.
    """

    sense: str
    component: int
    k: int
    support: numpy.ndarray
    loadings: numpy.ndarray
    follows: int  # or None: they have a proof of their own

    @classmethod
    def _of(cls, data):
        fields = {name: value for name, value in data.items() if name != "joint"}
        arrays = {"support": numpy.array(data["support"], dtype=int), "loadings": _unit(data["loadings"])}
        return cls(**{**fields, **arrays})

    @property
    def deflations(self):
        """How many components the matrix was deflated by: those before this one."""
        return self.component - 1

    def __str__(self):
        how = _preparation(self)
        if self.deflations > 0:
            how.append(f"deflated by {self.deflations} component{'s' if self.deflations > 1 else ''}")
        return f"{self.sense} eigenvalue over {self.k} features in [{self.lower_bound!r}, {self.upper_bound!r}] ({', '.join(how)})"


@dataclass(frozen=True, eq=False)
class ProvenTotal(_Statement):
    """What a certificate proves of components that were chosen together.

    The components explain at least lower_bound together, and no unit vectors with disjoint supports of at most so many nonzeros each
    explain more than upper_bound; where features are `included`, none that use all of these. A is made of the data as Proven says.
    """

    k: list
    supports: list
    loadings: list

    @classmethod
    def _of(cls, data):
        fields = {name: value for name, value in data.items() if name not in ("joint", "sense", "component", "components")}
        chosen = data["components"]
        return cls(**fields, k=[one["k"] for one in chosen], supports=[numpy.array(one["support"], dtype=int) for one in chosen],
                   loadings=[_unit(one["loadings"]) for one in chosen])

    def __str__(self):
        return (f"total of {len(self.k)} components over {', '.join(map(str, self.k))} different features in "
                f"[{self.lower_bound!r}, {self.upper_bound!r}] ({', '.join(_preparation(self))})")


def _unit(values):
    loadings = numpy.array(values, dtype=float)
    loadings /= abs(loadings).max()  # their squares may leave the range of doubles
    return loadings / numpy.linalg.norm(loadings)


def _preparation(proven):
    how = [proven.kind]
    if proven.kind == "samples":
        how.append("centred" if proven.center else "not centred")
    if proven.standardize:
        how.append("standardised")
    elif proven.kind == "samples":
        how.append(f"divided by {proven.rows - proven.ddof}")
    if proven.shift != 0.0:
        how.append(f"shifted by {proven.shift!r} times the identity")
    if proven.nonnegative:
        how.append("without negative loadings")
    return how


def _rounded(value, rounding):
    """Seven digits of a bound, rounded so that it stays one."""
    return format(decimal.Context(prec=7, rounding=rounding).create_decimal_from_float(value), "g")


@dataclass(frozen=True)
class _Scope:
    """What the bounds of a component are about, in words."""

    choices: str = ""  # which features compete, where that is not all of them
    matter: str = ""  # what is explained, where that is not the data as given
    joint: bool = False  # what is proven is proven of all components together

    @classmethod
    def of(cls, data, index):
        options = data["options"]
        later = index > 0 and data.get("path") is None
        choices = ""
        if options.get("include"):
            choices += " that include those put in"
        if options.get("exclude"):
            choices += " of those not left out"
        if options.get("nonnegative"):
            choices += " with non-negative loadings"
        if options.get("groups"):
            choices += " within the limits of their groups"
        if data.get("total") is not None and len(data["components"]) > 1:
            return cls(choices, joint=True)
        if not later:
            return cls(choices)
        projected = options.get("deflation") == "projection"
        if options.get("disjoint"):
            choices += " that earlier components do not use"
            projected_matter = ""  # a projection does not touch features that a component does not use
        else:
            projected_matter = " of the data with earlier loadings projected out"
        return cls(choices, projected_matter if projected else " of what earlier components leave over")


class Component:
    """One sparse component with its proven bounds.

    k is how many features were asked for; support has their numbers, from 0 and ascending, and loadings their weights, whose squares add
    up to 1. The component explains lower_bound at least, and no k features more than upper_bound, which is None where nothing bounds it. Of a later
    component of solve() both are about what the components before it leave over; where several are chosen together, Result.total has the bounds. variance is what the component explains, and lies
    between them; score_variance is the variance of its scores in the data as they were read, adjusted_variance what these add to the scores before them.

    gap is (upper_bound - lower_bound)/lower_bound; status says how the search ended ("optimal", "gap_reached", "time_limit", "node_limit",
    "interrupted", "finished"); negligible is True where nothing is left to explain; ties are other supports that are as good in double
    precision; trace has the bounds as they came together; nodes counts those of the search tree. better, of prove() only, is a dict: "value", "support", "loadings" and, where
    known, "feature_names" of a set that was found to be better; None if none was.

    groups, where there are limits by group, is a list of dicts, one for each group that the component has features of: "name", "features" (how many) and "at_most"
    (None where the group has no limit). support_upper_bound, of prove(..., nonnegative=True) only: no non-negative loadings on the set explain more.

    With solve(..., alternatives=0.01), alternatives is a list of dicts, the best first: "support", "value" (it explains at least that), "upper_bound" and, where
    known, "feature_names" of every set of k features within 1 % of the best, at most `most` of them. alternatives_proof is a dict that says what is proven: "complete" is
    True where no other set is within that share, "cutoff" is what no set that is not listed exceeds, "count" how many sets were found. features has a dict for each feature of
    the data: "in" is "all", "some" or "none" of the sets, "best_with" and "best_without" the values of the best set with and without it. All three are None otherwise.
    """

    def __init__(self, data, scope=_Scope()):
        self._data = data
        self._scope = scope
        self.k = data["k"]
        self.support = numpy.array(data["support"], dtype=int)
        self.loadings = numpy.array(data["loadings"], dtype=float)
        self.feature_names = data.get("feature_names")
        self.lower_bound = data["lower_bound"]
        self.upper_bound = data["upper_bound"]
        self.gap = data["gap"]
        self.status = data["status"]
        self.variance = data["variance"]
        self.score_variance = data["score_variance"]
        self.adjusted_variance = data["adjusted_variance"]
        self.negligible = data["negligible"]
        self.nodes = data["nodes"]
        self.trace = data["trace"]
        self.ties = data["ties"]
        self.better = data.get("better")
        self.groups = data.get("groups")
        self.support_upper_bound = data.get("support_upper_bound", data.get("support_lower_bound"))
        self.alternatives = data.get("alternatives")
        self.alternatives_proof = data.get("alternatives_proof")
        self.features = data.get("features")

    def vector(self, features):
        """The component as a dense vector of so many features."""
        dense = numpy.zeros(features)
        dense[self.support] = self.loadings
        return dense

    @property
    def claim(self):
        """What is proven, as a sentence. Numbers are rounded outwards, so that it stays true."""
        down, up = decimal.ROUND_FLOOR, decimal.ROUND_CEILING
        matter = self._scope.matter
        some = "1 feature that explains" if len(self.support) == 1 else f"{len(self.support)} features that explain"
        others = ("no 1 feature explains" if self.k == 1 else f"no {self.k} features explain").replace(" expl", f"{self._scope.choices} expl")
        if self._data.get("sense") == "smallest":
            better = f"; others that were found explain {_rounded(self.better['value'], up)} at most" if self.better else ""
            return f"{some} at most {_rounded(self.upper_bound, up)}; {others} less than {_rounded(self.lower_bound, down)}{better}"
        explained = f"{some} at least {_rounded(self.lower_bound, down)}{matter}"
        if self._scope.joint:
            return f"{explained}; bounds are those of all components together"
        if self.upper_bound is None:
            return f"{explained}; what others explain is not known"
        better = f"; others that were found explain at least {_rounded(self.better['value'], down)}" if self.better else ""
        return f"{explained}; {others} more than {_rounded(self.upper_bound, up)}{' of it' if matter else ''}{better}"

    def _labels(self):
        return self.feature_names or [str(i) for i in self.support]

    def __repr__(self):
        gap = "not bounded" if self.gap is None else f"gap {100 * self.gap:.2g} %"
        return f"<Component k={self.k}, variance {self.variance:.6g}, {gap}, {self.status}>"

    def _repr_html_(self):
        order = numpy.argsort(-abs(self.loadings), kind="stable")
        most = max(abs(self.loadings), default=1.0)
        names = self._labels()
        rows = "".join(
            f"<tr><th style='text-align:right'>{html.escape(names[i])}</th><td style='text-align:right'>{self.loadings[i]:.4f}</td>"
            f"<td style='text-align:left'><svg width='160' height='12' role='img' aria-label='{self.loadings[i]:.4f}'><rect "
            f"width='{160 * abs(self.loadings[i]) / most:.1f}' height='12' fill='{'#0072b2' if self.loadings[i] >= 0 else '#d55e00'}'/></svg></td></tr>"
            for i in order
        )
        return f"<table><caption>{html.escape(self.claim)} ({html.escape(self.status)})</caption>{rows}</table>"


class Total:
    """What is proven of components that were chosen together.

    In all they explain lower_bound at least, and no choice of as many different features more than upper_bound, which is None where nothing bounds it. gap and
    status are as of a Component. one_after_another is what heuristics find when each component is chosen after those before it, None where features are put in; adjusted is the
    sum of the adjusted variances, which counts nothing twice where scores are correlated. prices is what the proof charges for features, by their
    numbers; nodes, time_sec and trace say how the search went. better, of prove() only, is a dict: "value" and "supports" of a choice that was found to be better; None if none was.
    """

    def __init__(self, data, sizes, choices=""):
        self._sizes = sizes
        self._choices = choices
        self.lower_bound = data["lower_bound"]
        self.upper_bound = data["upper_bound"]
        self.gap = data["gap"]
        self.status = data["status"]
        self.prices = {one["feature"]: one["price"] for one in data["prices"]}
        self.one_after_another = data["one_after_another"]
        self.adjusted = data["adjusted"]
        self.better = data.get("better")
        self.nodes = data["nodes"]
        self.time_sec = data["time_sec"]
        self.trace = data["trace"]

    @property
    def claim(self):
        """What is proven, as a sentence. Numbers are rounded outwards, so that it stays true."""
        count = len(self._sizes)
        explained = f"{count} component{'s that together explain' if count > 1 else ' that explains'} at least {_rounded(self.lower_bound, decimal.ROUND_FLOOR)}"
        if self.upper_bound is None:
            return f"{explained}; what others explain is not known"
        others = f"no {' + '.join(map(str, self._sizes))} different features{self._choices}"
        return f"{explained}; {others} explain more than {_rounded(self.upper_bound, decimal.ROUND_CEILING)}"

    def __repr__(self):
        gap = "not bounded" if self.gap is None else f"gap {100 * self.gap:.2g} %"
        return f"<Total {self.lower_bound:.6g}, {gap}, {self.status}>"


class Result:
    """What a command found.

    components is a list of Component; of solve() one after another, of path() one for each k, with joint=True by variance, and then total is a Total. status is the worst of theirs, total_variance
    what there is to explain, time_sec how long it took without reading the data. path is a dict: "largest_eigenvalue", "bend", "selection". correlations is the
    matrix of those between the scores, None of a single component. certificate is the proof, where one was asked for.
    """

    def __init__(self, data, certificate=None):
        self._data = data
        self.components = [Component(one, _Scope.of(data, index)) for index, one in enumerate(data["components"])]
        self.status = data["status"]
        self.total_variance = data["total_variance"]
        self.time_sec = data["time_sec"]
        self.path = data.get("path")
        self.total = None
        if data.get("total") is not None:
            self.total = Total(data["total"], [one.k for one in self.components], _Scope.of(data, 0).choices)
        self.correlations = None if data.get("correlations") is None else numpy.array(data["correlations"], dtype=float)
        self.certificate = certificate

    def to_dict(self):
        """The program's JSON as a dict."""
        return self._data

    def to_json(self):
        """The program's JSON as a text."""
        return json.dumps(self._data, indent=2)

    def report(self, file):
        """Writes the program's HTML report, one page that needs no network. Returns the path of the file."""
        target = pathlib.Path(file)
        if target.suffix.lower() not in (".html", ".htm"):
            raise ValueError(f"{target}: the report is an HTML page; give a name that ends in .html (a page saves its pictures as SVG and PNG)")
        target.write_text(_spica.html_report(self.to_json()), encoding="utf-8")
        return target

    def plot_loadings(self, components=None, ax=None):
        """Bars of the loadings, of all components or of those whose numbers (from 0) are given. Needs Matplotlib; returns the Axes."""
        return _plots.loadings(self, components, ax)

    def plot_path(self, ax=None):
        """The curve of path(): what k features explain, between its bounds. Needs Matplotlib; returns the Axes."""
        return _plots.path(self, ax)

    def plot_biplot(self, X, components=(0, 1), ax=None, labels=None):
        """The scores of the samples X on two components, and the features as arrows. X is centred and standardised as the data of the solve
        were, by its own means and deviations. Samples are coloured by their labels, one for each, where labels are given. Needs
        Matplotlib; returns the Axes."""
        return _plots.biplot(self, X, components, ax, labels)

    def __repr__(self):
        total = "" if self.total is None else f"{self.total}, "
        return f"<Result {self.status}: {total}{self.components}>"

    def _repr_html_(self):
        total = "" if self.total is None else f"<p>{html.escape(self.total.claim)} ({html.escape(self.total.status)})</p>"
        return total + "".join(component._repr_html_() for component in self.components)

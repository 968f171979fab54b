"""Results that read well."""

import html
import json
from dataclasses import dataclass

import numpy


@dataclass(frozen=True, eq=False)
class Proven:
    """What a certificate proves of one component, all of it.

    No unit vector with at most k nonzeros has x'Ax outside of [lower_bound, upper_bound] on the side that sense names ("largest": none is
    above upper_bound, and the component attains lower_bound; "smallest": none is below lower_bound, and the component is not above
    upper_bound). A is made of the data as kind ("samples" or "covariance"), center, standardize, ddof and shift (the multiple of the
    identity that was added) say, and deflated by the `deflations` components before this one.
    """

    kind: str
    rows: int
    features: int
    center: bool
    standardize: bool
    ddof: int
    shift: float
    sense: str
    component: int
    k: int
    lower_bound: float
    upper_bound: float
    support: numpy.ndarray
    loadings: numpy.ndarray
    leaves: int
    dual_points: int
    exact: bool

    @classmethod
    def _of(cls, data):
        loadings = numpy.array(data["loadings"], dtype=float)
        loadings /= abs(loadings).max()  # their squares may leave the range of doubles
        arrays = {"support": numpy.array(data["support"], dtype=int), "loadings": loadings / numpy.linalg.norm(loadings)}
        return cls(**{**data, **arrays})

    @property
    def deflations(self):
        """How many components the matrix was deflated by: those before this one."""
        return self.component - 1

    def __str__(self):
        how = [self.kind]
        if self.kind == "samples":
            how.append("centred" if self.center else "not centred")
        if self.standardize:
            how.append("standardised")
        elif self.kind == "samples":
            how.append(f"divided by {self.rows - self.ddof}")
        if self.shift != 0.0:
            how.append(f"shifted by {self.shift!r} times the identity")
        if self.deflations > 0:
            how.append(f"deflated by {self.deflations} component{'s' if self.deflations > 1 else ''}")
        return f"{self.sense} eigenvalue over {self.k} features in [{self.lower_bound!r}, {self.upper_bound!r}] ({', '.join(how)})"


class Component:
    """One sparse component with its proven bounds."""

    def __init__(self, data):
        self._data = data
        self.k = data["k"]
        self.support = numpy.array(data["support"], dtype=int)
        self.loadings = numpy.array(data["loadings"], dtype=float)
        self.feature_names = data.get("feature_names")
        self.lower_bound = data["lower_bound"]
        self.upper_bound = data["upper_bound"]
        self.gap = data["gap"]
        self.status = data["status"]
        self.variance = data["variance"]
        self.adjusted_variance = data["adjusted_variance"]
        self.nodes = data["nodes"]
        self.trace = data["trace"]
        self.ties = data["ties"]

    def vector(self, features):
        """The component as a dense vector of so many features."""
        dense = numpy.zeros(features)
        dense[self.support] = self.loadings
        return dense

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
        upper = "unknown" if self.upper_bound is None else f"{self.upper_bound:.6g}"
        caption = f"{len(names)} features, variance {self.variance:.6g}; no {self.k} features explain more than {upper} ({html.escape(self.status)})"
        return f"<table><caption>{caption}</caption>{rows}</table>"


class Result:
    """What a command found: components, status, time_sec, path, certificate, and all of its JSON in to_dict()."""

    def __init__(self, data, certificate=None):
        self._data = data
        self.components = [Component(one) for one in data["components"]]
        self.status = data["status"]
        self.total_variance = data["total_variance"]
        self.time_sec = data["time_sec"]
        self.path = data.get("path")
        self.certificate = certificate

    def to_dict(self):
        return self._data

    def to_json(self):
        return json.dumps(self._data, indent=2)

    def __repr__(self):
        return f"<Result {self.status}: {self.components}>"

    def _repr_html_(self):
        return "".join(component._repr_html_() for component in self.components)

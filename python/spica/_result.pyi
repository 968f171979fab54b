from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

@dataclass(frozen=True, eq=False)
class _Statement:
    kind: str
    rows: int
    features: int
    center: bool
    standardize: bool
    ddof: int
    shift: float
    lower_bound: float
    upper_bound: float
    included: list[int]
    excluded: list[int]
    limits: list[tuple[int, list[int]]]
    nonnegative: bool
    leaves: int
    dual_points: int
    exact: bool
    alternatives: list[list[int]] | None
    alternatives_bound: float | None

@dataclass(frozen=True, eq=False)
class Proven(_Statement):
    sense: str
    component: int
    k: int
    support: NDArray[Any]
    loadings: NDArray[Any]
    follows: int | None
    @property
    def deflations(self) -> int: ...

@dataclass(frozen=True, eq=False)
class ProvenTotal(_Statement):
    k: list[int]
    supports: list[NDArray[Any]]
    loadings: list[NDArray[Any]]

@dataclass(frozen=True)
class _Scope:
    choices: str = ...
    matter: str = ...
    joint: bool = ...

class Component:
    def __init__(self, data: dict[str, Any], scope: _Scope = ...) -> None: ...
    k: int
    support: NDArray[Any]
    loadings: NDArray[Any]
    feature_names: list[str] | None
    lower_bound: float
    upper_bound: float | None
    gap: float | None
    status: str
    variance: float
    score_variance: float
    adjusted_variance: float
    negligible: bool
    nodes: int
    trace: list[dict[str, Any]]
    ties: list[list[int]]
    better: dict[str, Any] | None
    groups: list[dict[str, Any]] | None
    support_upper_bound: float | None
    alternatives: list[dict[str, Any]] | None
    alternatives_proof: dict[str, Any] | None
    features: list[dict[str, Any]] | None
    @property
    def claim(self) -> str: ...
    def vector(self, features: int) -> NDArray[Any]: ...

class Total:
    def __init__(self, data: dict[str, Any], sizes: list[int], choices: str = ...) -> None: ...
    lower_bound: float
    upper_bound: float | None
    gap: float | None
    status: str
    prices: dict[int, float]
    one_after_another: float | None
    adjusted: float
    better: dict[str, Any] | None
    nodes: int
    time_sec: float
    trace: list[dict[str, Any]]
    @property
    def claim(self) -> str: ...

class Result:
    def __init__(self, data: dict[str, Any], certificate: str | None = ...) -> None: ...
    components: list[Component]
    status: str
    total_variance: float
    time_sec: float
    path: dict[str, Any] | None
    total: Total | None
    correlations: NDArray[Any] | None
    certificate: str | None
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...
    def report(self, file: str | PathLike[str]) -> Path: ...
    # Axes of Matplotlib, which need not be installed.
    def plot_loadings(self, components: int | Sequence[int] | None = ..., ax: Any = ...) -> Any: ...
    def plot_path(self, ax: Any = ...) -> Any: ...
    def plot_biplot(self, X: Any, components: Sequence[int] = ..., ax: Any = ..., labels: Any = ...) -> Any: ...

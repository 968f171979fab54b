from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy
import numpy.typing

from ._estimator import SparsePCA as SparsePCA

__version__: str

_Data = numpy.typing.ArrayLike
_Progress = dict[str, Any]
_Callback = Callable[[_Progress], bool | None]

class CertificateRejected(ValueError): ...

class Component:
    k: int
    support: numpy.ndarray
    loadings: numpy.ndarray
    feature_names: list[str] | None
    lower_bound: float
    upper_bound: float | None
    gap: float | None
    status: str
    variance: float
    adjusted_variance: float
    nodes: int
    trace: list[dict[str, Any]]
    ties: list[list[int]]
    def vector(self, features: int) -> numpy.ndarray: ...

class Result:
    components: list[Component]
    status: str
    total_variance: float
    time_sec: float
    path: dict[str, Any] | None
    certificate: str | None
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...

def solve(
    data: _Data,
    k: int | Sequence[int],
    *,
    callback: _Callback | None = ...,
    progress: bool = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool = ...,
    feature_names: Sequence[str] | None = ...,
    exclude: Iterable[str | int] = ...,
    include: Iterable[str | int] = ...,
    certificate: bool = ...,
    gap: float | None = ...,
    time_limit: float | None = ...,
    node_limit: int | None = ...,
    threads: int | None = ...,
    seed: int | None = ...,
    smallest: bool = ...,
    disjoint: bool = ...,
    **options: Any,
) -> Result: ...
def path(
    data: _Data,
    k: Iterable[int],
    *,
    callback: _Callback | None = ...,
    progress: bool = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool = ...,
    feature_names: Sequence[str] | None = ...,
    exclude: Iterable[str | int] = ...,
    select: float | None = ...,
    **options: Any,
) -> Result: ...
def heuristic(
    data: _Data,
    k: int | Sequence[int],
    *,
    method: str = ...,
    callback: _Callback | None = ...,
    progress: bool = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool = ...,
    feature_names: Sequence[str] | None = ...,
    exclude: Iterable[str | int] = ...,
    include: Iterable[str | int] = ...,
    nonnegative: bool = ...,
    **options: Any,
) -> Result: ...
def bound(
    data: _Data,
    k: int,
    *,
    method: str = ...,
    callback: _Callback | None = ...,
    progress: bool = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool = ...,
    feature_names: Sequence[str] | None = ...,
    exclude: Iterable[str | int] = ...,
    certificate: bool = ...,
    **options: Any,
) -> Result: ...
def check(data: _Data, certificate: str, *, exact: bool = ...) -> list[tuple[int, float, float]]: ...
def generate(
    model: str, *, features: int = ..., samples: int = ..., k: int = ..., seed: int = ...
) -> tuple[numpy.ndarray, numpy.ndarray]: ...

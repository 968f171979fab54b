from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any

from numpy.typing import NDArray

from ._estimator import SparsePCA as SparsePCA, _Callback, _Data, _Features
from ._result import Component as Component, Proven as Proven, ProvenTotal as ProvenTotal, Result as Result, Total as Total
from ._spica import CertificateRejected as CertificateRejected, __version__ as __version__
from ._warnings import ConvergenceWarning as ConvergenceWarning

# Features, a list of them for each component, or what was found before.
_Start = _Features | Sequence[Sequence[str | int] | NDArray[Any]] | NDArray[Any] | Result | Component | None

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
    exclude: _Features = ...,
    include: _Features = ...,
    start: _Start = ...,
    certificate: bool = ...,
    checkpoint: str | PathLike[str] | None = ...,
    resume: str | PathLike[str] | None = ...,
    memory: int | None = ...,
    gap: float | None = ...,
    time_limit: float | None = ...,
    node_limit: int | None = ...,
    threads: int | None = ...,
    seed: int | None = ...,
    smallest: bool = ...,
    disjoint: bool = ...,
    deflation: str = ...,
    joint: bool = ...,
    **options: Any,
) -> Result: ...
def prove(
    data: _Data,
    support: _Start,
    k: int | Sequence[int] | None = ...,
    *,
    callback: _Callback | None = ...,
    progress: bool = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool = ...,
    feature_names: Sequence[str] | None = ...,
    exclude: _Features = ...,
    include: _Features = ...,
    certificate: bool = ...,
    checkpoint: str | PathLike[str] | None = ...,
    resume: str | PathLike[str] | None = ...,
    memory: int | None = ...,
    gap: float | None = ...,
    time_limit: float | None = ...,
    node_limit: int | None = ...,
    threads: int | None = ...,
    seed: int | None = ...,
    smallest: bool = ...,
    disjoint: bool = ...,
    deflation: str = ...,
    joint: bool = ...,
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
    exclude: _Features = ...,
    certificate: bool = ...,
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
    exclude: _Features = ...,
    include: _Features = ...,
    nonnegative: bool = ...,
    joint: bool = ...,
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
    exclude: _Features = ...,
    certificate: bool = ...,
    **options: Any,
) -> Result: ...
def check(
    data: _Data,
    certificate: str,
    *,
    k: int | Sequence[int] | None = ...,
    kind: str | None = ...,
    center: bool = ...,
    standardize: bool = ...,
    ddof: int = ...,
    shift: bool | float = ...,
    smallest: bool = ...,
    joint: bool = ...,
    deflation: str = ...,
    exact: bool = ...,
    memory: float | None = ...,
    work: float | None = ...,
) -> list[Proven] | list[ProvenTotal]: ...
def generate(
    model: str, *, features: int = ..., samples: int = ..., k: int = ..., seed: int = ...
) -> tuple[NDArray[Any], NDArray[Any]]: ...

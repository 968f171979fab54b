from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

@dataclass(frozen=True, eq=False)
class Proven:
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
    support: NDArray[Any]
    loadings: NDArray[Any]
    leaves: int
    dual_points: int
    exact: bool
    @property
    def deflations(self) -> int: ...

class Component:
    def __init__(self, data: dict[str, Any]) -> None: ...
    k: int
    support: NDArray[Any]
    loadings: NDArray[Any]
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
    def vector(self, features: int) -> NDArray[Any]: ...

class Result:
    def __init__(self, data: dict[str, Any], certificate: str | None = ...) -> None: ...
    components: list[Component]
    status: str
    total_variance: float
    time_sec: float
    path: dict[str, Any] | None
    certificate: str | None
    def to_dict(self) -> dict[str, Any]: ...
    def to_json(self) -> str: ...

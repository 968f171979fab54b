from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from numpy.typing import ArrayLike, NDArray

from ._result import Result

class _Sparse(Protocol):
    """SciPy's sparse matrices and arrays."""

    shape: Any
    def tocsc(self) -> Any: ...
    def toarray(self) -> Any: ...

_Data = ArrayLike | _Sparse
_Features = str | int | Iterable[str | int]
_Groups = Mapping[Any, Any] | Iterable[Any] | None
_Limits = int | Mapping[Any, int] | None
_Callback = Callable[[dict[str, Any]], bool | None]

# scikit-learn has no types of its own, so its part of the interface is spelt out here.
class SparsePCA:
    components_: NDArray[Any]
    loadings_: Any  # an array, or a data frame if the data were one
    support_: list[NDArray[Any]]
    mean_: NDArray[Any]
    scale_: NDArray[Any] | None
    explained_variance_: NDArray[Any]
    explained_variance_ratio_: NDArray[Any]
    adjusted_explained_variance_: NDArray[Any]
    lower_bound_: NDArray[Any]
    upper_bound_: NDArray[Any]
    gap_: NDArray[Any]
    total_lower_bound_: float | None
    total_upper_bound_: float | None
    total_gap_: float | None
    status_: str
    auto_share_: float | None
    n_nonzero_: list[int]
    n_iter_: int
    certificate_: str | None
    result_: Result
    n_components_: int
    n_features_in_: int
    feature_names_in_: NDArray[Any]

    def __init__(
        self,
        n_components: int | None = ...,
        n_nonzero: int | Sequence[int] | Literal["auto"] = ...,
        *,
        method: Literal["exact", "heuristic"] = ...,
        standardize: bool = ...,
        disjoint: bool = ...,
        joint: bool = ...,
        nonnegative: bool = ...,
        include: _Features | None = ...,
        exclude: _Features | None = ...,
        groups: _Groups = ...,
        at_most: _Limits = ...,
        start: _Features | Sequence[_Features] | Result | None = ...,
        alternatives: float | None = ...,
        most: int = ...,
        deflation: Literal["schur", "projection"] = ...,
        ddof: int = ...,
        gap: float = ...,
        time_limit: float | None = ...,
        node_limit: int | None = ...,
        threads: int = ...,
        random_state: Any = ...,
        certificate: bool = ...,
        callback: _Callback | None = ...,
    ) -> None: ...
    def fit(self, X: _Data, y: Any = ...) -> SparsePCA: ...
    def transform(self, X: _Data) -> Any: ...
    def fit_transform(self, X: _Data, y: Any = ..., **fit_params: Any) -> Any: ...
    def inverse_transform(self, X: _Data) -> NDArray[Any]: ...
    def get_feature_names_out(self, input_features: Sequence[str] | None = ...) -> NDArray[Any]: ...
    def get_params(self, deep: bool = ...) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> SparsePCA: ...
    def set_output(self, *, transform: str | None = ...) -> SparsePCA: ...

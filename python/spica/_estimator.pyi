from collections.abc import Sequence
from typing import Any, Protocol

from numpy.typing import ArrayLike, NDArray

from ._result import Result

class _Sparse(Protocol):
    """SciPy's sparse matrices and arrays."""

    shape: Any
    def tocsc(self) -> Any: ...
    def toarray(self) -> Any: ...

_Data = ArrayLike | _Sparse

# scikit-learn has no types of its own, so its part of the interface is spelt out here.
class SparsePCA:
    components_: NDArray[Any]
    support_: list[NDArray[Any]]
    mean_: NDArray[Any]
    scale_: NDArray[Any] | None
    explained_variance_: NDArray[Any]
    explained_variance_ratio_: NDArray[Any]
    adjusted_explained_variance_: NDArray[Any]
    lower_bound_: NDArray[Any]
    upper_bound_: NDArray[Any]
    gap_: NDArray[Any]
    status_: str
    certificate_: str | None
    result_: Result
    n_components_: int
    n_features_in_: int

    def __init__(
        self,
        n_components: int = ...,
        n_nonzero: int | Sequence[int] | str = ...,
        *,
        standardize: bool = ...,
        disjoint: bool = ...,
        gap: float = ...,
        time_limit: float | None = ...,
        node_limit: int | None = ...,
        threads: int = ...,
        random_state: int | None = ...,
        certificate: bool = ...,
    ) -> None: ...
    def fit(self, X: _Data, y: Any = ...) -> SparsePCA: ...
    def transform(self, X: _Data) -> Any: ...
    def fit_transform(self, X: _Data, y: Any = ..., **fit_params: Any) -> Any: ...
    def inverse_transform(self, X: _Data) -> NDArray[Any]: ...
    def get_feature_names_out(self, input_features: Sequence[str] | None = ...) -> NDArray[Any]: ...
    def get_params(self, deep: bool = ...) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> SparsePCA: ...
    def set_output(self, *, transform: str | None = ...) -> SparsePCA: ...

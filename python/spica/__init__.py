"""Sparse principal components with proven bounds.

>>> import numpy, spica
>>> samples, truth = spica.generate("spiked", features=100, samples=50, seed=7)
>>> result = spica.solve(samples, 10, center=False)
>>> result.components[0].support
"""

from ._spica import CertificateRejected, __version__
from ._functions import bound, check, generate, heuristic, path, prove, solve
from ._result import Component, Proven, ProvenTotal, Result, Total

__all__ = [
    "CertificateRejected",
    "Component",
    "ConvergenceWarning",
    "Proven",
    "ProvenTotal",
    "Result",
    "SparsePCA",
    "Total",
    "__version__",
    "bound",
    "check",
    "generate",
    "heuristic",
    "path",
    "prove",
    "solve",
]


def __getattr__(name):
    # What needs scikit-learn, or looks for it, is loaded when it is asked for: nothing else here does.
    if name == "SparsePCA":
        try:
            from ._estimator import SparsePCA
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] != "sklearn":
                raise
            raise ImportError("SparsePCA needs scikit-learn; install it with 'pip install scikit-learn' or 'apt install python3-sklearn'") from None
        return SparsePCA
    if name == "ConvergenceWarning":
        from ._warnings import ConvergenceWarning

        return ConvergenceWarning
    raise AttributeError(f"module 'spica' has no attribute '{name}'")

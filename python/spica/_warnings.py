"""The warning of a fit that a limit stopped: scikit-learn's own where it is installed."""

try:
    from sklearn.exceptions import ConvergenceWarning
except ImportError:

    class ConvergenceWarning(UserWarning):
        """A limit stopped a fit before its proof was complete."""

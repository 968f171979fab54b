"""A sparse component in a scikit-learn pipeline: python3 examples/python/quickstart.py

Ten of 300 genes are chosen without looking at the groups, and a classifier then tells the groups apart by that one score.
"""

import pathlib
import sys

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import spica

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from expression import rows

header, *samples = rows()
genes = numpy.array(header[1:])
X = numpy.array([row[1:] for row in samples], dtype=float)
treated = numpy.array([row[0].startswith("T") for row in samples])

pipeline = make_pipeline(spica.SparsePCA(n_components=1, n_nonzero=10, standardize=True), LogisticRegression())
pipeline.fit(X, treated)
component = pipeline[0]

print("genes:   ", " ".join(genes[component.support_[0]]))
at_most = numpy.ceil(1e4 * component.upper_bound_[0]) / 1e4  # an upper bound is rounded up
print(f"variance: {component.explained_variance_[0]:.4f}")
print(f"proven:   no ten genes have more than {at_most:.4f} (gap {100 * component.gap_[0]:.2g} %)")
accuracy = cross_val_score(pipeline, X, treated, cv=5)  # the genes are chosen anew in each fold
print(f"accuracy of treated or not by that one score, in 5 folds: {accuracy.mean():.2f}")

"""Data that the tests of the Python package share."""

import numpy

COVARIANCE = numpy.array([[2.0, 1.5, 0.25, 0.0], [1.5, 2.0, 0.5, 0.0], [0.25, 0.5, 1.0, -0.5], [0.0, 0.0, -0.5, 3.0]])


def noise(samples, features, seed=1):
    return numpy.random.default_rng(seed).normal(size=(samples, features))

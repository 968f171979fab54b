"""Matrices of 10^4 to 10^7 features for bench/scale/scale.py. Each maker writes one file and returns nothing.

Samples are m x n, features in columns. Everything is drawn in blocks of features, so that no instance needs more memory than
a block, and written in Fortran order: one feature after another.
"""

import numpy

BLOCK = 20_000


class Writer:
    """An .npy file of m x n in Fortran order that is written a block of features at a time."""

    def __init__(self, path, samples, features, dtype="<f8"):
        self.file = open(path, "wb")
        numpy.lib.format.write_array_header_1_0(self.file, {"descr": numpy.dtype(dtype).str, "fortran_order": True, "shape": (samples, features)})
        self.dtype = dtype

    def add(self, block):
        """block is features x samples"""
        self.file.write(numpy.ascontiguousarray(block, dtype=self.dtype).tobytes())

    def close(self):
        self.file.close()


def blocks(features):
    for first in range(0, features, BLOCK):
        yield first, min(BLOCK, features - first)


def spiked(path, features, samples, seed=1, dtype="<f8"):
    """Two planted components of ten features each (Dey, Mazumder, Wang); not centred."""
    draw = numpy.random.default_rng(seed)
    first, second = draw.standard_normal(samples), draw.standard_normal(samples)
    out = Writer(path, samples, features, dtype)
    for start, count in blocks(features):
        x = draw.standard_normal((count, samples))
        if start == 0:
            x[:10] += numpy.sqrt(39.9) * first
            x[10:20] += numpy.sqrt(29.9) * second
        out.add(x)
    out.close()


def synthetic(path, features, samples, seed=1):
    """Three hidden factors, a third of the features each (Zou, Hastie, Tibshirani); not centred."""
    draw = numpy.random.default_rng(seed)
    one = draw.standard_normal(samples) * numpy.sqrt(290)
    two = draw.standard_normal(samples) * numpy.sqrt(300)
    three = -0.3 * one + 0.925 * two + draw.standard_normal(samples) * numpy.sqrt(300)
    factors = numpy.stack([one, two, three])
    out = Writer(path, samples, features)
    for start, count in blocks(features):
        which = numpy.minimum(2, numpy.arange(start, start + count) // (features // 3))
        out.add(factors[which] + draw.standard_normal((count, samples)))
    out.close()


def controlling_sparsity(path, features, samples, k=10, seed=1):
    """U'z + sqrt(15) v g with U uniform on [0, 1]: given z, columns of U'z are sums of many terms, drawn as the normal vectors
    that they tend to. Not centred."""
    draw = numpy.random.default_rng(seed)
    drawn = min(features, 200_000)
    z = draw.standard_normal((drawn, samples))
    share = features / drawn
    centre = numpy.sqrt(share) * z.sum(axis=0) / 2
    root = numpy.linalg.cholesky(share * (z.T @ z) / 12)
    spike = numpy.sqrt(15) * draw.standard_normal(samples)
    out = Writer(path, samples, features)
    for start, count in blocks(features):
        x = draw.standard_normal((count, samples)) @ root.T + centre
        if start == 0:
            x[:k] += spike
        out.add(x)
    out.close()


def clusters(path, features, samples, seed=1):
    """Planted clusters of 5 to 50 features, correlations of 0.3 to 0.9 within; the rest is noise."""
    draw = numpy.random.default_rng(seed)
    owner = numpy.full(features, -1)
    correlation = []
    next_feature = 0
    for cluster in range(min(200, features // 100)):
        size = 40 if cluster == 0 else int(draw.integers(5, 51))
        correlation.append(0.9 if cluster == 0 else 0.3 + 0.55 * draw.random())
        owner[next_feature:next_feature + size] = cluster
        next_feature += size
    correlation = numpy.array(correlation)
    hidden = draw.standard_normal((len(correlation), samples))
    out = Writer(path, samples, features)
    for start, count in blocks(features):
        x = draw.standard_normal((count, samples))
        own = owner[start:start + count]
        inside = own >= 0
        rho = correlation[own[inside]][:, None]
        x[inside] = numpy.sqrt(rho) * hidden[own[inside]] + numpy.sqrt(1 - rho) * x[inside]
        out.add(x)
    out.close()


def noise(path, features, samples, seed=1):
    draw = numpy.random.default_rng(seed)
    out = Writer(path, samples, features)
    for _, count in blocks(features):
        out.add(draw.standard_normal((count, samples)))
    out.close()


def lognormal(path, features, samples, seed=1):
    """Scales with a heavy tail, and twenty factors that a fifth of the features have a part in."""
    draw = numpy.random.default_rng(seed)
    factors = draw.standard_normal((20, samples))
    out = Writer(path, samples, features)
    for _, count in blocks(features):
        scale = numpy.exp(0.5 * draw.standard_normal(count))
        which = draw.integers(0, 20, count)
        loading = numpy.where(draw.random(count) < 0.2, draw.random(count), 0.0)
        x = loading[:, None] * factors[which] + numpy.sqrt(1 - loading**2)[:, None] * draw.standard_normal((count, samples))
        out.add(scale[:, None] * x)
    out.close()


def text(path, features, samples, seed=1):
    """Counts of words in documents, Zipf's law and eight topics, as a sparse Matrix Market file."""
    draw = numpy.random.default_rng(seed)
    frequency = 1 / (numpy.arange(features) + 2.7) ** 1.05
    cumulated = numpy.cumsum(frequency)
    topics = 20 + (draw.random((8, 40)) ** 2 * min(3000, features - 21)).astype(int)
    rows, columns, counts = [], [], []
    for document in range(samples):
        length = 150 + int(300 * draw.random())
        topic, share = int(draw.integers(8)), 0.25 * draw.random()
        on_topic = draw.random(length) < share
        words = numpy.searchsorted(cumulated, draw.random(length) * cumulated[-1])
        words[on_topic] = topics[topic][(40 * draw.random(int(on_topic.sum())) ** 1.5).astype(int)]
        found, count = numpy.unique(numpy.minimum(words, features - 1), return_counts=True)
        rows.append(numpy.full(len(found), document))
        columns.append(found)
        counts.append(count)
    entries = numpy.stack([numpy.concatenate(rows) + 1, numpy.concatenate(columns) + 1, numpy.concatenate(counts)], axis=1)
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate integer general\n")
        file.write(f"{samples} {features} {len(entries)}\n")
        numpy.savetxt(file, entries, fmt="%d")

"""Spica beside scikit-learn's SparsePCA and MiniBatchSparsePCA: the first component at the same number of features.

scikit-learn takes a penalty alpha where Spica takes k. Bisection on alpha finds the component with most features among those with at most
k. For every method, x is a unit vector and A the covariance: "variance" is x'Ax as the method returns x; "refitted" is the largest
eigenvalue of A on the features of x, the best that these features can do. Both are in per cent of Spica's variance. Seconds are those of
one fit, and of all fits of the bisection.

A covariance has no samples: [R; -R]/sqrt(2) with R'R = A stands in for them, whose mean is zero and whose covariance is A.

Prints Markdown; --out FILE writes it as well. Times are wall-clock, without reading.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time
import warnings

import numpy
import sklearn
from sklearn.decomposition import MiniBatchSparsePCA, SparsePCA

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("SPICA", ROOT / "build/bin/spica"))
FITS = 25


def instances(data):
    """name, file, k"""
    yield "Pitprops", ROOT / "data/pitprops.csv", (5,)
    shared = (("Wine, correlations", "wine_corr.csv.gz", (5,)), ("Eisen-1", "eisen1.csv.gz", (10,)), ("Eisen-2", "eisen2.csv.gz", (10,)),
              ("Communities, correlations", "communities_corr.csv.gz", (10,)), ("Sample covariance 146", "samplecov146.csv.gz", (10,)),
              ("Colon", "colon500.csv.gz", (10, 20)), ("Lymphoma", "lymphoma500.csv.gz", (10, 20)),
              ("Khan", "khan.samples.csv.gz", (10, 20)), ("Golub", "golub.samples.csv.gz", (10,)))
    for name, file, sizes in shared:
        if (data / file).exists():
            yield name, data / file, sizes
        else:
            print(f"{name}: {data / file} is not there", file=sys.stderr)


def read(path):
    """Centred samples C with C'C = A."""
    values = numpy.genfromtxt(path, delimiter=",", skip_header=1 if path.name == "pitprops.csv" else 0)
    if values.shape[0] != values.shape[1]:
        return (values - values.mean(axis=0)) / numpy.sqrt(len(values))
    lam, vectors = numpy.linalg.eigh(values)
    keep = lam > 1e-12 * lam[-1]
    root = (vectors[:, keep] * numpy.sqrt(lam[keep])).T
    return numpy.vstack([root, -root]) / numpy.sqrt(2)


def variance(samples, x):
    """x'Ax for the unit vector along x, and the largest eigenvalue on its features."""
    support = numpy.flatnonzero(x)
    if len(support) == 0:
        return 0.0, 0.0
    return float(numpy.sum((samples @ (x / numpy.linalg.norm(x))) ** 2)), float(numpy.linalg.norm(samples[:, support], 2) ** 2)


def tuned(method, samples, k, limit_sec):
    """The best component with at most k features that bisection on alpha finds, as a dict."""
    low, high = 0.0, 2 * numpy.sqrt((samples**2).sum(axis=0).max())
    best, start, fits = None, time.perf_counter(), 0
    while fits < FITS and time.perf_counter() - start < limit_sec:
        alpha = (low + high) / 2
        begun = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            x = method(n_components=1, alpha=alpha, random_state=0).fit(samples).components_[0]
        took = time.perf_counter() - begun
        fits += 1
        count = int(numpy.count_nonzero(x))
        plain, refitted = variance(samples, x)
        found = {"count": count, "variance": plain, "refitted": refitted, "sec": took}
        if count <= k and (best is None or (count, plain) > (best["count"], best["variance"])):
            best = found
        if count == k:
            break
        low, high = (alpha, high) if count > k else (low, alpha)
    return {**(best or {"count": 0, "variance": 0.0, "refitted": 0.0, "sec": 0.0}), "tuning_sec": time.perf_counter() - start}


def thresholded(samples, k):
    """The k largest loadings of the ordinary first component."""
    x = numpy.linalg.svd(samples, full_matrices=False)[2][0]
    x[numpy.argsort(-abs(x), kind="stable")[k:]] = 0
    plain, refitted = variance(samples, x)
    return {"count": k, "variance": plain, "refitted": refitted}


def spica(path, k):
    run = subprocess.run([str(PROGRAM), "solve", str(path), "-k", str(k), "--json", "-", "--log-level", "quiet"], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{path}: {run.stderr}")
    result = json.loads(run.stdout)
    return {**result["components"][0], "sec": result["time_sec"]}


def cell(found, k, best):
    """As returned / refitted, in per cent of Spica's variance; "only" where it has fewer than k features."""
    if found["count"] == 0:
        return "nothing with at most k features"
    fewer = "" if found["count"] == k else f" (only {found['count']})"
    return f"{100 * found['variance'] / best:.1f} / {100 * found['refitted'] / best:.1f}{fewer}"


def seconds(found):
    return f"{found['sec']:.2f}, {found['tuning_sec']:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data"), help="folder of the real matrices")
    parser.add_argument("--out", type=pathlib.Path, help="write the table here too")
    parser.add_argument("--limit", type=float, default=120, help="seconds to tune one method on one instance")
    options = parser.parse_args()
    lines = ["| instance | k | Spica: variance | gap, % | s | SparsePCA, % | s | MiniBatchSparsePCA, % | s | PCA, k largest, % |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for name, path, sizes in instances(pathlib.Path(options.data)):
        samples = read(path)
        for k in sizes:
            ours = spica(path, k)
            best = ours["variance"]
            sparse, batches = (tuned(method, samples, k, options.limit) for method in (SparsePCA, MiniBatchSparsePCA))
            lines.append(f"| {name} ({samples.shape[1]}) | {k} | {best:.6g} | {100 * ours['gap']:.1g} | {ours['sec']:.2f} | {cell(sparse, k, best)} | {seconds(sparse)} | "
                         f"{cell(batches, k, best)} | {seconds(batches)} | {cell(thresholded(samples, k), k, best)} |")
            print(lines[-1], file=sys.stderr, flush=True)
    text = "\n".join(lines) + f"\n\nscikit-learn {sklearn.__version__}, NumPy {numpy.__version__}; {os.cpu_count()} cores.\n"
    print(text)
    if options.out:
        options.out.write_text("# Spica beside scikit-learn\n\nWritten by `make bench COMPARE=\"--out docs/results/compare.md\"`; [what it means](../compare.md).\n\n" + text)


if __name__ == "__main__":
    main()

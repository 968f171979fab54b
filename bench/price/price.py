"""What a proof costs beside plain PCA: the time of `spica solve` as a multiple of one eigendecomposition of A, or of one
thin SVD of the samples.

The floor is LAPACK's dsyevd or dgesdd on the very data, from the same library and on one thread, like the solve. Both are
the shortest of several repeats in this run; the time of a solve is without reading. With --before PROGRAM an older program
is measured in turns with this one. Noise is measured in T, one 1000 x 1000 eigendecomposition, and solved once more with a
thread for each core. Writes price.csv into the folder given, and the tables as Markdown to standard output.
"""

import argparse
import array
import csv
import ctypes
import ctypes.util
import gzip
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/bin/spica"
COLUMN_MAJOR = 102


class Lapack:
    """The two decompositions, on one thread."""

    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library("lapacke"))
        for name in ("LAPACKE_dsyevd", "LAPACKE_dgesdd"):
            getattr(self.library, name).restype = ctypes.c_int
        self.set_threads = ctypes.CDLL(ctypes.util.find_library("openblas")).openblas_set_num_threads
        self.set_threads(1)

    def eigen_sec(self, a, n):
        values = (ctypes.c_double * n)()
        return self.seconds("LAPACKE_dsyevd", ctypes.c_char(b"V"), ctypes.c_char(b"L"), n, copy_of(a), n, values)

    def svd_sec(self, a, rows, columns):
        least = min(rows, columns)
        values, left, right = ((ctypes.c_double * size)() for size in (least, rows * least, least * columns))
        return self.seconds("LAPACKE_dgesdd", ctypes.c_char(b"S"), rows, columns, copy_of(a), rows, values, left, rows, right, least)

    def seconds(self, name, *arguments):
        start = time.perf_counter()
        if getattr(self.library, name)(COLUMN_MAJOR, *arguments) != 0:
            sys.exit(f"{name} failed")
        return time.perf_counter() - start


def copy_of(numbers):
    return (ctypes.c_double * len(numbers)).from_buffer_copy(numbers)


def read(path):
    """The rows of a CSV file of numbers, a header left out."""
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as file:
        rows = [row for row in csv.reader(file) if row]
    try:
        return [[float(cell) for cell in row] for row in rows]
    except ValueError:
        return [[float(cell) for cell in row] for row in rows[1:]]


def floor_sec(lapack, rows, repeats):
    """One eigendecomposition of a square matrix, one thin SVD of centred samples."""
    m, n = len(rows), len(rows[0])
    if m == n:
        numbers = array.array("d", (value for row in rows for value in row))
        return min(lapack.eigen_sec(numbers, n) for _ in range(repeats))
    means = [sum(column) / m for column in zip(*rows)]
    numbers = array.array("d", (row[j] - means[j] for j in range(n) for row in rows))
    return min(lapack.svd_sec(numbers, m, n) for _ in range(repeats))


def unit_sec(lapack, repeats):
    draw = random.Random(1)
    n = 1000
    numbers = array.array("d", (draw.gauss(0, 1) for _ in range(n * n)))
    return min(lapack.eigen_sec(numbers, n) for _ in range(repeats))


def solve(program, path, k, flags, threads=1):
    command = [program, "solve", path, "-k", k, "--json", "-", "--log-level", "quiet", "--threads", threads, "--time-limit", 120, *flags]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{path}: {run.stderr}")
    result = json.loads(run.stdout)
    component = result["components"][0]
    return {"sec": result["time_sec"], "nodes": component["nodes"], "lower": component["lower_bound"], "gap": component["gap"]}


def measured(programs, path, k, flags, repeats):
    """The shortest run of each program, in turns."""
    runs = [[solve(program, path, k, flags) for program in programs] for _ in range(repeats)]
    return [min(of_one, key=lambda run: run["sec"]) for of_one in zip(*runs)]


def instances(data):
    """name, path, flags, cardinalities"""
    for name, file in (("Eisen-1", "eisen1"), ("Eisen-2", "eisen2"), ("Communities", "communities_corr"), ("Sample covariance 146", "samplecov146")):
        yield name, data / f"{file}.csv.gz", [], (10, 20)
    for name, file in (("Colon", "colon500"), ("Lymphoma", "lymphoma500")):
        yield name, data / f"{file}.csv.gz", [], (10, 20, 40)
    yield "Reddit", data / "reddit2000_v2018.csv.gz", [], (10, 20)
    for name in ("Khan", "Golub"):
        yield name, data / f"{name.lower()}.samples.csv.gz", ["--ddof", 1], (10, 20, 40)


def noise(folder, features, samples, seed):
    path = folder / f"noise-{features}-{samples}-{seed}.csv"
    draw = random.Random(1000 * seed + features)
    path.write_text("\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(features)) for _ in range(samples)))
    return path


def row_of(name, k, unit, runs, all_cores=None):
    row = {"what": name, "k": k, "unit_ms": f"{1000 * unit:.2f}", "value": f"{runs[-1]['lower']:.9g}", "gap": f"{runs[-1]['gap']:.2g}",
           "nodes": runs[-1]["nodes"], "ms": f"{1000 * runs[-1]['sec']:.1f}", "multiple": f"{runs[-1]['sec'] / unit:.1f}"}
    if len(runs) > 1:
        row |= {"before_ms": f"{1000 * runs[0]['sec']:.1f}", "before_multiple": f"{runs[0]['sec'] / unit:.1f}"}
    if all_cores:
        row |= {"cores_ms": f"{1000 * all_cores['sec']:.1f}", "cores_multiple": f"{all_cores['sec'] / unit:.1f}"}
    print(name, f"k={k}:", row["ms"], "ms,", row["multiple"], "times", file=sys.stderr, flush=True)
    return row


def show(rows, unit):
    before, cores = "before_ms" in rows[0], "cores_ms" in rows[0]
    threads = f" {os.cpu_count()} threads, ms | multiple |" if cores else ""
    print(f"| | k | {unit}, ms |{' before, ms | multiple |' if before else ''} ms | multiple | nodes |{threads}")
    print(f"|---|--:|--:|{'--:|--:|' if before else ''}--:|--:|--:|{'--:|--:|' if cores else ''}")
    for row in rows:
        old = f" {row['before_ms']} | {row['before_multiple']} |" if before else ""
        more = f" {row['cores_ms']} | {row['cores_multiple']} |" if cores else ""
        print(f"| {row['what']} | {row['k']} | {row['unit_ms']} |{old} {row['ms']} | {row['multiple']} | {row['nodes']} |{more}")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data"), help="folder of the real matrices")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM)
    parser.add_argument("--before", type=pathlib.Path, help="an older program to compare with")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--noise-repeats", type=int, default=1, help="0: no noise")
    options = parser.parse_args()
    data = pathlib.Path(options.data)
    programs = [program for program in (options.before, options.program) if program]
    lapack = Lapack()
    rows = []
    for name, path, flags, cardinalities in instances(data) if data.is_dir() else ():
        floor = floor_sec(lapack, read(path), options.repeats)
        rows += [row_of(name, k, floor, measured(programs, path, k, flags, options.repeats)) for k in cardinalities]
    if rows:
        show(rows, "floor")
    noisy = []
    with tempfile.TemporaryDirectory() as folder:
        unit = unit_sec(lapack, 3)
        for features, samples, k in ((200, 100, 10), (300, 300, 10), (500, 250, 5), (500, 500, 10)) if options.noise_repeats else ():
            for seed in (1, 2, 3):
                path = noise(pathlib.Path(folder), features, samples, seed)
                flags = ["--as", "samples", "--no-center"]
                runs = measured(programs, path, k, flags, options.noise_repeats)
                all_cores = solve(options.program, path, k, flags, os.cpu_count())
                noisy.append(row_of(f"noise {features} from {samples}, seed {seed}", k, unit, runs, all_cores))
    if noisy:
        show(noisy, "T")
    if rows + noisy:
        with open(options.out / "price.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, (noisy + rows)[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows + noisy)


if __name__ == "__main__":
    main()

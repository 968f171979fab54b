#!/usr/bin/env python3
"""The same models in Spica and in other solvers, side by side: gap against the best component known, and seconds.

Pert-Convex-IP on a fixed grid goes to Bonmin (spica_bonmin), the semidefinite relaxation to CSDP and SDPA. Spica's bounds are proven
under rounding, the others' are as printed. What is not installed, and what is stopped at the timeout, is said so.
"""

import argparse
import csv
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sdpa import write_relaxation

ROOT = Path(__file__).resolve().parents[2]
NUMBER = r"([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)"


class Instance:
    def __init__(self, name, path, k, samples=False):
        self.name, self.path, self.k = name, path, k
        self.flags = ["--as", "samples", "--no-center"] if samples else []
        self.samples = samples
        self.lower_bound = None

    def matrix(self):
        opened = gzip.open if self.path.suffix == ".gz" else open
        with opened(self.path, "rt") as file:
            rows = [row for row in csv.reader(file) if row]
        numbers = [[float(cell) for cell in row] for row in rows if is_number(row[0])]
        if not self.samples:
            return numbers
        columns = list(zip(*numbers))
        return [[sum(a * b for a, b in zip(x, y)) / len(numbers) for y in columns] for x in columns]


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return False


def run(command, timeout, threads):
    """(output, seconds), or (None, why not)."""
    if shutil.which(str(command[0])) is None:
        return None, "not installed"
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
    start = time.monotonic()
    try:
        process = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=timeout, env=environment,
                                 check=False)
    except subprocess.TimeoutExpired:
        return None, f"stopped after {timeout:g} s"
    return process.stdout + process.stderr, time.monotonic() - start


def found(pattern, output):
    match = re.search(pattern, output)
    return float(match.group(1)) if match else None


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.bin = Path(options.bin)

    def spica(self, command, instance, *flags):
        output, seconds = run([self.bin / "spica", command, instance.path, "-k", instance.k, *instance.flags, "--json", "-", "--log-level", "quiet",
                               "--threads", self.options.threads, "--time-limit", self.options.timeout, *flags],
                              self.options.timeout + 60, self.options.threads)
        if output is None:
            return None, seconds
        try:
            component = json.loads(output)["components"][0]
        except (ValueError, KeyError):
            return None, "failed: " + output.strip().split("\n")[-1]
        return component, component["time_sec"]

    def spica_bound(self, instance, *flags):
        component, seconds = self.spica("bound", instance, *flags)
        return (component["upper_bound"] if component else None), seconds

    def bonmin(self, instance, algorithm):
        ipos, splits = self.options.params.split(",")
        output, seconds = run([self.bin / "spica_bonmin", instance.path, instance.k, ipos, splits, self.options.timeout, algorithm],
                              self.options.timeout + 60, self.options.threads)
        if output is None:
            return None, seconds
        upper = found(r'"upper_bound": ' + NUMBER, output)
        if upper is None:
            return None, "failed: " + (output.strip() or "no output").split("\n")[-1][:60]
        seconds = found(r'"time_sec": ' + NUMBER, output)
        return upper, f"{seconds:.3g} (limit)" if '"status": "limit"' in output else seconds

    def relaxation(self, instance):
        path = self.folder / f"{instance.name}.dat-s"
        if not path.exists():
            write_relaxation(path, instance.matrix(), instance.k)
        return path

    def csdp(self, instance):
        output, seconds = run(["csdp", self.relaxation(instance), self.folder / "csdp.sol"], self.options.timeout, self.options.threads)
        if output is None:
            return None, seconds
        upper = found(r"Dual objective value:\s*" + NUMBER, output)
        return (upper, seconds) if upper is not None else (None, "failed")

    def sdpa(self, instance):
        result = self.folder / "sdpa.out"
        output, seconds = run(["sdpa", "-ds", self.relaxation(instance), "-o", result], self.options.timeout, self.options.threads)
        if output is None:
            return None, seconds
        upper = found(r"objValPrimal\s*=\s*" + NUMBER, output)
        return (upper, seconds) if upper is not None else (None, "failed")

    def report(self, instance, model, solver, outcome):
        upper, seconds = outcome
        gap = "-" if upper is None else f"{100 * (upper / instance.lower_bound - 1):.3f}"
        cost = seconds if isinstance(seconds, str) else f"{seconds:.3g}"
        print(f"| {instance.name:10} | {instance.k:2} | {model:22} | {solver:11} | {gap:>8} | {cost:>8} |", flush=True)

    def compare(self, instance):
        best, why = self.spica("solve", instance)
        if best is None:
            print(f"{instance.name}: {why}", file=sys.stderr)
            return
        instance.lower_bound = best["lower_bound"]
        grid = f"pert-convex-ip {self.options.params},1"
        self.report(instance, grid, "Spica", self.spica_bound(instance, "--method", "pert-convex-ip", "--params", self.options.params + ",1",
                                                              "--cuts", "none", "--warm-split", "off"))
        # B-QG was the quicker one on these instances; on others it ended in a failed assertion inside Cbc, where B-OA did not.
        for algorithm in ("B-QG", "B-OA"):
            self.report(instance, grid, f"Bonmin {algorithm}", self.bonmin(instance, algorithm))
        self.report(instance, "sdp", "Spica", self.spica_bound(instance, "--method", "sdp"))
        self.report(instance, "sdp", "CSDP", self.csdp(instance))
        self.report(instance, "sdp", "SDPA", self.sdpa(instance))


def instances(options, folder):
    yield Instance("pitprops", ROOT / "data" / "pitprops.csv", 5)
    eisen = Path(options.data) / "eisen1.csv.gz" if options.data else None
    if eisen and eisen.exists():
        yield Instance("eisen1", eisen, 10)
    else:
        print("eisen1 skipped: give the folder of eisen1.csv.gz with --data DIR or in SPICA_DATA_DIR", file=sys.stderr)
    spiked = folder / "spiked100.csv"
    subprocess.run([str(Path(options.bin) / "spica"), "generate", "spiked", "--features", "100", "--samples", "50", "--seed", "1", "-o",
                    str(spiked)], check=True)
    yield Instance("spiked100", spiked, 10, samples=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build" / "bin", help="folder of spica and spica_bonmin")
    parser.add_argument("--data", default=os.environ.get("SPICA_DATA_DIR"), help="folder of eisen1.csv.gz (default: SPICA_DATA_DIR)")
    parser.add_argument("--timeout", type=float, default=300.0, help="seconds for each run (default 300)")
    parser.add_argument("--params", default="5,3", help="Ipos,N of the grid (default 5,3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="for every solver (default: one a core)")
    options = parser.parse_args()
    if not (Path(options.bin) / "spica").exists():
        parser.error(f"there is no spica in {options.bin}; make build makes it")
    if not re.fullmatch(r"[0-9]+,[0-9]+", options.params):
        parser.error("--params is two whole numbers, Ipos,N")
    print("| instance   |  k | model                  | solver      |    gap % |   time s |")
    print("| :--------- | -: | :--------------------- | :---------- | -------: | -------: |")
    with tempfile.TemporaryDirectory(prefix="spica-peers-") as folder:
        bench = Bench(options, Path(folder))
        for instance in instances(options, Path(folder)):
            bench.compare(instance)


if __name__ == "__main__":
    main()

"""What `spica solve` proves and how long it takes: known instances, then growth in n, k, threads and gap.

Times are those of the solve, without reading, and in units of T: one 1000 x 1000 symmetric eigendecomposition on one
thread, measured in the same run. Writes proofs.csv, growth.csv and growth.svg into the folder given, and the tables as
Markdown to standard output.
"""

import argparse
import csv
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/bin/spica"
BENCH = ROOT / "build/bin/spica_bench"


def benchmark_ms(name):
    run = subprocess.run([BENCH, f"--benchmark_filter=^{name}$", "--benchmark_format=json"], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)["benchmarks"]
    scale = {"ms": 1.0, "us": 1e-3, "ns": 1e-6, "s": 1e3}
    return found[0]["real_time"] * scale[found[0]["time_unit"]]


def solve(path, k, *flags, limit=120):
    command = [PROGRAM, "solve", path, "-k", k, "--json", "-", "--log-level", "quiet", "--time-limit", limit, *flags]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"{path}: {run.stderr}")
    result = json.loads(run.stdout)
    component = result["components"][0]
    return {"lower": component["lower_bound"], "gap": component["gap"], "status": component["status"],
            "nodes": component["nodes"], "sec": result["time_sec"]}


def noise(folder, features, samples, seed):
    path = folder / f"noise-{features}-{samples}-{seed}.csv"
    draw = random.Random(1000 * seed + features)
    path.write_text("\n".join(",".join(repr(draw.gauss(0, 1)) for _ in range(features)) for _ in range(samples)))
    return path


def generated(folder, model, features, seed, k=10):
    path = folder / f"{model}-{features}-{seed}.npy"
    if not path.exists():
        subprocess.run([str(part) for part in (PROGRAM, "generate", model, "--features", features, "--samples", 50, "--seed", seed, "-k", k, "-o", path)],
                       check=True, capture_output=True)
    return path


def instances(data, folder):
    """name, path, flags, [(k, target in T)]"""
    samples = ["--as", "samples", "--no-center"]
    if data:
        yield "Pitprops", data / "pitprops.csv", [], [(k, 0.3) for k in (3, 5, 8, 10)]
        yield "Wine", data / "wine_corr.csv.gz", [], [(k, 0.3) for k in (3, 5, 8, 10)]
        yield "Eisen-1", data / "eisen1.csv.gz", [], [(10, 0.3), (20, 0.3)]
        yield "Eisen-2", data / "eisen2.csv.gz", [], [(10, 0.3), (20, 0.3)]
        yield "Colon", data / "colon500.csv.gz", [], [(10, 1), (20, 1), (40, 2)]
        yield "Lymphoma", data / "lymphoma500.csv.gz", [], [(10, 1), (20, 1), (40, 2)]
        yield "Communities, correlations", data / "communities_corr.csv.gz", [], [(5, 1), (10, 1), (20, 1), (40, 2)]
        yield "Sample covariance 146", data / "samplecov146.csv.gz", [], [(10, 1), (20, 1), (40, 10)]
        yield "Reddit (public)", data / "reddit2000_v2018.csv.gz", [], [(10, 3), (20, 3)]
        for name in ("golub", "khan"):
            yield name.capitalize(), data / f"{name}.samples.csv.gz", ["--ddof", 1], [(10, 3), (20, 3), (40, 15)]
    for model in ("spiked", "controlling-sparsity", "synthetic"):
        for features in (200, 500, 1000):
            for seed in (1, 2, 3):
                last = 20 if model == "synthetic" else 3
                yield f"{model} {features}, seed {seed}", generated(folder, model, features, seed), samples, [(10, 3), (20, last)]
    for features, rows, cases in ((100, 50, [(5, 10), (10, 10), (20, 10)]), (200, 100, [(10, 8)]), (300, 300, [(10, 30)]), (500, 250, [(5, 30)])):
        for seed in (1, 2):
            yield f"noise {features} from {rows}, seed {seed}", noise(folder, features, rows, seed), samples, cases
    for model in ("spiked", "synthetic"):
        yield f"{model} 100,000", generated(folder, model, 100_000, 1), samples, [(10, 3)]


def table_of_proofs(data, folder, unit_sec, out):
    rows = []
    for name, path, flags, cases in instances(data, folder):
        for k, target in cases:
            plain = solve(path, k, *flags)
            fine = solve(path, k, *flags, "--gap", 1e-6)
            rows.append({"instance": name, "k": k, "value": f"{plain['lower']:.9g}", "gap_percent": f"{100 * plain['gap']:.2g}", "nodes": plain["nodes"],
                         "sec": f"{plain['sec']:.3f}", "T": f"{plain['sec'] / unit_sec:.2f}", "target_T": target,
                         "sec_1e-6": f"{fine['sec']:.3f}", "gap_1e-6_percent": f"{100 * fine['gap']:.2g}"})
            print(f"{name} k={k}: {plain['sec']:.3f} s {plain['status']}, 1e-6 {fine['sec']:.3f} s {fine['status']}", file=sys.stderr, flush=True)
    write_csv(out / "proofs.csv", rows)
    print(f"T = {1000 * unit_sec:.0f} ms\n")
    print("| instance | k | value | gap | nodes | seconds | in T | target | seconds at gap 1e-6 |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        missed = float(row["T"]) > row["target_T"] or float(row["gap_percent"]) > 0.01001
        print(f"| {row['instance']} | {row['k']} | {row['value']} | {row['gap_percent']} % | {row['nodes']} | {row['sec']} | {row['T']}{' (missed)' if missed else ''} | "
              f"{row['target_T']} | {row['sec_1e-6']} |")


def growth(folder, out):
    sizes = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
    flags = ["--as", "samples", "--no-center"]
    rows = []
    for model in ("spiked", "controlling-sparsity", "synthetic"):
        for features in sizes if model != "controlling-sparsity" else sizes[:4]:
            path = generated(folder, model, features, 1)
            rows.append({"what": f"{model}, k = 10", "x": features, "sec": min(solve(path, 10, *flags)["sec"] for _ in range(2))})
    for features in sizes:
        rows.append({"what": "floor: thin SVD", "x": features, "sec": benchmark_ms(f"BM_ThinSvd/{features}") / 1000})
    path = generated(folder, "spiked", 1000, 1)
    for k in (2, 5, 10, 20, 40, 80):
        rows.append({"what": "spiked 1000, k", "x": k, "sec": solve(path, k, *flags)["sec"]})
    hard = noise(folder, 100, 50, 1)
    for threads in (1, 2, 4):
        rows.append({"what": "noise 100 from 50, k = 20, threads", "x": threads, "sec": solve(hard, 20, *flags, "--threads", threads)["sec"]})
    for gap in (1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 0):
        rows.append({"what": "noise 100 from 50, k = 10, gap", "x": gap, "sec": solve(hard, 10, *flags, "--gap", gap)["sec"]})
    for row in rows:
        row["sec"] = f"{float(row['sec']):.4f}"
    write_csv(out / "growth.csv", rows)
    curves = [name for name in dict.fromkeys(row["what"] for row in rows) if ", k = 10" in name and "noise" not in name or "floor" in name]
    (out / "growth.svg").write_text(svg({name: [(row["x"], float(row["sec"])) for row in rows if row["what"] == name] for name in curves}))
    print("\n| what | x | seconds |\n|---|---|---|")
    for row in rows:
        print(f"| {row['what']} | {row['x']} | {row['sec']} |")


def svg(curves):
    """Seconds against n, both logarithmic."""
    width, height, left, bottom = 640, 400, 60, 40
    colours = ("#0072b2", "#d55e00", "#009e73", "#777777")
    x_of = lambda n: left + (math.log10(n) - 2) / 3 * (width - left - 150)
    y_of = lambda sec: height - bottom - (math.log10(sec) + 4) / 5 * (height - bottom - 20)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
             '<title>Time to a proof against the number of features, 50 samples, k = 10</title>', f'<rect width="{width}" height="{height}" fill="white"/>']
    for e in range(2, 6):
        parts.append(f'<line x1="{x_of(10**e):.1f}" x2="{x_of(10**e):.1f}" y1="20" y2="{height - bottom}" stroke="#ddd"/><text x="{x_of(10**e):.1f}" y="{height - 20}" text-anchor="middle">{10**e:,}</text>')
    for e in range(-4, 2):
        parts.append(f'<line x1="{left}" x2="{width - 150}" y1="{y_of(10.0**e):.1f}" y2="{y_of(10.0**e):.1f}" stroke="#ddd"/><text x="{left - 6}" y="{y_of(10.0**e) + 4:.1f}" text-anchor="end">{10.0**e:g} s</text>')
    for (name, points), colour in zip(curves.items(), colours):
        line = " ".join(f"{x_of(n):.1f},{y_of(sec):.1f}" for n, sec in points)
        n, sec = points[-1]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/><text x="{x_of(n) + 6:.1f}" y="{y_of(sec) + 4:.1f}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{left}" y="{height - 4}">features (50 samples)</text></svg>')
    return "\n".join(parts) + "\n"


def write_csv(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data"), help="folder of the real matrices")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--only", choices=("proofs", "growth"))
    options = parser.parse_args()
    data = pathlib.Path(options.data)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.only != "growth":
            table_of_proofs(data if data.is_dir() else None, folder, benchmark_ms("BM_Eigen1000") / 1000, options.out)
        if options.only != "proofs":
            growth(folder, options.out)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nPeak memory of any run: {peak:.0f} MB")


if __name__ == "__main__":
    main()

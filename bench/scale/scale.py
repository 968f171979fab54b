"""How `spica solve` copes with 10^4 to 10^6 features: time, memory and what is proved.

Times are in units of T: one 1000 x 1000 symmetric eigendecomposition on one thread, measured in the same run. "in T" is the time of
the solve, without reading, by the clock; "work" is processor time of the whole run, all threads and reading included, against that of T:
what the solve would take on one core of its own, at most, however busy the machine is. Targets are by the clock. Memory is the peak of
the process against the size of the data. Writes scale.csv into the folder given and the table as Markdown to standard output.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import instances

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/bin/spica"
BENCH = ROOT / "build/bin/spica_bench"
PLAIN = ["--as", "samples", "--no-center"]
CORRELATIONS = ["--as", "samples", "--standardize"]

MILLION = 1_000_000
# name, maker, flags, [(k, target in T)]; a maker is nothing for a file of the data folder
CASES = [
    ("spiked 50 x 1,000,000", lambda p: instances.spiked(p, MILLION, 50), PLAIN, [(10, 10)]),
    ("controlling sparsity 50 x 1,000,000", lambda p: instances.controlling_sparsity(p, MILLION, 50), PLAIN, [(10, 15)]),
    ("synthetic 50 x 1,000,000", lambda p: instances.synthetic(p, MILLION, 50), PLAIN, [(10, 30)]),
    ("spiked 100 x 1,000,000", lambda p: instances.spiked(p, MILLION, 100), PLAIN, [(20, 60)]),
    ("text 2000 x 100,000", lambda p: instances.text(p, 100_000, 2000), ["--as", "samples"], [(10, 5), (20, 5)]),
    ("standardised clusters 100 x 100,000", lambda p: instances.clusters(p, 100_000, 100), CORRELATIONS, [(10, 100)]),
    ("golub standardised", "golub.samples.csv.gz", CORRELATIONS, [(10, 5), (20, 20)]),
    ("synthetic 50 x 100,000", lambda p: instances.synthetic(p, 100_000, 50), PLAIN, [(20, 300)]),
    ("noise 500 from 500", lambda p: instances.noise(p, 500, 500), PLAIN, [(10, None)]),
    ("standardised controlling sparsity 50 x 5000", lambda p: instances.controlling_sparsity(p, 5000, 50), CORRELATIONS, [(10, None)]),
    ("standardised noise 50 x 5000", lambda p: instances.noise(p, 5000, 50), CORRELATIONS, [(10, None)]),
    ("lognormal scales 50 x 10,000", lambda p: instances.lognormal(p, 10_000, 50), PLAIN, [(10, None)]),
]


def unit_sec():
    """By the clock and in processor time, the best of three."""
    run = subprocess.run([BENCH, "--benchmark_filter=^BM_Eigen1000$", "--benchmark_repetitions=3", "--benchmark_format=json"],
                         capture_output=True, text=True, check=True)
    found = [one for one in json.loads(run.stdout)["benchmarks"] if one["run_type"] == "iteration"]
    in_sec = {"ms": 1e-3, "us": 1e-6, "ns": 1e-9, "s": 1.0}[found[0]["time_unit"]]
    return tuple(in_sec * min(one[kind] for one in found) for kind in ("real_time", "cpu_time"))


def solve(path, k, flags, limit):
    command = [PROGRAM, "solve", path, "-k", k, "--json", "-", "--log-level", "quiet", "--time-limit", limit, *flags]
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    if not output:
        sys.exit(f"{path}: no result")
    result = json.loads(output)
    component = result["components"][0]
    return {"value": component["lower_bound"], "gap": component["gap"], "status": component["status"], "nodes": component["nodes"],
            "sec": result["time_sec"], "read_sec": result["read_sec"], "peak_mb": usage.ru_maxrss / 1024, "work_sec": usage.ru_utime + usage.ru_stime}


def data_mb(path):
    """What the numbers need as they are stored: a sparse entry counts twelve bytes."""
    if path.suffix == ".mtx":
        with open(path) as file:
            file.readline()
            return int(file.readline().split()[2]) * 12 / 1e6
    return path.stat().st_size / 1e6 if path.suffix == ".npy" else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data")), help="folder of the real matrices")
    parser.add_argument("--folder", type=pathlib.Path, help="where instances are kept, for the next time; a temporary folder if left out")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--only", default="", help="instances whose name has this in it")
    parser.add_argument("--limit", type=float, default=120, help="seconds for each")
    options, flags = parser.parse_known_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        unit, work_unit = unit_sec()
        print(f"T = {1000 * unit:.0f} ms by the clock, {1000 * work_unit:.0f} ms of processor time\n")
        print("| instance | k | gap | nodes | seconds | in T | work in T | target | read | peak MB | of the data |\n|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
        for name, maker, extra, cases in CASES:
            if options.only not in name:
                continue
            path = options.data / maker if isinstance(maker, str) else folder / (name.replace(" ", "-").replace(",", "") + (".mtx" if "text" in name else ".npy"))
            if not path.exists():
                if isinstance(maker, str):
                    continue
                maker(path)
            for k, target in cases:
                found = solve(path, k, [*extra, *flags], options.limit)
                size = data_mb(path)
                in_units, work = found["sec"] / unit, found["work_sec"] / work_unit
                missed = target and (in_units > target or not found["gap"] <= 1.0001e-4)
                rows.append({"instance": name, "k": k, "value": f"{found['value']:.9g}", "gap_percent": f"{100 * found['gap']:.2g}", "nodes": found["nodes"],
                             "sec": f"{found['sec']:.2f}", "T": f"{in_units:.1f}", "work_T": f"{work:.1f}", "target_T": target or "", "read_sec": f"{found['read_sec']:.2f}",
                             "peak_mb": f"{found['peak_mb']:.0f}", "data_mb": f"{size:.0f}"})
                print(f"| {name} | {k} | {100 * found['gap']:.2g} % | {found['nodes']} | {found['sec']:.2f} | {in_units:.1f} | {work:.1f}{' (missed)' if missed else ''} | {target or '-'} | "
                      f"{found['read_sec']:.2f} | {found['peak_mb']:.0f} | {found['peak_mb'] / size:.1f}x |", flush=True)
    with open(options.out / "scale.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()

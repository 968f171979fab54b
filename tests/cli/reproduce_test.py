"""The paper's tables: what is printed, what is written, and what happens without the data."""

import csv
import os
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, CliTest, Run

TABLES = ["spiked-10", "spiked-20", "synthetic-10", "synthetic-20", "controlling-sparsity-10", "controlling-sparsity-20",
          "real-10", "real-20", "pitprops", "splits", "l1-l0-10", "l1-l0-20", "primal", "sdp-methods", "dadal-sigma"]
NO_DATA = {name: value for name, value in os.environ.items() if name != "SPICA_DATA_DIR"}


class Reproduce(CliTest):
    def rows(self, folder, table):
        with open(folder / f"{table}.csv", newline="") as file:
            return list(csv.DictReader(file))

    def test_one_small_cell(self):
        run = Run("reproduce", "pitprops", "--quick", env=NO_DATA)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("# pitprops", run.stdout)
        self.assertIn("| component 1 ", run.stdout)
        self.assertIn("spica reproduce pitprops", run.stdout)
        self.assertIn("[1/1] component 1 k=5 ", run.stderr)

    def test_all_tables_without_the_data(self):
        folder = self.folder / "new" / "results"
        run = Run("reproduce", "all", "--quick", "--time-limit", 0.5, "-o", folder, "--log-level", "quiet", env=NO_DATA)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertEqual(run.stderr, "")
        self.assertEqual(sorted(path.name for path in folder.iterdir()),
                         sorted(f"{table}.{kind}" for table in TABLES for kind in ("md", "csv")))
        for table in TABLES:
            with self.subTest(table=table):
                text = (folder / f"{table}.md").read_text()
                self.assertIn(text, run.stdout)
                rows = self.rows(folder, table)
                if table.startswith(("real", "splits", "l1-l0")):
                    self.assertEqual(rows, [])
                    self.assertIn("Skipped: Eisen-1: needs eisen1.csv.gz", text)
                else:
                    self.assertEqual([row["table"] for row in rows], [table])
                    self.assertGreater(float(rows[0]["lower_bound"]), 0)

    def test_bounds_and_published_figures_side_by_side(self):
        run = Run("reproduce", "pitprops", "--only", "COMPONENT 1,component 2", "-o", self.folder, env=NO_DATA)
        self.assertEqual(run.code, 0, run.stderr)
        rows = self.rows(self.folder, "pitprops")
        self.assertEqual(len(rows), 6)
        first = next(row for row in rows if row["method"] == "pert-convex-ip")
        self.assertAlmostEqual(float(first["lower_bound"]), 3.406155, places=5)
        self.assertEqual(float(first["published_lower_bound"]), 3.406)
        self.assertGreaterEqual(float(first["upper_bound"]), float(first["lower_bound"]))
        self.assertEqual((first["params"], first["published_gap_percent"], first["verdict"]), ("10,3,3", "6", "met"))

    def test_rows_of_a_missing_file_are_skipped(self):
        run = Run("reproduce", "primal", "--data", self.folder, "--only", "Pitprops,Colon")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("Skipped: Colon: there is no colon500.csv.gz", run.stdout)
        self.assertIn("| Pitprops", run.stdout)

    def test_wrong_usage(self):
        self.assert_error(Run("reproduce", "nosuch"), 2, "nosuch", *TABLES, "all")
        self.assert_error(Run("reproduce", "pitprops", "--only", "Colon"), 2, "Colon", "pitprops")
        self.assert_error(Run("reproduce", "pitprops", "--time-limit", -1), 2, "--time-limit")
        self.assert_error(Run("reproduce", "real-10", env=NO_DATA), 2, "eisen1.csv.gz", "--data DIR")

    def test_bad_folders(self):
        nowhere = self.folder / "nowhere"
        self.assert_error(Run("reproduce", "real-10", "--data", nowhere), 3, nowhere, "--data DIR")
        self.assert_error(Run("reproduce", "real-10", env={**NO_DATA, "SPICA_DATA_DIR": str(nowhere)}), 3, nowhere)
        blocked = self.file("blocked", "a file")
        self.assert_error(Run("reproduce", "pitprops", "-o", blocked), 3, blocked)

    def test_interrupt_keeps_the_rows_done_so_far(self):
        process = subprocess.Popen([PROGRAM, "reproduce", "synthetic-20", "--only", "Case 1/200,Case 1/1000"], env=NO_DATA,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stderr.read(1)  # it has begun
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        self.assertIn("Interrupted: the rows done so far.", stdout)


if __name__ == "__main__":
    unittest.main()

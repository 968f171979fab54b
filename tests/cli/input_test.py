"""Bad input: the right exit code, one line that names the file, the place and the remedy, and no half-written file."""

import csv
import gzip
import os
import subprocess
import unittest

from harness import COVARIANCE, PROGRAM, CliTest, Run


class BadInput(CliTest):
    def refused(self, name, content, *parts, arguments=()):
        path = self.file(name, content)
        output = self.folder / "result.json"
        run = Run("solve", path, "-k", 1, "--json", output, *arguments)
        self.assert_error(run, 3, path, *parts)
        self.assertFalse(output.exists())

    def test_broken_files(self):
        self.refused("empty.csv", "", "empty")
        self.refused("header.csv", "a,b,c\n")
        self.refused("ragged.csv", "1,2,3\n4,5\n", "row 2")
        self.refused("text.csv", "a,b\n1,2\n3,four\n", "row 3", "column 2", "four")
        self.refused("percent.csv", "a;b\n1%;2%\n3%;4%\n", "row 2", "'2%' is not a number; leave out the per cent sign")
        self.refused("thousands.csv", 'a;b\n1;2,234.5\n3;4\n', "row 2, column 2", "leave out the commas between thousands")
        self.refused("classes.csv", "gene,s1,s2,s3\nclass,A,B,A\ng1,1,2,3\ng2,4,1,3\n", "row 2, column 2", "--transpose and --labels 'class'")
        self.refused("series.txt", '!Series_title\t"x"\n\n"ID_REF"\t"s1"\n"g1"\t1\n', "GEO", "grep")
        self.refused("data.gct", "#1.2\n1\t2\nNAME\tDescription\ts1\ts2\ng1\tx\t1\t2\n", "GCT", "tail -n +3")
        self.refused("infinite.csv", "1,2\n3,inf\n", "row 2", "column 2")
        self.refused("huge.csv", "1,2\n3,1e400\n", "row 2", "column 2")
        self.refused("missing.csv", "a,b\n1,2\n,4\n", "1 missing value", "row 3, column 1 (a)", "--missing")
        self.refused("nan.csv", "1,2\n3,nan\n5,6\n", "missing", "row 2", "column 2")
        self.refused("junk.bin", bytes(range(256)) * 4)
        self.refused("broken.csv.gz", gzip.compress(COVARIANCE.encode())[:-20])
        self.refused("broken.npy", b"\x93NUMPY\x01\x00\xff\xff")
        self.refused("broken.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n", "3")

    def test_matrices_that_are_no_covariance(self):
        self.refused("indefinite.csv", "1,2\n2,1\n", "-1", "--shift")
        self.refused("asymmetric.csv", "1,0.5\n0.1,1\n", "not symmetric", "row 2, column 1", arguments=("--as", "covariance"))
        self.refused("almost.csv", "1,0.5\n0.50001,1\n", "row 2, column 1", "--as samples")
        averaged = Run("solve", self.folder / "almost.csv", "-k", 2, "--as", "covariance", "--json", "-")
        self.assertAlmostEqual(averaged.json()["components"][0]["lower_bound"], 1.500005, places=9)
        self.refused("rectangle.csv", "1,2,3\n4,5,6\n", "2 x 3", arguments=("--as", "covariance"))
        self.refused("overflow.csv", "1e308,1e308\n1e308,1e308\n", "overflow")
        self.refused("gaps.csv", "1,NA\nNA,1\n", "covariance", arguments=("--as", "covariance"))

    def test_shift_repairs_and_says_so(self):
        path = self.file("indefinite.csv", "1,2\n2,1\n")
        run = Run("solve", path, "-k", 1, "--shift", "--json", "-")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertAlmostEqual(run.json()["input"]["shift"], 1.0, places=12)
        self.assertAlmostEqual(run.json()["components"][0]["lower_bound"], 2.0, places=12)
        self.assertIn("identity", run.stderr)

    def test_missing_values(self):
        path = self.file("missing.csv", "a,b\n1,2\n,4\n3,1\n7,5\n")
        self.assertEqual(Run("solve", path, "-k", 1, "--missing", "drop-rows", "--json", "-").json()["input"]["samples"], 3)
        self.assertEqual(Run("solve", path, "-k", 1, "--missing", "mean", "--json", "-").json()["input"]["samples"], 4)

    def test_unreadable(self):
        self.assert_error(Run("solve", self.folder / "nowhere.csv", "-k", 1), 3, "nowhere.csv")
        self.assert_error(Run("solve", self.folder, "-k", 1), 3, self.folder)
        self.assert_error(Run("info", self.folder / "nowhere.csv"), 3, "nowhere.csv")

    def test_unwritable(self):
        path = self.covariance()
        self.assert_error(Run("solve", path, "-k", 1, "--json", self.folder / "no" / "such" / "r.json"), 3, "r.json")
        self.assert_error(Run("solve", path, "-k", 1, "--json", self.folder), 3, "folder")
        self.assert_error(Run("convert", path, self.folder / "no" / "x.csv"), 3, "x.csv")
        self.assert_error(Run("convert", path, self.folder / "x.xyz"), 2, ".npy")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_disk_full(self):
        path = self.covariance()
        run = Run("solve", path, "-k", 1, "--json", "/dev/full", "--log-level", "quiet")
        self.assertEqual(run.code, 3)
        self.assertEqual(run.stderr.count("\n"), 1)
        self.assertIn("/dev/full", run.stderr)
        self.assertIn("Component 1", run.stdout, "the result is not lost")
        self.assert_error(Run("generate", "spiked", "-o", "/dev/full"), 2)
        with open("/dev/full", "wb") as full:
            process = subprocess.run([PROGRAM, "info", str(path)], stdout=full, stderr=subprocess.DEVNULL, check=False)
        self.assertEqual(process.returncode, 3)


    def test_nothing_overwrites_the_input_or_another_output(self):
        path = self.covariance()
        before = path.read_text()
        other = self.folder / "sub" / ".." / "covariance.csv"
        (self.folder / "sub").mkdir()
        for arguments in (("solve", path, "-k", 1, "--json", path), ("solve", path, "-k", 1, "--loadings", other),
                          ("solve", path, "-k", 1, "--json", self.folder / "x", "--loadings", self.folder / "x"),
                          ("convert", path, path), ("info", path, "--json", path),
                          ("generate", "spiked", "-o", self.folder / "y.csv", "--truth", self.folder / "y.csv")):
            with self.subTest(arguments=arguments):
                self.assert_error(Run(*arguments), 2, "overwritten")
        self.assertEqual(path.read_text(), before)

    def test_deaf_terminals_lose_nothing(self):
        """Whatever cannot be printed, the files are written and the exit code stands."""
        path = self.covariance()
        output = self.folder / "result.json"
        for closed in ({"stderr": "closed"}, {"stdout": "closed"}):
            with self.subTest(closed=closed):
                redirect = "2>&-" if "stderr" in closed else ">&-"
                process = subprocess.run(["sh", "-c", f'"$0" solve "$1" -k 2 --json "$2" {redirect}', PROGRAM, str(path), str(output)],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
                self.assertEqual(process.returncode, 0 if "stderr" in closed else 3)
                self.assertTrue(output.exists())
                output.unlink()

    def test_a_covariance_with_gaps_is_not_taken_for_samples(self):
        self.refused("gaps.csv", "2,1,NA\n1,2,0.5\nNA,0.5,2\n", "2 missing values", "a covariance cannot have gaps")

    def test_covariances_out_of_order_and_triangles(self):
        whole = self.file("whole.csv", ",a,b,c\na,2,0.5,0\nb,0.5,3,1\nc,0,1,4\n")
        expected = Run("solve", whole, "-k", 2, "--json", "-").json()["components"][0]
        for content, note in ((",a,b,c\nc,0,1,4\na,2,0.5,0\nb,0.5,3,1\n", "order of the columns"), (",a,b,c\na,2,,\nb,0.5,3,\nc,0,1,4\n", "triangle")):
            path, certificate, completed = self.file("part.csv", content), self.folder / "c.cert", self.folder / "done.csv"
            run = Run("solve", path, "-k", 2, "--json", "-", "--certificate", certificate)
            self.assertIn(note, run.stderr)
            self.assertEqual(run.json()["components"][0]["loadings"], expected["loadings"])
            self.assertIn(note, Run("convert", path, completed, "--as", "covariance").stderr)
            self.assertEqual(Run("check", completed, certificate).code, 0)
        self.refused("neither.csv", ",a,b\na,2,1\nb,5,2\n", "same names", "--as samples")
        self.refused("stray.csv", ",a,b,x,d\nc,0,1,4,0\na,2,0.5,0,0\nb,0.5,3,1,0\nd,0,0,0,1\n", "'c' is a row only", "correct the names", "--as samples")
        self.refused("twice.csv", ",a,b,b\nb,0.5,3,1\na,2,0.5,0\nb,0,1,4\n", "same names, but 'b' is there more than once", "--as samples")
        kind = Run("solve", self.file("twice.csv", ",a,b,b\na,2,0.5,0\nb,0.5,3,1\nb,0,1,4\n"), "-k", 2, "--json", "-").json()["input"]["kind"]
        self.assertEqual(kind, "covariance")

    def test_what_spreadsheets_leave_empty_is_left_out(self):
        run = Run("solve", self.file("sheet.csv", "a,b,,\n1,2,,\n3,1,,\n2,7,,\n,,,\n"), "-k", 1, "--json", "-")
        self.assertEqual((run.json()["input"]["samples"], run.json()["input"]["features"]), (3, 2), run.stderr)
        self.assertIn("1 empty row at the end was left out", run.stderr)
        self.assertIn("2 empty columns at the end were left out", run.stderr)

    def test_decimal_commas_between_semicolons(self):
        path, certificate = self.file("european.csv", "a;b;c\n1,5;2;3\n2,5;4;9\n3;1;2,25\n"), self.folder / "c.cert"
        points = self.file("points.csv", "a,b,c\n1.5,2,3\n2.5,4,9\n3,1,2.25\n")
        run = Run("solve", path, "-k", 2, "--json", "-", "--certificate", certificate)
        self.assertIn("decimal commas", run.stderr)
        expected = Run("solve", points, "-k", 2, "--json", "-").json()["components"][0]
        self.assertEqual(run.json()["components"][0]["loadings"], expected["loadings"])
        for file in (path, points):
            self.assertEqual(Run("check", file, certificate).code, 0)

    def test_what_was_guessed_is_said(self):
        names = Run("solve", self.samples(), "-k", 1).stderr
        self.assertIn("names of the samples", names)
        counted = Run("solve", self.file("counted.csv", "0,1,2\n5,1,3\n2,8,4\n"), "-k", 1).stderr
        self.assertIn("counts the columns", counted)

    def test_info_describes_what_solve_refuses(self):
        missing = Run("info", self.file("missing.csv", "a,b\n1,2\n,4\n3,1\n"))
        self.assertEqual(missing.code, 0, missing.stderr)
        self.assertIn("missing values  1", missing.stdout)
        indefinite = Run("info", self.file("indefinite.csv", "1,2\n2,1\n"))
        self.assertEqual(indefinite.code, 0, indefinite.stderr)
        self.assertIn("smallest eigenvalue is -1", indefinite.stdout)


class Formats(CliTest):
    def test_every_format_gives_the_same_answer(self):
        source = self.covariance()
        expected = Run("solve", source, "-k", 2, "--json", "-").json()["components"][0]
        previous = source
        for name in ("a.tsv", "b.mtx", "c.npy", "d.mat", "e.csv.gz", "f.mtx.gz", "g.csv"):
            path = self.folder / name
            run = Run("convert", previous, path)
            self.assertEqual(run.code, 0, run.stderr)
            component = Run("solve", path, "-k", 2, "--json", "-").json()["components"][0]
            for key in ("lower_bound", "upper_bound", "support", "loadings"):
                self.assertEqual(component[key], expected[key], name)
            previous = path

    def test_completed_data_solves_to_the_same_bounds_and_is_what_a_certificate_is_about(self):
        rows = "1,2,0\n,4,1\n3,1,0\n7,5,NA\n2,8,1\n"
        for header, name in (("", "plain"), ("a,b,c\n", "named")):
            source = self.file(f"{name}.csv", header + rows)
            for missing, samples in (("drop-rows", 3), ("mean", 5)):
                certificate = self.folder / "certificate"
                solve = ("-k", 2, "--json", "-", "--certificate", certificate)
                expected = Run("solve", source, "--missing", missing, *solve).json()
                for extension in ("csv", "npy"):
                    path = self.folder / f"{name}-{missing}.{extension}"
                    run = Run("convert", source, path, "--missing", missing)
                    self.assertEqual(run.code, 0, run.stderr)
                    self.assertIn("missing value", run.stderr)
                    self.assertEqual(Run("check", path, certificate).code, 0)
                    result = Run("solve", path, "-k", 2, "--json", "-").json()
                    self.assertEqual(result["input"]["samples"], samples)
                    for key in ("lower_bound", "upper_bound", "support", "loadings"):
                        self.assertEqual(result["components"][0][key], expected["components"][0][key], path)

    def test_the_completed_matrix_beside_the_certificate(self):
        source = self.file("gaps.csv", "a,b,c,kind\n1,2,0,x\n,4,1,y\n3,1,0,x\n7,5,NA,y\n2,8,1,x\n")
        certificate, completed = self.folder / "proof.cert", self.folder / "completed.csv"
        flags = ("--missing", "mean", "--labels", "kind", "--certificate", certificate, "--completed", completed)
        self.assertEqual(Run("solve", source, "-k", 2, *flags).code, 0)
        self.assertEqual(Run("check", completed, certificate).code, 0)
        self.assertEqual(Run("bound", source, "-k", 2, "--method", "pairs", *flags).code, 0)
        self.assertEqual(Run("check", completed, certificate).code, 0)
        run = Run("check", source, certificate)
        self.assertEqual(run.code, 3)
        for part in ("spica convert INPUT OUTPUT", "--missing", "--transpose", "--ignore"):
            self.assertIn(part, run.stderr)
        named = self.file("named.csv", "id,a,b,c,kind\np,1,2,0,x\nq,,4,1,y\nr,3,1,0,x\ns,7,5,NA,y\nt,2,8,1,x\n")
        self.assertEqual(Run("solve", named, "-k", 2, *flags).code, 0)
        self.assertEqual(Run("check", completed, certificate).code, 0)
        again = self.folder / "again.csv"
        self.assertEqual(Run("convert", source, again, "--missing", "mean", "--ignore", "kind").code, 0)
        self.assertEqual(Run("check", again, certificate).code, 0)

    def test_numbers_that_name_samples_are_noted(self):
        rows = "".join(f"{100 + 3 * i},{i % 3},{i % 2}\n" for i in range(8))
        run = Run("info", self.file("ids.csv", "id,a,b\n" + rows))
        self.assertIn("the first column counts up", run.stdout)
        self.assertNotIn("counts up", Run("info", self.samples()).stdout)

    def test_conversion_keeps_missing_values_unless_told_otherwise(self):
        source = self.file("missing.csv", "a,b\n1,2\n,4\n3,1\n7,5\n")
        output = self.folder / "out.csv"
        self.assertEqual(Run("convert", source, output).code, 0)
        self.assertEqual(Run("info", output, "--json", "-").json()["missing_values"], 1)
        self.assert_error(Run("convert", source, output, "--missing", "error"), 3, "1 missing value", "row 3, column 1 (a)")
        self.assert_error(Run("convert", source, output, "--missing", "guess"), 2, "--missing", "drop-rows")
        covariance = self.file("gaps.csv", "2,1,NA\n1,2,0.5\nNA,0.5,2\n")
        self.assert_error(Run("convert", covariance, output, "--missing", "mean"), 3, "a covariance cannot have gaps")
        whole = Run("convert", self.covariance(), output, "--missing", "mean")
        self.assertEqual((whole.code, whole.stderr), (0, ""))

    def test_rows_keep_their_names_when_others_are_dropped(self):
        source = self.file("names.csv", "id,a,b\nx,1,2\ny,,4\nz,3,1\n")
        output = self.folder / "out.csv"
        self.assertEqual(Run("convert", source, output, "--missing", "drop-rows").code, 0)
        self.assertEqual([row[0] for row in csv.reader(output.read_text().split())][1:], ["x", "z"])


if __name__ == "__main__":
    unittest.main()

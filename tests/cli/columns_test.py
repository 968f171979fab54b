"""--labels, --ignore, --exclude and lists from files: tables with columns that are no numbers."""

import csv
import json
import unittest

from harness import CliTest, Run

IRIS = "id,sl,sw,pl,Species\na,5.1,3.5,1.4,setosa\nb,4.9,3.0,1.4,setosa\nc,7.0,3.2,4.7,versicolor\nd,6.3,3.3,6.0,virginica\n"


class Columns(CliTest):
    def setUp(self):
        super().setUp()
        self.iris = self.file("iris.csv", IRIS)

    def test_text_is_refused_with_both_remedies(self):
        for command in (("solve", "-k", 1), ("info",), ("path", "-k", "1:2")):
            self.assert_error(Run(command[0], self.iris, *command[1:]), 3, 'row 2, column 5 ("Species")', "--labels 'Species'", "--ignore 'Species'")

    def test_all_columns_of_text_are_named_at_once(self):
        path = self.file("two.csv", "id,symbol,x,y,note\na,MYC,1,2,good\nb,TP53,3,1,bad\nc,EGFR,2,2,good\n")
        self.assert_error(Run("solve", path, "-k", 1), 3, "--ignore 'symbol,note' leaves them out", "--labels takes one")
        self.assert_error(Run("solve", path, "-k", 1, "--transpose"), 3, "--ignore 'symbol,note' leaves them out")
        self.assertEqual(Run("solve", path, "-k", 1, "--transpose", "--ignore", "symbol,note").code, 0)
        self.assert_error(Run("solve", path, "-k", 1, "--ignore", "symbol,nota"), 3, "no column 'nota'; did you mean 'note'?")

    def test_a_row_of_labels_is_recognised(self):
        path = self.file("rows.csv", "id,s1,s2,s3\nclass,A,B,A\ng1,1,2,4\ng2,3,1,0\n")
        self.assert_error(Run("solve", path, "-k", 1), 3, "--transpose and --labels 'class' take it as labels")
        self.assert_error(Run("solve", path, "-k", 1, "--transpose"), 3, "--labels 'class' takes it as labels")
        self.assert_error(Run("solve", path, "-k", 1, "--transpose", "--labels", "classes.txt"), 3, "no row 'classes.txt'; give the name of a row")

    def test_labels_go_into_scores_and_json(self):
        scores, result = self.folder / "scores.csv", self.folder / "result.json"
        run = Run("solve", self.iris, "-k", 1, "--labels", "Species", "--scores", scores, "--json", result, "--report", self.folder / "r.html")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("'Species' was read as labels of the samples: 3 labels", run.stderr)
        rows = list(csv.reader(scores.open()))
        self.assertEqual(rows[0], ["", "Species", "component_1"])
        self.assertEqual([row[:2] for row in rows[1:]], [["a", "setosa"], ["b", "setosa"], ["c", "versicolor"], ["d", "virginica"]])
        result = json.loads(result.read_text())
        self.assertEqual(result["input"]["labels"], {"column": "Species", "classes": ["setosa", "versicolor", "virginica"]})
        self.assertEqual(result["plane"]["labels"], ["setosa", "setosa", "versicolor", "virginica"])
        self.assertEqual(result["input"]["features"], 3)

    def test_ignored_columns_are_no_features(self):
        result = Run("solve", self.iris, "-k", 1, "--ignore", "sl,Species", "--json", "-").json()
        self.assertEqual(result["input"]["features"], 2)
        self.assertEqual(result["components"][0]["support"], [1])
        self.assertEqual(result["components"][0]["feature_names"], ["pl"])

    def test_excluded_features_keep_numbers_and_are_never_parsed(self):
        for feature in ("Species", "3"):
            result = Run("solve", self.iris, "-k", 1, "--exclude", f"{feature},0", "--json", "-").json()
            self.assertEqual(result["input"]["features"], 4)
            self.assertEqual(result["components"][0]["support"], [2])
            self.assertEqual(result["options"]["exclude"], [0, 3])

    def test_anything_may_stand_in_a_column_that_is_left_out(self):
        cells = ('"a, ""b""\nc"', "1e999", "inf", '"1,5"')
        path = self.file("odd.csv", "x,y,z\n" + "".join(f"{i},{cell},{2 * i}\n" for i, cell in enumerate(cells)))
        for flag in ("--exclude", "--ignore"):
            for column in ("y", "1"):
                result = Run("solve", path, "-k", 1, flag, column, "--json", "-").json()
                self.assertEqual(result["components"][0]["feature_names"], ["z"])
                out = self.folder / "out.csv"
                self.assertEqual(Run("convert", path, out, flag, column).code, 0)
                self.assertEqual(out.read_text(), "x,z\n0,0\n1,2\n2,4\n3,6\n")

    def test_rows_that_grow_are_a_triangle(self):
        path = self.file("half.csv", ",a,b,c\na,2\nb,0.5,3\nc,0,1,4\n")
        run = Run("solve", path, "-k", 1)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("a triangle alone was read as the symmetric matrix that it is half of", run.stderr)
        out = self.folder / "whole.csv"
        self.assertEqual(Run("convert", path, out).code, 0)
        self.assertEqual(out.read_text(), '"",a,b,c\n"a",2,0.5,0\n"b",0.5,3,1\n"c",0,1,4\n')
        self.assert_error(Run("solve", path, "-k", 1, "--as", "samples"), 3, "only a covariance may be given as a triangle")
        self.assert_error(Run("info", self.file("two.csv", "a,b\n2\n1,3\n")), 3, "say --as covariance")

    def test_lists_from_files(self):
        path = self.file("commas.csv", '"a,b","#1",c\n1,2,9\n4,1,2\n2,8,3\n')
        names = self.file("names.txt", '# these\n"#1"\n\na,b\n')
        result = Run("solve", path, "-k", 2, "--include", f"@{names}", "--json", "-").json()
        self.assertEqual(result["components"][0]["support"], [0, 1])
        result = Run("solve", path, "-k", 1, "--exclude", f"@{names}", "--json", "-").json()
        self.assertEqual(result["components"][0]["support"], [2])
        self.assertEqual(Run("info", path, "--ignore", f"@{names}", "--json", "-").json()["input"]["features"], 1)
        self.assert_error(Run("info", path, "--ignore", f"@{self.folder / 'none'}"), 3, "none")
        self.assert_error(Run("solve", path, "-k", 1, "--exclude", f"@{names}", "--json", names), 2, "--exclude", "overwritten")

    def test_what_is_not_there(self):
        self.assert_error(Run("solve", self.iris, "-k", 1, "--ignore", "Species,none"), 3, "no column 'none'", "0 to 3")
        self.assert_error(Run("solve", self.iris, "-k", 1, "--labels", 7), 3, "no column '7'")
        self.assert_error(Run("solve", self.iris, "-k", 1, "--ignore", "species"), 3, "no column 'species'; did you mean 'Species'?")
        words = self.file("w.csv", "a,b,c\n1,2,x\n3,5,y\n4,1,z\n")
        self.assert_error(Run("solve", words, "-k", 1, "--exclude", "c", "--certificate", self.folder / "p"), 3, "w.csv", "--ignore")

    def test_a_certificate_without_some_features_of_a_turned_table(self):
        table, certificate, plain = self.file("t.csv", "g,s,t,u\na,1,2,0\nb,3,5,1\nc,2,2,7\nclass,x,y,x\n"), self.folder / "p", self.folder / "plain.csv"
        flags = ["--transpose", "--labels", "class"]
        self.assertEqual(Run("solve", table, "-k", 1, *flags, "--exclude", "a", "--certificate", certificate).code, 0)
        self.assertEqual(Run("convert", table, plain, *flags).code, 0)
        self.assertEqual(Run("check", plain, certificate, "--expect", "exclude=0,k=1").code, 0)

    def test_a_certificate_is_about_what_convert_writes(self):
        certificate, plain = self.folder / "proof.cert", self.folder / "plain.csv"
        for flags in (("--labels", "Species"), ("--ignore", "Species")):
            self.assertEqual(Run("solve", self.iris, "-k", 2, *flags, "--certificate", certificate).code, 0)
            run = Run("convert", self.iris, plain, "--ignore", "Species")
            self.assertEqual(run.stderr, "spica: note: 1 column was left unread by --ignore\n")
            self.assertEqual(Run("check", plain, certificate).code, 0)
        run = Run("convert", self.iris, plain, "--exclude", "Species,sl")
        self.assertEqual(plain.read_text().splitlines()[0], '"",sw,pl')

    def test_a_checkpoint_knows_columns(self):
        state = self.folder / "state"
        Run("solve", self.iris, "-k", 1, "--ignore", "Species,sl", "--checkpoint", state)
        self.assert_error(Run("solve", self.iris, "-k", 1, "--ignore", "Species,sw", "--resume", state), 3, "--ignore was 'Species,sl'")


if __name__ == "__main__":
    unittest.main()

"""--transpose: files with features in rows, for every command that reads one."""

import unittest

from harness import CliTest, Run

GENES = "gene,s1,s2,s3,s4,s5\nheight,1,2,3,4,5\nwidth,2.5,4.5,6.5,8.0,10.5\ndepth,0,1,0,1,0\n"
SAMPLES = "id,height,width,depth\ns1,1,2.5,0\ns2,2,4.5,1\ns3,3,6.5,0\ns4,4,8.0,1\ns5,5,10.5,0\n"


class Transpose(CliTest):
    def setUp(self):
        super().setUp()
        self.genes = self.file("genes.csv", GENES)
        self.plain = self.file("plain.csv", SAMPLES)

    def test_every_command_reads_the_same_as_of_the_file_turned_around(self):
        for command, arguments in (("solve", ("-k", 2)), ("path", ("-k", "1:3")), ("heuristic", ("-k", 2)),
                                   ("bound", ("-k", 2, "--method", "pairs")), ("rip", ("-k", 2)), ("info", ())):
            with self.subTest(command):
                one = Run(command, self.genes, *arguments, "--transpose", "--json", "-")
                self.assertEqual(one.code, 0, one.stderr)
                one, other = one.json(), Run(command, self.plain, *arguments, "--json", "-").json()
                self.assertTrue(one["input"]["transposed"])
                self.assertFalse(other["input"]["transposed"])
                for result in (one, other):
                    for component in result.get("components", []):
                        component.pop("time_sec")
                        component.pop("trace")
                self.assertEqual(one.get("components"), other.get("components"))
                self.assertEqual(one["input"]["features"], 3)

    def test_every_format(self):
        expected = Run("solve", self.plain, "-k", 2, "--json", "-").json()["components"][0]
        for extension in ("tsv", "csv.gz", "mtx", "npy", "mat"):
            with self.subTest(extension):
                path = self.folder / f"genes.{extension}"
                self.assertEqual(Run("convert", self.genes, path).code, 0)
                component = Run("solve", path, "-k", 2, "--transpose", "--json", "-").json()["components"][0]
                self.assertEqual(component["loadings"], expected["loadings"])

    def test_names_change_places(self):
        scores = self.folder / "scores.csv"
        run = Run("solve", self.genes, "-k", 2, "--transpose", "--scores", scores, "--json", "-")
        self.assertEqual(run.json()["components"][0]["feature_names"], ["height", "width"])
        self.assertEqual([line.split(",")[0] for line in scores.read_text().splitlines()[1:]],
                         [f'"s{i}"' for i in range(1, 6)])

    def test_it_is_said(self):
        self.assertIn(f"input     {self.genes}: 5 samples of 3 features, transposed: features in rows",
                      Run("solve", self.genes, "-k", 2, "--transpose").stderr)
        self.assertIn("samples (columns) of features (rows), transposed: features in rows",
                      Run("info", self.genes, "--transpose").stdout)
        self.assertIn("sensing matrix, 5 x 3, transposed", Run("rip", self.genes, "-k", 2, "--transpose").stderr)

    def test_tall_tables_bring_the_question(self):
        tall = self.file("tall.csv", "a,b\n" + "".join(f"{i % 5},{i % 3}\n" for i in range(11)))
        self.assertIn("if features are in rows: --transpose", Run("solve", tall, "-k", 1).stderr)
        self.assertNotIn("if features are in rows", Run("solve", tall, "-k", 1, "--transpose").stderr)
        self.assertNotIn("if features are in rows", Run("solve", self.plain, "-k", 1).stderr)

    def test_conversion_is_what_a_certificate_is_about(self):
        certificate, turned = self.folder / "proof.cert", self.folder / "turned.csv"
        Run("solve", self.genes, "-k", 2, "--transpose", "--certificate", certificate)
        run = Run("convert", self.genes, turned, "--transpose")
        self.assertEqual(run.code, 0)
        self.assertEqual(run.stderr, "spica: note: transposed: features in rows\n")
        self.assertEqual(Run("check", turned, certificate).code, 0)
        self.assertEqual(Run("info", turned, "--json", "-").json()["input"]["features"], 3)

    def test_a_checkpoint_knows_it(self):
        state = self.folder / "state"
        Run("solve", self.genes, "-k", 2, "--transpose", "--checkpoint", state)
        self.assert_error(Run("solve", self.genes, "-k", 2, "--resume", state), 3, "another solve")


if __name__ == "__main__":
    unittest.main()

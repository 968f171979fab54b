"""solve --certificate, check and spica-check: what is accepted, what is refused, and how."""

import gzip
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, CliTest, Run


class Check(CliTest):
    def certified(self, path, *flags, name="proof.cert"):
        certificate = self.folder / name
        run = Run("solve", path, *flags, "--certificate", certificate)
        self.assertEqual(run.code, 0, run.stderr)
        return certificate

    def test_accepts_what_solve_wrote(self):
        certificate = self.certified(self.covariance(), "-k", "2,1")
        run = Run("check", self.covariance(), certificate)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("component 1  k = 2  proved: [", run.stdout)
        self.assertIn("of the matrix deflated by the components above", run.stdout)
        self.assertIn("assuming IEEE 754", run.stdout)
        self.assertEqual(run.stderr, "")

    def test_samples_standardised_and_gzipped(self):
        certificate = self.certified(self.samples(), "-k", 2, "--standardize", name="proof.cert.gz")
        self.assertTrue(gzip.open(certificate).read().startswith(b"spica-certificate 1\n"))
        run = Run("check", self.samples(), certificate)
        self.assertEqual(run.code, 0, run.stderr)
        self.assertIn("standardised", run.stdout)

    def test_the_program_of_its_own_says_the_same(self):
        certificate = self.certified(self.covariance(), "-k", 2)
        alone = subprocess.run([CHECKER, self.covariance(), certificate], capture_output=True, text=True)
        self.assertEqual(alone.returncode, 0, alone.stderr)
        self.assertEqual(alone.stdout, Run("check", self.covariance(), certificate).stdout)
        usage = subprocess.run([CHECKER], capture_output=True, text=True)
        self.assertEqual(usage.returncode, 2)
        self.assertIn("Usage", usage.stderr)

    def test_another_matrix_is_refused(self):
        certificate = self.certified(self.covariance(), "-k", 2)
        other = self.file("other.csv", "2,1\n1,2\n")
        self.assert_error(Run("check", other, certificate), 3, "other.csv", "size")
        text = self.covariance().read_text()
        changed = self.file("changed.csv", text.replace("1", "1.5", 1))
        self.assertEqual(Run("check", changed, certificate).code, 3)

    def test_a_lower_bound_that_is_claimed_too_low_is_rejected(self):
        certificate = self.certified(self.covariance(), "-k", 2)
        lines = certificate.read_text().split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("upper"))
        lines[at] = "upper 0x1p-3"
        run = Run("check", self.covariance(), self.file("low.cert", "\n".join(lines)))
        self.assertEqual(run.code, 5)
        self.assertIn("Rejected", run.stdout)
        self.assertEqual(len(run.stderr.strip().split("\n")), 1)
        self.assertIn("low.cert: line ", run.stderr)

    def test_a_certificate_of_nothing_is_rejected(self):
        text = self.certified(self.covariance(), "-k", 2).read_text()
        nothing = text[:text.index("components")] + "components 0\n"
        self.assertEqual(Run("check", self.covariance(), self.file("nothing.cert", nothing)).code, 5)

    def test_nonsense_is_refused(self):
        for name, text, code in (("empty", "", 5), ("words", "hello", 5), ("version", "spica-certificate 2", 5)):
            with self.subTest(name):
                self.assertEqual(Run("check", self.covariance(), self.file(name, text)).code, code)
        self.assertEqual(Run("check", self.covariance(), self.folder / "absent").code, 3)
        self.assertEqual(Run("check", self.covariance()).code, 2)

    def test_the_example_of_the_documentation(self):
        text = (Path(__file__).parents[2] / "docs/certificate.md").read_text()
        example = next(block for block in text.split("```") if block.startswith("\nspica-certificate")).strip("\n") + "\n"
        matrix = self.file("three.csv", "2,1,1\n1,2,1\n1,1,2\n")
        run = Run("check", matrix, self.file("three.cert", example))
        self.assertEqual(run.code, 0, run.stderr)
        self.assertRegex(run.stdout, r"proved: \[2.99999999999999\d*, 3.00000000000")
        by_branching = example[:example.index("dual 3")] + "branch 0\nbranch 1\n" + 3 * "close spectral\n" + "end\n"
        self.assertEqual(Run("check", matrix, self.file("tree.cert", by_branching)).code, 0)
        one_less = example[:example.index("dual 3")] + "branch 0\nbranch 1\n" + 2 * "close spectral\n" + "end\n"
        self.assertEqual(Run("check", matrix, self.file("hole.cert", one_less)).code, 5)

    def test_what_has_no_certificate(self):
        wanted = ("--method", "pert-convex-ip", "--ipos", 1, "--residual", "--certificate", self.folder / "x")
        self.assert_error(Run("bound", self.covariance(), "-k", 2, *wanted), 2, "--residual")
        self.assertFalse((self.folder / "x").exists())

    def test_smallest_eigenvalues_and_every_bound(self):
        runs = [("solve", "--smallest"), ("rip",)]
        runs += [("bound", "--method", m) for m in ("spectral", "sample", "cauchy", "pairs", "sdp", "dadal", "l1")]
        runs += [("bound", "--method", m, "--grid", g) for m in ("convex-ip", "pert-convex-ip", "l0-ip") for g in ("fixed", "adaptive")]
        for command, *more in runs:
            with self.subTest(f"{command} {more}"):
                certificate = self.folder / "one.cert"
                run = Run(command, self.covariance(), "-k", 2, *more, "--certificate", certificate, "--log-level", "quiet")
                self.assertEqual(run.code, 0, run.stderr)
                for exact in ((), ("--exact",)):
                    check = Run("check", *exact, self.covariance(), certificate)
                    self.assertEqual(check.code, 0, check.stderr)
                    self.assertEqual(check.stdout.count("proved:"), 2 if command == "rip" else 1)

    def test_what_proves_nothing(self):
        """Each of these was once accepted."""
        head = "spica-certificate 1\nmatrix covariance 3 3 145530aca48d84114962f94a05d6659b02ffd5e9fb8e5bf898e95064eb351228\n"
        head += "center 0 standardize 0 ddof 0 exponent 0 shift 0\n"
        matrix = self.file("three.csv", "2,1,1\n1,2,1\n1,1,2\n")
        poor = "component k 2 x 1 0 0x1p+0 upper 0x1.4p+1\n"  # x explains 2, the best two features 3
        for name, proof in (
            ("a box without directions", "box 0x1.4p+1 0\nclose box 0\nend\n"),
            ("a box after a factor", "factor 0 0x1.4p+2\nbox 0x1.4p+1 0\nclose box 0\nend\n"),
            ("nu beyond doubles when doubled", "factor 1 0x1.4p+2 0 0 0\nsample 0x1.8p+1023 0\nclose sample 0\nend\n"),
        ):
            with self.subTest(name):
                certificate = self.file("false.cert", head + "components 1\n" + poor + proof)
                for exact in ((), ("--exact",)):
                    self.assertEqual(Run("check", *exact, matrix, certificate).code, 5)
        above = self.file("above.cert", head + "components 1\ncomponent k 2 x 2 0 1 0x1p+0 0x1p+0 upper 0x1.4p+1\nclose spectral\nend\n")
        self.assertIn("x explains more", Run("check", matrix, above).stderr)
        twice = head.replace("shift 0", "shift 0 reflect 0x1p+3") + "components 2\n"
        self.assertEqual(Run("check", matrix, self.file("twice.cert", twice)).code, 5)
        deep = head + "components 1\n" + poor + "directions 4 0 0x1.8p+2\n"  # more directions than features
        self.assertEqual(Run("check", matrix, self.file("deep.cert", deep)).code, 5)
        escape = self.file("escape.cert", "\x1b[2Fhello")
        self.assertNotIn("\x1b", Run("check", matrix, escape).stderr)


if __name__ == "__main__":
    unittest.main()

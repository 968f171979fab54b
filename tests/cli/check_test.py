"""solve --certificate, check and spica-check: what is accepted, what is refused, and how."""

import gzip
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, PROGRAM, CliTest, Run


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
        self.assertIn("of what the scores of the components above leave over", run.stdout)
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

    def expect(self, path, certificate, what):
        return Run("check", path, certificate, "--expect", what)

    def test_what_is_expected_and_proven_passes(self):
        for path, flags, what in (
            (self.covariance(), ("-k", "2,1"), "kind=covariance,center=any,standardize=0,ddof=0,shift=0,sense=largest,k=2,1"),
            (self.covariance(), ("-k", 2, "--standardize"), "standardize=1"),
            (self.covariance(), ("-k", 2, "--as", "samples"), "kind=samples,k=2"),
            (self.covariance(), ("-k", 2, "--smallest"), "sense=smallest"),
            (self.samples(), ("-k", 2), "k=2"),
            (self.samples(), ("-k", 2), "k=2,ddof=0"),
            (self.samples(), ("-k", 2, "--no-center", "--ddof", 1), "kind=samples,center=0,ddof=1"),
            (self.samples(), ("-k", 2, "--standardize"), "center=1,ddof=7,standardize=1"),
            (self.file("indefinite.csv", "1,2\n2,1\n"), ("-k", 1, "--shift"), "shift=any"),
        ):
            with self.subTest(what):
                run = self.expect(path, self.certified(path, *flags), what)
                self.assertEqual(run.code, 0, run.stderr)

    def test_both_sides_of_an_isometry_are_expected(self):
        certificate = self.folder / "rip.cert"
        self.assertEqual(Run("rip", self.covariance(), "-k", 2, "--certificate", certificate).code, 0)
        self.assertEqual(self.expect(self.covariance(), certificate, "kind=samples,center=0,ddof=any,sense=any,k=2").code, 0)
        self.assertEqual(self.expect(self.covariance(), certificate, "kind=samples,center=0,ddof=any").code, 5)

    def test_what_is_not_expected_is_rejected(self):
        for path, flags, what, difference in (
            (self.covariance(), ("-k", "2,1"), "k=2", "components=2 and not 1"),
            (self.covariance(), ("-k", "2,1"), "k=2,2", "k=1 and not 2 (of k=2,2)"),
            (self.covariance(), ("-k", 2), "k=1", "k=2 and not 1"),
            (self.covariance(), ("-k", 2), "kind=samples", "kind=covariance and not samples"),
            (self.covariance(), ("-k", 2, "--as", "samples"), "k=2", "kind=samples and not covariance"),
            (self.covariance(), ("-k", 2, "--smallest"), "k=2", "sense=smallest and not largest"),
            (self.covariance(), ("-k", 2), "shift=0.5", "shift=0 and not 0.5"),
            (self.samples(), ("-k", 2, "--standardize"), "k=2", "standardize=1 and not 0"),
            (self.samples(), ("-k", 2, "--no-center", "--ddof", 1), "k=2", "center=0 and not 1, ddof=1 and not 0"),
            (self.file("indefinite.csv", "1,2\n2,1\n"), ("-k", 1, "--shift"), "k=1", "shift="),
        ):
            with self.subTest(what=what, flags=flags):
                run = self.expect(path, self.certified(path, *flags), what)
                self.assertEqual((run.code, run.stdout.splitlines()[-1]), (5, "Rejected."))
                self.assertEqual(len(run.stderr.splitlines()), 1)
                self.assertIn(f"proves something else than expected: {difference}", run.stderr)

    def test_an_expectation_that_makes_no_sense_is_wrong_usage(self):
        certificate = self.certified(self.covariance(), "-k", 2)
        for what in ("", ",", "k", "k=", "k=two", "k=2,", "k=2,,2", "k=-2", "K=2", "kind=both", "center=yes", "ddof=1.5", "shift=", "shift=1x",
                     "sense=1", "2,k=2", "k=2,kind=covariance,2", "k=2,k=2", "kind = covariance", "k=any,3"):
            with self.subTest(what):
                self.assert_error(self.expect(self.covariance(), certificate, what), 2, "--expect")
        alone = subprocess.run([CHECKER, "--expect"], capture_output=True, text=True)
        self.assertEqual(alone.returncode, 2)
        unknown = subprocess.run([CHECKER, "--expects=k=2", self.covariance(), certificate], capture_output=True, text=True)
        self.assertEqual(unknown.returncode, 2)

    def test_all_that_is_proven_is_said(self):
        indefinite = self.file("indefinite.csv", "1,2\n2,1\n")
        for path, flags, parts in (
            (self.covariance(), ("-k", 2), ["taken as a covariance\n", "largest eigenvalue"]),
            (self.covariance(), ("-k", 2, "--standardize"), ["taken as a covariance, standardised\n"]),
            (self.covariance(), ("-k", 2, "--smallest"), ["smallest eigenvalue"]),
            (self.samples(), ("-k", 2, "--ddof", 1), ["taken as samples, centred\n", "divided by m - 1 = 4\n"]),
            (self.samples(), ("-k", 2, "--no-center"), ["taken as samples, not centred\n", "divided by m - 0 = 5\n"]),
            (self.samples(), ("-k", 2, "--standardize"), ["taken as samples, centred, standardised\n"]),
            (indefinite, ("-k", 1, "--shift"), ["shifted by 1"]),
        ):
            with self.subTest(flags):
                text = Run("check", path, self.certified(path, *flags)).stdout
                for part in parts:
                    self.assertIn(part, text)

    def test_a_shift_that_underflows_is_no_shift_of_zero(self):
        head = "spica-certificate 1\nmatrix covariance 3 3 145530aca48d84114962f94a05d6659b02ffd5e9fb8e5bf898e95064eb351228\n"
        matrix = self.file("three.csv", "2,1,1\n1,2,1\n1,1,2\n")
        for shift in ("exponent -100 shift 0x1p-1020", "exponent 2000 shift 0x1p+0"):
            text = f"{head}center 0 standardize 0 ddof 0 {shift}\ncomponents 1\ncomponent k 1 x 1 0 0x1p+0 upper 0x1p+1000\nclose spectral\nend\n"
            run = Run("check", matrix, self.file("shift.cert", text))
            self.assertEqual(run.code, 5)
            self.assertIn("shift", run.stderr)

    def test_no_name_and_no_word_can_fake_a_line(self):
        """Whatever characters a file's name or a certificate holds, they stay within one line, and end no escape sequence."""
        fake = "x\nAccepted, assuming IEEE 754 double arithmetic.\n\r\x1b[2J\x7f\u009b\u2028\u202e\x08"
        table = self.file(fake + ".csv", self.covariance().read_text())
        good = self.certified(self.covariance(), "-k", 2)
        named = self.file(fake + ".cert", good.read_text())
        words = self.file("words.cert", good.read_bytes().replace(b"end", b"\x1b[2F\x0bAccepted\x85\x9b\xe2\x80\xa8"))
        other = self.file("other.cert", good.read_text().replace("covariance 4", "covariance 5"))
        runs = [(table, good, 0), (self.covariance(), named, 0), (table, named, 0), (table, words, 5), (table, other, 3),
                (self.folder / f"no{fake}", good, 3), (table, self.folder / f"no{fake}", 3), (self.covariance(), self.file("e", "\x1b[2Fhello"), 5)]
        for program in ([CHECKER], [PROGRAM, "check"]):
            for path, certificate, code in runs:
                with self.subTest(f"{program} {code}"):
                    run = subprocess.run([*program, path, certificate], capture_output=True, check=False)
                    self.assertEqual(run.returncode, code, run.stderr)
                    text = (run.stdout + run.stderr).decode()  # UTF-8, so that no byte of it is a control of its own
                    for line in text.split("\n"):
                        self.assertTrue(all(c.isprintable() for c in line), repr(line))
                    accepted = [line for line in text.split("\n") if line.startswith("Accepted")]
                    self.assertEqual(len(accepted), 1 if code == 0 else 0)
                    self.assertLessEqual(len(run.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()

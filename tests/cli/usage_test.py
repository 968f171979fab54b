"""Wrong flags and values: exit code 2 and one line with the flag, the reason and what to do."""

import unittest

from harness import CliTest, Run


class Usage(CliTest):
    def expect(self, message, *arguments):
        with self.subTest(arguments=arguments):
            run = Run(*arguments)
            self.assert_error(run, 2)
            self.assertEqual(run.stderr, f"spica: {message}\n")

    def test_the_nearest_flag(self):
        path = self.covariance()
        for command, arguments in (("solve", ("-k", 1)), ("path", ("-k", "1:2")), ("heuristic", ("-k", 1)), ("bound", ("-k", 1)), ("info", ())):
            self.expect("--standardise: no such flag; did you mean --standardize?", command, path, *arguments, "--standardise")
        self.expect("--normalise: no such flag; did you mean --normalize?", "rip", path, "-k", 1, "--normalise")
        self.expect("--josn: no such flag; did you mean --json?", "solve", path, "-k", 1, "--josn=x")
        self.expect("-K: no such flag; did you mean -k?", "solve", path, "-K", 5)
        self.expect("--misssing: no such flag; did you mean --missing?", "convert", path, "x.csv", "--misssing", "mean")
        self.expect("--frobnicate: no such flag; spica solve --help lists them", "solve", path, "-k", 1, "--frobnicate")
        self.expect("--verison: no such flag; did you mean --version?", "--verison")

    def test_flags_of_other_commands(self):
        path = self.covariance()
        for flag in ("--alternatives", "--start", "--prove", "--joint", "--deflation", "--checkpoint", "--memory"):
            self.assert_error(Run("path", path, "-k", "1:2", flag, "x"), 2, f"{flag}: not a flag of path: ", "run solve")
        run = Run("info", path, "--certificate", "x")
        self.assert_error(run, 2, "--certificate: not a flag of info, but of solve, path, bound, rip")

    def test_numbers_to_experiment_with(self):
        path = self.covariance()
        for command in ("solve", "heuristic", "path", "bound", "rip"):
            self.expect("--tune core.larges=3: no such key; did you mean core.largest?", command, path, "-k", 1, "--tune", "core.larges=3")
            run = Run(command, path, "-k", 1, "--tune", "core.largest=3", "--tune", "greedy.starts=2")
            self.assertEqual((run.code, "error" in run.stderr), (0, False), run.stderr)

    def test_values(self):
        path = self.covariance()
        self.expect("--as: 'x' is not one of covariance, samples", "solve", path, "-k", 1, "--as", "x")
        self.expect("--missing: 'guess' is not one of error, drop-rows, mean", "info", path, "--missing", "guess")
        self.expect("--ddof: 'two' is not one of 0, 1", "solve", path, "-k", 1, "--ddof", "two")
        self.expect("--features: 'many' is not a whole number", "generate", "spiked", "--features", "many")
        self.expect("--json: needs a value: --json FILE", "solve", path, "-k", 1, "--json")
        self.expect("--json: needs a value: --json FILE", "path", path, "-k", "1:2", "--json", "--explain")
        self.expect("--json: needs a value: --json FILE", "info", path, "--json")
        self.expect("--json: given more than once; give it once", "info", path, "--json", "a", "--json", "b")
        self.assert_error(Run("solve", path, "-k", 1, "--json", ""), 2, "--json: needs a file name")

    def test_what_is_missing_or_too_much(self):
        self.assert_error(Run("solve", self.covariance()), 2, "-k is missing: features in the component", "spica solve --help")
        self.assert_error(Run("info"), 2, "INPUT is missing: CSV/TSV")
        self.expect("'b.csv' is one argument too many; spica info --help shows what goes where", "info", "a.csv", "b.csv")
        self.expect("no command; spica --help lists them")
        path = self.covariance()
        self.expect(f"'{path}' is a file, not a command; a command comes first, as in: spica solve {path} -k 5", path, "-k", 5)
        self.expect("--time-limit '5m': not a number; give seconds, as in 300", "solve", path, "-k", 1, "--time-limit", "5m")
        self.expect("--gap '1%': not a number; give a share: 0.01 is 1 %", "solve", path, "-k", 1, "--gap", "1%")
        self.expect("'slove' is not a command; did you mean solve? spica --help lists them", "slove")
        self.expect("'frobnicate' is not a command; spica --help lists them", "frobnicate")


if __name__ == "__main__":
    unittest.main()

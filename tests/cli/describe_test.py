"""Man pages and completions say what --help says, and the shells understand them."""

import re
import shutil
import subprocess
import unittest
from pathlib import Path

from harness import CHECKER, CliTest, Run
from help_test import commands

ROOT = Path(__file__).parents[2]
HELP = {"-h", "--help"}


def flags_of(command):
    """The flags in the left column of a command's help, and those that print it."""
    text = Run(command, "--help").stdout.split("\nExample: ")[0]
    terms = re.findall(r"^  (-[\w-]+(?:, -[\w-]+)*)", text, re.MULTILINE)
    return {flag for term in terms for flag in term.split(", ")} | HELP


class Describe(CliTest):
    def setUp(self):
        super().setUp()
        self.share = self.folder / "share"
        run = Run("describe", self.share)
        self.assertEqual((run.code, run.stdout, run.stderr), (0, "", ""))

    def page(self, name):
        return self.share / "man/man1" / name

    def plain(self, name):
        """A page without its escapes of roff."""
        return re.sub(r"\\f[BIR]", "", self.page(name).read_text()).replace("\\-", "-").replace("\\&", "")

    def test_man_page_has_every_command_and_flag(self):
        text = self.plain("spica.1")
        for command in commands():
            section = text.split(f".SS spica {command} ")[1].split("\n.S")[0]
            for flag in flags_of(command) - HELP:
                self.assertRegex(section, rf"\n\.TP\n(-\w, )?{flag}\b", command)
        for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"):
            self.assertIn(f"\n.SH {heading}\n", text)

    def test_exit_codes_are_those_of_the_documents(self):
        table = (ROOT / "docs/cli.md").read_text().split("## Exit codes")[1]
        documented = {int(code) for row in re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE) for code in row.split(",")}
        section = self.plain("spica.1").split(".SH EXIT STATUS\n")[1].split("\n.SH")[0]
        self.assertEqual({int(code) for code in re.findall(r"\d+", section)} - {1}, documented)

    def test_the_checker_has_a_page(self):
        text = self.plain("spica-check.1")
        for part in ("spica-check INPUT CERTIFICATE [OPTIONS]", "\n--exact\n", "\n5\n"):
            self.assertIn(part, text)
        own = subprocess.run([CHECKER, "--help"], capture_output=True, text=True).stdout
        self.assertEqual(set(re.findall(r"\[(--\w+)[^\]]*\]", own)), set(re.findall(r"^(--\w+)\b[^.]*$", text, re.MULTILINE)))

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_has_no_warnings(self):
        for name in ("spica.1", "spica-check.1"):
            command = ["man", "--warnings", "-E", "UTF-8", "-Tutf8", "-l", str(self.page(name))]
            run = subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertIn("EXIT STATUS", re.sub(r"\x1b\[\d*m|.\x08", "", run.stdout))

    def complete(self, *words, program="spica"):
        """What bash offers for the last word."""
        script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _spica; printf "%s\\n" "${COMPREPLY[@]}"'
        source = self.share / "bash-completion/completions" / program
        run = subprocess.run(["bash", "-c", script, "bash", source, program, *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return set(run.stdout.split())

    def test_bash(self):
        self.assertEqual(self.complete("so"), {"solve"})
        self.assertEqual(self.complete(""), {*commands(), *HELP, "--version"})
        self.assertEqual(self.complete("solve", "--st"), {"--standardize", "--start"})
        self.assertEqual(self.complete("bound", "x", "--method", "c"), {"cauchy", "convex-ip"})
        self.assertEqual(self.complete("bound", "x", "--method", "=", "c"), {"cauchy", "convex-ip"})
        self.assertEqual(self.complete("bound", "x", "--method", "="), self.complete("bound", "x", "--method", ""))
        self.assertEqual(self.complete("generate", "s"), {"spiked", "synthetic"})
        self.assertIn("real-10", self.complete("reproduce", "re"))
        self.assertEqual(self.complete("solve", "x", "--ddof", ""), {"0", "1"})
        self.assertEqual(self.complete("solve", "x", "-k", ""), set())
        self.assertEqual(self.complete("--ex", program="spica-check"), {"--exact", "--expect"})

    def test_bash_offers_files(self):
        self.file("genes.csv", "1")
        (self.folder / "genomes").mkdir()
        self.assertEqual(self.complete("solve", "gen"), {"genes.csv", "genomes"})
        self.assertEqual(self.complete("solve", "x", "--json", "gen"), {"genes.csv", "genomes"})
        self.assertEqual(self.complete("reproduce", "all", "--data", "gen"), {"genomes"})
        self.assertEqual(self.complete("gen", program="spica-check"), {"genes.csv", "genomes"})

    def test_bash_has_every_flag(self):
        for command in commands():
            with self.subTest(command):
                self.assertEqual(self.complete(command, "-"), flags_of(command))

    def test_zsh_has_every_flag(self):
        text = (self.share / "zsh/site-functions/_spica").read_text()
        self.assertTrue(text.startswith("#compdef spica spica-check\n"))
        for command in commands():
            body = text.split(f"\n_spica_{command}() {{\n")[1].split("\n}\n")[0]
            self.assertEqual(set(re.findall(r"^    '(?:\([^)]*\))?(--?[a-z0-9-]+)", body, re.MULTILINE)), flags_of(command))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_reads_it(self):
        run = subprocess.run(["zsh", "-n", self.share / "zsh/site-functions/_spica"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()

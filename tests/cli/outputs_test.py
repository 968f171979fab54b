"""No output overwrites the input or another output, whatever the names by which they are given, and none is lost in silence."""

import itertools
import json
import os
import re
import subprocess
import unittest

from harness import COVARIANCE, PROGRAM, CliTest, Run
from help_test import commands

READ_ONLY = {"--curve", "--groups"}
GENERATED = ("generate", "spiked", "--features", 60, "--samples", 10)


def shell(script, *arguments):
    """The script with the program as $0, in the words of a user who redirects; what it printed, and its exit code."""
    command = ["sh", "-c", script, PROGRAM, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def output_flags(command):
    """The flags of a command that name a file to write, as its help has them; --record is not in the help."""
    terms = re.findall(r"^  (?:-\w, )?(--[\w-]+) FILE", Run(command, "--help").stdout, re.MULTILINE)
    return [flag for flag in terms if flag not in READ_ONLY] + (["--record"] if command == "solve" else [])


class OneFile(CliTest):
    """Every way to lead two flags to one file."""

    def setUp(self):
        super().setUp()
        self.input = self.covariance()

    def aliases(self, name):
        """Names of folder/name, whether it exists or not."""
        folder = self.folder / "folder"
        folder.symlink_to(self.folder)
        link, chain = self.folder / "link", self.folder / "chain"
        link.symlink_to(name)
        chain.symlink_to(link)
        (self.folder / "sub").mkdir()
        yield from (self.folder / name, name, f"./{name}", f"sub/../{name}", folder / name, link, chain, f"/proc/self/cwd/{name}")
        if (self.folder / name).exists():
            os.link(self.folder / name, self.folder / "hard")
            yield self.folder / "hard"

    def base(self, command):
        """A call of the command without any output."""
        k = ("-k", "1:2") if command == "path" else ("-k", 2)
        data = () if command in ("demo", "generate") else (self.input,)
        return {"generate": GENERATED, "demo": ("demo",), "info": ("info", self.input), "report": ("report", self.input)}.get(
            command, (command, *data, *k))

    def assert_refused(self, run, *parts):
        self.assert_error(run, 2, "one file", "overwritten", *parts)

    def test_two_outputs_of_every_command(self):
        """The flags are those of the help, so that none can be added without being looked at."""
        link = self.folder / "link"
        link.symlink_to("new.csv")
        for command in commands():
            for one, other in itertools.combinations(output_flags(command), 2):
                if {one, other} in ({"--checkpoint", "--resume"}, {"--record", "--resume"}):
                    continue
                with self.subTest(command, flags=(one, other)):
                    run = Run(*self.base(command), one, self.folder / "new.csv", other, link)
                    self.assert_refused(run, f"{one} {self.folder / 'new.csv'}", f"{other} {link}")
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"covariance.csv", "link"})

    def test_an_output_that_is_the_input(self):
        link = self.folder / "link"
        link.symlink_to(self.input)
        for command in commands():
            if command in ("generate", "demo", "reproduce"):
                continue  # no input
            for flag in output_flags(command):
                with self.subTest(command, flag=flag):
                    self.assert_refused(Run(*self.base(command), flag, link), f"{flag} {link}", self.input)
        self.assert_refused(Run("convert", self.input, link), f"INPUT {self.input}", f"OUTPUT {link}")
        self.assertEqual(self.input.read_text(), COVARIANCE)

    def test_every_name_of_the_input(self):
        for alias in self.aliases("covariance.csv"):
            with self.subTest(alias=alias):
                self.assert_refused(Run("info", self.input, "--json", alias, cwd=self.folder))
                self.assert_refused(Run("info", alias, "--json", self.input, cwd=self.folder))
        self.assertEqual(self.input.read_text(), COVARIANCE)

    def test_every_name_of_a_file_that_is_not_there_yet(self):
        for one, other in itertools.product(list(self.aliases("new.csv")), repeat=2):
            with self.subTest(one=one, other=other):
                self.assert_refused(Run("demo", "--json", one, "--loadings", other, cwd=self.folder))
        self.assertFalse((self.folder / "new.csv").exists())

    def test_files_of_the_same_name_in_other_folders_are_two(self):
        (self.folder / "sub").mkdir()
        run = Run("demo", "--json", "x", "--loadings", "sub/x", "--report", "r.html", cwd=self.folder)
        self.assertEqual(run.code, 0, run.stderr)

    def test_a_report_is_neither_its_result_nor_its_curve(self):
        result = self.folder / "result.html"  # whose report would be called the same
        self.assertEqual(Run("solve", self.input, "-k", 2, "--json", self.folder / "result.json").code, 0)
        (self.folder / "result.json").rename(result)
        before = result.read_text()
        self.assert_refused(Run("report", result), "RESULT", "--output")
        self.assert_refused(Run("report", self.input, "--curve", result, "-o", result), "--curve")
        self.assertEqual(result.read_text(), before)

    def test_nothing_is_read_before_files_are_compared(self):
        path = self.file("broken.csv", "a,b\n1,two\n")
        self.assert_refused(Run("solve", path, "-k", 1, "--json", path))

    def test_tables_of_reproduce(self):
        (self.folder / "pitprops.md").symlink_to("pitprops.csv")
        run = Run("reproduce", "pitprops", "--quick", "-o", self.folder)
        self.assert_refused(run, "pitprops.md", "pitprops.csv")

    def test_pages_of_describe(self):
        pages = self.folder / "man/man1"
        pages.mkdir(parents=True)
        (pages / "spica.1").symlink_to("spica-check.1")
        self.assert_refused(Run("describe", self.folder), "spica.1", "spica-check.1")

    def test_devices_may_be_given_twice(self):
        run = Run("solve", self.input, "-k", 2, "--json", "/dev/null", "--loadings", "/dev/null")
        self.assertEqual(run.code, 0, run.stderr)

    def test_an_empty_name_is_no_name(self):
        for arguments in (("solve", self.input, "-k", 2, "--certificate", ""), (*GENERATED, "-o", ""), (*GENERATED, "--truth", ""),
                          ("convert", self.input, ""), ("report", self.input, "-o", "")):
            with self.subTest(arguments=arguments):
                self.assert_error(Run(*arguments), 2, "needs a file name")


class Checkpoints(CliTest):
    def test_the_temporary_file_is_no_input_and_no_output(self):
        path = self.file("search.tmp", COVARIANCE)
        run = Run("solve", path, "-k", 2, "--checkpoint", self.folder / "search")
        self.assert_error(run, 2, "--checkpoint", "search.tmp", "overwritten")
        self.assertEqual(path.read_text(), COVARIANCE)
        run = Run("solve", self.covariance(), "-k", 2, "--checkpoint", self.folder / "search", "--json", path)
        self.assert_error(run, 2, "--json", "search.tmp", "overwritten")

    def test_links(self):
        path, link, state = self.covariance(), self.folder / "link", self.folder / "state"
        link.symlink_to("state")
        run = Run("solve", path, "-k", 2, "--checkpoint", link, "--json", state)
        self.assert_error(run, 2, f"--checkpoint {link}", f"--json {state}")
        self.assertEqual(Run("solve", path, "-k", 2, "--checkpoint", link).code, 0)
        self.assertTrue(link.is_symlink() and state.is_file())
        both = ("--resume", state, "--checkpoint", link)
        # Run would ask for a certificate of its own, and the checkpoint has one of that solve.
        self.assertEqual(Run("solve", path, "-k", 2, *both).code, 0)
        self.assertTrue(link.is_symlink())

    def test_standard_output_takes_none(self):
        for flag, name in itertools.product(("--checkpoint", "--resume", "--record", "--report"), ("-", "/dev/stdout")):
            with self.subTest(flag=flag, name=name):
                self.assert_error(Run("solve", self.covariance(), "-k", 2, flag, name), 2, flag, "needs a file name")


class Streams(CliTest):
    """Standard input, output and error are files too where the shell makes them so."""

    def assert_refused(self, run, *parts):
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for part in parts:
            self.assertIn(part, run.stderr)

    def test_standard_input_is_an_output(self):
        path = self.covariance()
        for name in ("-", "/dev/stdin", "/proc/self/fd/0"):
            for flag in ("--json", "--checkpoint"):
                with self.subTest(name=name, flag=flag):
                    run = shell(f'"$0" solve "$2" -k 2 {flag} "$1" < "$1"', path, name)
                    self.assert_refused(run, f"INPUT {name} and {flag} {path}", "one file")
        self.assert_refused(shell('"$0" info - < "$1" 1<> "$1"', path), "standard output")
        self.assertEqual(path.read_text(), COVARIANCE)

    def test_standard_output_is_the_input_or_another_output(self):
        path = self.covariance()
        for redirect in ('>> "$1"', '1<> "$1"'):
            for arguments in ("", "--json -", "--loadings /dev/stdout"):
                with self.subTest(redirect=redirect, arguments=arguments):
                    self.assert_refused(shell(f'"$0" solve "$1" -k 2 {arguments} {redirect}', path), f"INPUT {path}", "one file")
        self.assertEqual(path.read_text(), COVARIANCE)
        result = self.folder / "result"
        self.assert_refused(shell('"$0" solve "$1" -k 2 --json "$2" > "$2"', path, result), "standard output", f"--json {result}")
        self.assert_refused(shell('"$0" solve "$1" -k 2 --json - --loadings "$2" > "$2"', path, result), "--json -", "--loadings")
        run = shell('"$0" solve "$1" -k 2 --json "$2" 2> "$2"', path, result)
        self.assertEqual((run.returncode, result.read_text().count("\n")), (2, 1))
        self.assertIn("standard error", result.read_text())

    def test_two_outputs_on_standard_output(self):
        path = self.covariance()
        names = ("-", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1")
        for one, other in itertools.product(names, repeat=2):
            for redirect in ("", "| cat", "> /dev/null"):
                with self.subTest(one=one, other=other, redirect=redirect):
                    run = shell(f'"$0" solve "$1" -k 2 --json {one} --loadings {other} {redirect}', path)
                    self.assertEqual(run.stderr.count("\n"), 1)
                    self.assertIn(f"--json {one} and --loadings {other} would both go to standard output", run.stderr)
        self.assert_error(Run(*GENERATED, "--truth", "-"), 2, "--output -", "--truth -", "standard output")

    def test_an_output_has_standard_output_for_itself(self):
        path = self.samples()
        for name in ("-", "/dev/stdout"):
            run = Run("solve", path, "-k", 2, "--loadings", name)
            self.assertEqual(run.stdout.split("\n")[0], "component,index,feature,loading")
            self.assertIn("Component 1", run.stderr)
            self.assertEqual(Run("solve", path, "-k", 2, "--scores", name).stdout.count("\n"), 6)
            self.assertEqual(Run("info", path, "--json", name).json()["command"], "info")

    def test_what_is_open_is_written_as_it_is(self):
        """A file that the shell opened to append keeps what it had."""
        path = self.covariance()
        for name, redirect in (("-", ">>"), ("/dev/stdout", ">>"), ("/dev/fd/3", "3>>")):
            with self.subTest(name=name):
                log = self.file("log", "before\n")
                run = shell(f'"$0" info "$1" --json {name} {redirect} "$2"', path, log)
                self.assertEqual(run.returncode, 0, run.stderr)
                before, result = log.read_text().split("\n", 1)
                self.assertEqual((before, json.loads(result)["command"]), ("before", "info"))

    def test_streams_may_share_a_file_or_a_pipe(self):
        path = self.covariance()
        for redirect in ('> "$2" 2>&1', '>> "$2" 2>> "$2"', "2>&1 | cat"):
            with self.subTest(redirect=redirect):
                run = shell(f'"$0" solve "$1" -k 2 --json "$3" {redirect}', path, self.folder / "log", self.folder / "result")
                self.assertEqual(run.returncode, 0, run.stderr)
        run = shell('cat "$1" | "$0" solve - -k 2 --loadings "$1" | cat', path)
        self.assertIn("Component 1", run.stdout, "a pipe is read to its end before anything is written")


    def test_what_is_printed_on_a_closed_stream_is_in_no_file(self):
        path, state, result = self.covariance(), self.folder / "state", self.folder / "result"
        for closed in ("2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed=closed):
                run = shell(f'"$0" solve "$1" -k 2 --checkpoint "$2" --json "$3" --explain {closed}', path, state, result)
                self.assertEqual(run.returncode, 3 if ">&- 2" in closed else 0)
                self.assertEqual(json.loads(result.read_text())["command"], "solve")
                resumed = shell('"$0" solve "$1" -k 2 --resume "$2"', path, state)
                self.assertEqual(resumed.returncode, 0, resumed.stderr)
        run = shell('"$0" info - <&-')
        self.assertEqual((run.returncode, run.stdout), (3, ""))
        self.assertIn("standard input: cannot be read", run.stderr)


class Links(CliTest):
    def test_a_link_stays_and_its_file_is_written(self):
        path = self.covariance()
        old, link = self.file("old.json", "old"), self.folder / "link"
        for target in (old.name, "new.json", str(self.folder / "new2.json")):
            link.unlink(missing_ok=True)
            link.symlink_to(target)
            with self.subTest(target=target):
                self.assertEqual(Run("info", path, "--json", link).code, 0)
                self.assertTrue(link.is_symlink())
                self.assertEqual(json.loads((self.folder / target).read_text())["command"], "info")

    def test_a_link_into_no_folder_is_refused_before_the_work(self):
        link = self.folder / "link"
        link.symlink_to(self.folder / "none" / "x.json")
        self.assert_error(Run("solve", self.covariance(), "-k", 2, "--json", link), 3, link, "cannot be written", "no folder")

    def test_a_loop_of_links_is_refused(self):
        one, other = self.folder / "one", self.folder / "other"
        one.symlink_to(other)
        other.symlink_to(one)
        self.assert_error(Run("info", self.covariance(), "--json", one), 3, one, "cannot be written")
        self.assertTrue(one.is_symlink() and other.is_symlink())


class OtherFormats(CliTest):
    """A name that promises another format is refused before the work."""

    def test_names_that_promise_something_else(self):
        path = self.samples()
        solve = ("solve", path, "-k", 1)
        for arguments, flag in ((("--loadings", "x.xlsx"), ".csv"), (("--scores", "x.XLSX"), ".csv"), (("--report", "x.png"), ".html"), (("--json", "x.csv"), ".json"),
                                (("--json", "x.json.gz"), ".json"), (("--certificate", "x.json"), ".cert"), (("--checkpoint", "x.csv"), ".checkpoint"),
                                (("--completed", "x.xlsx"), ".csv")):
            with self.subTest(arguments=arguments):
                run = Run(*solve, *arguments, cwd=self.folder)
                self.assert_error(run, 2, arguments[1], flag)
                self.assertFalse((self.folder / arguments[1]).exists())
        self.assert_error(Run("generate", "spiked", "-o", "x.xlsx", cwd=self.folder), 2, "x.xlsx", ".csv")
        self.assert_error(Run("convert", path, "x.json", cwd=self.folder), 2, "x.json", ".npy")
        self.assert_error(Run("report", self.file("r.json", "{}"), "-o", "x.pdf", cwd=self.folder), 2, "x.pdf", ".html")
        self.assert_error(Run("info", path, "--json", "x.html", cwd=self.folder), 2, "x.html", ".json")

    def test_names_that_promise_nothing(self):
        for name in ("loadings", "loadings.txt", "run.2", "a.csv"):
            self.assertEqual(Run("solve", self.samples(), "-k", 1, "--loadings", name, cwd=self.folder).code, 0)


if __name__ == "__main__":
    unittest.main()

"""Every command and every block of Python in the documents is run, and its output compared with what is shown (documents.py has the rules);
links between files lead somewhere.

A document runs from top to bottom in a folder of its own that looks like the root of the repository after `make build`: build/bin, data
and examples are there. Matrices of SPICA_DATA_DIR are linked in where a command names them. SPICA and SPICA_CHECK are the programs under
test, SPICA_PYTHON the folder with the Python package, SPICA_R a library with the R package (sessions of R are left out without it). Set SPICA_DOCS to some names of documents to run only those.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from documents import difference, same, steps_of

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("SPICA", ROOT / "build/bin/spica")).resolve()
CHECKER = Path(os.environ.get("SPICA_CHECK", ROOT / "build/bin/spica-check")).resolve()
PACKAGE = Path(os.environ.get("SPICA_PYTHON", ROOT / "build/python")).resolve()
DATA = Path(os.environ.get("SPICA_DATA_DIR", ROOT / "../shared/data")).resolve()
R_LIBRARY = os.environ.get("SPICA_R", "")
END_OF_STATEMENT = "@@@ end of statement"
PYTHON_SESSION = f"""
names = {{{{}}}}
for text in {{!r}}:
    exec(compile(text + "\\n", "session", "single"), names)
    print("{END_OF_STATEMENT}", flush=True)
"""
MAKEFILE = (ROOT / "Makefile").read_text()


def documents():
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/howto").glob("*.md")),
             *sorted((ROOT / "examples").rglob("README.md"))]
    only = os.environ.get("SPICA_DOCS", "").split()
    return [path for path in found if not only or path.name in only or str(path.relative_to(ROOT)) in only]


def interpreter():
    """A Python that can import the package, or None."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        try:
            run = subprocess.run([candidate, "-c", "import sklearn, spica"], capture_output=True, env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        except OSError:
            continue
        if run.returncode == 0:
            return candidate
    return None


def has_mpi():
    return re.search(r"MPI +yes", subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout) is not None


class Documents(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.python = interpreter()

    def folder(self):
        temporary = tempfile.TemporaryDirectory(prefix="spica-docs-")
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        (folder / "build/bin").mkdir(parents=True)
        (folder / "build/bin/spica").symlink_to(PROGRAM)
        (folder / "build/bin/spica-check").symlink_to(CHECKER)
        for name in ("data", "examples"):
            (folder / name).symlink_to(ROOT / name)
        wrapper = folder / "build/bin/python3"
        wrapper.write_text(f'#!/bin/sh\nexec "{self.python or sys.executable}" "$@"\n')
        wrapper.chmod(0o755)
        return folder

    def run_in(self, folder, arguments):
        environment = {**os.environ, "PATH": f"{folder}/build/bin:{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE),
                       "PYTHONDONTWRITEBYTECODE": "1", "R_LIBS": R_LIBRARY, "SPICA_DATA_DIR": str(DATA), "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                       "OMPI_MCA_rmaps_base_oversubscribe": "1"}
        return subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)

    def prepare(self, folder, command):
        """Links shared matrices in; skips what cannot be run here."""
        for name in re.findall(r"(?<![\w/.])[\w.]+\.csv\.gz\b", command):
            if not (folder / name).exists():
                if not (DATA / name).exists():
                    self.skipTest(f"{name} is not in {DATA}")
                (folder / name).symlink_to(DATA / name)
        if "examples/python/" in command and self.python is None:
            self.skipTest(f"no Python package in {PACKAGE}")

    def only_named(self, command):
        """Commands that build or install are not run here; their targets must exist."""
        targets = re.match(r"make\s+([\w-]+)", command)
        if targets:
            self.assertRegex(MAKEFILE, rf"(?m)^{re.escape(targets.group(1))}:", command)
            return True
        if re.match(r"(env/bin/)?pip install ", command):
            what = command.split("#")[0].split()[-1]
            self.assertTrue(what.endswith(".whl") or (ROOT / what / "pyproject.toml").exists(), command)
            return True
        return re.match(r"python3 -m venv |git clone |cd |export |cmake |apt install |docker ", command) is not None

    def check_command(self, folder, step):
        if self.only_named(step.text):
            return
        self.prepare(folder, step.text)
        run = self.run_in(folder, ["bash", "-c", step.text])
        self.assertEqual(run.returncode, step.exit_code(), f"{step.text}\n{run.stdout}{run.stderr}")
        wrong = difference(step.shown, run.stdout, run.stderr, numbers_too=step.exit_code() != 4)
        self.assertIsNone(wrong, f"$ {step.text}\n{wrong}\n--- all of it:\n{run.stderr}{run.stdout}")

    def check_python(self, folder, before, step):
        if self.python is None:
            self.skipTest(f"no Python package in {PACKAGE}")
        run = self.run_in(folder, [self.python, "-c", "".join(one.text for one in before) + step.text])
        self.assertEqual(run.returncode, 0, run.stderr)

    def session(self, folder, steps, kind):
        """What each statement of a language's session prints, by its line."""
        statements = [one for one in steps if one.kind == kind]
        if kind == ">>>":
            command, script, text = self.python, "session.py", PYTHON_SESSION.format([one.text for one in statements])
        else:
            command, script, text = "Rscript", "session.R", "".join(f"{one.text}\ncat('{END_OF_STATEMENT}\\n')\n" for one in statements)
        (folder / script).write_text(text)
        run = self.run_in(folder, [command, script])
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return {one.line: printed for one, printed in zip(statements, run.stdout.split(END_OF_STATEMENT + "\n"))}

    def check_statement(self, step, printed):
        wrong = difference(step.shown, printed, "") if step.shown else (f"prints, and nothing is shown: {printed}" if printed.strip() else None)
        self.assertIsNone(wrong, f"{step.kind} {step.text}\n{wrong}\n--- all of it:\n{printed}")

    def check_document(self, path):
        folder, before, steps, sessions = self.folder(), [], steps_of(path.read_text()), {}
        if any(step.text.startswith("mpirun ") for step in steps) and not has_mpi():
            self.skipTest(f"{PROGRAM} was built without MPI")
        for step in steps:
            with self.subTest(f"{path.relative_to(ROOT)}:{step.line}"):
                if step.kind == ">" and not R_LIBRARY or step.kind == ">>>" and self.python is None:
                    continue
                if step.kind in (">>>", ">"):
                    if step.kind not in sessions:
                        sessions[step.kind] = self.session(folder, steps, step.kind)
                    self.check_statement(step, sessions[step.kind][step.line])
                elif step.kind == "python":
                    self.check_python(folder, before, step)
                    before.append(step)
                else:
                    self.check_command(folder, step)


for document in documents():
    name = "test_" + re.sub(r"\W", "_", str(document.relative_to(ROOT).with_suffix("")))
    setattr(Documents, name, lambda self, path=document: self.check_document(path))


class Links(unittest.TestCase):
    def test_every_file_that_a_document_links_to_is_there(self):
        for path in documents():
            for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
                with self.subTest(f"{path.relative_to(ROOT)}: {target}"):
                    self.assertTrue((path.parent / target).exists())


class Rules(unittest.TestCase):
    """The comparison forgives what differs between machines, and nothing else."""

    def test_lines(self):
        self.assertTrue(same("  bounds [406.0104731, 406.0104732], gap 2e-10 %, 1 node, 0.02 s", "  bounds [406.01047, 406.01049], gap 5e-10 %, 7 nodes, 1.5 s"))
        self.assertTrue(same("  0.07s explain: 30 features, 2 threads", "  0.11s explain: 30 features, 1 thread"))
        self.assertFalse(same("variance 406.01", "variance 407.01"))
        self.assertFalse(same("   11    0.32894", "   12    0.32894"))
        self.assertFalse(same("5 features", "6 features"))
        self.assertTrue(same("  11   MX1   0.3289", "  11  MX1  0.3290"))
        self.assertFalse(same("11 MX1 0.3289", "11 MX2 0.3289"))

    def test_outputs(self):
        self.assertIsNone(difference([], "anything\n", ""))
        self.assertIsNone(difference(["a", "...", "d"], "a\nb\nc\nd\n", "log\n"))
        self.assertIsNone(difference(["log", "a"], "a\n", "more\nlog\n"))
        self.assertIn("not shown", difference(["a", "c"], "a\nb\nc\n", ""))
        self.assertIn("not shown", difference(["a"], "a\nb\n", ""))
        self.assertIn("not in the output", difference(["a", "x"], "a\n", ""))

    def test_blocks(self):
        steps = steps_of("```\n$ echo 'a\nb'   # exit code 3\nout\n$ ls\n```\n<!-- setup: touch x -->\n```python\nimport spica\n```\n")
        self.assertEqual([step.text for step in steps], ["echo 'a\nb'   # exit code 3", "ls", "touch x", "import spica\n"])
        self.assertEqual(([step.shown for step in steps], steps[0].exit_code()), ([["out"], [], [], []], 3))
        steps = steps_of("```python\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n```\n\n```r\n> f(1,\n+   2)\n[1] 3\n```\n")
        self.assertEqual([(step.kind, step.text, step.shown) for step in steps],
                         [(">>>", "for i in range(2):\n    print(i)\n", ["0", "1"]), (">", "f(1,\n  2)", ["[1] 3"])])
        with self.assertRaises(ValueError):
            steps_of("```\nspica solve x.csv -k 3\n```\n")


if __name__ == "__main__":
    unittest.main()

"""Gathers the pages of the site: python3 docs/site/stage.py FOLDER PROGRAM.

Documents keep their places below FOLDER, so that links between them hold. Formulas become TeX (typeset.py), blocks of code that
follow each other become tabs, and pages are made of what the program, the Python package and the headers say of themselves.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from typeset import typeset

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = {"": "Program", "python": "Python", "r": "R"}
PROMPTS = {"$ ": "console", ">>> ": "pycon", "> ": "rconsole"}


def parts_of(markdown):
    """The document as text and fenced blocks, in order: (None, text) or (language, what is in the block)."""
    parts, language, lines = [], None, []
    for line in markdown.splitlines(keepends=True):
        fence = re.match(r"```(.*)\n", line)
        if fence and language is None:
            parts.append((None, "".join(lines)))
            language, lines = fence.group(1), []
        elif line == "```\n" and language is not None:
            parts.append((language, "".join(lines)))
            language, lines = None, []
        else:
            lines.append(line)
    return parts + [(None, "".join(lines))]


def fenced(language, text):
    """A block in the colours of what is typed at its prompt."""
    prompt = next((lexer for sign, lexer in PROMPTS.items() if text.startswith(sign)), language or "text")
    return f"```{prompt if language in LANGUAGES else language}\n{text}```\n"


def tabs(markdown):
    """The same in several languages, block after block in the document, is side by side on the site."""
    out, group = "", []

    def flush():
        names = [LANGUAGES.get(language) for language, _ in group]
        if len(group) > 1 and None not in names and len(set(names)) == len(names):
            made = [f"````{{tab}} {name}\n{fenced(*block)}````\n" for name, block in zip(names, group)]
        else:
            made = [fenced(*block) for block in group]
        group.clear()
        return "\n".join(made)

    for language, text in parts_of(markdown):
        if language is not None:
            group.append((language, text))
        elif text.strip() or not group:
            out += flush() + text
    return out + flush()


def is_maths(path):
    return path.name == "maths.md" or path.parent.name == "maths"


def stage_documents(folder):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "docs", "examples", "include", "data", ":(glob)*.md",
                             "LICENSE", "CITATION.cff"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for name in listed:
        source, target = ROOT / name, folder / name
        if name.startswith("docs/site/") or not source.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".md":
            text = source.read_text()
            target.write_text(tabs(typeset(text) if is_maths(source) else text))
        else:
            shutil.copy(source, target)


def flags_page(program):
    """Every command with its flags, from the help that the program makes of its tables."""
    def help_of(*words):
        return subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout

    commands = re.findall(r"^  (\w+)  ", help_of().split("Commands:\n")[1].split("\n\n")[0], re.MULTILINE)
    page = "# Every flag\n\nWhat `spica COMMAND --help` prints. [The command line](cli.md) explains.\n\n"
    for command in commands:
        page += f"## spica {command}\n\n```text\n{help_of(command)}```\n\n"
    return page


PYTHON = """# Every function of Python

[Python](python.md) explains.

```{eval-rst}
.. automodule:: spica
   :members: solve, path, bound, heuristic, prove, check, generate
   :imported-members:

.. autoclass:: spica.Result
   :members:

.. autoclass:: spica.Component
   :members:

.. autoclass:: spica.Total
   :members:

.. autoclass:: spica.Proven
   :members:

.. autoclass:: spica.ProvenTotal
   :members:

.. autoclass:: spica.SparsePCA
   :members:
```
"""


def headers_page():
    headers = ", ".join(f"`spica/{header.name}`" for header in sorted((ROOT / "include/spica").glob("*.hpp")))
    return (f"# Every header of C++\n\nWhat {headers} declare. [The C++ library](api.md) explains.\n\n"
            "```{eval-rst}\n.. doxygennamespace:: spica\n   :project: spica\n   :content-only:\n   :members:\n```\n")


def listed(folder, pattern):
    return "\n".join(str(path.relative_to(folder).with_suffix("")) for path in sorted(folder.glob(pattern)))


def listed_if(folder, names):
    return "\n".join(name for name in names.split() if (folder / f"{name}.md").exists())


def toctree(caption, pages):
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n{pages}\n```\n\n"


def index_page(folder):
    maths = "docs/maths\n" + listed(folder, "docs/maths/*.md")
    page = tabs((ROOT / "README.md").read_text())
    return (page + "\n\n" + toctree("Start", listed_if(folder, "docs/install docs/tutorial docs/python docs/r docs/api docs/web examples/README"))
            + toctree("How to", listed(folder, "docs/howto/*.md"))
            + toctree("Reference", "docs/cli\ndocs/flags\ndocs/functions\ndocs/functions-r\ndocs/headers\ndocs/log\ndocs/certificate")
            + toctree("Mathematics", maths) + toctree("Results", "docs/results/README\n" + "\n".join(
                name for name in listed(folder, "docs/results/*.md").split() if not name.endswith("README")))
            + toctree("The project", listed_if(folder, "docs/compare docs/architecture docs/portability docs/security docs/versioning SECURITY "
                                               "data/README CONTRIBUTING CHANGELOG")))


def main():
    folder, program = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    stage_documents(folder)
    (folder / "docs/flags.md").write_text(flags_page(program))
    (folder / "docs/functions.md").write_text(PYTHON)
    (folder / "docs/headers.md").write_text(headers_page())
    reference = subprocess.run(["Rscript", "--vanilla", ROOT / "docs/site/reference.R", ROOT / "r/man"], capture_output=True, text=True, check=True)
    (folder / "docs/functions-r.md").write_text(reference.stdout)
    (folder / "index.md").write_text(index_page(folder))
    (folder / "README.md").unlink()


if __name__ == "__main__":
    main()

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
BLOCKS = re.compile(r"(?:^```(?:python|r)?\n(?:.*\n)*?```\n\n?){2,}", re.MULTILINE)
BLOCK = re.compile(r"^```(python|r)?\n((?:.*\n)*?)```\n", re.MULTILINE)


def tabs(markdown):
    """The same in several languages, block after block in the document, is side by side on the site."""
    def side_by_side(found):
        blocks = BLOCK.findall(found.group())
        names = [LANGUAGES[language] for language, _ in blocks]
        if len(set(names)) != len(names):
            return found.group()
        return "\n".join(f"````{{tab}} {name}\n```{language or 'text'}\n{text}```\n````\n"
                         for name, (language, text) in zip(names, blocks)) + "\n"
    return BLOCKS.sub(side_by_side, markdown)


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
    page = "# Every header of C++\n\n[The C++ library](api.md) explains.\n\n"
    for header in sorted((ROOT / "include/spica").glob("*.hpp")):
        page += f"## spica/{header.name}\n\n```{{eval-rst}}\n.. doxygenfile:: {header.name}\n   :sections: briefdescription detaileddescription innerclass enum func var typedef public-func public-attrib public-static-func\n```\n\n"
    return page


def listed(folder, pattern):
    return "\n".join(str(path.relative_to(folder).with_suffix("")) for path in sorted(folder.glob(pattern)))


def toctree(caption, pages):
    return f"```{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n\n{pages}\n```\n\n"


def index_page(folder):
    r = "docs/r\n" if (folder / "docs/r.md").exists() else ""
    maths = "docs/maths\n" + listed(folder, "docs/maths/*.md")
    page = (ROOT / "README.md").read_text()
    rest = [name for name in ("docs/compare", "docs/architecture", "docs/security", "docs/versioning", "data/README", "CONTRIBUTING", "CHANGELOG")
            if (folder / f"{name}.md").exists()]
    return (page + "\n\n" + toctree("Start", f"docs/tutorial\ndocs/python\n{r}docs/api\nexamples/README")
            + toctree("How to", listed(folder, "docs/howto/*.md"))
            + toctree("Reference", "docs/cli\ndocs/flags\ndocs/functions\ndocs/headers\ndocs/log\ndocs/certificate")
            + toctree("Mathematics", maths) + toctree("Results", "docs/results/README\n" + "\n".join(
                name for name in listed(folder, "docs/results/*.md").split() if not name.endswith("README")))
            + toctree("The project", "\n".join(rest)))


def main():
    folder, program = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    stage_documents(folder)
    (folder / "docs/flags.md").write_text(flags_page(program))
    (folder / "docs/functions.md").write_text(PYTHON)
    (folder / "docs/headers.md").write_text(headers_page())
    (folder / "index.md").write_text(index_page(folder))
    (folder / "README.md").unlink()


if __name__ == "__main__":
    main()

"""How Sphinx makes the site. docs/site/stage.py gathers the pages; `make docs` runs both."""

import html
import os
import re
import sys

from docutils.nodes import SkipNode

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.environ["SPICA_PYTHON"])

project = "Spica"
author = "The authors of Spica"
release = version = os.environ["SPICA_VERSION"]

extensions = ["myst_parser", "sphinx_inline_tabs", "sphinx_copybutton", "sphinx.ext.autodoc", "breathe"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
breathe_projects = {"spica": os.environ["SPICA_DOXYGEN"]}
breathe_default_project = "spica"
suppress_warnings = ["myst.header"]
nitpicky = False

html_theme = "furo"
html_title = f"Spica {version}"
html_static_path = [os.path.join(HERE, "static"), os.environ["SPICA_KATEX"]]
html_css_files = ["katex.min.css", "site.css"]
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # it would fetch every page that is found, which a folder does not allow
copybutton_prompt_text = r"\$ |>>> |\.\.\. |> |\+ "
copybutton_prompt_is_regexp = True
pygments_style = "friendly"
pygments_dark_style = "github-dark"
html_math_renderer = "katex"


def inline(self, node):
    self.body.append(f'<span class="formula inline">{html.escape(node.astext())}</span>')
    raise SkipNode


def display(self, node):
    self.body.append(f'<div class="formula display">{html.escape(node.astext())}</div>')
    raise SkipNode


def plain(app, what, name, thing, options, lines):
    """Docstrings are plain text: paragraphs flow, a name that ends with an underscore is no link; code and tables stay as they are."""
    made = []
    for paragraph in "\n".join(lines).split("\n\n"):
        rows = [row for row in paragraph.split("\n") if row.strip()]
        if rows and (rows[0].startswith(">>>") or any(row.startswith("  ") for row in rows)):
            made += ["::", "", *("    " + row for row in rows), ""]
        else:
            made += [re.sub(r"([\\*`_|])", r"\\\1", row) for row in rows] + [""]
    lines[:] = made


def setup(app):
    app.connect("autodoc-process-docstring", plain)
    app.add_html_math_renderer("katex", (inline, None), (display, None))

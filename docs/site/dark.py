"""Gives the theme's style the dark colours of a system that is dark, where Debian's lacks them: python3 docs/site/dark.py furo.css"""

import re
import sys
from pathlib import Path


def with_dark(style):
    if "prefers-color-scheme" in style:
        return style
    chosen = re.search(r'body\[data-theme="dark"\] \{([^}]*--color[^}]*)\}', style)
    if not chosen:
        sys.exit("the theme has no dark colours")
    return (style + "\n@media not print { @media (prefers-color-scheme: dark) {\n"
            f'  body:not([data-theme="light"]) {{{chosen[1]}}}\n}} }}\n')


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(with_dark(file.read_text()))

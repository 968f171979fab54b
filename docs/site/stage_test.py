"""Documents lose nothing on their way to the site."""

import unittest

from dark import with_dark
from stage import ROOT, parts_of, tabs


def text_of(markdown):
    return [line for line in markdown.splitlines() if line.strip() and not line.startswith("```")]


class Stage(unittest.TestCase):
    def test_every_line_of_every_document_stays(self):
        documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
        self.assertGreater(len(documents), 30)
        for document in documents:
            with self.subTest(document.name):
                text = document.read_text()
                self.assertEqual(text_of(tabs(text)), text_of(text))
                self.assertEqual("".join(part if language is None else f"```{language}\n{part}```\n" for language, part in parts_of(text)), text)

    def test_languages_side_by_side(self):
        text = "a\n```\n$ spica\n```\n\n```python\n>>> spica\n```\n\n```r\n> spica\n```\nb\n```\nalone\n```\n"
        made = tabs(text)
        self.assertEqual(made.count("````{tab}"), 3)
        for wanted in ("{tab} Program\n```console\n", "{tab} Python\n```pycon\n", "{tab} R\n```rconsole\n", "```text\nalone"):
            self.assertIn(wanted, made)


class Dark(unittest.TestCase):
    def test_a_dark_system_has_the_dark_colours(self):
        style = 'body { --color-x: white }\nbody[data-theme="dark"] {\n --color-x: black; }\n'
        self.assertRegex(with_dark(style), r'prefers-color-scheme: dark\) \{\s*body:not\(\[data-theme="light"\]\) \{\s*--color-x: black;')
        self.assertEqual(with_dark(with_dark(style)), with_dark(style))
        self.assertRaises(SystemExit, with_dark, "body {}")


if __name__ == "__main__":
    unittest.main()

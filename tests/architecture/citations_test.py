"""Code and documents cite chapters, sections and equations of the mathematics that are there."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CITATION = re.compile(r"maths\.md,? (?:section |chapter )?(\d+(?:\.\d+)?)")


class Citations(unittest.TestCase):
    def test_every_citation_leads_to_a_section(self):
        chapters = {path.name.split("-")[0]: path for path in (ROOT / "docs/maths").glob("*.md")}
        sections = set(chapters)
        for path in chapters.values():
            sections |= set(re.findall(r"^\*\*(\d+\.\d+)", path.read_text(), re.MULTILINE))
            sections |= set(re.findall(r"^    .*\((\d+\.\d+)\)$", path.read_text(), re.MULTILINE))
        index = (ROOT / "docs/maths.md").read_text()
        self.assertEqual([path.name for path in chapters.values() if f"(maths/{path.name})" not in index], [])
        cited = []
        for folder in ("src", "include", "checker", "apps", "tests", "docs"):
            for source in sorted((ROOT / folder).rglob("*.[hcm][pd]*")):
                cited += [(source.relative_to(ROOT).as_posix(), number) for number in CITATION.findall(source.read_text())]
        self.assertGreater(len(cited), 80)
        self.assertEqual([one for one in cited if one[1] not in sections], [])


if __name__ == "__main__":
    unittest.main()

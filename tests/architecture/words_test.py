"""The library knows no flags. Its messages name options between backticks, and the program has a flag for each of them."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
OPTION = re.compile(r"`([a-z][a-z0-9-]*)(?:=[^`\s]+)?`")


def literals():
    """(file, text) of every string of the library, adjacent pieces joined. src/paper writes tables about the program itself."""
    for folder in ("src", "include"):
        for source in sorted((ROOT / folder).rglob("*.?pp")):
            if "paper" in source.parts:
                continue
            for joined in LITERAL.findall(source.read_text()):
                yield source.relative_to(ROOT).as_posix(), re.sub(r'"\s*"', "", joined)


class Words(unittest.TestCase):
    def test_no_text_of_the_library_has_a_flag(self):
        self.assertEqual([one for one in literals() if re.search(r"(?<![\w-])--[a-z]|[ (]-k\b", one[1])], [])

    def test_every_option_is_one_that_the_program_translates(self):
        options = {name for _, text in literals() for name in OPTION.findall(text)}
        self.assertGreater(len(options), 15)
        names = set(re.findall(r'"([a-z][a-z0-9-]*)"', (ROOT / "apps/spica/flag_words.cpp").read_text()))
        names |= set(re.findall(r'visit\("([a-z][a-z0-9-]*)"', (ROOT / "include/spica/options.hpp").read_text()))
        self.assertEqual(sorted(options - names), [])


if __name__ == "__main__":
    unittest.main()

"""Formulas in plain text come out as the formulas that were meant, all that the chapters have."""

import re
import unittest
from pathlib import Path

from typeset import GREEK, display, sentence, tex, typeset

CHAPTERS = sorted((Path(__file__).resolve().parents[1] / "maths").glob("*.md"))
MARKUP = r"\\(?:begin|end)\{array\}(?:\{l+\})?|\\tag\{[^}]*\}|\\hspace\{[^}]*\}|\\\\\[0\.9em\]|\\displaystyle|\\q?quad\b"


def blocks(markdown):
    return [block.strip("\n").splitlines() for block in re.findall(r"(?:^    +\S.*\n)+", markdown, re.MULTILINE)]


def symbols(text):
    """Letters and digits in their order, names of Greek letters and operators as they are written in plain text."""
    text = re.sub(MARKUP, " ", text)
    for plain, command in sorted(GREEK.items(), key=lambda one: -len(one[1])):
        text = text.replace(command, f" {plain} ")
    text = re.sub(r"\\(?:text|operatorname)", " ", text)
    text = re.sub(r"\\(?:le|ge|ne|leftarrow|to|dots|langle|rangle|setminus|cup|sim)\b", " ", text)
    text = text.replace("\\times", " x ").replace("\\in ", " in ").replace("\\", "")
    return re.sub(r"[^A-Za-z0-9]", "", text).replace("lambar", "barlambda").replace("lambda", "lam").replace("varepsilon", "eps")


class Typeset(unittest.TestCase):
    def test_formulas(self):
        for plain, meant in (("x'Ax <= lam_max(A_SS)", r"x' A x \le \lambda_{\max} ( A_{S S} )"),
                             ("min_nu sum_I c_i'Xc_i", r"\min_{\nu} \sum_{I} c_{i}{}' X c_{i}"),
                             ("sqrt(1 + k^2)/2", r"\sqrt{1 + k^{2}} / 2"),
                             ("m x n", r"m \times n"), ("j in C", r"j \in C"),
                             ("mu1 I + G+ - G- - A", r"\mu_{1} I + G^{+} - G^{-} - A"),
                             ("<A,X>", r"\langle A , X \rangle"), ("gamma_{n+2}", r"\gamma_{n + 2}")):
            self.assertEqual(tex(plain), meant)
        self.assertIn(r"\text{sum}", tex("h_i = sum of the k-1 largest a_ij"))

    def test_sentences(self):
        for plain, meant in (("A node of k features", "A node of $k$ features"), ("the rows of A, and a row", "the rows of $A$, and a row"),
                             ("by (3.10) and 4.2, `x_i`", "by (3.10) and 4.2, `x_i`"), ("d'Aspremont's x'Ax.", "d'Aspremont's $x' A x$."),
                             ("if |N| > m, then", "if $| N | > m$, then"), ("El Ghaoui, 1e-9 of it", "El Ghaoui, 1e-9 of it"),
                             ("I in S", r"$I \text{ }\text{in}\text{ } S$"), ("a k-sparse x <= 1", "a $k$-sparse $x \\le 1$")):
            self.assertEqual(sentence(plain), meant)

    def test_no_symbol_of_a_chapter_is_lost_or_made_up(self):
        count = 0
        for chapter in CHAPTERS:
            for block in blocks(chapter.read_text()):
                count += 1
                plain = "".join(re.sub(r"\s\(\d+\.\d+[a-z]?\)\s*$", "", line) for line in block)
                self.assertEqual(symbols(display(block)), symbols(plain), "\n".join(block))
        self.assertGreater(count, 40)

    def test_every_section_has_a_heading(self):
        for chapter in CHAPTERS:
            number, page = chapter.name.split("-")[0], typeset(chapter.read_text())
            for section in re.findall(r"^\*\*(\d+\.\d+) ", chapter.read_text(), re.MULTILINE):
                self.assertEqual(section.split(".")[0], number, chapter.name)
                self.assertRegex(page, rf"(?m)^## {re.escape(section)} ")


if __name__ == "__main__":
    unittest.main()

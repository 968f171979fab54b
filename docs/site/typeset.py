"""Formulas in plain text, as the chapters of mathematics have them, as TeX.

Indented blocks are formulas; a number in parentheses at the end of a line is that of the equation. In the text between them
symbols, products and words with an index are set as well; headings, code and links stay as they are.
"""

import re

GREEK = {name: "\\" + name for name in
         "alpha beta gamma delta theta lambda mu nu rho sigma tau eta omega xi pi Delta Theta Sigma".split()}
GREEK |= {"eps": "\\varepsilon", "lam": "\\lambda", "lambar": "\\bar\\lambda"}
OPERATORS = {"max": "\\max", "min": "\\min", "log": "\\log", "exp": "\\exp"}
NAMED = {"Diag", "diag", "tr", "conv", "dist", "supp", "argmax", "fl", "lcm"}
SYMBOLS = {"<=": "\\le", ">=": "\\ge", "!=": "\\ne", "<-": "\\leftarrow", "->": "\\to", "...": "\\dots", "{": "\\{", "}": "\\}",
           "\\": "\\setminus", "∪": "\\cup", "%": "\\%", "&": "\\&", "#": "\\#", "~": "\\sim", "_": "\\_", "^": "\\hat{}"}
# Products of letters; every other word of two letters or more is English.
PRODUCT = re.compile(r"(?:[A-Z]{2}|[A-Z][a-df-hj-mp-rt-z]|xx|cc|qq|vv|ss|de|ed|DAD|PAP|[acst][AIX]|AXA)$")
ENGLISH = {"UB", "LB", "IP", "SDP", "OR", "If", "By", "At", "It", "Up", "Or", "We"}
TOKEN = re.compile(r"\s+|<=|>=|!=|<-|->|\.\.\.|[A-Za-z]+|\d+(?:\.\d+)?(?:e-?\d+)?|.", re.DOTALL)
SCRIPT = re.compile(r"[_^](\{[^}]*\}|\([^()]*\)|-?\d+|[A-Za-z],[a-z]+|[A-Za-z]+\d*|[+*])")
NUMBER = re.compile(r"\s+\((\d+\.\d+[a-z]?)\)\s*$")


def letters(text):
    """A word as mathematics, or None if it is English."""
    if text in GREEK:
        return GREEK[text]
    if text in OPERATORS:
        return OPERATORS[text]
    if text in NAMED:
        return f"\\operatorname{{{text}}}"
    if len(text) == 1:
        return text
    return " ".join(text) if PRODUCT.match(text) and text not in ENGLISH else None


def script(text):
    """What stands below or above a letter."""
    inner = text[1:-1] if text[:1] in "{(" else text
    if re.fullmatch(r"[A-Za-z],[a-z]+", inner):
        return ", ".join(" ".join(one) for one in inner.split(","))
    if inner in GREEK or inner in OPERATORS:
        return (GREEK | OPERATORS)[inner]
    return " ".join(inner) if re.fullmatch(r"[A-Za-z]{1,3}", inner) else tex(inner)


def closing(text, at):
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError(f"a parenthesis stays open: {text}")


class Line:
    """A formula of one line, piece by piece. Pieces are TeX; English words in a row are one."""

    def __init__(self, text):
        self.text, self.at, self.pieces, self.words = text, 0, [], False

    def put(self, piece, is_text=False):
        if is_text and self.words:
            self.pieces[-1] += piece
        else:
            self.pieces.append(piece)
        self.words = is_text

    def ahead(self, pattern):
        return re.match(pattern, self.text[self.at:])

    def attach(self, mark):
        """A prime or a script belongs to the last piece that is neither."""
        self.pieces[-1] = self.pieces[-1].rstrip() + mark

    def word(self, token):
        if token == "sqrt" and self.ahead(r"\("):
            end = closing(self.text, self.at)
            self.put(f"\\sqrt{{{tex(self.text[self.at + 1:end])}}}")
            self.at = end + 1
        elif token == "sum" and not self.ahead(r"\s+(?:of|over)\b"):
            self.put("\\sum")
        elif token == "in" and re.search(r"(?:^|[^A-Za-z])[a-z] in$", self.text[:self.at]) and self.ahead(r" [A-Z]\b"):
            self.put("\\in")
        elif token == "x" and re.search(r"(?:^|[^A-Za-z])\w x$", self.text[:self.at]) and self.ahead(r" \w\b"):
            self.put("\\times")
        elif token == "a" and re.search(r"[a-z]{3,} a$", self.text[:self.at]) and self.ahead(r" [a-z]{3,}"):
            self.put("\\text{a}", True)  # the article
        elif letters(token) is None:
            self.put(f"\\text{{{token}}}", True)
        else:
            self.put(letters(token))
            index = self.ahead(r"\d\b|[+-](?=[\s,)]*(?:[-+=,]|>=)|[+-](?=,))") if len(token) == 1 or token in GREEK else None
            if index and re.search(r"(?:^|[^A-Za-z])(?:mu|eps|l|M|S|G)$", self.text[:self.at]):  # mu1, eps0, G+
                self.attach(("^" if index.group() in "+-" else "_") + "{" + index.group() + "}")
                self.at += index.end()

    def run(self):
        while self.at < len(self.text):
            found = SCRIPT.match(self.text, self.at)
            if found and self.pieces and not self.text[self.at - 1].isspace():
                inside = found.group(1)
                if self.text[self.at] == "^" and inside[0].isalpha() and len(inside) > 1:
                    inside = inside[0]  # lambda^k(A)
                self.attach(f"{self.text[self.at]}{{{script(inside)}}}")
                self.at += 1 + len(inside)
                self.words = False
                continue
            token = TOKEN.match(self.text, self.at).group()
            self.at += len(token)
            if token.isspace():
                self.put("\\quad" if len(token) > 2 else "\\text{ }" if self.words or self.beside_word() else " ", self.words and len(token) < 3)
            elif token == "'":
                self.attach("'" if not self.pieces[-1].endswith("}") else "{}'")
            elif token[0].isalpha():
                self.word(token)
            elif token in "<>" and re.search(r"<[^<>=]*,[^<>=]*>", self.text):
                self.put("\\langle" if token == "<" else "\\rangle")
            else:
                self.put(SYMBOLS.get(token, token))
        return re.sub(r" +", " ", " ".join(self.pieces)).replace("\\text{ } \\quad", "\\quad").strip()

    def is_element(self):
        """Whether "in" comes next, between an element and a set."""
        return bool(self.ahead(r"in [A-Z]\b")) and bool(re.search(r"(?:^|[^A-Za-z])[a-z] $", self.text[:self.at]))

    def beside_word(self):
        """Whether an English word comes next, so that the space before it is one of a sentence."""
        found = self.ahead(r"[A-Za-z]+")
        return bool(found) and letters(found.group()) is None and not self.ahead(r"sqrt\(|sum[ _]") and not self.is_element()


def tex(text):
    return Line(text).run().replace("} \\text{", "}\\text{").replace("}\\text{ }\\text{", "}\\text{ }\\text{")


def columns(rows):
    """The rows, split where all of them have a gap at the same place; else each as it is."""
    if len(rows) < 2:
        return [[row] for row in rows]
    places = [{found.end() for found in re.finditer(r"\s{3,}", row) if found.start() > 0} for row in rows]
    shared = sorted(set.intersection(*places))
    return [[row[:shared[0]].strip(), row[shared[0]:]] for row in rows] if shared else [[row] for row in rows]


def display(lines):
    """A block of lines as one formula, the number of the equation on the right, indentation kept."""
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    rows, numbers = [], []
    for line in lines:
        number = NUMBER.search(line)
        if number:
            numbers.append(number.group(1))
            line = line[:number.start()]
        rows.append(line[margin:])
    parts = columns(rows)
    if len(parts[0]) == 1:
        indents = [len(row) - len(row.lstrip()) for row in rows]
        parts = [[(f"\\hspace{{{indent * 0.45:.2f}em}}" if indent else "") + tex(row.strip())] for indent, row in zip(indents, rows)]
    else:
        parts = [[tex(one.strip()) for one in row] for row in parts]
    tag = f" \\tag{{{', '.join(numbers)}}}" if numbers else ""
    body = " \\\\[0.9em] ".join(" & \\qquad ".join("\\displaystyle " + one for one in row) for row in parts)
    return f"\\begin{{array}}{{{'l' * len(parts[0])}}} {body} \\end{{array}}{tag}"


# In a sentence. Words and signs come in runs; a run of signs with a symbol among them is a formula.
WORD = re.compile(r"(?P<english>\(\d+\.\d+[a-z]?\)|El\b|[A-Za-z]{3,}'s?(?![A-Za-z])|d'A[a-z]+(?:'s)?|[A-Za-z]+\d*(?:-[A-Za-z]{2,})+|[A-Z][a-z]{2,}\w*)|(?P<letters>[A-Za-z]+)"
                  r"|(?P<number>\d+(?:\.\d+)*(?:e-?\d+)?)|(?P<space> )|(?P<sign>(?<= ):(?= )|<=|>=|!=|<-|->|\.\.\.|[-+/=<>|()\[\]{}^_',~∪\\])|(?P<other>.)")
WEAK = set(OPERATORS) | NAMED | {"sum", "sqrt", "in", "PSD"}  # part of a formula, never one alone
CODE = re.compile(r"(`[^`]*`|\[[^\]]*\]\([^)]*\)|</?[a-z!][^>]*>|\*\*[^*]+\*\*)")
OPEN, CLOSE = "([{", ")]}"
INNER = re.compile(r"<[A-Z]\w*, ?[A-Z]\w*>")  # the inner product of two matrices


def is_symbol(text, before, after):
    """Whether letters are a symbol. "a" is the article, and "A" is where it begins a sentence."""
    if re.search(r"[_^]$", before):
        return True
    if text == "a":
        return after[:1] in ("_", "'") or after[:1] == "X"
    if text == "A" and re.search(r"(?:^|[.:!?])\s*$", before) and re.match(r" [a-z]{2,}", after):
        return False
    if text in WEAK:
        return bool(re.match(r"[(_]", after)) and text not in ("in", "PSD")
    return letters(text) is not None


def formula(text):
    """A run of signs as TeX between dollars, without the brackets, commas and spaces around it that are the sentence's."""
    inner = INNER.search(text)
    if inner and text.strip(" ,.") != inner.group():
        return formula(text[:inner.start()]) + formula(inner.group()) + formula(text[inner.end():])
    if inner:
        return text.replace(inner.group(), f"${tex(inner.group())}$")
    core = text.strip(" ,")
    for one in re.finditer(r"[()\[\]{}]", core):  # split at a bracket that has no partner
        depth = 0
        for place in range(one.start(), len(core)) if one.group() in OPEN else range(one.start(), -1, -1):
            depth += 1 if core[place] in OPEN else -1 if core[place] in CLOSE else 0
            if depth == 0:
                break
        else:
            at = text.index(core) + one.start()
            return formula(text[:at]) + text[at] + formula(text[at + 1:])
    trimmed = re.sub(r"^(?:[-+=<>/,~' _^]|<=|>=)+(?=[^0-9.])|(?:[-+=<>/,~ (:]|<=|>=|<-|->| in)+$", "", core) if core else ""
    depth = 0
    for place, sign in enumerate(trimmed):  # a comma outside of brackets is one of the sentence
        depth += (sign in OPEN) - (sign in CLOSE)
        if sign == "," and depth == 0:
            at = text.index(trimmed) + place
            return formula(text[:at]) + "," + formula(text[at + 1:])
    symbol = re.search(r"\d\^", trimmed) or any(is_symbol(found.group(), "x", trimmed[found.end():])
                                                for found in re.finditer(r"(?<!\d)[A-Za-z]+|(?<=\d)(?!e-?\d)[A-Za-z]+", trimmed))
    if not symbol or trimmed.count("|") % 2 or not trimmed.strip():
        return text
    at = text.index(trimmed)
    return relations(text[:at]) + f"${tex(trimmed)}$" + relations(text[at + len(trimmed):])


def relations(text):
    for plain, sign in {"<=": "≤", ">=": "≥", "!=": "≠", "<-": "←"}.items():
        text = text.replace(plain, sign)
    return text


def prose(text, before):
    out, run = [], ""
    for found in WORD.finditer(text):
        kind, token = found.lastgroup, found.group()
        begun = before + text[:found.start()]
        if kind == "letters" and token in WEAK and run.strip() and re.match(r" ?(?:[(_|A-Z]|[a-z]_)", text[found.end():]):
            run += token
        elif kind in ("number", "space", "sign") or (kind == "letters" and is_symbol(token, begun, text[found.end():])):
            run += token
        else:
            hyphen = re.match(r"([kn])(-[a-z].*)", token) if kind == "english" else None
            out.append(formula(run) + (f"${hyphen.group(1)}${hyphen.group(2)}" if hyphen else token))
            run = ""
    return "".join(out) + formula(run)


def sentence(line, before=""):
    """A line of text whose mathematics is set; what comes before it says whether a sentence begins."""
    parts = CODE.split(line)
    for i in range(0, len(parts), 2):
        parts[i] = prose(parts[i], "".join(parts[max(0, i - 1):i]) or before)
    return "".join(parts)


def row(line):
    """A row of a table."""
    return "| " + " | ".join(sentence(cell.strip()) for cell in line.strip().strip("|").split(" | ")) + " |"


SECTION = re.compile(r"^\*\*(\d+\.\d+) ([^*]+?)(\.?)\*\*")


def typeset(markdown):
    """A page whose indented blocks have become formulas, and whose sections have headings to link to."""
    out, block, fenced = [], [], False

    def flush():
        while block and not block[-1].strip():
            block.pop()
        if block:
            out.extend(["$$", display(block), "$$", ""])
        block.clear()

    for line in markdown.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        if not fenced and re.match(r"    +\S", line) and (block or not out or not out[-1].strip()):
            block.append(line)
            continue
        flush()
        section = SECTION.match(line)
        if section and not fenced:
            out.extend([f"## {section.group(1)} {section.group(2)}", ""])
            line = line[section.end():].lstrip() if section.group(3) else f"**{section.group(2)}**" + line[section.end():]
        if fenced or line.startswith(("#", "|--")):
            out.append(line)
        else:
            before = out[-1] if out and out[-1].strip() and not section else ""
            out.append(row(line) if line.startswith("|") else sentence(line, before))
    flush()
    return "\n".join(out) + "\n"

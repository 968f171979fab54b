"""Formulas in plain text, as the chapters of mathematics and the comments of the code have them, as TeX.

Only indented blocks are formulas; a number in parentheses at the end of a line is that of the equation.
"""

import re

GREEK = {name: "\\" + name for name in
         "alpha beta gamma delta theta lambda mu nu rho sigma tau eta omega xi pi Delta Theta Sigma".split()}
GREEK |= {"eps": "\\varepsilon", "lam": "\\lambda", "lambar": "\\bar\\lambda"}
OPERATORS = {"max": "\\max", "min": "\\min", "sum": "\\sum", "log": "\\log", "exp": "\\exp"}
NAMED = {"Diag", "diag", "tr", "conv", "dist", "supp", "argmax", "fl", "lcm"}
SYMBOLS = {"<=": "\\le ", ">=": "\\ge ", "!=": "\\ne ", "<-": "\\leftarrow ", "->": "\\to ", "...": "\\dots ", "{": "\\{",
           "}": "\\}", "\\": "\\setminus ", "∪": "\\cup ", "%": "\\%", "&": "\\&", "#": "\\#", "~": "\\sim "}
# Products of letters; every other word of two letters or more is English.
PRODUCT = re.compile(r"(?:[A-Z]{2}|[A-Z][xyvdzpq]|xx|cc|qq|vv|ss|de|ed|DAD|AXA|PAP|cI|tI|nu)$")
TOKEN = re.compile(r"\s+|<=|>=|!=|<-|->|\.\.\.|[A-Za-z]+|\d+(?:\.\d+)?(?:e-?\d+)?|.", re.DOTALL)
NUMBER = re.compile(r"\s+(\(\d+\.\d+[a-z]?\))\s*$")


def word(text):
    if text in GREEK:
        return GREEK[text]
    if text in OPERATORS:
        return OPERATORS[text]
    if text in NAMED:
        return f"\\operatorname{{{text}}}"
    if len(text) == 1 or (PRODUCT.match(text) and text not in ("UB", "LB", "OF", "IP")):
        return text
    return None


def script(text):
    """What stands below or above a letter."""
    inner = text[1:-1] if text[:1] in "{(" else text
    return {"max": "\\max", "min": "\\min"}.get(inner) or (inner if re.fullmatch(r"[a-zA-Z]{1,3}", inner) else tex(inner))


SCRIPT = re.compile(r"[_^](\{[^}]*\}|\((?:[^()])*\)|-?\d+|[A-Za-z]+,[a-z]+|[A-Za-z]+\d*|[+*])")


def tex(text):
    """A formula of one line."""
    out, at, english = [], 0, False
    while at < len(text):
        found = SCRIPT.match(text, at)
        if found and out:
            inside = found.group(1)
            if text[at] == "^" and inside[0].isalpha() and len(inside) > 1:
                inside = inside[0]  # lambda^k(A)
            out.append(f"{text[at]}{{{script(inside)}}}")
            at += 1 + len(inside)
            continue
        token = TOKEN.match(text, at).group()
        at += len(token)
        if token.isspace():
            out.append("\\quad " if len(token) > 2 else " ")
        elif token == "sqrt" and text[at:at + 1] == "(":
            end = closing(text, at)
            out.append(f"\\sqrt{{{tex(text[at + 1:end])}}}")
            at = end + 1
        elif token == "in" and out and out[-1] == " ":
            out.append("\\in ")
        elif token == "x" and re.search(r"(?:^|[\s(])[\w]$", "".join(out).rstrip()) and re.match(r"\s\w\b", text[at:]):
            out.append("\\times ")
        elif token[0].isalpha():
            known = word(token)
            out.append(known + " " if known else f"\\text{{{' ' if out and out[-1] == ' ' else ''}{token}"
                       f"{' ' if text[at:at + 1] == ' ' else ''}}}")
        elif token == "'":
            out[-1] = out[-1].rstrip()
            start = len(out) - 1
            while start > 0 and out[start][0] in "_^":
                start -= 1
            out[start:] = ["{" + "".join(out[start:]) + "'}"]
        elif token == "_" or token == "^":
            out.append("\\" + token)
        else:
            out.append(SYMBOLS.get(token, token))
    return "".join(out).strip()


def closing(text, at):
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return len(text)


def display(lines):
    """A block of lines as one formula, numbers of equations on the right, indentation kept."""
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    rows, numbers = [], []
    for line in lines:
        number = NUMBER.search(line)
        if number:
            numbers.append(number.group(1)[1:-1])
            line = line[:number.start()]
        body = line[margin:]
        indent = len(body) - len(body.lstrip())
        rows.append((f"\\hspace{{{indent * 0.45:.2f}em}}" if indent else "") + tex(body.strip()))
    tag = f" \\tag{{{', '.join(numbers)}}}" if numbers else ""
    return "\\begin{array}{l} " + " \\\\[0.3em] ".join(rows) + " \\end{array}" + tag


def typeset(markdown):
    """A page whose indented blocks have become formulas."""
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
        out.append(line)
    flush()
    return "\n".join(out) + "\n"

"""What the documents show, as steps that can be run.

In a fenced block a line that begins with "$ " is a command; it goes on where bash says that it is not complete. What follows, up to the
next command, is its output:

- no lines: the output is not shown, and not compared;
- "..." stands for any number of lines;
- lines of standard error (the progress log) may be left out, those of standard output may not.

A command exits with 0, or with 4 where it says "# exit code 4"; 4 is a limit that struck, and then numbers are not compared, only words. A block of Python runs after all those before it in its document; where it
is a session (">>> "), what its statements print is compared as the output of commands is. So is a session of R ("> "). A comment
<!-- setup: COMMAND --> is run as well, without being shown.
"""

import re
import subprocess
from dataclasses import dataclass, field

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
TIME = re.compile(r"\d\s?s\b|\bseconds\b")
HASH = re.compile(r"\b[0-9a-f]{64}\b")
# A command in a block that would not be run, since it lacks the "$ ".
UNMARKED = re.compile(r"\s*(build/bin/spica|spica|spica-check|make|python3|pip|cmake|ctest) (?!\d)[-\w./]+")


PROMPTS = {"python": {">>>": "..."}, "r": {">": "+"}}  # of a session, and of lines that go on


@dataclass
class Step:
    line: int
    kind: str  # "command", "python", or a statement of a session: ">>>" of Python, ">" of R
    text: str
    shown: list = field(default_factory=list)

    def exit_code(self):
        found = re.search(r"#\s*exit code (\d+)\s*$", self.text)
        return int(found.group(1)) if found else 0


def complete(command):
    if command.endswith("\\"):
        return False
    return subprocess.run(["bash", "-n", "-c", command], capture_output=True).returncode == 0


def steps_of(text):
    """The steps of a document in Markdown, in order."""
    steps, language, block, command, prompt = [], None, None, None, None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        fence = re.match(r"\s*```(\w*)", line)
        if fence:
            if language is None:
                language = fence.group(1)
                first = lines[number] if number < len(lines) else ""
                prompt = next((one for one in PROMPTS.get(language, ()) if first.startswith(one + " ")), None)
                if language == "python" and not prompt:
                    block = Step(number, "python", "")
                    steps.append(block)
            else:
                language, block, command, prompt = None, None, None, None
        elif language is None:
            setup = re.match(r"<!-- setup: (.*) -->", line)
            if setup:
                steps.append(Step(number, "command", setup.group(1)))
            elif re.match(r"    ", line) and UNMARKED.match(line):
                raise ValueError(f"line {number}: a command outside of a fenced block would not be run: {line.strip()}")
        elif prompt is not None:
            if line.startswith(prompt + " "):
                command = Step(number, prompt, line[len(prompt) + 1:])
                steps.append(command)
            elif not command.shown and re.match(re.escape(PROMPTS[language][prompt]) + r"( |$)", line):
                command.text += "\n" + line[len(PROMPTS[language][prompt]) + 1:]
            else:
                command.shown.append(line)
        elif block is not None:
            block.text += line + "\n"
        elif command is not None and not complete(command.text):
            command.text += "\n" + line
        elif line.startswith("$ "):
            command = Step(number, "command", line[2:])
            steps.append(command)
        elif command is not None:
            command.shown.append(line)
        elif UNMARKED.match(line):
            raise ValueError(f"line {number}: begin the command with '$ ' so that it is run: {line}")
    return steps


def split(line):
    """The words of a line, and its numbers as (text, is it a percentage)."""
    line = re.sub(r"\b1 (node(?=,)|thread\b)", r"1 \1s", HASH.sub("SHA256", line))
    numbers = [(found.group(), line[found.end():found.end() + 2].strip() == "%") for found in NUMBER.finditer(line)]
    return "".join(NUMBER.sub("#", line).split()), numbers


def close(shown, real, percent):
    if shown == real:
        return True
    a, b = float(shown), float(real)
    digits = re.sub(r"[eE].*", "", shown).partition(".")[2]
    exponent = re.search(r"[eE]([-+]?\d+)", shown)
    unit = 10.0 ** ((int(exponent.group(1)) if exponent else 0) - len(digits))
    if percent and abs(a) <= 0.02 and abs(b) <= 0.02:  # gaps below the one asked for
        return True
    return abs(a - b) <= max(5e-4 * abs(a), 1.01 * unit if digits else 0.0)


def same(shown, real, numbers_too=True):
    """Lines are alike: the same words, and numbers that agree to four digits or so. Where a line tells a time, neither the time nor any
    whole number (of nodes, of threads) is compared."""
    words, numbers = split(shown)
    real_words, real_numbers = split(real)
    if words != real_words or len(numbers) != len(real_numbers):
        return False
    if not numbers_too:
        return True
    timed = TIME.search(shown)
    seconds = {found.start() for found in re.finditer(NUMBER.pattern + r"(?=\s?s\b)", HASH.sub("SHA256", shown))} if timed else set()
    starts = [found.start() for found in NUMBER.finditer(HASH.sub("SHA256", shown))]
    for start, (a, percent), (b, _) in zip(starts, numbers, real_numbers):
        if start in seconds or (timed and a.isdigit() and b.isdigit()):
            continue
        if not close(a, b, percent):
            return False
    return True


def difference(shown, out, err, numbers_too=True):
    """None if what is shown is what came, else a sentence."""
    wanted = [line for line in shown if line.strip()]
    if not wanted:
        return None
    real = [(line, False) for line in err.splitlines() if line.strip()] + [(line, True) for line in out.splitlines() if line.strip()]
    at, gap = 0, False
    for line in wanted:
        if line.strip() == "...":
            gap = True
            continue
        found = next((i for i in range(at, len(real)) if same(line, real[i][0], numbers_too)), None)
        if found is None:
            nearest = next((text for text, needed in real[at:] if needed), "(nothing)")
            return f"shown, but not in the output: {line}\nthe output goes on with:        {nearest}"
        left_out = [text for text, needed in real[at:found] if needed]
        if left_out and not gap:
            return f"in the output, but not shown: {left_out[0]}\nbefore: {line}"
        at, gap = found + 1, False
    left_out = [text for text, needed in real[at:] if needed]
    if left_out and not gap:
        return f"in the output, but not shown: {left_out[0]}\nat the end"
    return None

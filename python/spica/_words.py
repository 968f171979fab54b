"""The library's messages in Python's words: keywords instead of the program's flags."""

import re

_SENTENCES = (
    (r"--missing drop-rows leaves those samples out, --missing mean fills in the feature's mean",
     "drop those samples (X.dropna()) or fill in the means (X.fillna(X.mean())) first"),
    (r"(?<!\w)-k (\d+):(\d+)", lambda found: f"k=range({found[1]}, {int(found[2]) + 1})"),
    (r"(?<!\w)-k (?=\d)", "k="),
    (r"(?<!\w)-k\b", "k"),
    (r"--as (covariance|samples)", r"kind='\1'"),
    (r"--as\b", "kind"),
    (r"--(method|deflation) (?!was|is|and|goes|belongs)([\w-]+)", r"\1='\2'"),
    (r"--(ddof|exclude|include) (\d+)", r"\1=\2"),
    (r"--no-center\b", "center=False"),
    (r"--shift (?=adds)", "shift=True "),
    (r"--json\b", "to_json()"),
    (r"--([a-z][\w-]*\w|[a-z])", lambda found: found[1].replace("-", "_")),
)
_QUOTED = re.compile(r"((?<!\w)'[^']*'(?!\w))")  # names of features and files, which stay as they are


def python_words(message):
    """The message without flags: --time-limit is time_limit, --as samples is kind='samples'."""
    parts = _QUOTED.split(message)
    for pattern, words in _SENTENCES:
        parts[::2] = [re.sub(pattern, words, part) for part in parts[::2]]
    return "".join(parts)

"""The library's messages in Python's words: keywords for the options that it names between backticks."""

import re

_WITHOUT_KEYWORD = {
    "`missing=drop-rows` leaves those samples out, `missing=mean` fills in the feature's mean":
        "drop those samples (X.dropna()) or fill in the means (X.fillna(X.mean())) first",
}
_KEYWORDS = {"as": "kind", "no-center": "center=False", "json": "to_json()"}
_QUOTED = re.compile(r"((?<!\w)'[^']*'(?!\w))")  # names of features and files, which stay as they are
_OPTION = re.compile(r"`([a-z][a-z0-9-]*)(?:=([^`\s]+))?`")


def _keyword(option):
    name, value = option.groups()
    keyword = _KEYWORDS.get(name, name.replace("-", "_"))
    if value is None:
        return keyword
    first, colon, last = value.partition(":")
    if colon:
        return f"{keyword}=range({first}, {int(last) + 1})"
    return f"{keyword}={value if value.isdigit() else repr(value)}"


def python_words(message):
    """The message with keywords: `time-limit` is time_limit, `as=samples` is kind='samples'."""
    for sentence, words in _WITHOUT_KEYWORD.items():
        message = message.replace(sentence, words)
    parts = _QUOTED.split(message)
    parts[::2] = [_OPTION.sub(_keyword, part) for part in parts[::2]]
    return "".join(parts)

"""Limits by group: what a user writes as what the compiled part takes."""

import numbers

import numpy


def _no_group(value):
    """None, and NaN in whatever type a column of texts and numbers has it."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def _by_feature(groups, names, count):
    """The group of each feature from a mapping of features, by name or number."""
    position = {}
    for i, name in enumerate(names):
        position[name] = None if name in position else i
    found = [None] * count
    given = set()
    for feature, group in groups.items():
        at = position.get(str(feature), feature)
        if at is None:
            raise ValueError(f"groups: two features are called {feature!r}; use their numbers, from 0")
        if isinstance(at, bool) or not isinstance(at, numbers.Integral) or not 0 <= at < count:
            raise ValueError(f"groups names {feature!r}, which is no feature of the data; give names, or numbers from 0 to {count - 1}")
        if at in given:
            raise ValueError(f"groups gives {feature!r} two groups; give each feature one")
        given.add(at)
        found[at] = group
    return found


def _one_a_feature(groups, names, count):
    if hasattr(groups, "items"):
        labels = list(groups.keys()) if hasattr(groups, "keys") else []
        # A pandas Series is by feature if its labels are features, else one entry for each feature.
        if not hasattr(groups, "iloc") or (names and set(map(str, labels)) <= set(names)):
            return _by_feature(groups, names, count)
        groups = groups.tolist()
    if isinstance(groups, (str, bytes)):
        raise ValueError(f"groups is the text {groups!r}; give a dict of features, or a list with one group for each feature")
    listed = list(groups)
    if len(listed) != count:
        raise ValueError(f"groups has {len(listed)} entries for {count} features; give one for each, None where a feature has no group")
    return listed


def _limit(value, whose):
    if isinstance(value, (bool, numpy.bool_)) or not isinstance(value, numbers.Integral) or value < 1:
        raise ValueError(f"{whose} is {value!r}; it must be a whole number from 1; to leave a group out, exclude its features")
    return int(value)


def _some(groups):
    """Their names, not too many of them."""
    most = 12
    listed = ", ".join(repr(group) for group in list(groups)[:most])
    return listed + (f" and {len(groups) - most} more" if len(groups) > most else "")


def limits(groups, at_most, names, count):
    """(group of each feature or -1, limits of the groups or None, their names), or None where there are no limits.

    groups is a dict of features (names, or numbers from 0) and their groups, or has one entry for each feature; None and NaN are no group. at_most is
    a number for every group, or a dict with one for some.
    """
    if groups is None and at_most is None:
        return None
    if groups is None:
        raise ValueError("at_most needs the groups; give groups, a dict of features or one group for each feature")
    if at_most is None:
        raise ValueError("groups needs a limit; give at_most=2, or at_most={'banks': 2}")
    known = {}
    numbered = [-1 if _no_group(group) else known.setdefault(group, len(known))
                for group in _one_a_feature(groups, names, count)]
    if not known:
        raise ValueError("groups gives no feature a group")
    most = [None] * len(known)
    if hasattr(at_most, "items"):
        for group, value in at_most.items():
            if group not in known:
                raise ValueError(f"at_most: there is no group {group!r}; there is {_some(known)}")
            most[known[group]] = _limit(value, f"at_most[{group!r}]")
    else:
        most = [_limit(at_most, "at_most")] * len(known)
    return numbered, most, [str(group) for group in known]


def members(limited):
    """(limit, features) of each group with a limit, of what limits() returns."""
    if limited is None:
        return []
    numbered, most, _ = limited
    return [(at_most, [i for i, group in enumerate(numbered) if group == g]) for g, at_most in enumerate(most) if at_most is not None]

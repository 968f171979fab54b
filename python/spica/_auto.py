"""How many features are enough: what n_nonzero="auto" stands for."""

SHARE = 0.9  # of the largest eigenvalue


def fewest(explained, enough, least, most, out_of_time):
    """The smallest k from least to most with explained(k) >= enough, where explained grows with k, and whether it is that.

    By doubling, then bisection, so that small numbers of features are tried first: they take least time. If out_of_time() becomes True the best k so
    far is returned: one that is enough if any was found, else the largest that was tried.
    """
    too_few, k = least - 1, least
    while explained(k) < enough:
        if k == most or out_of_time():
            return k, False
        too_few, k = k, min(2 * k, most)
    while k - too_few > 1:
        if out_of_time():
            return k, False
        middle = (too_few + k) // 2
        if explained(middle) >= enough:
            k = middle
        else:
            too_few = middle
    return k, True

"""The semidefinite relaxation of sparse PCA as an SDPA-sparse file.

    max <A, X> : tr X = 1, sum_ij |X_ij| <= k, X positive semidefinite

X_ij = P_ij - N_ij off the diagonal, with P and N in a diagonal block; on the diagonal X_ii >= 0 is its own absolute
value, and these sum to one. In the dual form of the format, max F0.Y : Fc.Y = b_c, the constraints are

    1        tr X = 1
    2        2 sum_{i<j} (P_ij + N_ij) + slack = k - 1
    3 ...    X_ij - P_ij + N_ij = 0 for i < j
"""


def write_relaxation(path, matrix, k):
    n = len(matrix)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    count, slack = len(pairs), 2 * len(pairs) + 1
    with open(path, "w") as file:
        file.write(f"{count + 2}\n2\n{n} {-slack}\n")
        file.write(" ".join(["1", repr(float(k - 1))] + ["0"] * count) + "\n")

        def entry(constraint, block, i, j, value):
            if value != 0.0:
                file.write(f"{constraint} {block} {i} {j} {value!r}\n")

        for i in range(n):
            for j in range(i, n):
                entry(0, 1, i + 1, j + 1, matrix[i][j])
        for i in range(n):
            entry(1, 1, i + 1, i + 1, 1.0)
        for p in range(1, slack):
            entry(2, 2, p, p, 2.0)
        entry(2, 2, slack, slack, 1.0)
        for c, (i, j) in enumerate(pairs):
            entry(c + 3, 1, i + 1, j + 1, 0.5)  # twice, once in each triangle
            entry(c + 3, 2, c + 1, c + 1, -1.0)
            entry(c + 3, 2, count + c + 1, count + c + 1, 1.0)

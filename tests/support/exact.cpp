#include "support/exact.hpp"

#include <algorithm>

#include "support/supports.hpp"

namespace spica::test {

ExactMatrix exact(const Matrix& a) {
  ExactMatrix result(static_cast<std::size_t>(a.rows()),
                     std::vector<mpq_class>(static_cast<std::size_t>(a.cols())));
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) result[i][j] = mpq_class(a(i, j));
  }
  return result;
}

ExactMatrix exact_covariance_of(const Matrix& y, bool center, int ddof) {
  ExactMatrix c = exact(y);
  const auto m = static_cast<std::size_t>(y.rows());
  const auto n = static_cast<std::size_t>(y.cols());
  for (std::size_t j = 0; center && j < n; ++j) {
    mpq_class mean = 0;
    for (std::size_t i = 0; i < m; ++i) mean += c[i][j];
    mean /= static_cast<unsigned long>(m);
    for (std::size_t i = 0; i < m; ++i) c[i][j] -= mean;
  }
  ExactMatrix a(n, std::vector<mpq_class>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t l = 0; l < m; ++l) a[i][j] += c[l][i] * c[l][j];
      a[i][j] /= static_cast<long>(m) - ddof;
    }
  }
  return a;
}

IntegerMatrix integers(const ExactMatrix& t) {
  mpz_class denominator = 1;
  for (const auto& row : t) {
    for (const mpq_class& value : row) denominator = lcm(denominator, value.get_den());
  }
  IntegerMatrix result(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    for (const mpq_class& value : t[i])
      result[i].push_back(value.get_num() * (denominator / value.get_den()));
  }
  return result;
}

bool positive_semidefinite(IntegerMatrix t) {
  const std::size_t n = t.size();
  mpz_class last = 1;  // the pivot before, which divides what the next one makes of the entries
  for (std::size_t p = 0; p < n; ++p) {
    if (t[p][p] < 0) return false;
    if (t[p][p] == 0) {  // a zero pivot needs a zero row
      for (std::size_t i = p + 1; i < n; ++i) {
        if (t[i][p] != 0) return false;
      }
      continue;
    }
    for (std::size_t i = p + 1; i < n; ++i) {
      for (std::size_t j = p + 1; j <= i; ++j) {
        mpz_class& entry = t[i][j];
        entry = t[p][p] * entry - t[i][p] * t[j][p];
        mpz_divexact(entry.get_mpz_t(), entry.get_mpz_t(), last.get_mpz_t());
      }
    }
    last = t[p][p];
  }
  return true;
}

bool positive_semidefinite(const ExactMatrix& t) {
  return positive_semidefinite(integers(t));
}

namespace {

/// tau I - A on S.
ExactMatrix distance_to(const ExactMatrix& a, const Support& s, const mpq_class& tau) {
  ExactMatrix t(s.size(), std::vector<mpq_class>(s.size()));
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) t[i][j] = -a[s[i]][s[j]];
    t[i][i] += tau;
  }
  return t;
}

/// A negative determinant, and an inverse without a positive entry: by elimination (Gauss and Jordan).
bool has_negative_inverse(ExactMatrix t) {
  const std::size_t n = t.size();
  ExactMatrix inverse(n, std::vector<mpq_class>(n, 0));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  bool negative = false;
  for (std::size_t step = 0; step < n; ++step) {
    std::size_t pivot = step;
    while (pivot < n && t[pivot][step] == 0) ++pivot;
    if (pivot == n) return false;
    if (pivot != step) {
      std::swap(t[pivot], t[step]);
      std::swap(inverse[pivot], inverse[step]);
      negative = !negative;
    }
    const mpq_class head = t[step][step];
    if (head < 0) negative = !negative;
    for (std::size_t j = 0; j < n; ++j) {
      t[step][j] /= head;
      inverse[step][j] /= head;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const mpq_class factor = t[i][step];
      if (i == step || factor == 0) continue;
      for (std::size_t j = 0; j < n; ++j) {
        t[i][j] -= factor * t[step][j];
        inverse[i][j] -= factor * inverse[step][j];
      }
    }
  }
  if (!negative) return false;
  for (const auto& row : inverse) {
    for (const mpq_class& entry : row) {
      if (entry > 0) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<Support> not_copositive(const ExactMatrix& t, Index k) {
  std::optional<Support> found;
  const auto n = static_cast<Index>(t.size());
  for (Index size = 1; size <= std::min(k, n) && !found; ++size) {
    for_each_support(n, size, [&](const Support& s) {
      if (found) return;
      ExactMatrix block(s.size(), std::vector<mpq_class>(s.size()));
      for (std::size_t i = 0; i < s.size(); ++i) {
        for (std::size_t j = 0; j < s.size(); ++j) block[i][j] = t[s[i]][s[j]];
      }
      if (has_negative_inverse(std::move(block))) found = s;
    });
  }
  return found;
}

bool nonnegative_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau) {
  return !not_copositive(distance_to(a, s, tau), static_cast<Index>(s.size()));
}

bool lam_max_at_most(const ExactMatrix& a, const Support& s, const mpq_class& tau) {
  return positive_semidefinite(distance_to(a, s, tau));
}

}  // namespace spica::test

# What R gives is what the program gives, to the last bit.
same <- function(flags, ...) {
  ours <- spca(samples, ..., threads = 1, progress = FALSE)
  file <- tempfile(fileext = ".json")
  program("solve", exact_csv(samples), "--as", "samples", "--ddof", "1", flags, "--json", file)
  theirs <- readLines(file)
  for (name in c("lower_bound", "upper_bound", "loadings", "support", "variance", "adjusted_variance")) {
    expect_identical(field(ours$json, name), field(theirs, name))
  }
  expect_gt(length(field(theirs, "loadings")), 0)
  expect_identical(unlist(lapply(seq_along(ours$support), function(j) unname(ours$rotation[ours$support[[j]], j]))),
                   as.double(unlist(field(theirs, "loadings"))))
}

test_that("a component", {
  same(c("-k", "5"), k = 5)
})
test_that("several components", {
  same(c("-k", "5,3"), k = c(5, 3))
})
test_that("standardised", {
  same(c("-k", "5", "--standardize"), k = 5, scale. = TRUE)
})
test_that("projection", {
  same(c("-k", "4,4", "--deflation", "projection"), k = 4, ncomp = 2, deflation = "projection")
})
test_that("together", {
  same(c("-k", "3,3", "--joint"), k = 3, ncomp = 2, joint = TRUE)
})
test_that("without negative loadings", {
  same(c("-k", "4", "--nonnegative"), k = 4, nonnegative = TRUE)
})
test_that("features in and out", {
  same(c("-k", "4", "--include", "9", "--exclude", "0,1"), k = 4, include = 10, exclude = 1:2)
})

a <- cov(as.matrix(mtcars))
a <- a / outer(sqrt(diag(a)), sqrt(diag(a)))
groups <- c(mpg = "speed", cyl = "engine", disp = "engine", hp = "engine", qsec = "speed", carb = "engine")

admitted <- function(support, at_most) {
  counts <- table(groups[colnames(a)[support]])
  all(counts <= at_most[names(counts)], na.rm = TRUE)
}
best <- function(k, at_most) {
  max(unlist(lapply(seq_len(k), function(size) {
    apply(combn(ncol(a), size), 2, function(s) {
      if (admitted(s, at_most)) eigen(a[s, s, drop = FALSE], TRUE, TRUE)$values[1] else -Inf
    })
  })))
}

test_that("limits hold, and bounds are about sets within them", {
  for (at_most in list(c(speed = 1, engine = 1), c(engine = 2))) {
    fit <- spca(a, 4, covariance = TRUE, groups = groups, at_most = at_most, gap = 0, threads = 1, progress = FALSE)
    truth <- best(4, at_most)
    expect_true(admitted(fit$support[[1]], at_most))
    expect_lte(fit$bounds[1, 1], truth * (1 + 1e-12))
    expect_gte(fit$bounds[1, 2], truth * (1 - 1e-12))
  }
})

test_that("groups are named, or one for each feature", {
  named <- spca(a, 4, covariance = TRUE, groups = groups, at_most = 1, threads = 1, progress = FALSE)
  listed <- unname(groups[colnames(a)])
  for (given in list(listed, factor(listed), as.list(groups))) {
    expect_identical(spca(a, 4, covariance = TRUE, groups = given, at_most = 1, threads = 1, progress = FALSE)$bounds, named$bounds)
  }
})

test_that("curves and sets of other programs keep to the limits", {
  curve <- spca_path(a, 1:5, covariance = TRUE, groups = groups, at_most = 1, threads = 1, progress = FALSE)
  at_most <- c(speed = 1, engine = 1)
  for (i in 1:5) {
    expect_true(admitted(curve$support[[i]], at_most))
    expect_gte(curve$upper[i], best(i, at_most) * (1 - 1e-12))
  }
  judged <- spca_prove(a, c("mpg", "wt", "am"), covariance = TRUE, groups = groups, at_most = 1, threads = 1, progress = FALSE)
  expect_gte(judged$bounds[1, 2], best(3, at_most) * (1 - 1e-12))
})

test_that("what is said is about sets within the limits", {
  fit <- spca(a, 4, covariance = TRUE, groups = groups, at_most = c(speed = 1, engine = 1), threads = 1, progress = FALSE)
  expect_lt(fit$bounds[[1, "upper"]], best(4, c(speed = 11, engine = 11))) # no bound of sets outside
  expect_match(summary(fit)$claims, "no 4 features within the limits of their groups explain more than")
  expect_identical(sum(fit$groups$features), sum(names(fit$support[[1]]) %in% names(groups)))
  expect_true(all(fit$groups$features <= fit$groups$at_most))
  expect_output(print(fit), "Groups: .*engine 1 of at most 1")
})

test_that("certificates with limits are checked, and taken for no others", {
  limits <- list(groups = groups, at_most = c(engine = 1))
  made <- function(what, ...) {
    do.call(what, c(list(a, ..., covariance = TRUE, certificate = TRUE, threads = 1, progress = FALSE), limits))
  }
  fit <- made(spca, 4)
  proven <- spca_check(a, fit)
  expect_gte(proven$upper, best(4, limits$at_most) * (1 - 1e-12))
  expect_output(print(proven), "sets of features within the limits of their groups")
  expect_equal(spca_check(a, fit$certificate, covariance = TRUE, groups = groups, at_most = c(engine = 1))$upper, proven$upper)
  expect_error(spca_check(a, fit$certificate, covariance = TRUE), "limits", class = "spica_rejected")
  expect_error(spca_check(a, fit$certificate, covariance = TRUE, groups = groups, at_most = 1), "limits", class = "spica_rejected")
  expect_length(spca_check(a, made(spca_path, 1:3))$upper, 3L)
  expect_length(spca_check(a, made(spca, 2, ncomp = 2, joint = TRUE))$k[[1]], 2L)
})

test_that("what is wrong is said in R's words", {
  wrong <- function(part, ...) expect_error(spca(a, 3, covariance = TRUE, threads = 1, progress = FALSE, ...), part, fixed = TRUE)
  wrong("groups needs a limit", groups = groups)
  wrong("at_most needs the groups", at_most = 1)
  wrong("groups has 2 entries for 11 features", groups = c("a", "b"), at_most = 1)
  wrong("which is no column of x", groups = c(zz = "a"), at_most = 1)
  wrong("there is no group 'banks'", groups = groups, at_most = c(banks = 1))
  wrong("whole numbers from 1", groups = groups, at_most = 0)
  wrong("include names 2 features of group engine, and at_most allows 1", groups = groups, at_most = 1, include = c("cyl", "hp"))
})

quiet <- function(...) spca(..., threads = 1, progress = FALSE)

test_that("a result is a prcomp", {
  fit <- quiet(mtcars, 4, ncomp = 2, scale. = TRUE)
  expect_s3_class(fit, "prcomp")
  expect_equal(unname(apply(fit$x, 2, sd)), fit$sdev, tolerance = 1e-10)
  expect_equal(predict(fit, mtcars), fit$x)
  expect_equal(unname(colSums(fit$rotation != 0)), c(4, 4))
  expect_true(all(fit$bounds[, "lower"] <= fit$bounds[, "upper"]))
  plain <- prcomp(mtcars, scale. = TRUE)
  all <- quiet(mtcars, 11, scale. = TRUE)
  expect_equal(all$sdev, plain$sdev[1], tolerance = 1e-8)
  expect_equal(all$center, plain$center)
  expect_equal(all$scale, plain$scale)
})

test_that("bounds enclose what enumeration finds", {
  a <- cov(samples[, 1:8])
  best <- max(apply(combn(8, 3), 2, function(s) eigen(a[s, s], TRUE, TRUE)$values[1]))
  fit <- quiet(samples[, 1:8], 3, gap = 0)
  expect_lte(fit$bounds[1, 1], best * (1 + 1e-12))
  expect_gte(fit$bounds[1, 2], best * (1 - 1e-12))
  again <- quiet(a, 3, covariance = TRUE, gap = 0)
  expect_equal(again$bounds, fit$bounds, tolerance = 1e-10)
})

test_that("matrices of all kinds are the same", {
  whole <- matrix(sample(0:9, 200, TRUE), 20)
  fit <- quiet(whole, 3)
  expect_identical(quiet(whole + 0, 3)$rotation, fit$rotation)
  expect_identical(unname(quiet(as.data.frame(whole), 3)$rotation), unname(fit$rotation))
  skip_if_not_installed("Matrix")
  sparse <- methods::as(methods::as(whole + 0, "CsparseMatrix"), "generalMatrix")
  expect_equal(quiet(sparse, 3)$bounds, fit$bounds, tolerance = 1e-10)
  expect_equal(quiet(sparse, 3)$x, fit$x, tolerance = 1e-8)
})

test_that("large samples stay where they are", {
  large <- matrix(rnorm(2^21), 1024)
  large[, 1] <- 3 * large[, 1]
  before <- large[1:5]
  fit <- quiet(large, 1)
  expect_identical(unname(fit$support[[1]]), 1L)
  expect_identical(large[1:5], before)
})

test_that("missing values go through na.action", {
  holes <- as.matrix(mtcars)
  holes[3, 2] <- NA
  expect_error(quiet(holes, 3), "missing values in x; na.action = na.omit")
  expect_equal(quiet(holes, 3, na.action = na.omit)$bounds, quiet(holes[-3, ], 3)$bounds)
  padded <- quiet(holes, 3, na.action = na.exclude)$x
  expect_identical(nrow(padded), 32L)
  expect_true(is.na(padded[3, 1]))
  expect_equal(quiet(holes, 3, na.action = na_mean)$bounds, quiet(na_mean(holes), 3)$bounds)
})

test_that("errors are in R's words", {
  messages <- vapply(list(
    quote(quiet(mtcars, 30)), quote(quiet(mtcars, 0)), quote(quiet(mtcars, 2, gap = -1)),
    quote(quiet(mtcars, 2, timelimit = 1)), quote(quiet(iris, 2)), quote(quiet(mtcars, 2, include = "zz")),
    quote(quiet(matrix(1, 1, 4), 2)), quote(quiet(matrix(c(1, 5, 5, 1), 2), 1, covariance = TRUE)),
    quote(quiet(matrix(c(1, 2, 3, 4), 2), 1, covariance = TRUE)), quote(quiet(mtcars, 2, exclude = 12)),
    quote(quiet(mtcars, 2, include = 1:3)), quote(quiet(mtcars, 2, joint = TRUE, deflation = "none"))
  ), function(one) tryCatch({eval(one); "no error"}, error = conditionMessage), "")
  expect_false("no error" %in% messages)
  expect_false(any(grepl("--|`|None|True|False|from 0", messages)))
  expect_error(quiet(mtcars, 2, timelimit = 1), "did you mean 'time_limit'")
})

test_that("a function hears of progress and ends the call", {
  noise <- matrix(rnorm(60 * 300), 60)
  heard <- 0
  expect_warning(
    fit <- spca(noise, 20, gap = 0, threads = 1, progress = function(news) {
      heard <<- heard + 1
      is.na(news$upper_bound)
    }), class = "spica_stopped")
  expect_gt(heard, 0)
  expect_identical(fit$status, "interrupted")
  expect_lt(fit$bounds[1, 1], fit$bounds[1, 2])
  expect_error(spca(noise, 20, gap = 0, threads = 1, progress = function(news) stop("mine")), "mine")
})

test_that("an interrupt ends the call with the bounds so far", {
  skip_on_os("windows")
  noise <- matrix(rnorm(60 * 300), 60)
  system(sprintf("(sleep 2; kill -INT %d) &", Sys.getpid()))
  fit <- NULL
  took <- system.time(expect_warning(fit <- spca(noise, 20, gap = 0, threads = 1, time_limit = 60, progress = FALSE),
                                     class = "spica_stopped"))
  expect_identical(fit$status, "interrupted")
  expect_lt(took[["elapsed"]], 30) # far from the limit; no test of speed
})

test_that("certificates are checked", {
  fit <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE, certificate = TRUE)
  proven <- spca_check(mtcars, fit)
  expect_true(all(proven$lower <= fit$bounds[, 1] * (1 + 1e-12) & proven$upper >= fit$bounds[, 1]))
  expect_error(spca_check(mtcars, fit$certificate), class = "spica_rejected")
  expect_error(spca_check(mtcars[-1, ], fit), "another matrix")
  file <- tempfile()
  writeLines(fit$certificate, file)
  expect_equal(spca_check(mtcars, file, k = c(3, 3), scale. = TRUE)$upper, proven$upper)
  together <- quiet(mtcars, 2, ncomp = 2, joint = TRUE, nonnegative = TRUE, scale. = TRUE, certificate = TRUE)
  expect_length(spca_check(mtcars, together)$k[[1]], 2)
})

test_that("sets of other programs are judged", {
  set <- spca_prove(mtcars, c("mpg", "cyl", "gear"), scale. = TRUE, threads = 1, progress = FALSE)
  expect_gt(set$gap[[1]], 0.1)
  expect_gte(set$better$value, set$bounds[1, 1])
  loadings <- prcomp(mtcars, scale. = TRUE)
  loadings$rotation[abs(loadings$rotation) < 0.36] <- 0
  judged <- spca_prove(mtcars, loadings$rotation[, 1, drop = FALSE], scale. = TRUE, threads = 1, progress = FALSE)
  expect_identical(unname(judged$support[[1]]), unname(which(loadings$rotation[, 1] != 0)))
})

test_that("paths, bounds, tables and pictures", {
  curve <- spca_path(mtcars, 1:6, scale. = TRUE, threads = 1, progress = FALSE)
  expect_true(all(diff(curve$lower) > 0))
  expect_identical(nrow(as.data.frame(curve)), 6L)
  expect_output(print(curve), "features against the k before")
  fit <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE)
  expect_identical(nrow(as.data.frame(fit)), 6L)
  expect_identical(tidy_spca(fit, "components")$k, c(3L, 3L))
  expect_output(print(fit), "no 3 features explain more than")
  expect_output(print(summary(fit)), "Adjusted variance")
  expect_gte(spca_bound(mtcars, 3, "spectral", scale. = TRUE, progress = FALSE)$bounds[1, 2], fit$bounds[1, 1])
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent({plot(fit); biplot(fit); screeplot(fit); plot(curve); screeplot(curve)})
})

test_that("printed bounds are rounded outwards", {
  for (value in c(pi, 1 / 3, 1e-200 / 7, 1e200 / 7, 123456789.123, 0.99999999)) {
    expect_lte(as.numeric(spica:::outwards(value, FALSE)), value)
    expect_gte(as.numeric(spica:::outwards(value, TRUE)), value)
  }
})

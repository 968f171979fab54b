quiet <- function(...) spca(..., threads = 1, progress = FALSE)

test_that("a result is a prcomp", {
  fit <- quiet(mtcars, 4, ncomp = 2, scale. = TRUE)
  expect_identical(class(fit), c("spica", "prcomp")) # "spca" is a class of other packages, whose methods would be replaced
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
  for (kind in c("TsparseMatrix", "RsparseMatrix")) expect_identical(quiet(methods::as(sparse, kind), 3)$bounds, quiet(sparse, 3)$bounds)
  expect_identical(quiet(Matrix::Matrix(whole + 0, sparse = FALSE), 3)$rotation, fit$rotation)
  scaled <- quiet(sparse, 3, scale. = TRUE)
  expect_equal(scaled$scale, quiet(whole, 3, scale. = TRUE)$scale, tolerance = 1e-12)
  expect_equal(quiet(Matrix::Matrix(cov(whole), sparse = TRUE), 3, covariance = TRUE)$bounds, fit$bounds, tolerance = 1e-10)
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

test_that("nothing large is copied", {
  skip_if_not(capabilities("profmem"))
  large <- matrix(rnorm(2^22), 2048, dimnames = list(NULL, paste0("f", 1:2048))) # square, so that symmetry is asked about
  record <- tempfile()
  Rprofmem(record, threshold = 4 * length(large))
  fit <- quiet(large, 2)
  Rprofmem(NULL)
  expect_identical(readLines(record), character())
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
    quote(quiet(mtcars)), quote(quiet(rbind(as.matrix(mtcars), Inf), 2)), quote(spca_prove(mtcars, 1:4, k = 2)),
    quote(spca_path(mtcars, 3:2)), quote(quiet(mtcars, c(2, 2), smallest = TRUE)),
    quote(quiet(mtcars, 2, include = 1:3)), quote(quiet(mtcars, 2, joint = TRUE, deflation = "none")),
    quote(quiet(1:3, 2)), quote(quiet(mtcars, 2, method = "fast")), quote(quiet(mtcars, 2, nneg = TRUE)), quote(spca_prove(mtcars)),
    quote(spca_bound(mtcars)), quote(spca_check(mtcars)), quote(quiet(rbind(as.matrix(mtcars), NA), 2, na.action = function(x) 0)),
    quote(tidy_spca(quiet(mtcars, 2), "loading plot")), quote(plot(quiet(mtcars, 2), 2))
  ), function(one) tryCatch({eval(one); "no error"}, error = conditionMessage), "")
  expect_false("no error" %in% messages)
  expect_false(any(grepl("--|`|None|True|False|from 0|'arg'|argument \"", messages)))
  expect_error(quiet(mtcars, 2, nneg = TRUE), "did you mean 'nonnegative'")
  expect_error(quiet(mtcars, 2, method = "fast"), "^method must be \"exact\" or \"heuristic\"$", class = "spica_error")
  expect_error(quiet(mtcars, 2, timelimit = 1), "did you mean 'time_limit'")
  expect_error(spca_prove(mtcars, 1:4, k = 2), "^support names 4 features")
  expect_identical(spica:::r_words("no feature '`exclude` 0'; `time-limit` is -1, `as=samples`, `k=1:20`"),
                   "no feature '`exclude` 0'; time_limit is -1, covariance = FALSE, k = 1:20")
})

test_that("new samples are told by the names of their columns", {
  fit <- quiet(iris[1:4], 2, ncomp = 2, scale. = TRUE)
  plain <- prcomp(iris[1:4], scale. = TRUE)
  expect_equal(predict(fit, iris), fit$x)
  expect_equal(predict(fit, iris[, 4:1]), fit$x)
  expect_error(predict(fit, iris[3:4]), "newdata has no column 'Sepal")
  expect_error(predict(fit, format(iris)), "of newdata is not numeric")
  plain$rotation <- fit$rotation
  expect_equal(predict(plain, iris), fit$x) # what prcomp makes of the same loadings
  expect_error(predict(quiet(matrix(rnorm(60), 10), 2), diag(3)), "must have 6 columns")
})

test_that("other arguments do what they say", {
  fit <- quiet(mtcars, 4, scale. = TRUE, include = c("qsec", "am"), exclude = "disp", nonnegative = TRUE)
  expect_true(all(c("qsec", "am") %in% names(fit$support[[1]])) && all(fit$rotation >= 0))
  expect_identical(fit$rotation[["disp", 1]], 0)
  expect_match(summary(fit)$claims, "no 4 features that include those put in of those not left out with non-negative loadings explain more")
  apart <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE, disjoint = TRUE)
  expect_length(intersect(apart$support[[1]], apart$support[[2]]), 0)
  rough <- quiet(mtcars, 3, scale. = TRUE, method = "heuristic")
  expect_true(is.na(rough$bounds[[1, "upper"]]))
  expect_match(summary(rough)$claims, "what others explain is not known")
  expect_equal(quiet(mtcars, 4, scale. = TRUE, start = rough)$bounds, quiet(mtcars, 4, scale. = TRUE)$bounds, tolerance = 1e-4)
  close <- quiet(mtcars, 4, scale. = TRUE, alternatives = 0.02)$alternatives[[1]]
  expect_true(close$complete && length(close$support) > 1L && !is.unsorted(rev(close$value)))
  every <- Reduce(intersect, lapply(close$support, names))
  expect_identical(close$features$feature[close$features$sets == "all"], intersect(names(mtcars), every))
  expect_output(print(quiet(mtcars, 4, scale. = TRUE, alternatives = 0.02)), paste(length(close$support), "sets are within 2 %"))
  expect_output(print(quiet(mtcars, 4, scale. = TRUE, alternatives = 1e-6)), "No other set is within")
  few <- quiet(mtcars, 4, scale. = TRUE, alternatives = 0.2, most = 2)
  expect_length(few$alternatives[[1]]$support, 2L)
  expect_output(print(few), "At least")
  expect_null(quiet(mtcars, 3, retx = FALSE)$x)
  expect_false(quiet(mtcars, 3, center = FALSE)$center)
  expect_identical(rownames(quiet(cor(mtcars), 3, covariance = TRUE)$rotation), names(mtcars))
  expect_identical(quiet(cor(mtcars)[11:1, ], 3, covariance = TRUE)$bounds, quiet(cor(mtcars), 3, covariance = TRUE)$bounds)
  expect_error(quiet(`rownames<-`(cor(mtcars), rev(names(mtcars))), 3, covariance = TRUE), "not symmetric")
  limited <- suppressWarnings(quiet(matrix(rnorm(60 * 200), 60), 20, gap = 0, node_limit = 3))
  expect_identical(limited$status, "node_limit")
})

test_that("what is proven of later components is about what is left", {
  fit <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE)
  said <- summary(fit)$claims
  expect_no_match(said[1], "leave over")
  expect_match(said[2], "at least [0-9.]+ of what earlier components leave over; no 3 features explain more than [0-9.]+ of it")
  # The sentence is true of the deflated matrix, and would be false of the data as they are.
  a <- cor(mtcars)
  scores <- a %*% fit$rotation[, 1]
  left <- a - scores %*% t(scores) / drop(t(fit$rotation[, 1]) %*% scores)
  best <- function(a) max(apply(combn(11, 3), 2, function(s) eigen(a[s, s], TRUE, TRUE)$values[1]))
  expect_gte(fit$bounds[[2, "upper"]], best(left) * (1 - 1e-10))
  expect_lt(fit$bounds[[2, "upper"]], best(a))
  projected <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE, deflation = "projection")
  expect_match(summary(projected)$claims[2], "of the data with earlier loadings projected out")
  together <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE, joint = TRUE)
  expect_match(summary(together)$claims, "^2 components that together explain at least .*; no 3 \\+ 3 different features explain more")
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
  searching <- tempfile() # is there as soon as the search runs
  system(sprintf("(while [ ! -e %s ]; do sleep 0.1; done; sleep 1; kill -INT %d) &", shQuote(searching), Sys.getpid()))
  expect_warning(fit <- spca(noise, 20, gap = 0, threads = 1, time_limit = 60, progress = function(news) {
    if (!file.exists(searching)) file.create(searching)
    TRUE
  }), class = "spica_stopped")
  expect_identical(fit$status, "interrupted")
  # In the middle of what the caller does with the news
  signal <- function(news) {
    tools::pskill(Sys.getpid(), tools::SIGINT)
    Sys.sleep(5)
    stop("the interrupt was lost")
  }
  expect_warning(fit <- spca(noise, 20, gap = 0, threads = 1, time_limit = 60, progress = signal), class = "spica_stopped")
  expect_identical(fit$status, "interrupted")
  expect_lte(fit$bounds[1, 1], fit$bounds[1, 2])
})

test_that("certificates are checked", {
  fit <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE, certificate = TRUE)
  proven <- spca_check(mtcars, fit)
  expect_true(all(proven$lower <= fit$bounds[, 1] * (1 + 1e-12) & proven$upper >= fit$bounds[, 1]))
  expect_error(spca_check(mtcars, fit$certificate), "expected: scale. = TRUE and not FALSE$", class = "spica_rejected")
  expect_error(spca_check(mtcars, fit$certificate, k = 3:4, scale. = TRUE), "expected: k = 3 and not 4$")
  expect_error(spca_check(mtcars, fit$certificate, scale. = TRUE, include = "mpg", exclude = c("cyl", "am")),
               "expected: include = NULL and not 1, exclude = NULL and not c\\(2, 9\\)$")
  expect_error(spca_check(mtcars[-1, ], fit), "another matrix")
  file <- tempfile()
  writeLines(fit$certificate, file)
  expect_equal(spca_check(mtcars, file, k = c(3, 3), scale. = TRUE)$upper, proven$upper)
  curve <- spca_path(mtcars, 2:4, scale. = TRUE, certificate = TRUE, threads = 1, progress = FALSE)
  expect_equal(spca_check(mtcars, curve)$upper, curve$upper, tolerance = 1e-9)
  single <- spca_bound(mtcars, 3, "sdp", scale. = TRUE, certificate = TRUE, threads = 1, progress = FALSE)
  expect_gte(spca_check(mtcars, single)$upper, fit$bounds[[1, 1]])
  exact <- spca_check(mtcars, fit, exact = TRUE)
  expect_equal(exact$upper, proven$upper, tolerance = 1e-6)
  together <- quiet(mtcars, 2, ncomp = 2, joint = TRUE, nonnegative = TRUE, scale. = TRUE, certificate = TRUE)
  expect_length(spca_check(mtcars, together)$k[[1]], 2)
  expect_output(print(proven), "component 2 \\(of what earlier components leave over\\)")
  near <- quiet(mtcars, 4, scale. = TRUE, alternatives = 0.02, certificate = TRUE)
  expect_identical(length(spca_check(mtcars, near)$alternatives[[1]]$support), length(near$alternatives[[1]]$support))
  indefinite <- cor(mtcars) - 0.2 * diag(11)
  shifted <- suppressWarnings(quiet(indefinite, 3, covariance = TRUE, shift = TRUE, certificate = TRUE))
  expect_gte(spca_check(indefinite, shifted)$upper, shifted$bounds[[1, 1]])
  expect_error(spca_check(indefinite, shifted$certificate, covariance = TRUE), class = "spica_rejected")
})

test_that("sets of other programs are judged", {
  set <- spca_prove(mtcars, c("mpg", "cyl", "gear"), scale. = TRUE, threads = 1, progress = FALSE)
  expect_gt(set$gap[[1]], 0.1)
  expect_gte(set$better[[1]]$value, set$bounds[1, 1])
  expect_match(summary(set)$claims, "; others that were found explain at least [0-9.]+\\.$")
  loadings <- prcomp(mtcars, scale. = TRUE)
  loadings$rotation[abs(loadings$rotation) < 0.36] <- 0
  judged <- spca_prove(mtcars, loadings$rotation[, 1, drop = FALSE], scale. = TRUE, threads = 1, progress = FALSE)
  expect_identical(unname(judged$support[[1]]), unname(which(loadings$rotation[, 1] != 0)))
  # As elasticnet, PMA and nsprcomp return them; a class of the name "spca" is elasticnet's.
  sparse <- unname(loadings$rotation[, 1, drop = FALSE])
  for (fit in list(structure(list(loadings = sparse), class = "spca"), structure(list(v = sparse), class = "SPC"),
                   structure(list(rotation = sparse), class = c("nsprcomp", "prcomp")))) {
    expect_identical(spca_prove(mtcars, fit, scale. = TRUE, threads = 1, progress = FALSE)$support, judged$support)
  }
  backwards <- loadings$rotation[11:1, 1, drop = FALSE] # told by the names of its rows
  expect_identical(spca_prove(mtcars, backwards, scale. = TRUE, threads = 1, progress = FALSE)$support, judged$support)
  again <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE)
  expect_identical(spca_prove(mtcars, again, scale. = TRUE, threads = 1, progress = FALSE)$support, again$support)
})

test_that("better sets are named from 1, for each component or for all together", {
  apart <- spca_prove(mtcars, list(c("mpg", "cyl", "gear"), c("am", "vs", "qsec")), scale. = TRUE, threads = 1, progress = FALSE)
  expect_named(apart$better, c("PC1", "PC2"))
  found <- apart$better[[1]]
  expect_identical(names(found$support), names(mtcars)[found$support])
  expect_equal(eigen(cor(mtcars)[found$support, found$support], TRUE, TRUE)$values[1], found$value, tolerance = 1e-9)
  together <- spca_prove(mtcars, list(c("mpg", "gear"), c("am", "qsec")), scale. = TRUE, joint = TRUE, threads = 1, progress = FALSE)
  sets <- together$total$better$support
  value <- sum(vapply(sets, function(s) eigen(cor(mtcars)[s, s, drop = FALSE], TRUE, TRUE)$values[1], 0))
  expect_equal(value, together$total$better$value, tolerance = 1e-9)
  expect_match(summary(together)$claims, "; others that were found explain at least")
  expect_true(all(together$total$prices$feature >= 1L))
})

test_that("paths, bounds, tables and pictures", {
  curve <- spca_path(mtcars, 1:6, scale. = TRUE, threads = 1, progress = FALSE)
  expect_true(all(diff(curve$lower) > 0))
  expect_identical(nrow(as.data.frame(curve)), 6L)
  expect_output(print(curve), "features against the k before")
  old <- options(width = 60)
  expect_true(all(nchar(capture.output(print(curve))) <= 66))
  options(old)
  with <- spca_path(mtcars, include = c("hp", "am"), exclude = "mpg", scale. = TRUE, threads = 1, progress = FALSE)
  expect_identical(with$k, 2:10)
  expect_true(all(vapply(with$support, function(one) all(c("hp", "am") %in% names(one)), NA)))
  expect_true(all(with$upper[seq_len(5)] <= curve$upper[2:6] * (1 + 1e-4)))
  expect_output(print(quiet(mtcars, 1)), "Component 1:\ndisp \n   1 ")
  fit <- quiet(mtcars, 3, ncomp = 2, scale. = TRUE)
  expect_identical(nrow(as.data.frame(fit)), 6L)
  expect_identical(tidy_spca(fit, "components")$k, c(3L, 3L))
  expect_output(print(fit), "no 3 features explain more than")
  expect_output(print(summary(fit)), "Adjusted variance")
  expect_gte(spca_bound(mtcars, 3, "spectral", scale. = TRUE, progress = FALSE)$bounds[1, 2], fit$bounds[1, 1])
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_silent({plot(fit); biplot(fit); screeplot(fit); plot(curve); screeplot(curve)})
  expect_silent({plot(quiet(mtcars, 2, ncomp = 11), col = "grey"); biplot(fit, pch = 1); screeplot(fit, npcs = 1, type = "lines", col = 2)})
})

test_that("printed bounds are rounded outwards", {
  for (value in c(-pi, 5e-324, 1e-300, 1e308, pi, 1 / 3, 1e-200 / 7, 1e200 / 7, 123456789.123, 0.99999999)) {
    expect_lte(as.numeric(spica:::outwards(value, FALSE)), value)
    expect_gte(as.numeric(spica:::outwards(value, TRUE)), value)
  }
})

# The object that spca() returns: a prcomp with bounds.

or_na <- function(value) if (is.null(value)) NA_real_ else value
number <- function(components, field) vapply(components, function(one) or_na(one[[field]]), 0)

as_spca <- function(ran, data, how, options, call, retx) {
  found <- ran$result
  components <- found$components
  labels <- paste0("PC", seq_along(components))
  rotation <- matrix(0, ncol(data$x), length(components), dimnames = list(data$names, labels))
  support <- lapply(components, function(one) as.integer(one$support) + 1L)
  for (j in seq_along(components)) rotation[support[[j]], j] <- as.double(components[[j]]$loadings)
  if (!is.null(data$names)) support <- lapply(support, function(one) stats::setNames(one, data$names[one]))
  names(support) <- labels
  moments <- moments_of(data$x, how)
  object <- list(
    sdev = sqrt(pmax(0, number(components, "score_variance"))), rotation = rotation,
    center = moments$center, scale = moments$scale,
    bounds = matrix(c(number(components, "lower_bound"), number(components, "upper_bound")), ncol = 2L,
                    dimnames = list(labels, c("lower", "upper"))),
    gap = stats::setNames(number(components, "gap"), labels),
    status = found$status, support = support,
    k = stats::setNames(as.integer(number(components, "k")), labels),
    variance = stats::setNames(number(components, "variance"), labels),
    adjusted = stats::setNames(number(components, "adjusted_variance"), labels),
    total_variance = found$total_variance, total = found[["total"]],
    better = if (is.null(found[["total"]])) better_of(components[[1L]], data) else NULL,
    certificate = if (nzchar(ran$certificate)) ran$certificate, nodes = number(components, "nodes"),
    how = c(how, options[intersect(names(options), c("joint", "nonnegative", "deflation", "smallest", "disjoint"))]),
    json = ran$json, na.action = data$na.action, call = call
  )
  class(object) <- c("spca", "prcomp")
  if (retx && !how$covariance) object$x <- scores(object, data$x)
  object
}

better_of <- function(component, data) {
  one <- component[["better"]]
  if (is.null(one)) return(NULL)
  list(value = one$value, support = as.integer(one$support) + 1L)
}

# Means and deviations of samples, FALSE where they are not used, as prcomp has them.
moments_of <- function(x, how) {
  if (how$covariance) return(list(center = FALSE, scale = FALSE))
  means <- if (is_sparse(x)) Matrix::colMeans(x) else colMeans(x)
  center <- if (how$center) means else FALSE
  if (!how$standardize) return(list(center = center, scale = FALSE))
  from <- if (how$center) means else 0 * means
  squares <- vapply(seq_len(ncol(x)), function(j) sum((x[, j] - from[[j]])^2), 0)
  scale <- sqrt(squares / max(1, nrow(x) - how$ddof))
  scale[scale == 0] <- 1
  list(center = center, scale = stats::setNames(scale, colnames(x)))
}

# Scores of samples; only columns that a component uses are touched.
scores <- function(object, x) {
  used <- which(rowSums(object$rotation != 0) > 0)
  some <- as.matrix(x[, used, drop = FALSE])
  if (!isFALSE(object$center)) some <- sweep(some, 2L, object$center[used])
  if (!isFALSE(object$scale)) some <- sweep(some, 2L, object$scale[used], "/")
  result <- some %*% object$rotation[used, , drop = FALSE]
  dimnames(result) <- list(rownames(x), colnames(object$rotation))
  napredict(object$na.action, result)
}

predict.spca <- function(object, newdata, ...) {
  if (missing(newdata)) {
    if (is.null(object$x)) refuse("no scores are there; give newdata, samples of the same features", call = match.call())
    return(object$x)
  }
  newdata <- as_numbers(newdata)
  names <- rownames(object$rotation)
  if (!is.null(names) && !is.null(colnames(newdata))) {
    lacking <- setdiff(names[rowSums(object$rotation != 0) > 0], colnames(newdata))
    if (length(lacking) > 0L) refuse("newdata has no column '", lacking[1L], "'", call = match.call())
    if (!all(names %in% colnames(newdata))) {
      keep <- names %in% colnames(newdata)
      object$rotation <- object$rotation[keep, , drop = FALSE]
      if (!isFALSE(object$center)) object$center <- object$center[keep]
      if (!isFALSE(object$scale)) object$scale <- object$scale[keep]
      names <- names[keep]
    }
    newdata <- newdata[, names, drop = FALSE]
  } else if (ncol(newdata) != nrow(object$rotation)) {
    refuse("newdata has ", ncol(newdata), " columns, and the components are of ", nrow(object$rotation), " features",
           call = match.call())
  }
  object$na.action <- NULL
  scores(object, newdata)
}

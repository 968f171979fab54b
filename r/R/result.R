# The object that spca() returns: a prcomp with bounds.

or_na <- function(value) if (is.null(value)) NA_real_ else value
number <- function(components, field) vapply(components, function(one) or_na(one[[field]]), 0)

as_spca <- function(ran, data, how, options, call, retx) {
  found <- ran$result
  components <- found$components
  labels <- paste0("PC", seq_along(components))
  rotation <- matrix(0, ncol(data$x), length(components), dimnames = list(data$names, labels))
  support <- stats::setNames(lapply(components, function(one) features_of(one$support, data)), labels)
  for (j in seq_along(components)) rotation[support[[j]], j] <- as.double(components[[j]]$loadings)
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
    total_variance = found$total_variance, total = total_of(found[["total"]], data),
    better = stats::setNames(lapply(components, better_of, data = data), labels),
    alternatives = stats::setNames(lapply(components, alternatives_of, data = data), labels),
    support_upper = stats::setNames(number(components, "support_upper_bound"), labels), groups = groups_of(components),
    certificate = if (nzchar(ran$certificate)) ran$certificate, nodes = number(components, "nodes"),
    how = c(how, options[intersect(names(options), c("joint", "nonnegative", "deflation", "smallest", "disjoint"))]),
    json = ran$json, na.action = data$na.action, call = call
  )
  class(object) <- c("spica", "prcomp")
  if (flag(retx, "retx") && !how$covariance) {
    used <- which(rowSums(rotation != 0) > 0)
    object$x <- scores(object, data$x[, used, drop = FALSE], used)
  }
  object
}

# The sets that come close to a component, the best first, where they were asked for.
alternatives_of <- function(component, data) {
  sets <- component[["alternatives"]]
  if (is.null(sets)) return(NULL)
  proof <- component$alternatives_proof
  each <- component[["features"]]
  list(support = lapply(sets, function(one) features_of(one$support, data)), value = number(sets, "value"),
       upper = number(sets, "upper_bound"), complete = isTRUE(proof$complete), finished = isTRUE(proof$finished),
       share = proof$share, cutoff = or_na(proof$cutoff), count = proof$count,
       features = if (!is.null(each)) {
         data.frame(feature = if (is.null(data$names)) seq_along(each) else data$names,
                    sets = vapply(each, `[[`, "", "in"), best_with = number(each, "best_with"),
                    best_without = number(each, "best_without"))
       })
}

# A set that was found to be better than the one that the user asked about.
better_of <- function(component, data) {
  one <- component[["better"]]
  if (is.null(one)) return(NULL)
  list(value = one$value, support = features_of(one$support, data))
}

# What is proven of components that were chosen together.
total_of <- function(total, data) {
  if (is.null(total)) return(NULL)
  if (!is.null(total$better)) total$better$support <- lapply(total$better$supports, features_of, data = data)
  total$better$supports <- NULL
  total$prices <- data.frame(feature = as.integer(number(total$prices, "feature")) + 1L, price = number(total$prices, "price"))
  total
}

# How many features of each group a component has, where there are limits.
groups_of <- function(components) {
  counts <- unlist(lapply(seq_along(components), function(j) lapply(components[[j]][["groups"]], function(one) {
    data.frame(component = j, group = one$name, features = as.integer(one$features), at_most = as.integer(or_na(one$at_most)))
  })), recursive = FALSE)
  if (length(counts) > 0L) do.call(rbind, counts)
}

# Features from 0 as R has them, with their names.
features_of <- function(from_zero, data) {
  at <- as.integer(from_zero) + 1L
  if (is.null(data$names)) at else stats::setNames(at, data$names[at])
}

# Means and deviations of samples, FALSE where they are not used, as prcomp has them.
moments_of <- function(x, how) {
  if (how$covariance) return(list(center = FALSE, scale = FALSE))
  means <- if (is_sparse(x)) Matrix::colMeans(x) else colMeans(x)
  center <- if (how$center) means else FALSE
  if (!how$standardize) return(list(center = center, scale = FALSE))
  from <- if (how$center) means else 0 * means
  scale <- sqrt(squares_about(x, from) / max(1, nrow(x) - how$ddof))
  scale[scale == 0] <- 1
  list(center = center, scale = stats::setNames(scale, colnames(x)))
}

# The sum of (x - from)^2 of each column; what a sparse matrix does not hold is zero.
squares_about <- function(x, from) {
  if (!is_sparse(x)) return(vapply(seq_len(ncol(x)), function(j) sum((x[, j] - from[[j]])^2), 0))
  held <- diff(x@p)
  x@x <- (x@x - rep(unname(from), held))^2
  Matrix::colSums(x) + (nrow(x) - held) * from^2
}

# Scores of samples, which have only the columns that a component uses.
scores <- function(object, x, used) {
  some <- as.matrix(x)
  if (!isFALSE(object$center)) some <- sweep(some, 2L, object$center[used])
  if (!isFALSE(object$scale)) some <- sweep(some, 2L, object$scale[used], "/")
  result <- some %*% object$rotation[used, , drop = FALSE]
  dimnames(result) <- list(rownames(x), colnames(object$rotation))
  napredict(object$na.action, result)
}

predict.spica <- function(object, newdata, ...) {
  if (missing(newdata)) {
    if (is.null(object$x)) refuse("no scores are there; give newdata, samples of the same features", call = match.call())
    return(object$x)
  }
  call <- match.call()
  as_called(call, {
    used <- which(rowSums(object$rotation != 0) > 0)
    names <- rownames(object$rotation)
    named <- !is.null(names) && !is.null(colnames(newdata)) && !anyDuplicated(names)
    if (named && !all(names[used] %in% colnames(newdata))) {
      refuse("newdata has no column '", setdiff(names[used], colnames(newdata))[1L], "'")
    }
    if (!named && !identical(ncol(newdata), nrow(object$rotation))) {
      refuse("newdata must have ", nrow(object$rotation), " columns, one for each feature")
    }
    object$na.action <- NULL
    scores(object, as_numbers(newdata[, if (named) names[used] else used, drop = FALSE], "newdata"), used)
  })
}

# What the user has as what the compiled part takes.

.stays_from <- 2^24 # bytes of samples that are not copied

is_sparse <- function(x) inherits(x, "dgCMatrix")

# A matrix of numbers or a dgCMatrix; other matrices of package Matrix become one of the two. `what` names it in errors.
as_numbers <- function(x, what = "x") {
  if (inherits(x, "Matrix")) {
    if (!requireNamespace("Matrix", quietly = TRUE)) refuse(what, " is a ", class(x)[1L], ", and package Matrix is not installed")
    if (is_sparse(x)) return(x)
    if (!methods::is(x, "sparseMatrix")) return(as_numbers(as.matrix(x), what))
    return(methods::as(methods::as(methods::as(x, "dMatrix"), "generalMatrix"), "CsparseMatrix"))
  }
  if (is.data.frame(x)) {
    wrong <- names(x)[!vapply(x, function(one) is.numeric(one) || is.logical(one), NA)]
    if (length(wrong) > 0L) {
      refuse("column '", wrong[1L], "' of ", what, " is not numeric; leave it out, as with ", what, "[sapply(", what, ", is.numeric)]")
    }
    x <- as.matrix(x)
  }
  if (!is.matrix(x) || !(is.numeric(x) || is.logical(x))) {
    refuse(what, " must be a numeric matrix, a data frame or a dgCMatrix, not ", kind_of(x))
  }
  x
}

kind_of <- function(x) {
  if (is.matrix(x)) return(paste("a matrix of type", typeof(x)))
  if (is.null(x)) return("NULL")
  if (is.atomic(x) && !is.object(x)) "a vector" else paste("of class", class(x)[1L])
}

missing_in <- function(x) if (is_sparse(x)) anyNA(x@x) else anyNA(x)

# x after na.action, with attribute na.action where rows were left out.
without_missing <- function(x, na.action, covariance) {
  if (!missing_in(x)) return(x)
  if (covariance) refuse("missing values in x; a covariance must have none")
  na.action <- if (is.null(na.action)) na.fail else match.fun(na.action)
  if (identical(na.action, stats::na.fail)) {
    refuse("missing values in x; na.action = na.omit leaves those samples out, na.action = na_mean fills in means")
  }
  if (is_sparse(x)) {
    if (!(identical(na.action, stats::na.omit) || identical(na.action, stats::na.exclude))) {
      refuse("missing values in a sparse x; na.action = na.omit leaves those samples out")
    }
    omit <- sort(unique(x@i[is.na(x@x)])) + 1L
    names(omit) <- rownames(x)[omit]
    kept <- x[-omit, , drop = FALSE]
    class(omit) <- if (identical(na.action, stats::na.omit)) "omit" else "exclude"
    return(list(x = kept, na.action = omit))
  }
  kept <- na.action(x)
  if (!is.matrix(kept) || ncol(kept) != ncol(x)) refuse("na.action must return a matrix with the columns of x")
  if (anyNA(kept)) refuse("missing values in x that na.action left there")
  list(x = kept, na.action = attr(kept, "na.action"))
}

na_mean <- function(object, ...) {
  means <- colMeans(object, na.rm = TRUE)
  for (j in which(colSums(is.na(object)) > 0)) object[is.na(object[, j]), j] <- means[[j]]
  object
}

# Whether a covariance may have been meant. A column and a row tell most samples from one without a copy.
is_symmetric <- function(x) {
  nrow(x) == ncol(x) && !is_sparse(x) && isTRUE(all.equal(unname(x[1L, ]), unname(x[, 1L]))) && isSymmetric(unname(x))
}

# Rows in the order of columns that have the same names.
rows_as_columns <- function(x) {
  order <- match(colnames(x), rownames(x))
  if (length(order) != nrow(x) || anyNA(order) || anyDuplicated(order) || identical(order, seq_along(order))) return(x)
  x[order, , drop = FALSE]
}

# The data of a call: numbers, names, and whether they stay where they are.
prepared <- function(x, covariance, na.action) {
  x <- as_numbers(x)
  if (nrow(x) == 0L || ncol(x) == 0L) refuse("x is empty: ", nrow(x), " rows and ", ncol(x), " columns")
  if (covariance) x <- rows_as_columns(x)
  omitted <- NULL
  settled <- without_missing(x, na.action, covariance)
  if (is.list(settled)) {
    x <- settled$x
    omitted <- settled$na.action
  }
  if (!covariance && ncol(x) > 2L && is_symmetric(x)) {
    warning("x is symmetric and taken as samples; if it is a covariance, say covariance = TRUE", call. = FALSE)
  }
  names <- if (covariance && is.null(colnames(x))) rownames(x) else colnames(x)
  unique_names <- !is.null(names) && !anyNA(names) && !anyDuplicated(names) && all(nzchar(names))
  list(x = x, na.action = omitted, names = names,
       handed = if (unique_names) enc2utf8(names) else as.character(seq_len(ncol(x))))
}

# What .Call is given: a matrix as it is, or the parts of a sparse one.
handed_over <- function(x, covariance) {
  if (!is_sparse(x)) return(x)
  if (covariance) return(as.matrix(x))
  list(rows = nrow(x), p = x@p, i = x@i, x = x@x)
}

stays <- function(x, covariance) !covariance && is.double(x) && 8 * length(x) >= .stays_from

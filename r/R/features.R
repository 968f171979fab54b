# Features by name or number from 1.

numbers_of <- function(given, data, what) {
  if (is.null(given) || length(given) == 0L) return(integer())
  if (is.factor(given)) given <- as.character(given)
  count <- ncol(data$x)
  if (is.character(given)) {
    found <- match(given, if (is.null(data$names)) data$handed else data$names)
    if (anyNA(found)) refuse(what, " names '", given[is.na(found)][1L], "', which is no column of x")
    if (anyDuplicated(data$names[data$names %in% given])) {
      refuse(what, " names '", given[1L], "', but columns of x share a name; give numbers")
    }
    return(sort(unique(found)))
  }
  if (is.logical(given) && length(given) == count && !anyNA(given)) return(which(given))
  if (!is.numeric(given) || anyNA(given) || any(given != floor(given))) {
    refuse(what, " must be names or numbers of columns of x")
  }
  if (any(given < 1 | given > count)) {
    refuse(what, " has column ", given[given < 1 | given > count][1L], ", but x has columns 1 to ", count)
  }
  sort(unique(as.integer(given)))
}

# Supports, one a component: features, a list of them, loadings in the columns of a matrix, or a result that has such.
supports_of <- function(given, data, what) {
  if (is.null(given)) return(list())
  if (inherits(given, "spica")) return(lapply(given$support, function(one) numbers_of(unname(one), data, what)))
  if (inherits(given, "spca_path")) refuse(what, " is a path, which has a component for each k; give one of its supports")
  if (is.list(given)) {
    for (field in c("rotation", "loadings", "v")) {
      if (is.matrix(given[[field]])) return(supports_of(given[[field]], data, what))
    }
    return(lapply(unname(given), numbers_of, data = data, what = what))
  }
  if (is.matrix(given) && is.numeric(given)) {
    if (nrow(given) != ncol(data$x)) {
      refuse(what, " has loadings of ", nrow(given), " features, and x has ", ncol(data$x))
    }
    order <- if (!is.null(data$names) && !is.null(rownames(given))) match(rownames(given), data$names) else NA
    if (anyNA(order) || anyDuplicated(order)) order <- seq_len(nrow(given)) # told by names where these are the features
    return(lapply(seq_len(ncol(given)), function(j) sort(order[which(given[, j] != 0)])))
  }
  list(numbers_of(given, data, what))
}

# Results as data frames.

as.data.frame.spica <- function(x, row.names = NULL, optional = FALSE, ...) tidy_spca(x, "loadings")

tidy_spca <- function(x, what = c("loadings", "components", "scores")) {
  if (!inherits(x, "spica")) refuse("x must be a result of spca()", call = match.call())
  call <- match.call()
  what <- as_called(call, one_of(what, c("loadings", "components", "scores"), "what"))
  if (what == "components") {
    return(data.frame(component = seq_along(x$k), k = unname(x$k), std.dev = x$sdev, variance = unname(x$variance),
                      adjusted = unname(x$adjusted), lower = unname(x$bounds[, 1L]), upper = unname(x$bounds[, 2L]),
                      gap = unname(x$gap)))
  }
  if (what == "scores") {
    if (is.null(x$x)) refuse("there are no scores; spca(..., retx = TRUE) of samples has them", call = match.call())
    rows <- if (is.null(rownames(x$x))) seq_len(nrow(x$x)) else rownames(x$x)
    return(data.frame(row = rep(rows, ncol(x$x)), component = rep(seq_len(ncol(x$x)), each = nrow(x$x)),
                      score = as.vector(x$x)))
  }
  parts <- lapply(seq_along(x$support), function(j) {
    at <- unname(x$support[[j]])
    at <- at[order(-abs(x$rotation[at, j]))]
    feature <- if (is.null(rownames(x$rotation))) as.character(at) else rownames(x$rotation)[at]
    data.frame(component = rep(j, length(at)), index = at, feature = feature, loading = unname(x$rotation[at, j]))
  })
  do.call(rbind, parts)
}

# Pictures by R's own graphics.

.blue <- "#0072B2"
.red <- "#D55E00"

label_of <- function(x, at) if (is.null(rownames(x$rotation))) as.character(at) else rownames(x$rotation)[at]

# Bars of the loadings, the largest first, a panel for each component.
plot.spica <- function(x, components = seq_along(x$support), main = NULL, ...) {
  old <- par(mfrow = c(1L, length(components)), mar = c(4, 7, 2.5, 1))
  on.exit(par(old))
  for (j in components) {
    at <- unname(x$support[[j]])
    at <- at[order(abs(x$rotation[at, j]))]
    values <- x$rotation[at, j]
    if (length(at) == 0L) values <- c("nothing is left" = 0)
    barplot(values, names.arg = if (length(at) > 0L) label_of(x, at) else names(values), horiz = TRUE, las = 1L, col = ifelse(values < 0, .red, .blue),
            border = NA, xlab = "loading", main = if (is.null(main)) paste("Component", j) else main, ...)
  }
  invisible(x)
}

# Scores of two components, and the features that they use as arrows.
biplot.spica <- function(x, choices = 1:2, ...) {
  if (is.null(x$x)) refuse("a biplot needs scores; spca(..., retx = TRUE) of samples has them", call = match.call())
  if (length(choices) != 2L || any(choices > ncol(x$x))) {
    refuse("a biplot shows two components, and the result has ", ncol(x$x), "; ask for ncomp = 2", call = match.call())
  }
  shown <- x$x[, choices]
  plot(shown, pch = 20L, col = "grey40", ...)
  used <- which(rowSums(x$rotation[, choices] != 0) > 0)
  tips <- x$rotation[used, choices, drop = FALSE]
  reach <- min(apply(abs(shown), 2L, max, na.rm = TRUE) / pmax(apply(abs(tips), 2L, max), 1e-300))
  arrows(0, 0, reach * tips[, 1L], reach * tips[, 2L], length = 0.08, col = .red)
  text(reach * tips, labels = label_of(x, used), col = .red, pos = 4L, xpd = TRUE)
  invisible(x)
}

# What each component adds to those before it.
screeplot.spica <- function(x, main = "Adjusted variance", ...) {
  barplot(x$adjusted, names.arg = paste0(names(x$adjusted), "\nk = ", x$k), col = .blue, border = NA, main = main, ...)
  invisible(x)
}

# What k features explain, between its bounds, against k.
plot.spca_path <- function(x, xlab = "features, k", ylab = "variance explained", ...) {
  top <- max(x$upper, x$largest[["upper"]], na.rm = TRUE)
  plot(x$k, x$lower, type = "n", ylim = c(0, top), xlab = xlab, ylab = ylab, ...)
  known <- !is.na(x$upper)
  polygon(c(x$k[known], rev(x$k[known])), c(x$lower[known], rev(x$upper[known])), col = "#0072B240", border = NA)
  lines(x$k, x$lower, col = .blue)
  points(x$k, x$lower, pch = 20L, col = .blue)
  abline(h = x$largest[["upper"]], lty = 3L, col = "grey40")
  if (!is.null(x$bend)) abline(v = x$bend, lty = 2L)
  legend("bottomright", c("explained, proven", "all features", if (!is.null(x$bend)) "the curve bends"), bty = "n",
         lty = c(1L, 3L, if (!is.null(x$bend)) 2L), col = c(.blue, "grey40", if (!is.null(x$bend)) "black"))
  invisible(x)
}

screeplot.spca_path <- function(x, ...) plot.spca_path(x, ...)

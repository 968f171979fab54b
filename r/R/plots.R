# Pictures by R's own graphics.

.blue <- "#0072B2"
.red <- "#D55E00"

# A picture with arguments of ours, where the user gave no others.
drawn <- function(picture, ours, ...) {
  given <- list(...)
  do.call(picture, c(ours[setdiff(names(ours), names(given))], given))
}

label_of <- function(x, at) if (is.null(rownames(x$rotation))) as.character(at) else rownames(x$rotation)[at]

shortened <- function(labels) ifelse(nchar(labels) > 24L, paste0(substr(labels, 1L, 22L), ".."), labels)

# Bars of the loadings, the largest first, a panel for each component, three in a row. The margin has room for the longest name.
plot.spica <- function(x, components = seq_along(x$support), main = NULL, ...) {
  if (length(components) == 0L || !all(components %in% seq_along(x$support))) {
    refuse("components must be numbers from 1 to ", length(x$support), call = match.call())
  }
  columns <- min(3L, length(components))
  old <- par(mfrow = c(ceiling(length(components) / columns), columns))
  on.exit(par(old))
  longest <- max(strwidth(shortened(label_of(x, unlist(x$support[components]))), "inches"), 0.2)
  left <- min(longest + 0.3, 0.5 * par("din")[1L] / columns)
  par(mar = c(4, left / par("csi"), 2.5, 1))
  for (j in components) {
    at <- unname(x$support[[j]])
    at <- at[order(abs(x$rotation[at, j]))]
    values <- x$rotation[at, j]
    if (length(at) == 0L) values <- c("nothing is left" = 0)
    names <- if (length(at) > 0L) shortened(label_of(x, at)) else names(values)
    fits <- 0.8 * par("pin")[2L] / (length(values) * par("csi")) # R leaves out names that would overlap
    drawn(barplot, list(height = values, names.arg = names, cex.names = max(0.3, min(1, fits)), horiz = TRUE, las = 1L,
                        col = ifelse(values < 0, .red, .blue), border = NA, xlab = "loading",
                        main = if (is.null(main)) paste("Component", j) else main), ...)
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
  drawn(plot, list(x = shown, pch = 20L, col = "grey40"), ...)
  used <- which(rowSums(x$rotation[, choices] != 0) > 0)
  tips <- x$rotation[used, choices, drop = FALSE]
  reach <- min(apply(abs(shown), 2L, max, na.rm = TRUE) / pmax(apply(abs(tips), 2L, max), 1e-300))
  arrows(0, 0, reach * tips[, 1L], reach * tips[, 2L], length = 0.08, col = .red)
  labels <- shortened(label_of(x, used))
  text(reach * tips[, 1L], apart(reach * tips, strwidth(labels), 1.2 * max(strheight(labels))), labels, col = .red, pos = 4L, xpd = TRUE)
  invisible(x)
}

# Heights at which labels that begin at the tips do not overlap, from the top down: features of one component are close together.
apart <- function(tips, width, height) {
  y <- tips[, 2L]
  placed <- integer()
  for (i in order(-y, tips[, 1L])) {
    beside <- placed[tips[placed, 1L] < tips[i, 1L] + width[i] & tips[i, 1L] < tips[placed, 1L] + width[placed]]
    for (j in beside) if (abs(y[j] - y[i]) < height) y[i] <- y[j] - height
    placed <- c(placed, i)
  }
  y
}

# What each component adds to those before it.
screeplot.spica <- function(x, npcs = length(x$k), type = c("barplot", "lines"), main = "Adjusted variance", ...) {
  call <- match.call()
  type <- as_called(call, one_of(type, c("barplot", "lines"), "type"))
  shown <- x$adjusted[seq_len(min(npcs, length(x$k)))]
  labels <- paste0(names(shown), "\nk = ", x$k[seq_along(shown)])
  if (type == "barplot") {
    drawn(barplot, list(height = shown, names.arg = labels, col = .blue, border = NA, main = main), ...)
  } else {
    drawn(plot, list(x = seq_along(shown), y = shown, type = "b", pch = 20L, col = .blue, ylim = c(0, max(shown)), xlab = "", ylab = "",
                     xaxt = "n", main = main), ...)
    axis(1L, seq_along(shown), labels, padj = 0.5)
  }
  invisible(x)
}

# What k features explain, between its bounds, against k.
plot.spca_path <- function(x, xlab = "features, k", ylab = "variance explained", ...) {
  top <- max(x$upper, x$largest[["upper"]], na.rm = TRUE)
  drawn(plot, list(x = x$k, y = x$lower, type = "n", ylim = c(0, top), xlab = xlab, ylab = ylab), ...)
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

# Results in words. Bounds are rounded outwards, so that what is printed stays true.

outwards <- function(value, up, digits = 7L) {
  if (is.na(value)) return("unknown")
  if (value == 0) return("0")
  if (abs(value) < 1e-290) return(sprintf("%.17g", value)) # near underflow: every bit
  unit <- 10^(floor(log10(abs(value))) - digits + 1)
  rounded <- (if (up) ceiling(value / unit) else floor(value / unit)) * unit
  text <- format(rounded, digits = digits)
  while (if (up) as.numeric(text) < value else as.numeric(text) > value) {
    rounded <- rounded + if (up) unit else -unit
    text <- format(rounded, digits = digits)
  }
  text
}

per_cent <- function(gap) if (is.na(gap)) "unknown" else paste(format(signif(100 * gap, 2L)), "%")

choices_of <- function(how) {
  paste(c(if (length(how$include) > 0L) " that include those put in", if (length(how$exclude) > 0L) " of those not left out",
          if (isTRUE(how$nonnegative)) " with non-negative loadings", if (!is.null(how$groups)) " within the limits of their groups"),
        collapse = "")
}

# What else was found, where the user asked about a set.
others_found <- function(better, smallest = FALSE) {
  if (is.null(better)) return("")
  paste0("; others that were found explain ", if (smallest) paste("at most", outwards(better$value, TRUE)) else
    paste("at least", outwards(better$value, FALSE)))
}

# What is proven, a sentence for each component, or one for all of them.
claims <- function(object) {
  how <- object$how
  if (!is.null(object$total)) {
    explained <- paste0(length(object$k), " components that together explain at least ",
                        outwards(or_na(object$total$lower_bound), FALSE))
    if (is.null(object$total$upper_bound)) return(paste0(explained, "; what others explain is not known."))
    return(paste0(explained, "; no ", paste(object$k, collapse = " + "), " different features", choices_of(how),
                  " explain more than ", outwards(object$total$upper_bound, TRUE), others_found(object$total$better), "."))
  }
  smallest <- isTRUE(how$smallest)
  vapply(seq_along(object$k), function(j) {
    size <- length(object$support[[j]])
    later <- j > 1L
    matter <- if (!later) "" else if (identical(how$deflation, "projection")) {
      " of the data with earlier loadings projected out"
    } else " of what earlier components leave over"
    choices <- paste0(choices_of(how), if (later && isTRUE(how$disjoint)) " that earlier components do not use")
    some <- if (size == 1L) "1 feature that explains" else paste(size, "features that explain")
    others <- paste0("no ", object$k[[j]], if (object$k[[j]] == 1L) " feature" else " features", choices,
                     if (object$k[[j]] == 1L) " explains" else " explain")
    lower <- outwards(object$bounds[j, 1L], FALSE)
    upper <- outwards(object$bounds[j, 2L], TRUE)
    found <- others_found(object$better[[j]], smallest)
    if (smallest) return(paste0(some, " at most ", upper, "; ", others, " less than ", lower, found, "."))
    if (is.na(object$bounds[j, 2L])) return(paste0(some, " at least ", lower, matter, "; what others explain is not known."))
    paste0(some, " at least ", lower, matter, "; ", others, " more than ", upper, if (later) " of it", found, ".")
  }, "")
}

# The sets that come close, in a sentence or two.
nearby <- function(object, j) {
  sets <- object$alternatives[[j]]
  if (is.null(sets)) return(NULL)
  label <- function(at) paste(if (is.null(rownames(object$rotation))) at else rownames(object$rotation)[at], collapse = ", ")
  share <- per_cent(sets$share)
  if (!sets$complete) {
    return(paste0(if (sets$finished) "At least ", sets$count, if (sets$count == 1) " set is" else " sets are", " within ", share,
                  " of the best, and ", length(sets$support), if (length(sets$support) == 1L) " is" else " are", " listed; ",
                  if (sets$finished) paste0("no other explains more than ", outwards(sets$cutoff, TRUE), ".") else
                    "the search for more was stopped."))
  }
  if (length(sets$support) == 1L) return(paste0("No other set is within ", share, " of it."))
  said <- paste0(length(sets$support), " sets are within ", share, " of the best, this one included, and no other.")
  for (kind in c("all", "some")) {
    at <- which(sets$features$sets == kind)
    if (length(at) > 0L) said <- paste0(said, " In ", kind, " of them: ", label(at), ".")
  }
  said
}

groups_line <- function(groups) {
  if (NROW(groups) == 0L) return(NULL)
  paste0("Groups: ", paste0(groups$group, " ", groups$features, ifelse(is.na(groups$at_most), "", paste(" of at most", groups$at_most)),
                            collapse = ", "))
}

print.spica <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  cat("Sparse principal components, ", nrow(x$rotation), " features\n", sep = "")
  for (j in seq_along(x$support)) {
    at <- unname(x$support[[j]])
    at <- at[order(-abs(x$rotation[at, j]))]
    cat("\nComponent ", j, ":\n", sep = "")
    print(stats::setNames(x$rotation[at, j], label_of(x, at)), digits = digits)
    for (line in c(groups_line(x$groups[x$groups$component == j, ]), nearby(x, j))) cat(strwrap(line, exdent = 2L), sep = "\n")
  }
  cat("\n", paste0(claims(x), collapse = "\n"), "\n", sep = "")
  if (length(x$na.action) > 0L) cat("(", naprint(x$na.action), ")\n", sep = "")
  invisible(x)
}

summary.spica <- function(object, ...) {
  share <- if (object$total_variance > 0) object$adjusted / object$total_variance else 0 * object$adjusted
  importance <- rbind("Features" = object$k, "Variance of scores" = object$sdev^2, "Adjusted variance" = object$adjusted,
                      "Proportion of variance" = share, "Cumulative proportion" = cumsum(share),
                      "Lower bound" = object$bounds[, 1L], "Upper bound" = object$bounds[, 2L], "Gap" = object$gap)
  colnames(importance) <- colnames(object$rotation)
  structure(list(importance = importance, claims = claims(object), status = object$status,
                 total_variance = object$total_variance, call = object$call), class = "summary.spica")
}

print.summary.spica <- function(x, digits = max(3L, getOption("digits") - 3L), ...) {
  shown <- apply(x$importance, c(1L, 2L), function(one) if (is.na(one)) "-" else format(one, digits = digits))
  for (bound in c("Lower bound", "Upper bound")) {
    shown[bound, ] <- vapply(x$importance[bound, ], outwards, "", up = bound == "Upper bound", digits = max(7L, digits))
  }
  print(shown, quote = FALSE, right = TRUE)
  cat("\nTotal variance ", format(x$total_variance, digits = digits), ", status ", x$status, "\n",
      paste0(x$claims, collapse = "\n"), "\n", sep = "")
  invisible(x)
}

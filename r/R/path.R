# A component for every k, with both bounds: a curve to choose k by.

spca_path <- function(x, k = NULL, select = NULL, covariance = FALSE, center = TRUE, scale. = FALSE,
                      nonnegative = FALSE, include = NULL, exclude = NULL, groups = NULL, at_most = NULL, gap = 1e-4,
                      time_limit = Inf, threads = getOption("spica.threads", 0L), ddof = 1L, shift = FALSE, certificate = FALSE,
                      na.action = stats::na.fail, progress = interactive(), ...) {
  call <- match.call()
  as_called(call, {
    data <- prepared(x, flag(covariance, "covariance"), na.action)
    how <- reading(data, covariance, center, scale., ddof, shift, include, exclude, groups, at_most)
    if (is.null(k)) k <- first_sizes(how, ncol(data$x))
    options <- list(select = select, nonnegative = flag(nonnegative, "nonnegative"), gap = gap, time_limit = time_limit,
                    threads = threads, ...)
    ran <- run("path", data, k, how, options, progress, certificate)
    found <- ran$result
    components <- found$components
    support <- lapply(components, function(one) features_of(one$support, data))
    structure(list(k = as.integer(number(components, "k")), lower = number(components, "lower_bound"),
                   upper = number(components, "upper_bound"), gap = number(components, "gap"), support = support,
                   loadings = lapply(components, function(one) as.double(one$loadings)), status = found$status,
                   largest = c(lower = or_na(found$path$largest_eigenvalue$lower_bound),
                               upper = or_na(found$path$largest_eigenvalue$upper_bound)),
                   bend = found$path$bend, selection = found$path$selection, total_variance = found$total_variance,
                   certificate = if (nzchar(ran$certificate)) ran$certificate,
                   how = c(how, nonnegative = nonnegative), json = ran$json, call = call),
              class = "spca_path")
  })
}

# Twenty k, from as many as the features that are put in to as many as those that are not left out.
first_sizes <- function(how, features) {
  from <- max(1L, length(how$include))
  seq.int(from, max(from, min(from + 19L, features - length(how$exclude))))
}

# Features that come and go from one k to the next.
changes_of <- function(support) {
  labels <- lapply(support, function(one) if (is.null(names(one))) as.character(one) else names(one))
  before <- c(list(character()), labels[-length(labels)])
  mapply(function(now, then) {
    trimws(paste(c(paste0("+", setdiff(now, then), recycle0 = TRUE), paste0("-", setdiff(then, now), recycle0 = TRUE)),
                 collapse = " "))
  }, labels, before)
}

as.data.frame.spca_path <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(k = x$k, lower = x$lower, upper = x$upper, gap = x$gap, share = x$lower / x$largest[["upper"]],
             changes = changes_of(x$support))
}

print.spca_path <- function(x, ...) {
  columns <- list(c("k", x$k), c("lower", vapply(x$lower, outwards, "", up = FALSE)),
                  c("upper", vapply(x$upper, outwards, "", up = TRUE)), c("gap", vapply(x$gap, per_cent, "")),
                  c("of largest", sprintf("%.2f %%", floor(1e4 * x$lower / x$largest[["upper"]]) / 100)))
  left <- do.call(paste, lapply(columns, format, justify = "right"))
  changes <- c("features against the k before", changes_of(x$support))
  room <- max(20L, getOption("width") - nchar(left[1L]) - 2L)
  for (i in seq_along(left)) {
    lines <- if (nzchar(changes[i])) strwrap(changes[i], room) else ""
    writeLines(trimws(paste0(c(left[i], rep(strrep(" ", nchar(left[i])), length(lines) - 1L)), "  ", lines), "right"))
  }
  cat("All features together explain between ", outwards(x$largest[["lower"]], FALSE), " and ",
      outwards(x$largest[["upper"]], TRUE), ".\n", sep = "")
  if (!is.null(x$bend)) cat("The curve bends at k = ", x$bend, ".\n", sep = "")
  if (!is.null(x$selection$k)) cat("k = ", x$selection$k, " is proven to explain the share that was asked for.\n", sep = "")
  invisible(x)
}

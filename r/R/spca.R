# Sparse components with proven bounds.

spca <- function(x, k, ncomp = 1L, covariance = FALSE, center = TRUE, scale. = FALSE, joint = FALSE,
                 nonnegative = FALSE, include = NULL, exclude = NULL, groups = NULL, at_most = NULL, start = NULL,
                 gap = 1e-4, time_limit = Inf,
                 threads = getOption("spica.threads", 0L), deflation = c("schur", "projection"),
                 method = c("exact", "heuristic"), ddof = 1L, shift = FALSE, certificate = FALSE, retx = TRUE,
                 na.action = stats::na.fail, progress = interactive(), ...) {
  call <- match.call()
  as_called(call, {
    if (missing(k)) refuse("k is missing; say how many features a component may use")
    deflation <- one_of(deflation, c("schur", "projection"), "deflation")
    method <- one_of(method, c("exact", "heuristic"), "method")
    data <- prepared(x, flag(covariance, "covariance"), na.action)
    how <- reading(data, covariance, center, scale., ddof, shift, include, exclude, groups, at_most)
    options <- list(gap = gap, time_limit = time_limit, threads = threads, deflation = deflation,
                    joint = flag(joint, "joint"), nonnegative = flag(nonnegative, "nonnegative"), ...)
    start <- supports_of(start, data, "start")
    if (method == "heuristic" && length(start) > 0L) refuse("start is for method = \"exact\"")
    if (method == "heuristic" && certificate) refuse("a heuristic proves nothing; certificate = TRUE is for method = \"exact\"")
    ran <- run(if (method == "exact") "solve" else "heuristic", data, repeated(k, ncomp), how, options, progress,
               certificate, start)
    as_spca(ran, data, how, options, call, retx)
  })
}

spca_prove <- function(x, support, k = NULL, covariance = FALSE, center = TRUE, scale. = FALSE, joint = FALSE,
                       nonnegative = FALSE, include = NULL, exclude = NULL, groups = NULL, at_most = NULL, gap = 1e-4,
                       time_limit = Inf,
                       threads = getOption("spica.threads", 0L), deflation = c("schur", "projection"), ddof = 1L,
                       shift = FALSE, certificate = FALSE, retx = TRUE, na.action = stats::na.fail,
                       progress = interactive(), ...) {
  call <- match.call()
  as_called(call, {
    if (missing(support)) refuse("support is missing; name the features that the proof is about")
    data <- prepared(x, flag(covariance, "covariance"), na.action)
    how <- reading(data, covariance, center, scale., ddof, shift, include, exclude, groups, at_most)
    options <- list(gap = gap, time_limit = time_limit, threads = threads, deflation = one_of(deflation, c("schur", "projection"), "deflation"),
                    joint = flag(joint, "joint"), nonnegative = flag(nonnegative, "nonnegative"), ...)
    sets <- supports_of(support, data, "support")
    if (length(sets) == 0L || any(lengths(sets) == 0L)) refuse("support is empty; name the features that the proof is about")
    ran <- run("solve", data, if (is.null(k)) lengths(sets) else k, how, options, progress, certificate, sets, TRUE)
    as_spca(ran, data, how, options, call, retx)
  })
}

spca_bound <- function(x, k, method = "pairs", covariance = FALSE, center = TRUE, scale. = FALSE, exclude = NULL,
                       time_limit = Inf, threads = getOption("spica.threads", 0L), ddof = 1L, shift = FALSE,
                       certificate = FALSE, retx = FALSE, na.action = stats::na.fail, progress = interactive(), ...) {
  call <- match.call()
  as_called(call, {
    if (missing(k)) refuse("k is missing; say how many features a component may use")
    if (length(k) != 1L) refuse("k must be one number")
    data <- prepared(x, flag(covariance, "covariance"), na.action)
    how <- reading(data, covariance, center, scale., ddof, shift, NULL, exclude)
    options <- list(method = method, time_limit = time_limit, threads = threads, ...)
    ran <- run("bound", data, k, how, options, progress, certificate)
    as_spca(ran, data, how, options, call, retx)
  })
}

# One k for each component.
repeated <- function(k, ncomp) {
  k <- cardinalities(k)
  if (length(ncomp) != 1L) refuse("ncomp must be one number")
  ncomp <- cardinalities(ncomp, "ncomp")
  if (length(k) == 1L) return(rep(k, ncomp))
  if (ncomp != 1 && ncomp != length(k)) refuse("k has ", length(k), " numbers for ", ncomp, " components")
  k
}

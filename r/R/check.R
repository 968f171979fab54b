# What a certificate proves, by the independent checker.

spca_check <- function(x, certificate, k = NULL, covariance = FALSE, center = TRUE, scale. = FALSE, joint = FALSE,
                       nonnegative = FALSE, include = NULL, exclude = NULL, groups = NULL, at_most = NULL,
                       deflation = c("schur", "projection"), ddof = 1L, shift = FALSE, smallest = FALSE, disjoint = FALSE,
                       exact = FALSE, na.action = stats::na.fail) {
  call <- match.call()
  as_called(call, {
    if (missing(certificate)) refuse("certificate is missing; give a result, the text of a certificate, or the name of its file")
    deflation <- one_of(deflation, c("schur", "projection"), "deflation")
    each <- NULL
    if (inherits(certificate, c("spica", "spca_path"))) {
      if (is.null(certificate$certificate)) refuse("the result has no certificate; certificate = TRUE makes one")
      of <- certificate$how
      covariance <- of$covariance
      data <- prepared(x, covariance, na.action)
      expected <- of[c("covariance", "center", "standardize", "ddof", "shift", "include", "exclude")]
      expected$groups <- of$groups
      expected$joint <- isTRUE(of$joint)
      expected$nonnegative <- isTRUE(of$nonnegative)
      expected$smallest <- isTRUE(of$smallest)
      expected$disjoint <- isTRUE(of$disjoint)
      expected$deflation <- if (is.null(of$deflation)) "schur" else of$deflation
      each <- if (inherits(certificate, "spca_path")) certificate$k # a path has a certificate for each k
      expected$k <- if (is.null(each)) as.double(certificate$k) else double()
      certificate <- certificate$certificate
    } else {
      data <- prepared(x, flag(covariance, "covariance"), na.action)
      expected <- reading(data, covariance, center, scale., ddof, shift, include, exclude, groups, at_most)
      expected <- c(expected, list(joint = flag(joint, "joint"), nonnegative = flag(nonnegative, "nonnegative"),
                                   smallest = flag(smallest, "smallest"), disjoint = flag(disjoint, "disjoint"),
                                   deflation = deflation, k = if (is.null(k)) double() else cardinalities(k)))
    }
    numbers <- as.matrix(data$x)
    storage.mode(numbers) <- "double"
    checked <- .Call(spica_check_certificate, numbers, certificate_text(certificate), expected, flag(exact, "exact"))
    if (!is.null(checked$error)) {
      refuse(expectation_words(r_words(checked$error)), class = if (isTRUE(checked$rejected)) "spica_rejected")
    }
    statements <- checked$statements
    # A k may come twice, with a proof and with a better component, and after the k whose proof its bound follows from.
    proven <- sort(unique(as.integer(unlist(lapply(statements, function(one) number(one$components, "k"))))))
    if (!is.null(each) && !identical(proven, sort(each))) {
      refuse("the certificates are about other k than the path", class = "spica_rejected")
    }
    structure(list(component = number(statements, "component"), lower = number(statements, "lower_bound"), upper = number(statements, "upper_bound"),
                   k = lapply(statements, function(one) number(one$components, "k")),
                   support = lapply(statements, function(one) lapply(one$components, `[[`, "support")),
                   alternatives = lapply(statements, `[[`, "alternatives"), leaves = number(statements, "leaves"),
                   follows = number(statements, "follows"),
                   joint = expected$joint, smallest = expected$smallest, exact = exact, how = expected), class = "spca_proven")
  })
}

# The text of a certificate, or of the file that holds it.
certificate_text <- function(certificate) {
  if (!is.character(certificate) || length(certificate) < 1L) {
    refuse("certificate must be a result of this package, the text of a certificate, or the name of its file")
  }
  if (length(certificate) == 1L && !grepl("\n", certificate, fixed = TRUE)) {
    if (!file.exists(certificate)) refuse("there is no file '", certificate, "'")
    certificate <- readLines(certificate)
  }
  paste0(paste(certificate, collapse = "\n"), "\n")
}

print.spca_proven <- function(x, ...) {
  how <- x$how
  cat("Accepted", if (x$exact) ", every step in intervals of 256 bits" else ", assuming IEEE 754 double arithmetic",
      ": ", if (how$covariance) "covariance" else paste0("samples, ", if (!how$center) "not ", "centred"),
      if (how$standardize) ", scaled", "\n", sep = "")
  choices <- choices_of(how)
  if (nzchar(choices)) cat("About sets of features", choices, ".\n", sep = "")
  for (i in seq_along(x$lower)) {
    cat(if (x$joint) "all components" else paste("component", x$component[i]),
        if (x$component[i] > 1) if (identical(how$deflation, "projection")) " (earlier loadings projected out)" else
          " (of what earlier components leave over)",
        if (x$smallest) ", smallest eigenvalue", ", k = ", paste(x$k[[i]], collapse = " + "),
        ": proven within [", outwards(x$lower[i], FALSE, 12L), ", ", outwards(x$upper[i], TRUE, 12L), "]",
        if (x$follows[i] > 0) paste0(", which follows from k = ", x$follows[i]), "\n", sep = "")
    near <- x$alternatives[[i]]
    if (!is.null(near)) {
      cat("  no set of ", near$size, " features explains more than ", outwards(near$upper, TRUE, 12L), " but ",
          length(near$support), " that the certificate lists\n", sep = "")
    }
  }
  invisible(x)
}

# Commands of the library, with what the user said.

show_progress <- function(news) {
  upper <- if (is.na(news$upper_bound)) "-" else format(news$upper_bound, digits = 8L)
  lower <- if (is.finite(news$lower_bound)) format(news$lower_bound, digits = 8L) else "-"
  cat(sprintf("\rspica: %7.1f s  %8.0f nodes  [%s, %s]   ", news$time_sec, news$nodes, lower, upper),
      if (news$last) "\n", file = stderr(), sep = "")
  TRUE
}

cardinalities <- function(k, what = "k") {
  if (!is.numeric(k) || length(k) == 0L || anyNA(k) || any(k != floor(k)) || any(k < 1)) {
    refuse(what, " must be whole numbers from 1")
  }
  as.double(k)
}

flag <- function(value, name) {
  if (!is.logical(value) || length(value) != 1L || is.na(value)) refuse(name, " must be TRUE or FALSE")
  value
}

# One of the choices that a function's default lists, as match.arg() has it, with an error that names the argument.
one_of <- function(value, choices, name) {
  if (identical(value, choices)) return(choices[1L])
  at <- if (is.character(value) && length(value) == 1L) pmatch(value, choices) else NA
  if (is.na(at)) refuse(name, " must be ", paste0("\"", choices, "\"", collapse = " or "))
  choices[at]
}

# An interrupt while it is R's turn ends the search as one at any other moment does.
listener_of <- function(progress) {
  hears <- if (is.function(progress)) progress else if (flag(progress, "progress")) show_progress
  if (!is.null(hears)) function(news) tryCatch(hears(news), interrupt = function(stopped) FALSE)
}

# How x is read, as fields that a result keeps.
reading <- function(data, covariance, center, scale., ddof, shift = FALSE, include = NULL, exclude = NULL, groups = NULL,
                    at_most = NULL) {
  if (!is.numeric(ddof) || length(ddof) != 1L || !ddof %in% 0:1) refuse("ddof must be 0 or 1")
  how <- list(covariance = flag(covariance, "covariance"), center = flag(center, "center"),
       standardize = flag(scale., "scale."), ddof = if (covariance) 0L else as.integer(ddof),
       shift = flag(shift, "shift"), include = numbers_of(include, data, "include"),
       exclude = numbers_of(exclude, data, "exclude"))
  how$groups <- limits_of(groups, at_most, data)
  how
}

run <- function(command, data, k, how, options, progress, certificate = FALSE, start = list(), prove = FALSE) {
  asked <- how
  asked$k <- cardinalities(k)
  asked$include <- data$handed[how$include]
  asked$exclude <- data$handed[how$exclude]
  asked$start <- lapply(start, function(one) data$handed[one])
  asked$prove <- prove
  asked$certificate <- flag(certificate, "certificate")
  asked$feature_names <- data$handed
  asked$stays <- stays(data$x, how$covariance)
  if (length(options) > 0L && (is.null(names(options)) || any(!nzchar(names(options))))) {
    refuse("unused argument without a name")
  }
  elsewhere <- intersect(names(options), names(.known_as))
  if (length(elsewhere) > 0L) refuse("unused argument '", elsewhere[1L], "'; did you mean '", .known_as[[elsewhere[1L]]], "'?")
  if (is.null(names(options))) names(options) <- character()
  ran <- .Call(spica_run, command, handed_over(data$x, how$covariance), asked, options, listener_of(progress))
  if (!is.null(ran$error)) {
    message <- sub("^x: ", "", ran$error)
    refuse(r_words(if (prove) gsub("`start`", "`support`", message, fixed = TRUE) else message))
  }
  for (one in ran$warnings) warning(r_words(one), call. = FALSE)
  limit <- switch(ran$result$status, interrupted = "interrupted", time_limit = "stopped at the time limit",
                  node_limit = "stopped at the node limit")
  if (!is.null(limit)) {
    warning(structure(list(message = paste0(limit, "; the result has the bounds so far"), call = NULL),
                      class = c("spica_stopped", "warning", "condition")))
  }
  ran
}

# Errors are those of the function that the user called.
as_called <- function(call, expr) {
  withCallingHandlers(expr, spica_error = function(error) {
    if (is.null(error$call)) {
      error$call <- call
      stop(error)
    }
  })
}

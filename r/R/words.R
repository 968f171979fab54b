# The library's messages in R's words. It names options between backticks.

.sentences <- c(
  "`missing=drop-rows` leaves those samples out, `missing=mean` fills in the feature's mean" =
    "na.action = na.omit leaves those samples out, na.action = na_mean fills in the feature's mean",
  "numbers from 0" = "numbers"
)

.arguments <- c(
  "`as=samples`" = "covariance = FALSE", "`as=covariance`" = "covariance = TRUE",
  "`no-center`" = "center = FALSE", "`standardize`" = "scale. = TRUE", "`shift`" = "shift = TRUE", "`json`" = "the result",
  "`missing=mean`" = "na.action = na_mean", "`missing=drop-rows`" = "na.action = na.omit"
)

# What other packages call an argument.
.known_as <- c(K = "ncomp", rank. = "ncomp", para = "k", sumabsv = "k", nneg = "nonnegative", vpos = "nonnegative", use.corr = "scale.",
               tol = "gap", niter = "time_limit", trace = "progress", verbose = "progress")

# Names of features, which stand between quotes, stay as they are.
r_words <- function(message) {
  quoted <- gregexpr("(?<!\\w)'[^']*'(?!\\w)", message, perl = TRUE)
  regmatches(message, quoted, invert = TRUE) <- lapply(regmatches(message, quoted, invert = TRUE), vapply, in_r, "")
  message
}

in_r <- function(message) {
  for (one in names(.sentences)) message <- gsub(one, .sentences[[one]], message, fixed = TRUE)
  for (one in names(.arguments)) message <- gsub(one, .arguments[[one]], message, fixed = TRUE)
  message <- gsub("\\bis (-?)inf\\b", "is \\1Inf", message)
  message <- gsub("\\bone K\\b", "one k", message)
  message <- gsub("`([a-z][a-z0-9-]*)=([0-9:.]+)`", "\\1 = \\2", message)
  message <- gsub("`([a-z][a-z0-9-]*)=([^`[:space:]]+)`", "\\1 = \"\\2\"", message)
  named <- gregexpr("`[a-z][a-z0-9-]*`", message)
  regmatches(message, named) <- lapply(regmatches(message, named), function(found) {
    gsub("-", "_", gsub("`", "", found, fixed = TRUE), fixed = TRUE)
  })
  message
}

# What a certificate proves and what was expected, field by field, as spca_check() calls them; features count from 1.
expectation_words <- function(message) {
  start <- "proves something else than expected: "
  if (!grepl(start, message, fixed = TRUE)) return(message)
  parts <- strsplit(message, start, fixed = TRUE)[[1L]]
  fields <- strsplit(parts[2L], ", (?=[a-z]+=)", perl = TRUE)[[1L]]
  said <- regmatches(fields, regexec("^([a-z]+)=(.*) and not ([^ ]*)( .*)?$", fields))
  paste0(parts[1L], start, paste(mapply(function(one, field) {
    if (length(one) == 0L) return(field)
    name <- one[2L]
    if (name == "limits") return("other limits (groups and at_most)")
    paste(if (name %in% names(.fields)) .fields[[name]] else name, "=", field_value(name, one[3L]), "and not", field_value(name, one[4L]))
  }, said, fields), collapse = ", "))
}

.fields <- c(kind = "covariance", standardize = "scale.", sense = "smallest", components = "ncomp")

field_value <- function(name, value) {
  if (name %in% c("kind", "sense")) return(as.character(value %in% c("covariance", "smallest")))
  if (name %in% c("center", "standardize", "joint", "nonnegative")) return(as.character(value != "0"))
  if (name == "deflation") return(paste0("\"", value, "\""))
  if (!name %in% c("include", "exclude")) return(value)
  if (value == "none") return("NULL")
  numbers <- as.integer(strsplit(value, ",")[[1L]]) + 1L
  if (length(numbers) == 1L) as.character(numbers) else paste0("c(", paste(numbers, collapse = ", "), ")")
}

# An error of the call that the user wrote.
refuse <- function(..., class = NULL, call = NULL) {
  stop(structure(list(message = paste0(...), call = call), class = c(class, "spica_error", "error", "condition")))
}

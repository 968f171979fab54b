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

# An error of the call that the user wrote.
refuse <- function(..., class = NULL, call = NULL) {
  stop(structure(list(message = paste0(...), call = call), class = c(class, "spica_error", "error", "condition")))
}

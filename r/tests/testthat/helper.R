# The program, where it is; tests that compare with it are skipped elsewhere.
program <- function(...) {
  path <- Sys.getenv("SPICA_PROGRAM")
  skip_if(path == "", "SPICA_PROGRAM does not name the program")
  system2(path, c(..., "--threads", "1", "--log-level", "quiet"), stdout = TRUE, stderr = FALSE)
}

# A CSV with every bit of the numbers.
exact_csv <- function(x) {
  file <- tempfile(fileext = ".csv")
  text <- matrix(sprintf("%.17g", as.matrix(x)), nrow(x))
  writeLines(apply(text, 1L, paste, collapse = ","), file)
  file
}

# The numbers of a field in the program's JSON, in order.
field <- function(json, name) {
  text <- paste(json, collapse = "\n")
  found <- regmatches(text, gregexpr(sprintf("\"%s\": *(-?[0-9][0-9.e+-]*|\\[[^]]*\\])", name), text))[[1L]]
  numbers <- gsub("[][,]", " ", sub("^[^:]*:", "", found))
  lapply(numbers, function(one) strsplit(trimws(gsub("[[:space:]]+", " ", one)), " ")[[1L]])
}
set.seed(1)
samples <- matrix(rnorm(40 * 25), 40) %*% diag(seq(2, 1, length.out = 25))

# Sends SIGINT to R in the middle of searches that would take long: Rscript interrupt.R
# Each must return the bounds so far. How long after the signal it returns is printed, and is not judged.
searches <- list(
  "one component" = "spca(x, 20, gap = 0, progress = FALSE)",
  "one thread, with progress" = "spca(x, 20, gap = 0, threads = 1, progress = TRUE)",
  "a covariance" = "spca(cov(x), 20, covariance = TRUE, gap = 0, progress = FALSE)",
  "no negative loadings" = "spca(x, 20, nonnegative = TRUE, gap = 0, progress = FALSE)",
  "components together" = "spca(x, 10, ncomp = 3, joint = TRUE, gap = 0, progress = FALSE)",
  "a path" = "spca_path(x, 15:25, gap = 0, progress = FALSE)",
  "30,000 features" = "spca(matrix(rnorm(60 * 30000), 60), 20, gap = 0, progress = FALSE)"
)
child <- '
suppressPackageStartupMessages(library(spica))
set.seed(1)
x <- matrix(rnorm(60 * 300), 60)
cat(Sys.getpid(), "\n")
fit <- suppressWarnings(%s)
now <- as.numeric(Sys.time())
bounds <- if (is.null(fit[["total"]])) range(if (is.null(fit$bounds)) c(fit$lower, fit$upper) else fit$bounds, na.rm = TRUE) else
  c(fit$total$lower_bound, fit$total$upper_bound)
cat(sprintf("%%s %%.6f %%.9g %%.9g\n", fit$status, now, bounds[1], bounds[2]))
'
for (name in names(searches)) {
  script <- tempfile(fileext = ".R")
  writeLines(sprintf(child, searches[[name]]), script)
  running <- pipe(paste(shQuote(file.path(R.home("bin"), "Rscript")), shQuote(script), "2>/dev/null"), "r")
  pid <- as.integer(readLines(running, 1L))
  Sys.sleep(2.5)
  sent <- as.numeric(Sys.time())
  tools::pskill(pid, tools::SIGINT)
  answer <- strsplit(readLines(running, 1L), " ")[[1L]]
  close(running)
  stopifnot(identical(answer[1L], "interrupted"), is.finite(as.numeric(answer[3:4])), as.numeric(answer[3]) < as.numeric(answer[4]))
  cat(sprintf("%-28s %.3f s after the signal: bounds [%s, %s]\n", name, as.numeric(answer[2L]) - sent, answer[3L], answer[4L]))
}

# Knits the tutorial and compares its text and output with what is kept: Rscript tutorial.R spica.Rmd tutorial.md
# With SPICA_RECORD set, writes what is kept instead.
files <- normalizePath(commandArgs(TRUE), mustWork = FALSE)
setwd(tempdir())
knitr::knit(files[1L], "now.md", quiet = TRUE)
if (nzchar(Sys.getenv("SPICA_RECORD"))) invisible(file.copy("now.md", files[2L], overwrite = TRUE))
now <- readLines("now.md")
kept <- readLines(files[2L])
if (!identical(now, kept)) {
  at <- which(now[seq_len(min(length(now), length(kept)))] != kept[seq_len(min(length(now), length(kept)))])
  at <- c(at, min(length(now), length(kept)) + 1L)[1L]
  stop("the tutorial has changed at line ", at, ":\n  ", now[at], "\nand not\n  ", kept[at])
}
cat("The tutorial says what it did.\n")

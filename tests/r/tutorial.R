# Knits the vignette and compares its text and output with what is kept: Rscript tutorial.R spica.Rmd tutorial.md
# Words must be the same, numbers agree to four digits: the last ones depend on the machine. With SPICA_RECORD set, writes
# what is kept instead.
files <- normalizePath(commandArgs(TRUE), mustWork = FALSE)
setwd(tempdir())
knitr::knit(files[1L], "now.md", quiet = TRUE)
if (nzchar(Sys.getenv("SPICA_RECORD"))) invisible(file.copy("now.md", files[2L], overwrite = TRUE))

number <- "[-+]?[0-9]+(\\.[0-9]+)?(e[-+]?[0-9]+)?"
words <- function(lines) gsub("[[:space:]]+", " ", gsub(number, "#", lines))
numbers <- function(line) as.numeric(regmatches(line, gregexpr(number, line))[[1L]])
alike <- function(a, b) {
  a <- numbers(a)
  b <- numbers(b)
  length(a) == length(b) && all(abs(a - b) <= pmax(5e-4 * abs(a), 0.02 * (abs(a) <= 0.02))) # gaps below 0.02 % are alike
}
kept <- readLines(files[2L])
now <- readLines("now.md")
length(now) <- length(kept) <- max(length(now), length(kept))
same <- !is.na(now) & !is.na(kept) & words(now) == words(kept)
same[same] <- mapply(alike, kept[same], now[same])
if (length(kept) < 100L) stop("what is kept is no tutorial")
if (!all(same)) {
  at <- which(!same)[1L]
  stop("the tutorial has changed at line ", at, ":\n  ", now[at], "\nand not\n  ", kept[at])
}
cat("The tutorial says what it did.\n")

# Every function of the R package, from its Rd files, as a page in Markdown: Rscript reference.R r/man > functions-r.md
files <- list.files(commandArgs(TRUE)[1L], "[.]Rd$", full.names = TRUE)
first <- basename(files) %in% "spca.Rd"
cat("# Every function of R\n\n[R](r.md) explains.\n\n")
for (file in c(files[first], files[!first])) {
  rd <- tools::parse_Rd(file)
  part <- function(tag) paste(trimws(unlist(Filter(function(one) identical(attr(one, "Rd_tag"), tag), rd))), collapse = " ")
  html <- tempfile()
  suppressWarnings(tools::Rd2HTML(rd, html, Links = character(), Links2 = character(), stages = c("build", "render")))
  lines <- readLines(html)
  lines <- lines[(grep("<h2>", lines)[1L] + 1L):(grep("</body>", lines)[1L] - 1L)]
  body <- paste(lines[!grepl("^</?div[^>]*>$", lines)], collapse = "\n")
  body <- gsub("<h3>(Description|Arguments|Value|Usage|Details|See Also|Examples)</h3>", "<p class=\"rubric\">\\1</p>", body)
  body <- gsub("<a href=\"[^\"]*\">((<code>)?[^<]*(</code>)?)</a>", "\\1", body) # links of R's help system
  body <- gsub("<hr ?/?>.*$", "", body)
  body <- gsub("<code class=['\"][^'\"]*['\"]>", "<code>", body)
  body <- gsub("<pre><code>([^<]*)</code></pre>", "<div class=\"highlight\"><pre>\\1</pre></div>", body)
  cat("## ", part("\\name"), "\n\n**", part("\\title"), ".**\n\n```{raw} html\n<div class=\"rd\">\n", body, "\n</div>\n```\n\n", sep = "")
}

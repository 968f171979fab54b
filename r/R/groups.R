# Limits by group, as what the compiled part takes.

# The group of each feature, from 0, or -1; the limits of the groups, NA for none; their names. NULL without limits.
limits_of <- function(groups, at_most, data) {
  if (is.null(groups) && is.null(at_most)) return(NULL)
  if (is.null(groups)) refuse("at_most needs the groups; give groups, one for each feature, or named by features")
  if (is.null(at_most)) refuse("groups needs a limit; give at_most = 2, or at_most = c(banks = 2)")
  of <- group_of_each(groups, data)
  known <- unique(of[!is.na(of)])
  if (length(known) == 0L) refuse("groups gives no feature a group")
  list(group = match(of, known, nomatch = 0L) - 1L, at_most = limit_of_each(at_most, known), names = known)
}

# A text for each feature, NA where it has no group. Names of features say which is meant; without them there is one entry a feature.
group_of_each <- function(groups, data) {
  labels <- names(groups)
  values <- if (is.list(groups)) vapply(groups, as.character, "") else as.character(groups)
  features <- if (is.null(data$names)) data$handed else data$names
  if (is.null(labels)) {
    if (length(values) != length(features)) {
      refuse("groups has ", length(values), " entries for ", length(features), " features; give one for each, NA for no group")
    }
    return(unname(values))
  }
  at <- match(labels, features)
  if (anyNA(at)) refuse("groups names '", labels[is.na(at)][1L], "', which is no column of x")
  if (anyDuplicated(labels)) refuse("groups gives '", labels[duplicated(labels)][1L], "' two groups; give each feature one")
  if (anyDuplicated(features[features %in% labels])) refuse("columns of x share a name; give groups without names, one for each")
  result <- rep(NA_character_, length(features))
  result[at] <- values
  result
}

limit_of_each <- function(at_most, known) {
  at_most <- unlist(at_most)
  if (!is.numeric(at_most) || length(at_most) == 0L || anyNA(at_most) || any(at_most != floor(at_most)) || any(at_most < 1)) {
    refuse("at_most must be whole numbers from 1; to leave a group out, exclude its features")
  }
  if (is.null(names(at_most))) {
    if (length(at_most) != 1L) refuse("at_most must be one number, or numbers named by groups")
    return(rep(as.double(at_most), length(known)))
  }
  wrong <- setdiff(names(at_most), known)
  if (length(wrong) > 0L) {
    some <- known[seq_len(min(12L, length(known)))]
    refuse("at_most: there is no group '", wrong[1L], "'; there is ", paste0("'", some, "'", collapse = ", "))
  }
  as.double(at_most[match(known, names(at_most))])
}

# Usage: Rscript vectors.R bleu.tsv, a file that vectors.jq makes. Replace `bleu` by a call of your own program.
counts <- function(words, n) {
  starts <- seq_len(max(0, length(words) - n + 1))
  table(vapply(starts, function(i) paste(words[i:(i + n - 1)], collapse = " "), ""))
}

bleu <- function(hyps, refs) {
  logs <- 0
  for (n in 1:4) {
    matches <- 0
    total <- 0
    for (k in seq_along(hyps)) {
      own <- counts(hyps[[k]], n)
      several <- lapply(refs[[k]], counts, n)
      for (ngram in names(own)) {
        most <- max(vapply(several, function(ref) if (ngram %in% names(ref)) ref[[ngram]] else 0L, 0L))
        total <- total + own[[ngram]]
        matches <- matches + min(own[[ngram]], most)
      }
    }
    if (matches == 0) return(0)
    logs <- logs + log(matches / total) / 4
  }
  closest <- function(hyp, refs) {
    lengths <- sort(lengths(refs))
    lengths[which.min(abs(lengths - length(hyp)))]
  }
  exp(logs + min(0, 1 - sum(mapply(closest, hyps, refs)) / sum(lengths(hyps))))
}

words <- function(line) if (line == "") character() else strsplit(line, " ", fixed = TRUE)[[1]]
lines <- readLines(commandArgs(TRUE)[1], encoding = "UTF-8")
passed <- 0
failed <- 0
for (line in lines) {
  fields <- head(strsplit(paste0(line, "\t."), "\t", fixed = TRUE)[[1]], -1)
  hyps <- refs <- list()
  at <- 4
  while (at <= length(fields)) {
    end <- at + 1 + as.integer(fields[at + 1])
    hyps <- c(hyps, list(words(fields[at])))
    refs <- c(refs, list(lapply(fields[(at + 2):end], words)))
    at <- end + 1
  }
  got <- bleu(hyps, refs)
  want <- as.numeric(strsplit(fields[3], "|", fixed = TRUE)[[1]])
  if (any(abs(got - want) <= 1e-9 * want, is.nan(got) & is.nan(want), na.rm = TRUE)) {
    passed <- passed + 1
  } else {
    cat(fields[1], ": ", got, ", not ", fields[3], ", optional: ", fields[2], "\n", sep = "")
    failed <- failed + (fields[2] == "false")
  }
}
cat(passed, "of", length(lines), "cases pass\n")
quit(status = if (failed > 0 || length(lines) == 0) 1 else 0)

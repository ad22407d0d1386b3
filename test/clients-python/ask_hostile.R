# Asks a server that is not to be trusted, as each line of standard input says, and prints the error that it ends with.
source(Sys.getenv("R_CLIENT"))
Sys.sleep <- function(seconds) NULL
lines <- file("stdin", "r")
while (length(line <- readLines(lines, n = 1)) > 0) {
  given <- jsonlite::fromJSON(line)
  api <- gradeline(given$url, "gl_live_secret", timeout_seconds = max(0.3, given$timeout_seconds))
  told <- tryCatch(
    {
      if (given$ask == "list") gradeline_rows(api, "games", sport = "nfl", season = 2025)
      else suppressWarnings(gradeline_file(api, "nfl", 2025, "games.csv.gz", file.path(given$folder, "games.csv.gz")))
      list(error = NULL, kind = NULL)
    },
    error = function(error) list(error = conditionMessage(error), kind = class(error)[1])
  )
  cat(jsonlite::toJSON(told, auto_unbox = TRUE, null = "null"), "\n", sep = "")
  flush(stdout())
}

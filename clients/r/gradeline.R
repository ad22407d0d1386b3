# A client of the Gradeline API in one file, on jsonlite and base R. source("gradeline.R"), then:
#
#   api <- gradeline("https://api.example.com", Sys.getenv("GRADELINE_API_KEY"))
#   games <- gradeline_rows(api, "games", sport = "nfl", season = 2025)
#
# It needs the program curl, which macOS, Windows and most Linux have. Rows come as a data frame with the columns of the CSV. A full minute is waited for; errors are conditions of the class
# gradeline_error with code, param, status and request_id.

gradeline <- function(base_url = Sys.getenv("GRADELINE_URL"), api_key = Sys.getenv("GRADELINE_API_KEY"), timeout_seconds = 60) {
  if (!grepl("^https?://", base_url)) stop("base_url must be such as https://api.example.com; or set GRADELINE_URL")
  if (!grepl("^[!-~]+$", api_key)) stop("there is no API key: give api_key, or set GRADELINE_API_KEY")
  structure(
    list(base_url = sub("/+$", "", base_url), api_key = api_key, timeout_seconds = timeout_seconds),
    class = "gradeline"
  )
}

# The key is not shown when a client is printed.
print.gradeline <- function(x, ...) cat("Gradeline at", x$base_url, "\n")

# A list to its end, a thousand rows for each request. `list` is such as "odds", "ids/games" or "games/NFL-20250904-DAL-PHI/lines".
gradeline_rows <- function(api, list, ...) {
  pages <- base::list()
  cursor <- NULL
  seen <- character(0)
  repeat {
    answer <- .gradeline_get(api, paste0("/v1/", list), c(base::list(...), base::list(format = "csv", limit = 1000, cursor = cursor)))
    text <- rawToChar(answer$body)
    Encoding(text) <- "UTF-8"
    # Every cell as text first: a column that is empty on one page has its type from the others.
    pages[[length(pages) + 1]] <- utils::read.csv(
      text = text, colClasses = "character", na.strings = "", check.names = FALSE, encoding = "UTF-8"
    )
    cursor <- answer$headers[["x-next-cursor"]]
    if (is.null(cursor)) break
    if (nchar(cursor) > 4096) stop("the server answered with a next cursor that is none")
    if (nrow(pages[[length(pages)]]) == 0) stop("a page without rows came that is not the last: the list never ends")
    if (cursor %in% seen) stop("the cursor of a page came that was read already: the list never ends")
    seen <- c(seen, cursor)
  }
  .gradeline_types(do.call(rbind, pages))
}

# What an endpoint without CSV answers, such as "sports" or "games/NFL-20250904-DAL-PHI": its `data` as jsonlite reads it.
gradeline_data <- function(api, path, ...) {
  answer <- .gradeline_get(api, paste0("/v1/", path), base::list(...))
  text <- rawToChar(answer$body)
  Encoding(text) <- "UTF-8"
  jsonlite::fromJSON(text)$data
}

# A file of a season. It is put in its place only when its SHA-256 is the one that the list of files has; R 4.5 and later, and the
# package digest, can compute that. Elsewhere its length is compared, and a warning says so. Costs two requests.
gradeline_file <- function(api, sport, season, file, to) {
  rows <- gradeline_rows(api, "files", sport = sport, season = season)
  if (!all(c("path", "sha256", "bytes") %in% names(rows))) stop("the server answered with something else than a list of files")
  path <- paste("/v1/files", sport, season, file, sep = "/")
  row <- rows[rows$path == path, ]
  if (nrow(row) != 1) stop("there is no file ", path, "; there are ", .gradeline_plain(paste(basename(as.character(rows$path)), collapse = ", ")))
  if (!grepl("^[0-9a-f]{64}$", row$sha256) || !is.numeric(row$bytes)) stop("the list of files has no SHA-256 or length of ", path)
  answer <- .gradeline_get(api, path, base::list(sha256 = row$sha256), row$bytes)
  partial <- paste0(to, ".partial")
  writeBin(answer$body, partial)
  found <- .gradeline_sha256(partial)
  is_right <- if (is.null(found)) file.size(partial) == row$bytes else identical(found, row$sha256)
  if (is.null(found)) warning("R here has no SHA-256: only the length of ", to, " was compared")
  if (!is_right) stop(path, " came with other bytes than its SHA-256 says")
  if (!file.rename(partial, to)) stop("cannot write ", to)
  invisible(to)
}

.gradeline_sha256 <- function(file) {
  if (exists("sha256sum", envir = asNamespace("tools"), inherits = FALSE)) {
    return(unname(get("sha256sum", envir = asNamespace("tools"))(file)))
  }
  if (requireNamespace("digest", quietly = TRUE)) return(digest::digest(file, algo = "sha256", file = TRUE))
  NULL
}

# A value as the API reads it: NULL leaves a filter out, several are joined by commas.
.gradeline_text <- function(value) {
  if (is.logical(value)) value <- ifelse(value, "true", "false")
  if (is.numeric(value)) value <- format(value, scientific = FALSE, trim = TRUE, digits = 15)
  paste(as.character(value), collapse = ",")
}

.gradeline_get <- function(api, path, query, most_bytes = 64 * 1024^2) {
  query <- query[!vapply(query, is.null, logical(1))]
  texts <- vapply(query, .gradeline_text, character(1))
  values <- vapply(texts, utils::URLencode, character(1), reserved = TRUE)
  # paste0() makes one text of no names and "=".
  asked <- if (length(values) > 0) paste0("?", paste0(names(values), "=", values, collapse = "&"))
  url <- paste0(api$base_url, path, asked)
  attempt <- 1
  waited <- 0
  repeat {
    answer <- tryCatch(.gradeline_send(api, url, most_bytes), error = function(error) error)
    if (!inherits(answer, "error") && answer$status == 200) return(answer)
    error <- if (inherits(answer, "error")) NULL else .gradeline_refusal(answer)
    is_full <- !is.null(error) && identical(error$code, "rate_limited")
    if (inherits(answer, "gradeline_wrong")) stop(answer)
    is_passing <- is.null(error) || is_full || error$status == 503
    seconds <- .gradeline_seconds(answer, 2^attempt)
    waited <- waited + seconds
    if (!is_full) attempt <- attempt + 1
    if (!is_passing || attempt > 5 || seconds > 120 || waited > 900) stop(if (is.null(error)) answer else error)
    Sys.sleep(seconds)
  }
}

.gradeline_seconds <- function(answer, otherwise) {
  told <- if (inherits(answer, "error")) NULL else answer$headers[["retry-after"]]
  if (is.null(told) || !grepl("^[0-9]+$", told)) otherwise else max(1, as.numeric(told))
}

# Base R keeps neither the headers nor the body of an answer that is an error, so the program curl asks, as it does for
# download.file(method = "curl"). The key goes through a file of its own, because others see the words of a command.
.gradeline_send <- function(api, url, most_bytes) {
  if (Sys.which("curl") == "") stop("the program curl is needed, and is not on the PATH")
  files <- tempfile(c("gradeline-key-", "gradeline-head-", "gradeline-said-"))
  on.exit(unlink(files))
  file.create(files[1])
  Sys.chmod(files[1], "600")
  writeLines(paste("Authorization: Bearer", api$api_key), files[1])
  words <- c(
    "--silent", "--show-error", "--globoff", "--compressed", "--max-time", api$timeout_seconds, "--user-agent", "gradeline-client-r",
    "--header", shQuote(paste0("@", files[1])), "--dump-header", shQuote(files[2]), "--stderr", shQuote(files[3]), shQuote(url)
  )
  # The body is read as far as it may go: what a server sends without end fills neither disk nor memory.
  parts <- base::list()
  length_so_far <- 0
  from <- pipe(paste("curl", paste(words, collapse = " ")), "rb")
  tryCatch(
    repeat {
      part <- readBin(from, "raw", 1024^2)
      parts[[length(parts) + 1]] <- part
      length_so_far <- length_so_far + length(part)
      if (length(part) == 0 || length_so_far > most_bytes) break
    },
    finally = ended_with <- suppressWarnings(close(from))
  )
  if (length_so_far > most_bytes) {
    stop(structure(
      class = c("gradeline_wrong", "error", "condition"),
      base::list(message = paste("the answer is longer than the", format(most_bytes, big.mark = ","), "bytes that it may have"), call = NULL)
    ))
  }
  body <- do.call(c, parts)
  said <- if (file.exists(files[3])) readLines(files[3], warn = FALSE) else character(0)
  if (!is.null(ended_with) && ended_with != 0) stop("no answer came: ", .gradeline_plain(paste(said, collapse = " ")))
  lines <- readLines(files[2], warn = FALSE)
  # A proxy may have answered before.
  heads <- grep("^HTTP/", lines)
  if (length(heads) == 0) stop("no answer came: it has no head of HTTP")
  lines <- lines[max(heads):length(lines)]
  pairs <- regmatches(lines, regexec("^([^:]+): *(.*?)\\s*$", lines, perl = TRUE))
  pairs <- Filter(function(pair) length(pair) == 3, pairs)
  headers <- stats::setNames(lapply(pairs, `[`, 3), tolower(vapply(pairs, `[`, character(1), 2)))
  base::list(status = as.integer(sub("^HTTP/[0-9.]+ ([0-9]+).*", "\\1", lines[1])), headers = headers, body = body)
}

.gradeline_refusal <- function(answer) {
  request_id <- answer$headers[["x-request-id"]]
  text <- rawToChar(answer$body)
  Encoding(text) <- "UTF-8"
  told <- tryCatch(jsonlite::fromJSON(text)$error, error = function(error) NULL)
  if (!is.list(told) || !is.character(told$code) || !is.character(told$message)) told <- base::list(code = "unknown", message = "the server answered with something else than an error of Gradeline")
  where <- if (is.null(request_id)) "" else paste0(" (request ", request_id, ")")
  structure(
    class = c("gradeline_error", "error", "condition"),
    base::list(
      message = .gradeline_plain(paste0(answer$status, " ", told$code, ": ", told$message, where)), call = NULL,
      code = told$code, param = told$param, status = answer$status, request_id = request_id
    )
  )
}

# A text of others in one line, with control characters shown as \\x1b, as a terminal may have it.
.gradeline_plain <- function(text) {
  text <- iconv(text, "UTF-8", "UTF-8", sub = "byte")
  if (nchar(text) > 2000) text <- paste0(substr(text, 1, 2000), "... (", format(nchar(text), big.mark = ","), " characters)")
  codes <- utf8ToInt(text)
  is_control <- codes < 32 | (codes >= 127 & codes < 160) | codes %in% c(0x200e, 0x200f, 0x2028:0x202e, 0x2066:0x2069)
  letters <- vapply(codes, intToUtf8, character(1))
  letters[is_control] <- ifelse(codes[is_control] < 256, sprintf("\\x%02x", codes[is_control]), sprintf("\\u%04x", codes[is_control]))
  paste(letters, collapse = "")
}

# Columns of numbers and of true and false get their types, whatever one page of them has.
.gradeline_types <- function(rows) {
  rows[] <- lapply(rows, function(column) {
    known <- column[!is.na(column)]
    if (length(known) == 0) return(column)
    if (all(known %in% c("true", "false"))) return(column == "true")
    if (all(grepl("^-?(0|[1-9][0-9]*)([.][0-9]+)?$", known))) return(as.numeric(column))
    column
  })
  rows
}

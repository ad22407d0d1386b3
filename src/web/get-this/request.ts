/**
 * A page asks the API for this, and the samples of "Get this" write it down: curl, Python with pandas, R and TypeScript. None needs a
 * package beside pandas, and jsonlite for JSON in R.
 */
import type { Endpoint } from "../../contract/endpoint.ts";
import { type FileSetName, fileSetNames, fileSets, seasonFilePath } from "../../contract/file-sets.ts";
import { endpoints } from "../../contract/lists/all.ts";
import type { Sport } from "../../domain/sports.ts";
import { type Html, html } from "../ui/html.ts";

/** The kind of an answer to a program: `page` is a list that one page holds, `list` has as many pages as it needs, `json` has no CSV. */
type AnswerShape = "page" | "list" | "json";

export type AskedRequest = {
  /** Names the rows in variables and file names, such as `bets`. */
  readonly name: string;
  readonly shape: AnswerShape;
  /** The address for CSV with as many rows a page as there can be; of `json`, the same as `jsonUrl`. */
  readonly csvUrl: string;
  readonly jsonUrl: string;
};

/** The most rows of a page [D-21], so that a list costs as few requests as it can. */
const rowsPerPage = "limit=1000";

/**
 * Reads a request. Parameters of paging and format are left out: each sample has its own.
 * @param apiUrl where callers reach the API, without a slash at its end.
 * @param path with `/v1`.
 * @param query without the question mark, encoded as in any address.
 */
export function readRequest(apiUrl: string, path: string, query: string): AskedRequest {
  const below = path.replace(/^\/v1/, "");
  const route = below.replace(/^\/games\/[^/]+/, "/games/:game_id");
  const filters = strictQuery(query);
  const address = apiUrl + path.split("/").map(strictSegment).join("/");
  const addressWith = (...more: readonly string[]) => {
    const whole = [filters, ...more].filter((part) => part !== "").join("&");
    return whole === "" ? address : `${address}?${whole}`;
  };
  const endpoint = endpoints.find(({ path }) => path === route);
  const name = endpoint === undefined ? "answer" : nameOf(endpoint);
  if (endpoint?.isPaged !== true) return { name, shape: "json", csvUrl: addressWith(), jsonUrl: addressWith() };
  // Groups of a trend are fewer than a page holds, whatever they are grouped by.
  const isOnePage = route === "/trends";
  return {
    name,
    shape: isOnePage ? "page" : "list",
    csvUrl: addressWith(rowsPerPage, "format=csv"),
    // A trend without groups is one row, and its line is shorter without a limit.
    jsonUrl: isOnePage && !/(^|&)group_by=/.test(filters) ? addressWith() : addressWith(rowsPerPage),
  };
}

/** The name of its rows in a program: that of its operation without the verb, `game_ids` of `listGameIds`. */
function nameOf({ operation }: Endpoint): string {
  const words = operation.replace(/^[a-z]+/, "").replace(/\B[A-Z]/g, (letter) => `_${letter}`);
  return words.toLowerCase();
}

/**
 * Encodes every character but letters, digits and `*-._,`. The address then means the same in double quotes of a shell, of R,
 * Python, JavaScript and a cell of a sheet, where `$`, quotes, `%` before a letter, backslashes and spaces would not.
 */
function strict(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20").replaceAll("%2C", ",");
}

function strictQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== "limit" && name !== "cursor" && name !== "format")
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .join("&");
}

/** A part of the path that is encoded already stays what it is; one that is encoded wrongly is taken literally. */
function strictSegment(segment: string): string {
  try {
    return strict(decodeURIComponent(segment));
  } catch {
    return strict(segment);
  }
}

/** Parameters that say nothing of which rows there are. */
const ofPages: ReadonlySet<string> = new Set(["limit", "cursor", "format", "group_by", "tries"]);

/**
 * The path of the Parquet below `/v1/files/`; null where no file has exactly these rows. A trend is of the bets that are behind it.
 * @param path with `/v1`; @param query without the question mark.
 */
export function fileOfSeason(path: string, query: string): string | null {
  const list = path === "/v1/trends" ? fileSets.bets.list : path;
  const dataSet: FileSetName | undefined = fileSetNames.find((name) => fileSets[name].list === list);
  const { sport, season, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (dataSet === undefined || sport === undefined || season === undefined) return null;
  const narrowing = Object.entries(others).filter(([name, value]) => {
    const isOwn = dataSet === "bets" && name === "book" && value === "consensus";
    return !ofPages.has(name) && !isOwn;
  });
  return narrowing.length > 0 ? null : seasonFilePath(sport as Sport, Number(season), dataSet, "parquet");
}

/** @param apiUrl where callers reach the API, without a slash at its end. */
export function fileSample(apiUrl: string, file: string): string {
  return `curl -fsS -O -H "Authorization: Bearer $API_KEY" "${apiUrl}/v1/files/${file}"\n`;
}

export function fileOffer(sample: Html): Html {
  return html`<h3>As a file</h3>
<p>All of it is one file and one request, as Parquet or, with <code>.csv.gz</code> at the end, as CSV: <a href="/docs/files">whole seasons as files</a>.</p>
${sample}`;
}

export function pandasSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  const headers = `headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}`;
  if (shape === "page") {
    return `import os
import pandas as pd

url = "${csvUrl}"
${headers}
${name} = pd.read_csv(url, storage_options=headers)
print(${name})
`;
  }
  if (shape === "json") {
    return `import json
import os
from urllib.request import Request, urlopen
import pandas as pd

url = "${jsonUrl}"
${headers}
with urlopen(Request(url, headers=headers)) as answer:
    ${name} = pd.json_normalize(json.load(answer)["data"])
print(${name}.T)
`;
  }
  return `import os
from urllib.request import Request, urlopen
import pandas as pd

url = "${csvUrl}"
${headers}
pages, more = [], ""
while more is not None:
    with urlopen(Request(url + more, headers=headers)) as page:
        pages.append(pd.read_csv(page))
        cursor = page.headers["X-Next-Cursor"]
    more = f"&cursor={cursor}" if cursor else None
${name} = pd.concat(pages, ignore_index=True)
print(${name})
`;
}

export function rSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  const key = 'paste("Bearer", Sys.getenv("API_KEY"))';
  if (shape === "page") {
    return `address <- "${csvUrl}"
${name} <- read.csv(url(address, headers = c(Authorization = ${key})), na.strings = "")
print(${name})
`;
  }
  if (shape === "json") {
    return `library(jsonlite)

address <- "${jsonUrl}"
${name} <- fromJSON(url(address, headers = c(Authorization = ${key})))$data
str(${name})
`;
  }
  return `address <- "${csvUrl}"
key <- paste("Authorization: Bearer", Sys.getenv("API_KEY"))
pages <- list()
more <- ""
repeat {
  page <- tempfile()
  options <- c("-fsS", "-H", key, "-o", page, "-w", "%header{x-next-cursor}", paste0(address, more))
  cursor <- system2("curl", shQuote(options), stdout = TRUE)
  pages[[length(pages) + 1]] <- read.csv(page, na.strings = "")
  if (length(cursor) == 0) break
  more <- paste0("&cursor=", cursor)
}
${name} <- do.call(rbind, pages)
str(${name})
`;
}

export function typescriptSample({ name, shape, jsonUrl }: AskedRequest): string {
  const headers = `const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` };`;
  const refused = `if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);`;
  if (shape !== "list") {
    const data = shape === "page" ? "Record<string, unknown>[]" : "unknown";
    return `const url = "${jsonUrl}";
${headers}
const answer = await fetch(url, { headers });
${refused}
const { data: ${name} } = (await answer.json()) as { data: ${data} };
console.log(${name});
`;
  }
  return `type Page = { data: Record<string, unknown>[]; next_cursor: string | null };

const url = "${jsonUrl}";
${headers}
const ${name}: Page["data"] = [];
let more: string | null = "";
while (more !== null) {
  const answer = await fetch(url + more, { headers });
  ${refused}
  const page = (await answer.json()) as Page;
  ${name}.push(...page.data);
  more = page.next_cursor === null ? null : \`&cursor=\${page.next_cursor}\`;
}
console.log(${name});
`;
}

const header = '-H "Authorization: Bearer $API_KEY"';

export function curlSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  return shape === "list" ? saveList(name, csvUrl) : `curl -fsS ${header} "${jsonUrl}"\n`;
}

/** A refused page ends it, and no file is left that could pass for the whole list. */
function saveList(name: string, csvUrl: string): string {
  return `( set -e
  url="${csvUrl}"; more=""; : > ${name}.part
  while :; do
    cursor=$(curl -fsS ${header} -o page.csv -w "%header{x-next-cursor}" "$url$more")
    if [ -s ${name}.part ]; then tail -n +2 page.csv; else cat page.csv; fi >> ${name}.part
    [ -n "$cursor" ] || break
    more="&cursor=$cursor"
  done
  mv ${name}.part ${name}.csv; rm page.csv
)
`;
}

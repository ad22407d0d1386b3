/**
 * A page asks the API for this, and the samples of "Get this" write it down: curl, Python with pandas, R and TypeScript. None needs a
 * package beside pandas, and jsonlite for JSON in R.
 */
import { type Endpoint, isTried } from "../../contract/endpoint.ts";
import { type FileSetName, fileSetNames, fileSets, seasonFilePath } from "../../contract/file-sets.ts";
import { endpoints } from "../../contract/lists/all.ts";
import type { Sport } from "../../domain/sports.ts";
import type { CodeSample } from "../docs/article.ts";

export type AskedRequest = {
  /** Names the rows in variables, such as `bets`. */
  readonly name: string;
  /** The kind of an answer to a program: `page` is a list of rows, `json` has no CSV. */
  readonly shape: "page" | "json";
  /** The address for CSV with as many rows as there can be; of `json`, the same as `jsonUrl`. */
  readonly csvUrl: string;
  readonly jsonUrl: string;
};

/** The most rows of a page [D-21]. What our pages ask for has fewer. */
const rowsPerPage = "limit=1000";
/** Each sample has its own paging and format. */
const ofSamples: ReadonlySet<string> = new Set(["limit", "cursor", "format"]);
/** Parameters that say nothing of which rows there are. */
const ofAnswers: ReadonlySet<string> = new Set([...ofSamples, "group_by", "tries"]);

/**
 * Reads a request. Parameters of paging and format are left out.
 * @param apiUrl where callers reach the API, without a slash at its end.
 * @param path with `/v1`.
 * @param query without the question mark, encoded as in any address.
 */
export function readRequest(apiUrl: string, path: string, query: string): AskedRequest {
  const route = path.replace(/^\/v1/, "").replace(/^\/games\/[^/]+/, "/games/:game_id");
  const filters = [...new URLSearchParams(query)].filter(([name]) => !ofSamples.has(name));
  const address = (...more: readonly string[]) => {
    const whole = [...filters.map(([name, value]) => `${strict(name)}=${strict(value)}`), ...more].join("&");
    return apiUrl + path + (whole === "" ? "" : `?${whole}`);
  };
  const endpoint = endpoints.find((each) => each.path === route);
  const name = endpoint === undefined ? "answer" : nameOf(endpoint);
  if (endpoint?.isPaged !== true) return { name, shape: "json", csvUrl: address(), jsonUrl: address() };
  // A trend without groups is one row, and its line is shorter without a limit.
  const isOneRow = route === "/trends" && filters.every(([each]) => each !== "group_by");
  const jsonUrl = isOneRow ? address() : address(rowsPerPage);
  return { name, shape: "page", csvUrl: address(rowsPerPage, "format=csv"), jsonUrl };
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

/**
 * The path of the Parquet below `/v1/files/`; null where no file has exactly these rows. A trend is of the bets that are behind it.
 * @param path with `/v1`; @param query without the question mark.
 */
export function fileOfSeason(path: string, query: string): string | null {
  const list = path === "/v1/trends" ? fileSets.bets.list : path;
  const dataSet: FileSetName | undefined = fileSetNames.find((name) => fileSets[name].list === list);
  const { sport, season, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (dataSet === undefined || sport === undefined || season === undefined) return null;
  const isWhole = Object.entries(others).every(
    ([name, value]) => ofAnswers.has(name) || (dataSet === "bets" && name === "book" && value === "consensus"),
  );
  return isWhole ? seasonFilePath(sport as Sport, Number(season), dataSet, "parquet") : null;
}

/** @param apiUrl where callers reach the API, without a slash at its end. */
export function fileSample(apiUrl: string, file: string): string {
  return `curl -fsS -O -H "Authorization: Bearer $API_KEY" "${apiUrl}/v1/files/${file}"\n`;
}

export function curlSample({ jsonUrl }: Pick<AskedRequest, "jsonUrl">, options = ""): string {
  return `curl -sS --fail-with-body ${options}\\\n  -H "Authorization: Bearer $API_KEY" \\\n  "${jsonUrl}"\n`;
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

export function rSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  const answer = `url(address, headers = c(Authorization = paste("Bearer", Sys.getenv("API_KEY"))))`;
  if (shape === "page") {
    return `address <- "${csvUrl}"
${name} <- read.csv(${answer}, na.strings = "")
print(${name})
`;
  }
  return `library(jsonlite)

address <- "${jsonUrl}"
${name} <- fromJSON(${answer})$data
str(${name})
`;
}

export function typescriptSample({ name, shape, jsonUrl }: AskedRequest): string {
  return `const url = "${jsonUrl}";
const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` };
const answer = await fetch(url, { headers });
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
const { data: ${name} } = (await answer.json()) as { data: ${shape === "page" ? "Record<string, unknown>[]" : "unknown"} };
console.log(${name});
`;
}

/** So few rows that they are read at a glance. */
const rows = 3;

/**
 * The path and the query of a good first request, without the address of the server.
 * @param path such as `/v1/games/{game_id}`.
 */
export function requestOf(path: string, { inPath, parameters }: Pick<Endpoint, "inPath" | "parameters">): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(inPath[name]?.example));
  const query = Object.entries(parameters).flatMap(([name, parameter]) =>
    name === "limit" ? [`limit=${rows}`] : isTried(name, parameter) ? [`${name}=${parameter.example}`] : [],
  );
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** @param address of the server, without a slash at its end. */
export function endpointSamples(path: string, endpoint: Endpoint, address: string): readonly CodeSample[] {
  const jsonUrl = address + requestOf(path, endpoint);
  const isFile = endpoint.answer === null;
  const csvUrl = isFile ? jsonUrl : `${jsonUrl}${jsonUrl.includes("?") ? "&" : "?"}format=csv`;
  const shape = isFile || endpoint.hasCsv ? "page" : "json";
  const request = { name: "rows", shape, csvUrl, jsonUrl } as const;
  const inAll = [
    { language: "sh", code: curlSample(request, isFile ? `-O -w "%{filename_effective}\\n" ` : "") },
    { language: "python", code: pandasSample(request) },
  ];
  // The page about files reads them in other languages, too.
  if (isFile) return inAll;
  return [...inAll, { language: "r", code: rSample(request) }, { language: "ts", code: typescriptSample(request) }];
}

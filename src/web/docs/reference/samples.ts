/**
 * A first request to an endpoint in the four languages of the docs, with nothing but what each has of its own (and pandas,
 * which every reader of tables in Python has). A test runs all of them.
 */
import type { Sample } from "../code.ts";
import type { Endpoint } from "./endpoints.ts";

/** So few rows that they are read at a glance. */
const rows = 3;

/** The path and the query of a good first request, without the address of the server. */
export function requestOf({ path, parameters }: Endpoint): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => parameters.find((each) => each.name === name)?.example ?? "",
  );
  const query = parameters
    .filter(({ place, isTried, name }) => place === "query" && (isTried || name === "limit"))
    .map(({ name, example }) => `${name}=${name === "limit" ? rows : example}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** @param address of the server, without a slash at its end. */
export function samplesOf(endpoint: Endpoint, address: string): readonly Sample[] {
  const url = address + requestOf(endpoint);
  const isTable = endpoint.exampleCsv !== null;
  const tableUrl = `${url}${url.includes("?") ? "&" : "?"}format=csv`;
  return [
    { language: "sh", code: curl(url) },
    { language: "python", code: isTable ? pandas(tableUrl) : python(url) },
    { language: "r", code: isTable ? rTable(tableUrl) : r(url) },
    { language: "ts", code: typescript(url) },
  ];
}

const curl = (url: string) => `curl -sS --fail-with-body \\
  -H "Authorization: Bearer $API_KEY" \\
  "${url}"
`;

const pandas = (url: string) => `import os
import pandas as pd

rows = pd.read_csv(
    "${url}",
    storage_options={"Authorization": "Bearer " + os.environ["API_KEY"]},
)
print(rows)
`;

const python = (url: string) => `import json
import os
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={"Authorization": "Bearer " + os.environ["API_KEY"]},
)
with urlopen(request) as answer:
    data = json.load(answer)["data"]
print(data)
`;

const rTable = (url: string) => `key <- paste("Bearer", Sys.getenv("API_KEY"))
rows <- read.csv(url(
  "${url}",
  headers = c(Authorization = key)
), na.strings = "")
print(rows)
`;

const r = (url: string) => `key <- paste("Bearer", Sys.getenv("API_KEY"))
answer <- readLines(url(
  "${url}",
  headers = c(Authorization = key)
), warn = FALSE)
cat(answer, "\
") # or jsonlite::fromJSON(answer)$data
`;

const typescript = (url: string) => `const answer = await fetch(
  "${url}",
  { headers: { Authorization: \`Bearer \${process.env.API_KEY}\` } },
);
if (!answer.ok) throw new Error(await answer.text());
const { data } = (await answer.json()) as { data: unknown };
console.log(data);
`;

/**
 * A first request to an endpoint in the four languages of the docs, with nothing but what each has of its own (and pandas,
 * which every reader of tables in Python has, and jsonlite in R). Most are those of "Get this". A test runs all of them.
 */
import { pandasSample, rSample, typescriptSample } from "../get-this/request.ts";
import type { CodeSample } from "./article.ts";
import type { OpenApiOperation } from "./open-api.ts";

/** So few rows that they are read at a glance. */
const rows = 3;

/**
 * The path and the query of a good first request, without the address of the server.
 * @param path such as `/v1/games/{game_id}`.
 */
export function requestOf(path: string, { parameters }: Pick<OpenApiOperation, "parameters">): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find((each) => each.name === name)?.example ?? ""),
  );
  const query = parameters
    .filter(({ in: place, example, name }) => place === "query" && (example !== undefined || name === "limit"))
    .map(({ name, example }) => `${name}=${name === "limit" ? rows : example}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** @param address of the server, without a slash at its end. */
export function endpointSamples(path: string, operation: OpenApiOperation, address: string): readonly CodeSample[] {
  const jsonUrl = address + requestOf(path, operation);
  const { content = {}, "x-content-on-request": onRequest = {} } = operation.responses["200"] ?? {};
  if (!("application/json" in content)) return fileSamples(jsonUrl);
  const csvUrl = `${jsonUrl}${jsonUrl.includes("?") ? "&" : "?"}format=csv`;
  const request = { name: "rows", shape: "text/csv" in onRequest ? "page" : "json", csvUrl, jsonUrl } as const;
  return [
    { language: "sh", code: curl(jsonUrl) },
    { language: "python", code: pandasSample(request) },
    { language: "r", code: rSample(request) },
    { language: "ts", code: typescriptSample(request) },
  ];
}

/** For curl: into a file of the same name, which it says. */
const saving = `-O -w "%{filename_effective}\\n" `;

const curl = (url: string, options = "") => `curl -sS --fail-with-body ${options}\\
  -H "Authorization: Bearer $API_KEY" \\
  "${url}"
`;

/** Each reads CSV that is compressed by gzip with what it has of its own. */
function fileSamples(url: string): readonly CodeSample[] {
  return [
    { language: "sh", code: curl(url, saving) },
    { language: "python", code: pandasSample({ name: "rows", shape: "page", csvUrl: url, jsonUrl: url }) },
    {
      language: "r",
      code: `address <- "${url}"
key <- paste("Bearer", Sys.getenv("API_KEY"))
file <- tempfile()
download.file(address, file, headers = c(Authorization = key), mode = "wb", quiet = TRUE)
rows <- read.csv(file, na.strings = "")
str(rows)
`,
    },
    {
      language: "ts",
      code: `import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";

const url = "${url}";
const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` };
const answer = await fetch(url, { headers });
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
await finished(Readable.from(answer.body ?? []).pipe(createWriteStream("${url.split("/").at(-1)}")));
console.log(answer.headers.get("repr-digest"));
`,
    },
  ];
}

/** Samples for a shell: curl, and DuckDB, which reads what curl wrote. */
import type { AskedRequest } from "./request.ts";

const header = '-H "Authorization: Bearer $API_KEY"';

export function curlSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  return shape === "list" ? saveList(name, csvUrl) : `curl -fsS ${header} "${jsonUrl}"\n`;
}

/**
 * The query runs on the rows as a file, so that it can be changed and run again without a request; after a refused request it
 * does not run, because the file would be that of an earlier one. DuckDB could ask by itself, but it does not show the headers of
 * an answer, where the cursor of the next page is.
 */
export function duckdbSample({ name, shape, csvUrl, jsonUrl }: AskedRequest): string {
  if (shape === "json") {
    return `curl -fsS ${header} -o ${name}.json "${jsonUrl}" &&
duckdb -c "SELECT unnest(data) FROM read_json('${name}.json')"
`;
  }
  const save = shape === "list" ? saveList(name, csvUrl).trimEnd() : `curl -fsS ${header} -o ${name}.csv "${csvUrl}"`;
  return `${save} &&\nduckdb -c "FROM read_csv('${name}.csv', header = true, sample_size = -1)"\n`;
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

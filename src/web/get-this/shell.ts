/** The sample for a shell: curl. */
import type { AskedRequest } from "./request.ts";

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

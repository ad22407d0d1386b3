/** Samples as programs: Python with pandas, R and TypeScript. None needs a package beside pandas, and jsonlite for JSON in R. */
import type { AskedRequest } from "./request.ts";

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

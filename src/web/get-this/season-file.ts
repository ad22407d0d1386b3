/** The file that has what a page is about, where that is a season of a sport and nothing else. */
import { html } from "ghtml";
import { type FileSetName, fileSetNames, fileSets, seasonFilePath } from "../../contract/file-sets.ts";
import type { Sport } from "../../domain/sports.ts";

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

/** @param sample HTML of the sample. */
export function fileOffer(sample: string): string {
  return html`<h3>As a file</h3>
<p>All of it is one file and one request, as Parquet or, with <code>.csv.gz</code> at the end, as CSV: <a href="/docs/files">whole seasons as files</a>.</p>
!${sample}`;
}

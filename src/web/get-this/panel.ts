/** "Get this": the request behind a page in four languages, with what it costs. */
import type { Places } from "../frame/page.ts";
import { type Html, html } from "../ui/html.ts";
import { snippet, tabsOf } from "../ui/parts.ts";
import { countText } from "../ui/words.ts";
import {
  curlSample,
  fileOfSeason,
  fileSample,
  pandasSample,
  readRequest,
  rSample,
  typescriptSample,
} from "./request.ts";

type GetThis = Places & {
  /** With `/v1`: `/v1/trends`. */
  readonly path: string;
  /** Without the question mark. Parameters of paging and format are ignored. */
  readonly query: string;
  readonly hasFiles?: boolean;
};

const languages = [
  ["curl", "curl", curlSample],
  ["pandas", "pandas", pandasSample],
  ["r", "R", rSample],
  ["typescript", "TypeScript", typescriptSample],
] as const;

/** Returns a section with a heading of the second level. A page has one of it. */
export function getThisPanel({ apiUrl, path, query, manageUrl, hasFiles = false }: GetThis): Html {
  const request = readRequest(apiUrl, path, query);
  const file = hasFiles ? fileOfSeason(path, query) : null;
  const samples = languages.map(
    ([id, name, sampleOf]) => [name, snippet(`get-this-${id}`, name, sampleOf(request).trimEnd(), id)] as const,
  );
  return html`<section class="card get-this" aria-labelledby="get-this-title">
<div class="card-head"><h2 id="get-this-title">Get this</h2>
<p class="cost">1 request</p></div>
<p class="hint">The samples take <a href="${manageUrl}">your key</a> from the environment variable <code>API_KEY</code>.</p>
${tabsOf("Language", "get-this", samples)}
${file === null ? "" : fileOffer(snippet("get-this-file", "curl, the file", fileSample(apiUrl, file).trimEnd()))}
</section>`;
}

function fileOffer(sample: Html): Html {
  return html`<h3>As a file</h3>
<p>All of it is one file and one request, as Parquet or, with <code>.csv.gz</code> at the end, as CSV: <a href="/docs/files">whole seasons as files</a>.</p>
${sample}`;
}

/**
 * Says in a page with a panel how many requests are left to a visitor in this period. All else in the page is the same for all.
 * @param owner whose requests are left: `your trial` or `your plan`.
 */
export function withRequestsLeft(
  page: string,
  { left, owner }: { readonly left: number; readonly owner: string },
): string {
  return page.replace(/(<p class="cost">[^<]*)(?=<\/p>)/, (cost) => `${cost}; ${owner} has ${countText(left)} left`);
}

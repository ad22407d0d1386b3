/** Below an answer: a link to share, the line that puts it in a frame elsewhere, and its numbers as files. */
import { html } from "ghtml";
import { mostRowsOfDownload, requestsOf, requestWords } from "../download/cost.ts";
import { copyButton } from "../frame/copy.ts";
import { countText } from "../frame/formats.ts";

export type ShareRow = {
  /** The path and query of the set as it is shared. */
  readonly shared: string;
  /** The name of the set. */
  readonly name: string;
  readonly apiUrl: string;
  readonly manageUrl: string;
  /** Whether the visitor is signed in, and their keys may read. */
  readonly isMember: boolean;
  /** How many the set has. */
  readonly bets: number;
  readonly betsQuery: string;
  readonly trendsQuery: string;
};

/** The frame fits its content at any width from 320 pixels. */
const frameHeight = 620;

export function shareRow(row: ShareRow): string {
  const { shared, name, apiUrl } = row;
  const embed = `${apiUrl}/embed${shared.slice(1)}`;
  // Attributes of plain HTML, with no more escapes than people can read.
  const [src, title] = [embed, `Gradeline: ${name}`].map((text) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  );
  const frame = `<iframe src="${src}" title="${title}" width="100%" height="${frameHeight}" style="border:0;max-width:800px" loading="lazy"></iframe>`;
  return html`<section class="share" aria-label="Share and download">
<p class="actions"><a class="button" href="${shared}" rel="nofollow" data-share>Share</a> !${downloads(row)}</p>
<details><summary>Embed</summary>
<p class="hint">This line puts the record into a page of yours, as everybody may see it. It has no script and sets no cookie. <a href="${embed}" rel="nofollow">See the frame</a></p>
<div class="snippet"><pre tabindex="0" role="group" aria-label="The frame"><code id="embed-line">${frame}</code></pre>
!${copyButton("embed-line", "Copy")}</div></details>
</section>`;
}

/** What a file costs stands on its link. A visitor without an account is told that it needs one. */
function downloads({ isMember, manageUrl, bets, betsQuery, trendsQuery }: ShareRow): string {
  if (!isMember) return html`<a class="button" href="${manageUrl}">Download as CSV (needs an account)</a>`;
  const cost = requestWords(requestsOf(bets));
  const ofBets =
    bets > mostRowsOfDownload
      ? html`<span class="hint">More than ${countText(mostRowsOfDownload)} bets: <a href="/docs/files">take whole seasons as files</a></span>`
      : html`<a class="button" href="/download/bets.csv?${betsQuery}" rel="nofollow">Download as CSV (${cost})</a>`;
  return html`!${ofBets} <a class="button" href="/download/trends.csv?${trendsQuery}" rel="nofollow">Record as CSV (${requestWords(1)})</a>`;
}

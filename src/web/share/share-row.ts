/** Below an answer: a link to share, and its numbers as files. */
import { html } from "ghtml";
import { mostRowsOfDownload, requestsOf, requestWords } from "../download/cost.ts";
import { countText } from "../frame/formats.ts";

export type ShareRow = {
  /** The path and query of the set as it is shared. */
  readonly shared: string;
  readonly manageUrl: string;
  /** Whether the visitor is signed in, and their keys may read. */
  readonly isMember: boolean;
  /** How many the set has. */
  readonly bets: number;
  readonly betsQuery: string;
  readonly trendsQuery: string;
};

export function shareRow(row: ShareRow): string {
  return html`<p class="actions share"><a class="button" href="${row.shared}" rel="nofollow" data-share>Share</a> !${downloads(row)}</p>`;
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

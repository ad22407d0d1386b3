/** Below an answer: a link to share, and its numbers as files. */
import { type Html, html } from "../ui/html.ts";
import { counted, countText } from "../ui/words.ts";

type ShareRow = {
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

export function shareRow(row: ShareRow): Html {
  return html`<p class="actions share"><a class="button" href="${row.shared}" rel="nofollow" data-share>Share</a> ${downloads(row)}</p>`;
}

/** The price of a file stands on its link. A visitor without an account reads that it needs one. */
function downloads({ isMember, manageUrl, bets, betsQuery, trendsQuery }: ShareRow): Html {
  if (!isMember) return html`<a class="button" href="${manageUrl}">Download as CSV (needs an account)</a>`;
  const cost = requestWords(requestsOf(bets));
  const ofBets =
    bets > mostRowsOfDownload
      ? html`<span class="hint">More than ${countText(mostRowsOfDownload)} bets: <a href="/docs/files">take whole seasons as files</a></span>`
      : html`<a class="button" href="/download/bets.csv?${betsQuery}" rel="nofollow">Download as CSV (${cost})</a>`;
  return html`${ofBets} <a class="button" href="/download/trends.csv?${trendsQuery}" rel="nofollow">Record as CSV (${requestWords(1)})</a>`;
}

/** As many rows as the API gives to one request. */
export const rowsOfRequest = 1_000;

/** A visitor who wants more rows takes whole seasons as files. */
export const mostRowsOfDownload = 50_000;

/** An answer without rows is a request too. */
export function requestsOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsOfRequest));
}

export function requestWords(requests: number): string {
  return counted(requests, "request");
}

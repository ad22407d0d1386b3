/** `/download/bets.csv` and `/download/trends.csv`: the numbers of a page, all below one header line, for somebody who is signed in. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Gate } from "../../access/gate.ts";
import { csvContentType, csvFileName, csvHeader, lineEnd } from "../../contract/csv.ts";
import { paging } from "../../contract/filters/pages.ts";
import { bets } from "../../contract/lists/bets.ts";
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { betFilterOf, looksBack } from "../../query/bets/filter.ts";
import { betList, countBets } from "../../query/bets/page.ts";
import { type PageKey, type Page as PageOfRows, type PageRequest, pageOf } from "../../query/pages.ts";
import { refuseDamaged } from "../../query/reach.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { judgedSet, sumsOfSet, tooManyBets } from "../../query/trends/summed.ts";
import { countText } from "../frame/formats.ts";
import { answer, type Page, type PageSite, type Problem, problem, sentenceOf, type Visit } from "../frame/recipe.ts";
import { mostRowsOfDownload, requestsOf, requestWords, rowsOfRequest } from "../share/share-row.ts";
import { html, noHtml } from "../ui/html.ts";

export type DownloadSite = PageSite & {
  readonly gate: Pick<Gate, "admitById">;
  /** @param cookieHeader of the request. */
  readonly payingKeyOf: (cookieHeader: string | undefined) => Promise<PayingKey>;
};

const cannot = "This cannot be downloaded";
/** The sentence when the gate refuses, by its code. */
const refused = {
  unauthorized: [403, "Your account cannot download now"],
  forbidden: [403, "Your account cannot download now"],
  rate_limited: [429, "That was too fast"],
  quota_exceeded: [429, "Your requests are used up"],
  unavailable: [503, "This cannot be answered now"],
} as const;

function download(list: "bets" | "trends", find: (visit: Visit<DownloadSite>) => CsvRows | Promise<CsvRows>) {
  return answer({ at: `/download/${list}.csv`, cannot, send: (visit: Visit<DownloadSite>) => send(visit, find) });
}

export const downloads: readonly Page<DownloadSite>[] = [download("bets", csvOfBets), download("trends", csvOfTrends)];

async function send(
  visit: Visit<DownloadSite>,
  find: (visit: Visit<DownloadSite>) => CsvRows | Promise<CsvRows>,
): Promise<FastifyReply> {
  const { site, request, reply } = visit;
  const { gate, payingKeyOf, frame } = site;
  const toAccount = html`<p class="actions"><a class="button primary" href="${frame.manageUrl}">Keys and account</a></p>`;
  if (isFromElsewhere(request)) {
    const text = "Another site led here. Downloads begin with a link of our own pages.";
    throw problem(403, "Begin the download here", text);
  }
  const payer = await payingKeyOf(visit.cookie);
  switch (payer.kind) {
    case "nobody":
      throw problem(401, "Sign in to download", "A download counts on the requests of your account.", toAccount);
    case "no key":
      throw problem(403, "Make a key first", "A download counts on a key of your account, and it has none.", toAccount);
    case "away":
      throw problem(503, refused.unavailable[1], "Accounts cannot be read at the moment. Please try again.", noHtml, 5);
  }
  const rows = await find(visit);
  const headers = {
    "cache-control": "no-store",
    "content-type": csvContentType,
    "content-disposition": `attachment; filename="${rows.fileName}"`,
  };
  if (request.method === "HEAD") return reply.headers(headers).send();
  const requests = requestsOf(rows.count);
  const charged = await chargeKey(gate, payer.keyId, requests);
  if (charged.kind === "charged") return sendRows(reply.headers(headers), rows, charged);
  if (charged.kind === "too many for a minute") {
    const text = `This download takes ${requestWords(requests)}, and your plan allows ${charged.mostInMinute} in a minute.`;
    throw problem(403, "More than your plan allows at once", `${text} Fewer bets take fewer.`, filesLink);
  }
  const { code, message, retryAfterS } = charged.refusal;
  const [status, title] = refused[code];
  throw problem(status, title, sentenceOf(message), toAccount, retryAfterS);
}

/** Browsers say which site has led to a request. Cookies go with a link of any site, and nobody else may spend requests. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/**
 * Unless all of the file goes out, requests are given back: all of them where it fails on the way, and where the caller leaves those
 * of the pages that had not gone out.
 */
function sendRows(
  reply: FastifyReply,
  rows: CsvRows,
  { giveBack }: Extract<Charged, { readonly kind: "charged" }>,
): FastifyReply {
  const { raw } = reply;
  let isWhole = false;
  let hasFailed = false;
  async function* parts(): AsyncGenerator<Buffer> {
    try {
      yield* rows.parts();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  const end = (): void => {
    if (!isWhole) giveBack(hasFailed ? 0 : rows.takenPages());
  };
  raw.once("finish", () => {
    isWhole = true;
  });
  if (raw.destroyed) end();
  else raw.once("close", end);
  return reply.send(Readable.from(parts(), { highWaterMark: 1 }));
}

/** The key that pays for somebody's downloads. */
export type PayingKey =
  /** Nobody is signed in, or the account has no key that is not revoked, or the database cannot say. */
  { readonly kind: "nobody" | "no key" | "away" } | { readonly kind: "key"; readonly keyId: string };

type Charged =
  /** @param answered requests that stay charged. */
  | { readonly kind: "charged"; giveBack(answered: number): void }
  | { readonly kind: "refused"; readonly refusal: Extract<Admission, { readonly ok: false }> }
  /** The plan never allows so many requests in a minute. */
  | { readonly kind: "too many for a minute"; readonly mostInMinute: number };

/** Takes all requests before a byte is sent. What was taken is given back when one of them is refused. */
async function chargeKey(gate: Pick<Gate, "admitById">, keyId: string, requests: number): Promise<Charged> {
  const taken: Extract<Admission, { readonly ok: true }>[] = [];
  const giveBack = (answered = 0): void => {
    for (const each of taken.splice(answered)) each.giveBack();
  };
  try {
    while (taken.length < requests) {
      const admission = await gate.admitById(keyId);
      if (!admission.ok) {
        giveBack();
        return { kind: "refused", refusal: admission };
      }
      taken.push(admission);
      const { limit: mostInMinute } = admission.meters.rate;
      if (mostInMinute >= requests) continue;
      giveBack();
      return { kind: "too many for a minute", mostInMinute };
    }
  } catch (error) {
    giveBack();
    throw error;
  }
  return { kind: "charged", giveBack };
}

type CsvRows = {
  readonly fileName: string;
  readonly count: number;
  /** The whole file, a part at a time. */
  readonly parts: () => AsyncIterable<Buffer>;
  /** How many pages of the API have been taken of the parts so far. */
  readonly takenPages: () => number;
};

const filesLink = html`<p class="actions"><a class="button" href="/docs/files">Whole seasons as files</a></p>`;

/** More rows match than a download may have. */
function tooManyRows(): Problem {
  const text = `This set has more than ${countText(mostRowsOfDownload)} bets. Narrow it, or take whole seasons as files.`;
  return problem(400, "Too many for one download", text, filesLink);
}

/**
 * @throws Problem where it has too many rows.
 * @throws WrongParameter
 * @throws BeingMended
 */
function csvOfBets({ query, snapshot }: Visit): CsvRows {
  const asked = bets.read(withoutPaging(query));
  const filter = betFilterOf(asked, asked.book);
  refuseDamaged(snapshot, { ...asked, looksBack: looksBack(filter) });
  const { spans } = snapshot.sports[asked.sport];
  let taken = 0;
  const count = countBets(spans, filter, mostRowsOfDownload);
  if (count > mostRowsOfDownload) throw tooManyRows();
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(bets.columns) + lineEnd);
    let after: PageKey | null = null;
    do {
      const wanted: PageRequest = { after, limit: rowsOfRequest, format: "csv" };
      const {
        rows,
        count: found,
        lastKey,
      }: PageOfRows = await withMoments(() => pageOf(betList, spans, filter, wanted));
      if (found > 0) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
      after = lastKey;
      taken++;
      // Others are answered between two pages.
      await setImmediate();
    } while (after !== null);
  }
  return { fileName: csvFileName("bets", asked), count, parts, takenPages: () => taken };
}

/**
 * @throws WrongParameter
 * @throws BeingMended
 * @throws TooBusy
 */
async function csvOfTrends(visit: Visit): Promise<CsvRows> {
  const { query, snapshot } = visit;
  const asked = trends.read(withoutPaging(query));
  const { judgement, ...set } = judgedSet(snapshot, asked);
  const groups = await visit.ask(sumsOfSet, set);
  if (groups === null) throw tooManyBets();
  const { rows, count } = trendsPage(groups, judgement, { after: null, limit: groups.length, format: "csv" });
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(csvHeader(trends.columns) + lineEnd);
    if (count > 0) yield Buffer.concat([rows, Buffer.from(lineEnd)]);
  }
  return { fileName: csvFileName("trends", asked), count, parts, takenPages: () => 0 };
}

/** @throws WrongParameter for what divides a list into pages: a download has all of them. */
function withoutPaging(query: string): string {
  const name = Object.keys(paging).find((each) => new URLSearchParams(query).has(each));
  if (name !== undefined)
    throw new WrongParameter(name, `${name} is of pages of the API: a download has all rows, as CSV`);
  return query;
}

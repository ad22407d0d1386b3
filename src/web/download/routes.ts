/** `/download/bets.csv` and `/download/trends.csv`: the numbers of a page, all below one header line, for somebody who is signed in. */
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Admission, Gate } from "../../access/gate.ts";
import { csvContentType, csvFileName, csvHeader, lineEnd } from "../../contract/csv.ts";
import { paging } from "../../contract/filters/games.ts";
import { bets } from "../../contract/lists/bets.ts";
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { betFilterOf, looksBack } from "../../query/bets/filter.ts";
import { betList, countBets } from "../../query/bets/page.ts";
import { type PageKey, type Page as PageOfRows, pageOf } from "../../query/pages.ts";
import { refuseDamaged } from "../../query/reach.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { judgedSet, sumsOfSet, tooManyBets } from "../../query/trends/summed.ts";
import { answer, type Page, type PageSite, problem, sentenceOf, type Visit } from "../frame/recipe.ts";
import { mostRowsOfDownload, requestsOf, requestWords, rowsOfRequest } from "../share/share-row.ts";
import { html, noHtml } from "../ui/html.ts";
import { countText } from "../ui/words.ts";

export type DownloadSite = PageSite & {
  readonly gate: Pick<Gate, "admitById">;
  /** @param cookieHeader of the request. */
  readonly payingKeyOf: (cookieHeader: string | undefined) => Promise<PayingKey>;
};

/** The key that pays for somebody's downloads. */
export type PayingKey =
  /** Nobody is signed in, or the account has no key that is not revoked, or the database cannot say. */
  { readonly kind: "nobody" | "no key" | "away" } | { readonly kind: "key"; readonly keyId: string };

/** The rows of a list, in pages as the API has them. */
type CsvRows = {
  readonly fileName: string;
  readonly count: number;
  readonly pages: () => AsyncIterable<Buffer>;
};

type Find = (visit: Visit<DownloadSite>) => CsvRows | Promise<CsvRows>;

const cannot = "This cannot be downloaded";

function download(list: "bets" | "trends", find: Find): Page<DownloadSite> {
  return answer({ at: `/download/${list}.csv`, cannot, send: (visit: Visit<DownloadSite>) => send(visit, find) });
}

export const downloads: readonly Page<DownloadSite>[] = [download("bets", csvOfBets), download("trends", csvOfTrends)];

/** The sentence when the gate refuses, by its code. */
const refused = {
  unauthorized: [403, "Your account cannot download now"],
  forbidden: [403, "Your account cannot download now"],
  rate_limited: [429, "That was too fast"],
  quota_exceeded: [429, "Your requests are used up"],
  unavailable: [503, "This cannot be answered now"],
} as const;

const filesLink = html`<p class="actions"><a class="button" href="/docs/files">Whole seasons as files</a></p>`;

async function send(visit: Visit<DownloadSite>, find: Find): Promise<FastifyReply> {
  const { site, request, reply } = visit;
  const toAccount = html`<p class="actions"><a class="button primary" href="${site.frame.manageUrl}">Keys and account</a></p>`;
  // Browsers say which site has led to a request. Cookies go with a link of any site, and nobody else may spend requests.
  if (!["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"] as string | undefined)) {
    const text = "Another site led here. Downloads begin with a link of our own pages.";
    throw problem(403, "Begin the download here", text);
  }
  const payer = await site.payingKeyOf(visit.cookie);
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
  const taken: Extract<Admission, { readonly ok: true }>[] = [];
  const giveBack = (answered: number): void => {
    for (const each of taken.splice(answered)) each.giveBack();
  };
  try {
    // All requests are taken before a byte is sent.
    while (taken.length < requests) {
      const admission = await site.gate.admitById(payer.keyId);
      if (!admission.ok) {
        const [status, title] = refused[admission.code];
        throw problem(status, title, sentenceOf(admission.message), toAccount, admission.retryAfterS);
      }
      taken.push(admission);
      const { limit } = admission.meters.rate;
      if (limit >= requests) continue;
      const text = `This download takes ${requestWords(requests)}, and your plan allows ${limit} in a minute.`;
      throw problem(403, "More than your plan allows at once", `${text} Fewer bets take fewer.`, filesLink);
    }
  } catch (error) {
    giveBack(0);
    throw error;
  }
  // Where the file fails on the way all of them are given back, and where the caller leaves those of the pages that had not gone out.
  let answered = 0;
  async function* parts(): AsyncGenerator<Buffer> {
    try {
      for await (const page of rows.pages()) {
        yield page;
        answered++;
      }
      answered = requests;
    } catch (error) {
      answered = 0;
      throw error;
    }
  }
  const file = Readable.from(parts(), { highWaterMark: 1 });
  file.once("close", () => giveBack(answered));
  return reply.headers(headers).send(file);
}

/** @throws Problem where it has too many rows; WrongParameter; BeingMended. */
function csvOfBets({ query, snapshot }: Visit): CsvRows {
  const asked = bets.read(withoutPaging(query));
  const filter = betFilterOf(asked, asked.book);
  refuseDamaged(snapshot, { ...asked, looksBack: looksBack(filter) });
  const { spans } = snapshot.sports[asked.sport];
  const count = countBets(spans, filter, mostRowsOfDownload);
  if (count > mostRowsOfDownload) {
    const text = `This set has more than ${countText(mostRowsOfDownload)} bets. Narrow it, or take whole seasons as files.`;
    throw problem(400, "Too many for one download", text, filesLink);
  }
  async function* pages(): AsyncGenerator<Buffer> {
    let head = csvHeader(bets.columns) + lineEnd;
    let after: PageKey | null = null;
    do {
      const wanted = { after, limit: rowsOfRequest, format: "csv" } as const;
      const page: PageOfRows = await withMoments(() => pageOf(betList, spans, filter, wanted));
      yield csvOf(head, page);
      [head, after] = ["", page.lastKey];
      // Others are answered between two pages.
      await setImmediate();
    } while (after !== null);
  }
  return { fileName: csvFileName("bets", asked), count, pages };
}

/** @throws WrongParameter, BeingMended and TooBusy. */
async function csvOfTrends(visit: Visit): Promise<CsvRows> {
  const asked = trends.read(withoutPaging(visit.query));
  const { judgement, ...set } = judgedSet(visit.snapshot, asked);
  const groups = await visit.ask(sumsOfSet, set);
  if (groups === null) throw tooManyBets();
  const page = trendsPage(groups, judgement, { after: null, limit: groups.length, format: "csv" });
  async function* pages(): AsyncGenerator<Buffer> {
    yield csvOf(csvHeader(trends.columns) + lineEnd, page);
  }
  return { fileName: csvFileName("trends", asked), count: page.count, pages };
}

function csvOf(head: string, { rows, count }: Pick<PageOfRows, "rows" | "count">): Buffer {
  return Buffer.concat([Buffer.from(head), rows, Buffer.from(count === 0 ? "" : lineEnd)]);
}

/** @throws WrongParameter for what divides a list into pages: a download has all of them. */
function withoutPaging(query: string): string {
  const name = Object.keys(paging).find((each) => new URLSearchParams(query).has(each));
  if (name === undefined) return query;
  throw new WrongParameter(name, `${name} is of pages of the API: a download has all rows, as CSV`);
}

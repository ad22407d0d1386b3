/** `/download/bets.csv` and `/download/trends.csv`: the numbers of a page as a file, for somebody who is signed in. */

import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Gate } from "../../access/gate.ts";
import { csvContentType } from "../../contract/csv.ts";
import type { AskedBy } from "../../query/computing/computing.ts";
import type { ExploreParts } from "../explore/question.ts";
import { registerPages, sentenceOf, shownRefusal, visitorOf } from "../frame/data-pages.ts";
import { queryOf, sendProblem } from "../frame/site.ts";
import { mostRowsOfDownload, requestsOf, requestWords } from "../share/share-row.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type CsvRows, csvOfBets, csvOfTrends, TooManyRows } from "./rows.ts";

export type DownloadParts = Pick<ExploreParts, "frame" | "shelf" | "limit"> & {
  readonly gate: Pick<Gate, "admitById">;
  /** @param cookieHeader of the request. */
  readonly payingKeyOf: (cookieHeader: string | undefined) => Promise<PayingKey>;
};

type Find = (query: string, by: AskedBy) => CsvRows | Promise<CsvRows>;

const refusedTitles = {
  unauthorized: "Your account cannot download now",
  forbidden: "Your account cannot download now",
  rate_limited: "That was too fast",
  quota_exceeded: "Your requests are used up",
  unavailable: "This cannot be answered now",
} as const;
const statuses = {
  unauthorized: 403,
  forbidden: 403,
  rate_limited: 429,
  quota_exceeded: 429,
  unavailable: 503,
} as const;

export function registerDownloads(app: FastifyInstance, parts: DownloadParts): void {
  const { frame, shelf, limit, gate, payingKeyOf } = parts;
  const { manageUrl } = frame;
  const toAccount = html`<p class="actions"><a class="button primary" href="${manageUrl}">Keys and account</a></p>`;

  async function send(request: FastifyRequest, reply: FastifyReply, find: Find): Promise<FastifyReply> {
    reply.header("cache-control", "no-store");
    const problem = (status: number, title: string, text: string, more: Html = noHtml) =>
      sendProblem(reply.code(status), frame, title, text, more);
    if (isFromElsewhere(request)) {
      return problem(
        403,
        "Begin the download here",
        "Another site led here. Downloads begin with a link of our own pages.",
      );
    }
    if (!(await limit(request, reply))) return reply;
    const payer = await payingKeyOf(request.headers.cookie);
    switch (payer.kind) {
      case "nobody":
        return problem(401, "Sign in to download", "A download counts on the requests of your account.", toAccount);
      case "no key":
        return problem(
          403,
          "Make a key first",
          "A download counts on a key of your account, and it has none.",
          toAccount,
        );
      case "away":
        reply.header("retry-after", "5");
        return problem(503, refusedTitles.unavailable, "Accounts cannot be read at the moment. Please try again.");
    }
    const by = { owner: visitorOf(request), snapshot: shelf.current };
    const rows = await find(queryOf(request), by);
    const headers = {
      "content-type": csvContentType,
      "content-disposition": `attachment; filename="${rows.fileName}"`,
    };
    if (request.method === "HEAD") return reply.headers(headers).send();
    const requests = requestsOf(rows.count);
    const charged = await chargeKey(gate, payer.keyId, requests);
    if (charged.kind === "charged") return sendRows(reply.headers(headers), rows, charged);
    if (charged.kind === "too many for a minute") {
      const text = `This download takes ${requestWords(requests)}, and your plan allows ${charged.mostInMinute} in a minute.`;
      return problem(403, "More than your plan allows at once", `${text} Fewer bets take fewer.`, filesLink);
    }
    const { code, message, retryAfterS } = charged.refusal;
    if (retryAfterS !== null) reply.header("retry-after", String(retryAfterS));
    return problem(statuses[code], refusedTitles[code], sentenceOf(message), toAccount);
  }

  function sendRefusal(_request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
    if (thrown instanceof TooManyRows) {
      const text = `This set has more than ${mostRowsOfDownload.toLocaleString("en-US")} bets. Narrow it, or take whole seasons as files.`;
      return sendProblem(reply.code(400), frame, "Too many for one download", text, filesLink);
    }
    const { status, message } = shownRefusal(thrown);
    return sendProblem(reply.code(status), frame, "This cannot be downloaded", message);
  }

  const answers = {
    "/download/bets.csv": (request: FastifyRequest, reply: FastifyReply) => send(request, reply, csvOfBets),
    "/download/trends.csv": (request: FastifyRequest, reply: FastifyReply) =>
      send(request, reply, (query, by) => csvOfTrends(shelf, query, by)),
  };
  registerPages(app, frame, answers, sendRefusal);
}

const filesLink = html`<p class="actions"><a class="button" href="/docs/files">Whole seasons as files</a></p>`;

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
    // If this fails for now, the gate tries it again by itself.
    if (!isWhole) void giveBack(hasFailed ? 0 : rows.takenPages());
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
  | { readonly kind: "charged"; giveBack(answered: number): Promise<void> }
  | { readonly kind: "refused"; readonly refusal: Extract<Admission, { readonly ok: false }> }
  /** The plan never allows so many requests in a minute. */
  | { readonly kind: "too many for a minute"; readonly mostInMinute: number };

/** Takes all requests before a byte is sent. What was taken is given back when one of them is refused. */
async function chargeKey(gate: Pick<Gate, "admitById">, keyId: string, requests: number): Promise<Charged> {
  const taken: Extract<Admission, { readonly ok: true }>[] = [];
  const giveBack = async (answered = 0): Promise<void> => {
    await Promise.all(taken.splice(answered).map((each) => each.giveBack()));
  };
  try {
    while (taken.length < requests) {
      const admission = await gate.admitById(keyId);
      if (!admission.ok) {
        await giveBack();
        return { kind: "refused", refusal: admission };
      }
      taken.push(admission);
      const { limit: mostInMinute } = admission.meters.rate;
      if (mostInMinute >= requests) continue;
      await giveBack();
      return { kind: "too many for a minute", mostInMinute };
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { kind: "charged", giveBack };
}

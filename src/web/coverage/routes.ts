/** `/coverage` and `/coverage/missing`: public, because how much there is is not the data itself. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { refuseOtherMethods } from "../../http/other-methods.ts";
import { type AskApi, isAnswer } from "../ask.ts";
import { KeptPages } from "../frame/kept-pages.ts";
import { type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import { registerSite, sendWrongMethod } from "../frame/site.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { orBusy, takeTurn } from "../turn.ts";
import { coverageBody, coverageDescription } from "./coverage-page.ts";
import { type AskMissing, missingBody, missingTitle } from "./missing-page.ts";
import { type Choice, chooseFrom, type Refusal, readGiven, readRows } from "./read.ts";
import { sportNames } from "./words.ts";

export type CoverageDeps = {
  readonly frame: SiteFrame;
  readonly ask: AskApi;
  readonly askMissing: AskMissing;
  readonly apiUrl: string;
  /** Answers a network that asks too often; otherwise it sends nothing, and the request goes on. */
  readonly limit?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

type InTurn = (render: () => Promise<string>) => Promise<string>;
/** Pages are kept, and one that is not is made in its turn. */
type Making = { readonly kept: KeptPages; readonly inTurn: InTurn };

const pages = [
  ["/coverage", sendCoverage],
  ["/coverage/missing", sendMissing],
] as const;

export function registerCoverage(app: FastifyInstance, deps: CoverageDeps): void {
  const kept = new KeptPages();
  registerSite(app, (scope) => {
    for (const [path, send] of pages) {
      scope.get(path, async (request, reply) => {
        await deps.limit?.(request, reply);
        // What the limit returns cannot be asked: a reply that is awaited resolves to nothing.
        if (reply.sent) return reply;
        const inTurn: InTurn = (render) => takeTurn(request, render);
        return orBusy(reply, deps.frame, () => send(deps, { kept, inTurn }, rawQueryOf(request), reply));
      });
    }
    refuseOtherMethods(
      scope,
      pages.map(([path]) => ["GET", path] as const),
      (_request, reply) => sendWrongMethod(reply, deps.frame),
    );
  });
}

/** The text after the question mark. */
function rawQueryOf({ url }: FastifyRequest): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}

const look = { current: "/coverage", width: "wide", styles: ["coverage.css", "get-this.css"] } as const;

async function sendCoverage(deps: CoverageDeps, { kept, inTurn }: Making, query: string, reply: FastifyReply) {
  const { frame, ask } = deps;
  const chosen = await chooseFrom(ask, readGiven(query));
  if (chosen === null) return sendPage(reply, frame, emptyPage);
  if ("status" in chosen) return sendRefusal(reply, frame, chosen);
  const { choice, sports } = chosen;
  const sport = sports.find((each) => each.sport === choice.sport);
  const first = await ask("/coverage", `sport=${choice.sport}&limit=1`);
  if (!isAnswer(first)) return sendRefusal(reply, frame, first);
  if (sport === undefined || sport.seasons.length === 0) return sendPage(reply, frame, emptyPage);
  return kept.send(reply, { key: `coverage ${Object.values(choice).join(" ")}`, tag: first.etag }, () =>
    inTurn(async () => {
      const rows = await readRows(ask, choice.sport);
      return renderSitePage(frame, {
        ...look,
        title: `Coverage of ${sportNames[choice.sport]} lines - Gradeline`,
        description: coverageDescription,
        body: coverageBody({ choice, sports, sport, rows }, panel(deps, choice, rows.length)),
      });
    }),
  );
}

function panel({ apiUrl, frame }: CoverageDeps, { sport }: Choice, rows: number): string {
  const requests = Math.max(1, Math.ceil(rows / 1000));
  const cost = requests === 1 ? "1 request" : `${requests} requests`;
  const { manageUrl } = frame;
  return getThisPanel({ apiUrl, path: "/v1/coverage", query: `sport=${sport}`, cost, left: null, manageUrl });
}

async function sendMissing({ frame, askMissing }: CoverageDeps, { kept }: Making, query: string, reply: FastifyReply) {
  const found = askMissing(readable(query));
  if ("code" in found) return sendRefusal(reply, frame, found);
  const { sport, season, book, market, period, page } = found;
  const key = ["missing", sport, season, book, market, period, page].join(" ");
  return kept.send(reply, { key, tag: found.tag }, () =>
    renderSitePage(frame, {
      ...look,
      title: `${missingTitle(found)} - Gradeline`,
      description: null,
      body: missingBody(found),
    }),
  );
}

const missingNames = ["sport", "season", "book", "market", "period", "page"];

/** Leaves out what others append to links, such as `utm_source`, which would be refused as unknown. */
function readable(rawQuery: string): string {
  const given = new URLSearchParams(rawQuery);
  return new URLSearchParams(
    [...given].filter(([name, value]) => missingNames.includes(name) && value !== ""),
  ).toString();
}

const emptyPage: PublicPage = {
  ...look,
  title: "Coverage - Gradeline",
  description: coverageDescription,
  body: `<h1>Coverage</h1>
<p class="lead">Nothing is published yet. What there is stands here after the first publish.</p>`,
};

function sendPage(reply: FastifyReply, frame: SiteFrame, page: PublicPage): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(renderSitePage(frame, page));
}

function sendRefusal(reply: FastifyReply, frame: SiteFrame, { status, message }: Refusal): FastifyReply {
  const title = status === 400 ? "This is not in the coverage" : "Coverage cannot be shown";
  return sendPage(reply.code(status), frame, {
    ...look,
    title: `${title} - Gradeline`,
    description: null,
    body: html`<h1>${title}</h1>
<p class="lead breakable">${message}.</p>
<p><a class="button" href="/coverage">See all coverage</a></p>`,
  });
}

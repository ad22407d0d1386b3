/** `/coverage`: public, because how much there is is not the data itself. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFile } from "../../http/send-file.ts";
import { sportRows } from "../../query/questions/sports.ts";
import { refuseDamaged, wholeSport } from "../../query/reach.ts";
import type { Shelf } from "../../query/shelf.ts";
import { drawnCoverage } from "../drawings.ts";
import {
  type KeptPages,
  pageFile,
  type ReadingLimit,
  registerPages,
  type ShownRefusal,
  shownRefusal,
  visitorOf,
} from "../frame/data-pages.ts";
import { type PublicPage, renderSitePage, type SiteFrame } from "../frame/page.ts";
import { queryOf } from "../frame/site.ts";
import { Html, html } from "../ui/html.ts";
import { sportLabels } from "../ui/words.ts";
import { readChoice } from "./choice.ts";
import { coverageDescription } from "./coverage-page.ts";

export type CoverageDeps = {
  readonly frame: SiteFrame;
  readonly shelf: Pick<Shelf, "current" | "computing">;
  readonly kept: KeptPages;
  readonly apiUrl: string;
  readonly limit: ReadingLimit;
};

/** Browsers ask again after a minute, and are mostly told that nothing has changed. */
const keptForS = 60;

export function registerCoverage(app: FastifyInstance, deps: CoverageDeps): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    (await deps.limit(request, reply)) ? sendCoverage(deps, request, reply) : reply;
  registerPages(app, deps.frame, { "/coverage": answer }, (_request, reply, thrown) =>
    sendRefusal(reply, deps.frame, shownRefusal(thrown)),
  );
}

const look = { current: "/coverage", width: "wide", styles: ["data.css"] } as const;

async function sendCoverage(deps: CoverageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { frame, shelf, kept, apiUrl } = deps;
  const { manageUrl } = frame;
  const snapshot = shelf.current;
  const choice = readChoice(queryOf(request), sportRows(snapshot));
  if (choice === null) return sendPage(reply, frame, emptyPage);
  const reach = wholeSport(choice.sport);
  refuseDamaged(snapshot, reach);
  if (snapshot.sports[choice.sport].seasons.length === 0) return sendPage(reply, frame, emptyPage);
  const page = await kept.page(snapshot, `coverage ${Object.values(choice).join(" ")}`, async () =>
    pageFile(
      renderSitePage(frame, {
        ...look,
        title: `Coverage of ${sportLabels[choice.sport]} lines - Gradeline`,
        description: coverageDescription,
        body: new Html(
          await shelf.computing.ask(
            drawnCoverage,
            { choice, apiUrl, manageUrl },
            { owner: visitorOf(request), snapshot },
          ),
        ),
      }),
    ),
  );
  return sendFile(reply, page, keptForS);
}

const emptyPage: PublicPage = {
  ...look,
  title: "Coverage - Gradeline",
  description: coverageDescription,
  body: html`<h1>Coverage</h1>
<p class="lead">Nothing is published yet. What there is stands here after the first publish.</p>`,
};

function sendPage(reply: FastifyReply, frame: SiteFrame, page: PublicPage): FastifyReply {
  return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(renderSitePage(frame, page));
}

function sendRefusal(reply: FastifyReply, frame: SiteFrame, { status, message }: ShownRefusal): FastifyReply {
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

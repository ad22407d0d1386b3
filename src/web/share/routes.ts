/** `/card.png` and `/card.svg`, the pictures of links to sets of bets, and `/embed`, a set for a frame of another site. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { bufferOf } from "../../query/message.ts";
import { permalink, readAddress, sharedLink } from "../explore/address.ts";
import type { ExploreParts } from "../explore/parts.ts";
import { registerPages } from "../frame/data-pages.ts";
import { visitorOf } from "../frame/kept-pages.ts";
import { shownRefusal } from "../frame/refusals.ts";
import { forOtherSites, queryOf, sendProblem } from "../frame/site.ts";
import { cardTypes } from "../pictures/card-format.ts";
import { drawnSharedSet } from "./drawn-shared-set.ts";
import { renderEmbed } from "./embed-page.ts";
import { NotForAll, seenByAll } from "./seen-by-all.ts";
import type { SharedSetAsked } from "./shared-set.ts";

const types = { ...cardTypes, html: "text/html; charset=utf-8" } as const;
type Format = SharedSetAsked["format"];

export function registerSharedSets(app: FastifyInstance, parts: ExploreParts): void {
  const { frame, shelf, kept, limit, apiUrl } = parts;

  async function sendSet(request: FastifyRequest, reply: FastifyReply, format: Format): Promise<FastifyReply> {
    const path = request.url.replace(/\?.*/s, "");
    const address = readAddress(queryOf(request));
    const link = sharedLink(address, address.nth);
    // A set has one picture, however its games are sorted.
    if (address.problem === null && (address.movedTo !== null || link !== permalink(address))) {
      return reply.header("cache-control", "no-store").redirect(path + link.slice(1), 303);
    }
    if (!(await limit(request, reply))) return reply;
    const { current: snapshot } = shelf;
    const seen = seenByAll(parts, address, snapshot);
    const file = await kept.page(snapshot, `shared ${format} ${link}`, async () => {
      const asked = { ...seen, url: apiUrl + link, format };
      const by = { owner: visitorOf(request), snapshot };
      return servedFile(types[format], bufferOf(await shelf.computing.ask(drawnSharedSet, asked, by)));
    });
    return sendFile(forOtherSites(reply), file);
  }

  const register = (formats: Readonly<Record<string, Format>>, isFramed: boolean): void => {
    const answers = Object.entries(formats).map(([path, format]) => [
      path,
      (request: FastifyRequest, reply: FastifyReply) => sendSet(request, reply, format),
    ]);
    const refuse = (request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply =>
      sendRefusal(reply, thrown, formats[request.routeOptions.url ?? ""] ?? "html");
    registerPages(app, frame, Object.fromEntries(answers), refuse, { isFramed });
  };
  register({ "/card.png": "png", "/card.svg": "svg" }, false);
  register({ "/embed": "html" }, true);

  function sendRefusal(reply: FastifyReply, thrown: unknown, format: Format): FastifyReply {
    const { status, message } =
      thrown instanceof NotForAll ? { status: 403, message: thrown.message } : shownRefusal(thrown);
    const title = "This set cannot be shown";
    reply.code(status);
    if (format !== "html") return sendProblem(reply, frame, title, message);
    const body = html`<h1>${title}</h1><p>${message}</p>`;
    return reply
      .header("cache-control", "no-store")
      .type(types.html)
      .send(renderEmbed(title, body, `${apiUrl}/`));
  }
}

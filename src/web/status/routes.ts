/** `/status`: how new the data is, for everybody. */
import type { FastifyInstance } from "fastify";
import { type ServedFile, sendFile, servedFile } from "../../http/send-file.ts";
import { registerPages } from "../frame/data-pages.ts";
import { renderSitePage, type SiteFrame } from "../frame/page.ts";
import { statusBody, statusDescription } from "./page.ts";
import { readStatus, type StatusShelf } from "./read.ts";

/** Revisions are read from the database. However many people ask, that is done four times a minute at the most. */
const keptForMs = 15_000;

export type StatusDeps = { readonly frame: SiteFrame; readonly shelf: StatusShelf; readonly nowMs?: () => number };

export function registerStatus(app: FastifyInstance, { frame, shelf, nowMs = Date.now }: StatusDeps): void {
  let kept: { readonly untilMs: number; readonly page: Promise<ServedFile> } | null = null;

  async function render(): Promise<ServedFile> {
    const status = await readStatus(shelf);
    const page = renderSitePage(frame, {
      title: "Status of the data - Gradeline",
      description: statusDescription,
      current: "/status",
      width: "wide",
      styles: ["data.css"],
      body: statusBody(status, nowMs()),
    });
    return servedFile("text/html; charset=utf-8", Buffer.from(page));
  }

  function pageNow(): Promise<ServedFile> {
    const now = nowMs();
    if (kept !== null && now < kept.untilMs && now >= kept.untilMs - keptForMs) return kept.page;
    const page = render();
    kept = { untilMs: now + keptForMs, page };
    // A failure is not kept.
    page.catch(() => {
      kept = null;
    });
    return page;
  }

  registerPages(app, frame, {
    "/status": async (_request, reply) => sendFile(reply, await pageNow(), keptForMs / 1000),
  });
}

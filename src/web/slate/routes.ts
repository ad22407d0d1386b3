/** `/slate` and `/slate/{date}`: the games of a day, which is what people come back for in the morning. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { sendFile } from "../../http/send-file.ts";
import { newestSlateDate, slateOf } from "../../query/questions/slate.ts";
import { drawnSlate } from "../drawings.ts";
import { openSeasons } from "../explore/question.ts";
import { pageFile, registerDataPages, visitorOf } from "../frame/data-pages.ts";
import { renderDrawing } from "../frame/page.ts";
import { slatePath } from "../frame/paths.ts";
import { queryOf, sendProblem } from "../frame/site.ts";
import type { GamePagesDeps } from "../game/routes.ts";
import { html, noHtml } from "../ui/html.ts";
import { largestMoves } from "./day.ts";

type SlateRequest = FastifyRequest<{ Params: { readonly date: string } }>;

export function registerSlate(app: FastifyInstance, deps: GamePagesDeps): void {
  const { frame, shelf, kept, apiUrl, exploreSeasons, memberOf } = deps;
  const { manageUrl } = frame;

  async function sendNewest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const isMember = (await memberOf(request.headers.cookie)) !== null;
    const newest = newestSlateDate(shelf.current, openSeasons(shelf.current, exploreSeasons, isMember));
    if (newest === null) return sendNone(reply, "There is no game to show yet.");
    return reply.header("cache-control", "no-store").redirect(slatePath(newest), 303);
  }

  async function sendDay(request: SlateRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { date } = request.params;
    if (!isCalendarDate(date)) return sendNone(reply, "The address of a day ends with its date, such as 2025-11-23.");
    if (queryOf(request) !== "") return reply.redirect(slatePath(date), 303);
    const isMember = (await memberOf(request.headers.cookie)) !== null;
    const snapshot = shelf.current;
    const slate = slateOf(snapshot, date, openSeasons(snapshot, exploreSeasons, isMember));
    if (slate.games.length === 0 && slate.closed === 0) {
      const nearest = slate.previous ?? slate.next;
      return sendNone(reply, `There was no game on ${date}.`, nearest);
    }
    const file = await kept.page(snapshot, `slate ${date} ${isMember}`, async () => {
      const moves = await Promise.all(
        largestMoves(slate.games).map(async (move) => ({ move, path: await shelf.path(snapshot, move.game.game_id) })),
      );
      const by = { owner: visitorOf(request), snapshot };
      const drawn = await shelf.computing.ask(drawnSlate, { slate, moves, apiUrl, manageUrl }, by);
      const looks = { current: "/slate", styles: ["data.css"], width: "wide" } as const;
      return pageFile(renderDrawing(frame, looks, drawn));
    });
    return sendFile(reply, file, null);
  }

  function sendNone(reply: FastifyReply, text: string, nearest: string | null = null): FastifyReply {
    const link = nearest === null ? noHtml : html` <a href="${slatePath(nearest)}">The games of ${nearest}</a>`;
    return sendProblem(reply.code(404), frame, "No games", text, link);
  }

  registerDataPages(app, deps, "The games cannot be shown", { "/slate": sendNewest, "/slate/:date": sendDay });
}

/** `/grade`, the client's modules for it, and lines of the open seasons. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFile, servedFile } from "../../http/send-file.ts";
import type { ExploreParts } from "../explore/parts.ts";
import { openSeasons } from "../explore/reach.ts";
import { registerDataPages } from "../frame/data-pages.ts";
import { renderSitePage } from "../frame/page.ts";
import { queryOf, registerSite, sendProblem } from "../frame/site.ts";
import { readModules } from "./modules.ts";
import { leaguesOf, mostGamesOfRequest, openGames, openLines, openSeasonsOf } from "./open-lines.ts";
import { gradeBody } from "./page.ts";
import { gamesOfVisit, mostGamesOfVisit, visitGamesCookie } from "./visit-games.ts";

type Parts = Pick<ExploreParts, "frame" | "shelf" | "kept" | "sign" | "exploreSeasons" | "memberOf" | "limit">;
const json = "application/json; charset=utf-8";

export function registerGrade(app: FastifyInstance, parts: Parts): void {
  const { frame, shelf, kept, sign, exploreSeasons, memberOf } = parts;
  const modules = readModules();
  const isHttps = frame.manageUrl.startsWith("https:");

  async function openTo(request: FastifyRequest) {
    const isMember = (await memberOf(request.headers.cookie)) !== null;
    return { isMember, isOpen: openSeasons(shelf.current, exploreSeasons, isMember) };
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { isOpen } = await openTo(request);
    const page = renderSitePage(frame, {
      title: "Grade your bets - Gradeline",
      description:
        "Drop a CSV of your bets: results, closing line value and whether chance explains them. The file stays in your browser.",
      current: "/grade",
      styles: ["grade.css"],
      scripts: ["grade.js"],
      width: "wide",
      body: gradeBody(modules.path, openSeasonsOf(shelf.current, isOpen), leaguesOf(shelf.current)),
    });
    return sendFile(reply, servedFile("text/html; charset=utf-8", Buffer.from(page)), null);
  }

  async function sendGames(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { isMember, isOpen } = await openTo(request);
    const query = queryOf(request);
    const snapshot = shelf.current;
    const file = await kept.page(snapshot, `grade ${isMember} ${query}`, async () =>
      servedFile(json, Buffer.from(openGames(snapshot, query, isOpen))),
    );
    return sendFile(reply, file, null);
  }

  async function sendLines(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header("cache-control", "no-store");
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin") {
      return sendProblem(
        reply.code(403),
        frame,
        "For our own page",
        "Lines without a key are for the page that grades bets.",
      );
    }
    const query = new URLSearchParams(queryOf(request));
    const ids = [...new Set((query.get("game_ids") ?? "").split(",").filter((id) => id !== ""))];
    if (ids.length > mostGamesOfRequest) {
      return sendProblem(
        reply.code(400),
        frame,
        "Too many games",
        `One request is of at most ${mostGamesOfRequest} games.`,
      );
    }
    const count = gamesOfVisit(request.headers.cookie, sign) + ids.length;
    if (count > mostGamesOfVisit) {
      return sendProblem(
        reply.code(403),
        frame,
        "Enough for one visit",
        `Without a key, a visit is of at most ${mostGamesOfVisit} games.`,
      );
    }
    const { isOpen } = await openTo(request);
    const asked = { ids, betTypes: query.get("bet_type") ?? "", books: query.get("book") ?? "" };
    const text = await openLines(shelf.current, asked, isOpen);
    return reply
      .header("set-cookie", visitGamesCookie(count, isHttps, sign))
      .type(json)
      .send(text);
  }

  registerDataPages(app, parts, "Bets cannot be graded now", {
    "/grade": sendPage,
    "/grade/games": sendGames,
    "/grade/lines": sendLines,
  });
  registerSite(app, (scope) => {
    for (const [name, file] of modules.files) {
      scope.get(modules.path + name, (_request, reply) => sendFile(reply, file, "for good"));
    }
  });
}

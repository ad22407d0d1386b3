/** `/grade`, the client's modules for it, and lines of the open seasons. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { type ExploreParts, openSeasons } from "../explore/question.ts";
import { registerDataPages } from "../frame/data-pages.ts";
import { renderSitePage } from "../frame/page.ts";
import { queryOf, registerSite, sendProblem } from "../frame/site.ts";
import { type Html, html } from "../ui/html.ts";
import { readModules } from "./modules.ts";
import { leaguesOf, mostGamesOfRequest, openGames, openLines, openSeasonsOf } from "./open-lines.ts";

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
      styles: ["data.css"],
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

/**
 * @param modules where the client's modules are.
 * @param seasons of each sport that are open without a key.
 * @param leagues that this server has games of.
 */
function gradeBody(
  modules: string,
  seasons: Readonly<Record<Sport, readonly number[]>>,
  leagues: readonly Sport[],
): Html {
  const open = sports.filter((sport) => seasons[sport].length > 0);
  const shown = open.map((sport) => {
    const own = seasons[sport];
    return `${sportFacts[sport].label} ${own.length === 1 ? own[0] : `${Math.min(...own)} to ${Math.max(...own)}`}`;
  });
  const isOnly = leagues.length === 1;
  const options = leagues.map(
    (sport) => html`<option value="${sport}"${isOnly ? " selected" : ""}>${sportFacts[sport].label}</option>`,
  );
  return html`<h1>Grade your bets</h1>
<p class="lead">Every bet of your CSV file at your own line and price, against the close of your book and of the consensus, and
whether chance explains the record.</p>
<noscript><p class="notice">This page needs JavaScript, because your file is read in your browser and sent to nobody. Without it, the
<a href="/clients/">clients</a> do the same on your computer.</p></noscript>
<form class="card grade-form" data-grade data-modules="${modules}" data-seasons="${JSON.stringify(seasons)}" data-most="${String(mostGamesOfVisit)}" hidden>
<div class="grade-drop" data-drop><label for="grade-file">File of bets (CSV), or drop it here</label>
<input type="file" id="grade-file" accept=".csv,.txt,.tsv,text/csv"></div>
<div><label for="grade-key">Your key, for all seasons</label>
<input type="password" id="grade-key" autocomplete="off" spellcheck="false">
<p class="hint">${open.length === 0 ? "No season is open without a key." : `Without one: ${shown.join(", ")}, at most ${mostGamesOfVisit} games a visit.`}</p></div>
<div><label for="grade-league">League of bets that name none</label>
<select id="grade-league"><option value="">not said</option>${options}</select></div>
<div><label for="grade-day">A column “Date” is</label>
<select id="grade-day"><option value="">not said</option><option value="game">the day of the game</option>
<option value="placed">the day of the bet</option></select></div>
<p><button class="button primary" type="submit" disabled>Grade</button></p>
</form>
<p role="status" class="grade-status" data-grade-status></p>
<div data-grade-result></div>
<section class="card"><h2>What leaves your browser</h2>
<p>The file does not, nor do your stakes, prices and results. What is asked for is the games of the sports and seasons in your file, and then,
by the ids of the games or their days, the closes of your books for the kinds of bets in it. A key is kept in memory until you leave the page,
and is sent to this server alone. <a href="/docs/grade">How files are read</a></p></section>`;
}

const mostGamesOfVisit = 500;

const cookie = "gradeline_graded";

/** @param cookieHeader of the request. What is no value of ours counts as none. */
function gamesOfVisit(cookieHeader: string | undefined, sign: (text: string) => string): number {
  const found = (cookieHeader ?? "").split(/; */).find((each) => each.startsWith(`${cookie}=`));
  const [, count = "", signature = ""] = /^[^=]+=(\d{1,3})\.([\w-]+)$/.exec(found ?? "") ?? [];
  return count !== "" && signature === sign(`graded ${count}`) ? Number(count) : 0;
}

/** The value of Set-Cookie: other sites cannot have it sent. */
function visitGamesCookie(count: number, isHttps: boolean, sign: (text: string) => string): string {
  const value = `${count}.${sign(`graded ${count}`)}`;
  return `${cookie}=${value}; Path=/grade; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;
}

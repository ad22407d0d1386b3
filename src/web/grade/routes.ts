/** `/grade`, the client's modules for it, and lines of the open seasons. */

import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { sendFile, servedFile } from "../../http/send.ts";
import { type ExploreSite, openTo } from "../explore/question.ts";
import { cookieIn } from "../frame/cookies.ts";
import { answer, type Page, page, problem, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";
import { readModules } from "./modules.ts";
import { leaguesOf, mostGamesOfRequest, openGames, openLines, openSeasonsOf } from "./open-lines.ts";

const json = "application/json; charset=utf-8";
const cannot = "Bets cannot be graded now";

export function gradePages(): readonly Page<ExploreSite>[] {
  const modules = readModules();
  return [
    page({
      at: "/grade",
      cannot,
      read: async (visit: Visit<ExploreSite>) => ({
        key: null,
        open: openSeasonsOf(visit.snapshot, await openTo(visit)),
      }),
      draw: ({ open }, { snapshot }) => ({
        title: "Grade your bets - Gradeline",
        description:
          "Drop a CSV of your bets: results, closing line value and whether chance explains them. The file stays in your browser.",
        current: "/grade",
        styles: ["data.css"],
        scripts: ["grade.js"],
        width: "wide",
        body: gradeBody(modules.path, open, leaguesOf(snapshot)),
      }),
    }),
    page({
      at: "/grade/games",
      cannot,
      async read(visit: Visit<ExploreSite>) {
        const isOpen = await openTo(visit);
        return { isOpen, key: `${(await visit.member()) !== null} ${visit.query}` };
      },
      draw: ({ isOpen }, { snapshot, query }) => servedFile(json, Buffer.from(openGames(snapshot, query, isOpen))),
    }),
    answer({ at: "/grade/lines", cannot, send: sendLines }),
    ...[...modules.files].map(([name, file]) =>
      answer({
        at: modules.path + name,
        isLimited: false,
        send: ({ reply }: Visit<ExploreSite>) => sendFile(reply, file, "for good"),
      }),
    ),
  ];
}

async function sendLines(visit: Visit<ExploreSite>) {
  const { request, reply, cookie, snapshot } = visit;
  const { sign } = visit.site;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin")
    throw problem(403, "For our own page", "Lines without a key are for the page that grades bets.");
  const query = new URLSearchParams(visit.query);
  const ids = [...new Set((query.get("game_ids") ?? "").split(",").filter((id) => id !== ""))];
  if (ids.length > mostGamesOfRequest)
    throw problem(400, "Too many games", `One request is of at most ${mostGamesOfRequest} games.`);
  const count = gamesOfVisit(cookie, sign) + ids.length;
  if (count > mostGamesOfVisit)
    throw problem(403, "Enough for one visit", `Without a key, a visit is of at most ${mostGamesOfVisit} games.`);
  const asked = { ids, betTypes: query.get("bet_type") ?? "", books: query.get("book") ?? "" };
  const text = await openLines(snapshot, asked, await openTo(visit));
  reply.headers({ "cache-control": "no-store", "set-cookie": visitGamesCookie(count, visit.isHttps, sign) });
  return reply.type(json).send(text);
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
and is sent to this server alone. <a href="/docs/clients#your-bets">How files are read</a></p></section>`;
}

const mostGamesOfVisit = 500;

const cookie = "gradeline_graded";

/** @param cookieHeader of the request. What is no value of ours counts as none. */
function gamesOfVisit(cookieHeader: string | undefined, sign: (text: string) => string): number {
  const [, count = "", signature = ""] = /^(\d{1,3})\.([\w-]+)$/.exec(cookieIn(cookieHeader, cookie)) ?? [];
  return count !== "" && signature === sign(`graded ${count}`) ? Number(count) : 0;
}

/** The value of Set-Cookie: other sites cannot have it sent. */
function visitGamesCookie(count: number, isHttps: boolean, sign: (text: string) => string): string {
  const value = `${count}.${sign(`graded ${count}`)}`;
  return `${cookie}=${value}; Path=/grade; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;
}

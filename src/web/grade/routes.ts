/** `/grade`, the client's modules for it, and games and closing lines of the seasons that are open to everybody, without a key. */
import { setImmediate } from "node:timers/promises";
import { season, sport } from "../../contract/filters/games.ts";
import { bets } from "../../contract/lists/bets.ts";
import type { Game } from "../../contract/lists/games.ts";
import { parameterReader, WrongParameter } from "../../contract/parameter.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { bySport, sports } from "../../domain/sports.ts";
import { servedFile } from "../../http/send.ts";
import { gameRow } from "../../query/games.ts";
import { betRows } from "../../query/questions/game.ts";
import type { OpenSeasons } from "../../query/questions/slate.ts";
import { refuseDamaged, wholeSport } from "../../query/reach.ts";
import { cookieIn } from "../explore/looks.ts";
import { type ExploreSite, openTo } from "../explore/question.ts";
import { answer, type Page, page, problem, unchangingFiles, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";
import { sportLabels } from "../ui/words.ts";
import { readModules } from "./modules.ts";

type GradeVisit = Visit<ExploreSite>;

const json = "application/json; charset=utf-8";
const cannot = "Bets cannot be graded now";
const mostGamesOfRequest = 25;
const mostGamesOfVisit = 500;

export function gradePages(): readonly Page<ExploreSite>[] {
  const { path, files } = readModules();
  return [
    page({
      at: "/grade",
      cannot,
      read: async (visit: GradeVisit) => ({ key: null, isOpen: await openTo(visit) }),
      draw: ({ isOpen }, { snapshot }) => ({
        title: "Grade your bets - Gradeline",
        description:
          "Drop a CSV of your bets: results, closing line value and whether chance explains them. The file stays in your browser.",
        current: "/grade",
        styles: ["data.css"],
        scripts: ["grade.js"],
        width: "wide",
        body: gradeBody(path, snapshot, isOpen),
      }),
    }),
    page({
      at: "/grade/games",
      cannot,
      async read(visit: GradeVisit) {
        const isOpen = await openTo(visit);
        return { isOpen, key: `${(await visit.member()) !== null} ${visit.query}` };
      },
      draw: ({ isOpen }, visit) => servedFile(json, Buffer.from(JSON.stringify({ data: openGames(visit, isOpen) }))),
    }),
    answer({ at: "/grade/lines", cannot, send: sendLines }),
    ...unchangingFiles(files),
  ];
}

function gradeBody(modules: string, snapshot: GradeVisit["snapshot"], isOpen: OpenSeasons): Html {
  const held = bySport((sport) => snapshot.sports[sport].seasons.map(({ season }) => season));
  const open = bySport((sport) => held[sport].filter((season) => isOpen(sport, season)));
  const shown = sports.flatMap((sport) => {
    const [first, last] = [Math.min(...open[sport]), Math.max(...open[sport])];
    if (open[sport].length === 0) return [];
    return [`${sportLabels[sport]} ${first === last ? first : `${first} to ${last}`}`];
  });
  const without =
    shown.length === 0
      ? "No season is open without a key."
      : `Without one: ${shown.join(", ")}, at most ${mostGamesOfVisit} games a visit.`;
  const leagues = sports.filter((sport) => held[sport].length > 0);
  const selected = leagues.length === 1 ? html` selected` : "";
  const options = leagues.map((sport) => html`<option value="${sport}"${selected}>${sportLabels[sport]}</option>`);
  return html`<h1>Grade your bets</h1>
<p class="lead">Every bet of your CSV file at your own line and price, against the close of your book and of the consensus, and
whether chance explains the record.</p>
<noscript><p class="notice">This page needs JavaScript, because your file is read in your browser and sent to nobody. Without it, the
<a href="/clients/">clients</a> do the same on your computer.</p></noscript>
<form class="card grade-form" data-grade data-modules="${modules}" data-seasons="${JSON.stringify(open)}" data-most="${String(mostGamesOfVisit)}" hidden>
<div class="grade-drop" data-drop><label for="grade-file">File of bets (CSV), or drop it here</label>
<input type="file" id="grade-file" accept=".csv,.txt,.tsv,text/csv"></div>
<div><label for="grade-key">Your key, for all seasons</label>
<input type="password" id="grade-key" autocomplete="off" spellcheck="false">
<p class="hint">${without}</p></div>
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

const readSeason = parameterReader({ sport, season });

/** The facts that tell the games of a season apart, without lines. @throws WrongParameter, and BeingMended. */
function openGames({ snapshot, query }: GradeVisit, isOpen: OpenSeasons): readonly object[] {
  const { sport, season } = readSeason(query);
  if (season === null || !isOpen(sport, season))
    throw new WrongParameter("season", "season must be one that is open without a key");
  refuseDamaged(snapshot, { ...wholeSport(sport), season });
  const team = ({ abbreviation, name, score }: Game["home"]) => ({ abbreviation, name, score });
  const shelves = snapshot.sports[sport].seasons.filter((each) => each.season === season);
  const games = shelves.flatMap((shelf) => shelf.gameIds.map((_, at) => gameRow(shelf, at)));
  return games.map(({ game_id: id, game_date: date, start_time: start, home, away }) => {
    const facts = { game_id: id, sport, season, game_date: date, start_time: start };
    return { ...facts, home: team(home), away: team(away) };
  });
}

async function sendLines(visit: GradeVisit) {
  const { request, reply, snapshot } = visit;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin")
    throw problem(403, "For our own page", "Lines without a key are for the page that grades bets.");
  const query = new URLSearchParams(visit.query);
  const ids = [...new Set((query.get("game_ids") ?? "").split(",").filter((id) => id !== ""))];
  if (ids.length > mostGamesOfRequest)
    throw problem(400, "Too many games", `One request is of at most ${mostGamesOfRequest} games.`);
  const count = gamesOfVisit(visit) + ids.length;
  if (count > mostGamesOfVisit)
    throw problem(403, "Enough for one visit", `Without a key, a visit is of at most ${mostGamesOfVisit} games.`);
  const isOpen = await openTo(visit);
  const [betTypes, books] = [query.get("bet_type") ?? "", query.get("book") ?? ""];
  const data: object[] = [];
  for (const id of ids) {
    const sport = parseGameId(id)?.sport;
    if (sport === undefined) throw new WrongParameter("game_ids", "game_ids must be ids of games, separated by commas");
    const season = snapshot.sports[sport].seasons.find(({ gameIds }) => gameIds.includes(id));
    // A game that is not known or not open has no rows.
    if (season === undefined || !isOpen(sport, season.season)) continue;
    const asked = bets.read(new URLSearchParams({ sport, game_id: id, bet_type: betTypes, book: books }).toString());
    refuseDamaged(snapshot, asked);
    for (const row of betRows(snapshot, asked)) {
      const { game_id, home, period, market, selection, side_team, book, close, score, rule } = row;
      data.push({ game_id, home, period, market, selection, side_team, book, close, score, rule });
    }
    // Others are answered between two games.
    await setImmediate();
  }
  const value = `${count}.${visit.site.sign(`graded ${count}`)}`;
  // Other sites cannot have it sent.
  const setCookie = `${cookie}=${value}; Path=/grade; HttpOnly; SameSite=Strict${visit.isHttps ? "; Secure" : ""}`;
  reply.headers({ "cache-control": "no-store", "set-cookie": setCookie, "content-type": json });
  return reply.send(JSON.stringify({ data }));
}

const cookie = "gradeline_graded";

/** How many games the visit has had lines of. What is no value of ours counts as none. */
function gamesOfVisit(visit: GradeVisit): number {
  const [, count = "", signature = ""] = /^(\d{1,3})\.([\w-]+)$/.exec(cookieIn(visit.cookie, cookie)) ?? [];
  return count !== "" && signature === visit.site.sign(`graded ${count}`) ? Number(count) : 0;
}

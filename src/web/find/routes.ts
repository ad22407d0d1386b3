/** `/find`: leads a few words to the game, the day or the team that is meant, or lists what may be meant. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html } from "ghtml";
import type { Game } from "../../contract/lists/games.ts";
import { sportFacts } from "../../domain/sports.ts";
import { gamesOfTeams } from "../../query/questions/slate.ts";
import { openSeasons } from "../explore/reach.ts";
import { registerDataPages } from "../frame/data-pages.ts";
import { findForm } from "../frame/find-form.ts";
import { renderSitePage } from "../frame/page.ts";
import { queryOf } from "../frame/site.ts";
import type { GamePagesDeps } from "../game/routes.ts";
import { scoreText } from "../game/share.ts";
import { slatePath } from "../slate/address.ts";
import { teamPath } from "../team/address.ts";
import { type FoundTeam, type Meant, meantBy } from "./meant.ts";

const longestText = 100;
const mostGames = 50;

export function registerFind(app: FastifyInstance, deps: GamePagesDeps): void {
  const { frame, shelf, exploreSeasons, memberOf } = deps;

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const text = (new URLSearchParams(queryOf(request)).get("q") ?? "").trim().slice(0, longestText);
    const meant = meantBy(text);
    const path = onlyPath(meant);
    if (path !== null) return reply.header("cache-control", "no-store").redirect(path, 303);
    const member = await memberOf(request.headers.cookie);
    const isOpen = openSeasons(shelf.current, exploreSeasons, member !== null);
    const body =
      meant.kind === "pair"
        ? meant.pairs.map(({ sport, teams: [one, other] }) => {
            const games = gamesOfTeams(shelf.current, sport, [one.abbreviation, other.abbreviation], isOpen);
            return gameList(`${one.name} and ${other.name}`, games, [
              { sport, team: one },
              { sport, team: other },
            ]);
          })
        : [meant.kind === "teams" ? teamList(meant.teams) : nothing(text, meant)];
    return reply
      .header("cache-control", "private, no-cache")
      .type("text/html; charset=utf-8")
      .send(
        renderSitePage(frame, {
          title: "Search - Gradeline",
          description: null,
          current: null,
          body: html`<h1>Search</h1>!${findForm(text)}!${body}`,
          styles: ["slate.css"],
          width: "wide",
        }),
      );
  }

  registerDataPages(app, deps, "The search cannot be answered", { "/find": find });
}

/** Where everything that is meant is on one page; null: there is a choice. */
function onlyPath(meant: Meant): string | null {
  if (meant.kind === "game") return `/games/${meant.gameId}`;
  if (meant.kind === "day") return meant.date === null ? "/slate" : slatePath(meant.date);
  if (meant.kind !== "teams" || meant.teams.length > 1) return null;
  const [only] = meant.teams;
  return only === undefined ? null : teamPath(only.sport, only.team.abbreviation);
}

function teamList(teams: readonly FoundTeam[]): string {
  const items = teams.map(
    ({ sport, team }) =>
      html`<li><a href="${teamPath(sport, team.abbreviation) ?? "/team"}">${team.name}</a> <span class="hint">${sportFacts[sport].label}</span></li>`,
  );
  return html`<section class="card"><ul class="found-list">!${items}</ul></section>`;
}

function gameList(title: string, games: readonly Game[], teams: readonly FoundTeam[]): string {
  const items = games
    .slice(0, mostGames)
    .map(
      (game) =>
        html`<li><span class="hint">${game.game_date}</span> <a href="/games/${game.game_id}">${scoreText(game)}</a></li>`,
    );
  const none = html`<p>They have not met in a season that you can see.</p>`;
  return html`<section class="card"><h2>${title}</h2>!${items.length === 0 ? none : html`<ul class="found-list">!${items}</ul>`}</section>!${teamList(teams)}`;
}

function nothing(text: string, meant: Meant): string {
  const near = meant.kind === "nothing" ? meant.near : [];
  const asTrend =
    text === ""
      ? ""
      : html` Or <a href="/?${new URLSearchParams({ ask: text }).toString()}" rel="nofollow">ask it as a trend</a>.`;
  return html`<p>!${text === "" ? "Type" : html`Nothing is called “${text}”. Type`} a team, two teams, a day such as 2025-11-23, or the id of a game.!${asTrend}</p>
!${near.length === 0 ? "" : html`<h2>Nearly so</h2>!${teamList(near)}`}`;
}

/** `/team/{sport}/{team}`, a team's records and games, and `/team`, which leads to all of them. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isSport, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { teamByAbbreviation, teamsOf } from "../../domain/teams/registry.ts";
import { sendFile } from "../../http/send-file.ts";
import { drawnTeam } from "../drawings.ts";
import { openSeasons } from "../explore/question.ts";
import { abbreviationOf } from "../explore/team-names.ts";
import { pageFile, registerDataPages, visitorOf } from "../frame/data-pages.ts";
import { renderDrawing, renderSitePage } from "../frame/page.ts";
import { teamPath } from "../frame/paths.ts";
import { queryOf, sendProblem } from "../frame/site.ts";
import type { GamePagesDeps } from "../game/routes.ts";
import { type Html, html } from "../ui/html.ts";

type TeamRequest = FastifyRequest<{ Params: { readonly sport: string; readonly team: string } }>;

const looks = { current: "/team", styles: ["data.css"], width: "wide" } as const;

export function registerTeams(app: FastifyInstance, deps: GamePagesDeps): void {
  const { frame, shelf, kept, apiUrl, exploreSeasons, memberOf } = deps;

  async function sendTeam(request: TeamRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { sport, team } = request.params;
    if (!isSport(sport))
      return sendNone(reply, `There is no sport ${sport.slice(0, 40)}: there are ${sports.join(", ")}.`);
    if (teamByAbbreviation(sport, team) === null) {
      const meant = teamPath(sport, abbreviationOf(sport, team.replaceAll("-", " ")));
      if (meant !== null) return reply.redirect(meant, 303);
      return sendNone(reply, `No team of the ${sportFacts[sport].label} is called ${team.slice(0, 40)}.`);
    }
    const season = seasonIn(queryOf(request));
    if (season === undefined) return sendNone(reply, "A team's page takes a season, such as ?season=2025.", 400);
    const member = await memberOf(request.headers.cookie);
    const snapshot = shelf.current;
    const isOpen = openSeasons(snapshot, exploreSeasons, member !== null);
    const all = snapshot.sports[sport].seasons.map((each) => each.season);
    if (season !== null && all.includes(season) && !isOpen(sport, season)) {
      const link = html`<p class="actions"><a class="button primary" href="${frame.manageUrl}">Sign in or start a trial</a></p>`;
      return sendProblem(
        reply.code(403),
        frame,
        "That season needs an account",
        "A trial is free, and shows every season.",
        link,
      );
    }
    const open = all.filter((each) => isOpen(sport, each));
    const file = await kept
      .page(snapshot, `team ${sport} ${team} ${open} ${season}`, async () => {
        const asked = { sport, team, open, season, apiUrl };
        const drawn = await shelf.computing.ask(drawnTeam, asked, { owner: visitorOf(request), snapshot });
        if (drawn === null) throw new NoGames();
        return pageFile(renderDrawing(frame, looks, drawn));
      })
      .catch((error: unknown) => {
        if (error instanceof NoGames) return null;
        throw error;
      });
    if (file === null)
      return sendNone(reply, `There is no game of ${team} ${season === null ? "to show" : `in ${season}`} here.`);
    return sendFile(reply, file, null);
  }

  function sendNone(reply: FastifyReply, text: string, status = 404): FastifyReply {
    return sendProblem(
      reply.code(status),
      frame,
      "No such page of a team",
      text,
      html`<p><a href="/team">All teams</a></p>`,
    );
  }

  async function sendIndex(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = await kept.page(shelf.current, "teams", async () =>
      pageFile(
        renderSitePage(frame, {
          ...looks,
          title: "Teams - Gradeline",
          description:
            "Records against the spread of every team of the NFL, college football, MLB, the NBA and the NHL.",
          body: html`<h1>Teams</h1>${sports.map(sportList)}`,
        }),
      ),
    );
    return sendFile(reply, file);
  }

  registerDataPages<TeamRequest["params"]>(app, deps, "The team cannot be shown", {
    "/team": sendIndex,
    "/team/:sport/:team": sendTeam,
  });
}

class NoGames extends Error {}

/** Null: none is asked for. Undefined: something else is. */
function seasonIn(query: string): number | null | undefined {
  if (query === "") return null;
  const year = /^season=(\d{4})$/.exec(query)?.[1];
  return year === undefined ? undefined : Number(year);
}

function sportList(sport: Sport): Html {
  const items = teamsOf(sport)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ abbreviation, name }) => html`<li><a href="${teamPath(sport, abbreviation) ?? "/team"}">${name}</a></li>`);
  return html`<section class="card" aria-labelledby="teams-${sport}"><h2 id="teams-${sport}">${sportFacts[sport].label}</h2><ul class="team-list">${items}</ul></section>`;
}

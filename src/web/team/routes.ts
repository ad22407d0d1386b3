/** `/team/{sport}/{team}`, a team's records and games, and `/team`, which leads to all of them. */

import { teamCalled } from "../../contract/team-hints.ts";
import { isSport, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { teamByAbbreviation, teamsOf } from "../../domain/teams/registry.ts";
import { drawnTeam } from "../drawings.ts";
import { openTo } from "../explore/question.ts";
import { drawnPage } from "../frame/page.ts";
import { teamPath } from "../frame/paths.ts";
import { Moved, type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";

const looks = { current: "/team", styles: ["data.css"], width: "wide" } as const;
const cannot = "The team cannot be shown";

export const teamPages = [
  page({
    at: "/team",
    cannot,
    read: (_visit: Visit) => ({ key: "", maxAgeS: 900 }),
    draw: () => ({
      ...looks,
      title: "Teams - Gradeline",
      description: "Records against the spread of every team of the NFL, college football, MLB, the NBA and the NHL.",
      body: html`<h1>Teams</h1>${sports.map(sportList)}`,
    }),
  }),
  page({
    at: "/team/:sport/:team",
    cannot,
    async read(visit: Visit) {
      const { sport = "", team = "" } = visit.params;
      if (!isSport(sport)) throw none(`There is no sport ${sport.slice(0, 40)}: there are ${sports.join(", ")}.`);
      if (teamByAbbreviation(sport, team) === null) {
        const meant = teamPath(sport, teamCalled(sport, team.replaceAll("-", " "))?.abbreviation ?? null);
        if (meant !== null) throw new Moved(meant);
        throw none(`No team of the ${sportFacts[sport].label} is called ${team.slice(0, 40)}.`);
      }
      const season = seasonIn(visit.query);
      if (season === undefined) throw none("A team's page takes a season, such as ?season=2025.", 400);
      const isOpen = await openTo(visit);
      const all = visit.snapshot.sports[sport].seasons.map((each) => each.season);
      if (season !== null && all.includes(season) && !isOpen(sport, season)) {
        const link = html`<p class="actions"><a class="button primary" href="${visit.site.frame.manageUrl}">Sign in or start a trial</a></p>`;
        throw problem(403, "That season needs an account", "A trial is free, and shows every season.", link);
      }
      const open = all.filter((each) => isOpen(sport, each));
      return { sport, team, season, open, key: `${sport} ${team} ${open} ${season}` };
    },
    async draw({ sport, team, season, open }, visit) {
      const drawn = await visit.ask(drawnTeam, { sport, team, open, season, apiUrl: visit.site.apiUrl });
      if (drawn !== null) return drawnPage(looks, drawn);
      throw none(`There is no game of ${team} ${season === null ? "to show" : `in ${season}`} here.`);
    },
  }),
];

function none(text: string, status = 404): Problem {
  return problem(status, "No such page of a team", text, html`<p><a href="/team">All teams</a></p>`);
}

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

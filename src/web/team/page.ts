/**
 * `/team/{sport}/{team}`: a team's records, by the score, against the spread and on totals, what the closes expected of it, and its games;
 * and `/team`, which leads to all of them.
 */
import type { TeamGameRow } from "../../contract/lists/team-games.ts";
import { teamCalled } from "../../contract/team-hints.ts";
import { isSport, type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { findTeam, teamByAbbreviation, teamsOf } from "../../domain/teams/registry.ts";
import type { Computation } from "../../query/computing.ts";
import type { Snapshot } from "../../query/load.ts";
import { type TeamSeason, teamSeasons } from "../../query/questions/team.ts";
import { queryOf } from "../explore/address.ts";
import { openTo } from "../explore/question.ts";
import type { Drawing, Places } from "../frame/page.ts";
import { slatePath, teamPath } from "../frame/paths.ts";
import { Moved, type Problem, page, problem, type Visit } from "../frame/recipe.ts";
import { drawingOf } from "../frame/shared-head.ts";
import { saidOf } from "../invented.ts";
import { type Hole, type Html, html } from "../ui/html.ts";
import { card, signInAction, table } from "../ui/parts.ts";
import { capitalized, lineText, recordText, signedText, tally } from "../ui/words.ts";

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
      const year = /^season=(\d{4})$/.exec(visit.query)?.[1];
      if (year === undefined && visit.query !== "")
        throw none("A team's page takes a season, such as ?season=2025.", 400);
      const season = year === undefined ? null : Number(year);
      const isOpen = await openTo(visit);
      const all = visit.snapshot.sports[sport].seasons.map((each) => each.season);
      if (season !== null && all.includes(season) && !isOpen(sport, season)) {
        const link = signInAction(visit.site.frame.manageUrl);
        throw problem(403, "That season needs an account", "A trial is free, and shows every season.", link);
      }
      const open = all.filter((each) => isOpen(sport, each));
      return { sport, team, season, open, key: `${sport} ${team} ${open} ${season}` };
    },
    async draw({ sport, team, season, open }, visit) {
      const drawn = await visit.ask(drawnTeam, { sport, team, open, season, apiUrl: visit.site.apiUrl });
      if (drawn !== null) return { ...looks, ...drawn };
      throw none(`There is no game of ${team} ${season === null ? "to show" : `in ${season}`} here.`);
    },
  }),
];

function none(text: string, status = 404): Problem {
  return problem(status, "No such page of a team", text, html`<p><a href="/team">All teams</a></p>`);
}

function sportList(sport: Sport): Html {
  const items = teamsOf(sport)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ abbreviation, name }) => html`<li><a href="${teamPath(sport, abbreviation) ?? "/team"}">${name}</a></li>`);
  return html`<section class="card" aria-labelledby="teams-${sport}"><h2 id="teams-${sport}">${sportFacts[sport].label}</h2><ul class="team-list">${items}</ul></section>`;
}

type TeamAsked = Pick<Places, "apiUrl"> & {
  readonly sport: Sport;
  readonly team: string;
  /** The seasons that the visitor may see. */
  readonly open: readonly number[];
  /** The season that is shown game by game; null: the newest. */
  readonly season: number | null;
};

/** Null where the team has no game in the seasons, or none in the one that is asked for. */
export const drawnTeam: Computation<TeamAsked, Drawing | null> = { name: "page of a team", compute: draw };

function draw(snapshot: Snapshot, asked: TeamAsked): Drawing | null {
  const { sport, team, apiUrl } = asked;
  const { label, spreadName } = sportFacts[sport];
  const seasons = teamSeasons(snapshot, sport, team, (_, season) => asked.open.includes(season));
  const shown = seasons.find(({ season }) => season === (asked.season ?? seasons[0]?.season));
  if (shown === undefined) return null;
  const name = findTeam(sport, team)?.name ?? team;
  const { season, rows } = shown;
  const all = recordOf(rows);
  const record = `${all.straightUp} straight up, ${all.spread} against the ${spreadName.toLowerCase()}, overs ${all.total}.`;
  const title = `${name}: record against the spread, ${season}`;
  const said = saidOf(snapshot.isSample, { title, description: `${name} in ${season}: ${record}` });
  const url = `${apiUrl}${teamPath(sport, team)}${shown === seasons[0] ? "" : `?season=${season}`}`;
  const ofSeason = parts.map(([name, filters, isOf]) => ({ name, filters, season, rows: rows.filter(isOf) }));
  const bySeason = seasons.map((each) => {
    const name = html`<a href="?season=${each.season}">${each.season}</a>`;
    return { name, filters: {}, season: each.season, rows: each.rows };
  });
  const body = html`<div class="team-head"><p class="hint"><a href="/team">Teams</a> · ${label}</p>
<h1>${name}</h1>
<p class="lead">${season}: ${record}</p>
<p>${expectedSentence(shown)}</p></div>
${recordCard(asked, "Records of the season", `In ${season}, at the consensus close`, ofSeason)}
${seasons.length < 2 ? "" : recordCard(asked, "Season by season", "Each season leads to its games", bySeason)}
${gamesCard(sport, rows)}`;
  return drawingOf({ type: "website", url, image: null, ...said }, body);
}

/** The wins that closing moneylines expected of a team, in words; empty where no game has one. */
function expectedSentence({ rows, expected }: TeamSeason): string {
  if (expected === null) return "";
  const { bets, won, wins } = expected;
  const { ahead } = recordOf(rows);
  const of = bets === rows.length ? "its" : `${bets} of its ${rows.length}`;
  const more = ahead === null ? "" : ` On average it ended ${signedText(ahead, 1)} against the closing line.`;
  return `The closing moneylines, without the vig, gave it ${wins.toFixed(1)} wins in ${of} games; it won ${won}.${more}`;
}

/** Above 0 for the first of two results, below for the second, and 0 for the third. */
const results = { won: 1, lost: -1, tied: 0, covered: 1, failed: -1, push: 0, over: 1, under: -1 } as const;

/** A team's records in some games, as `9–8–1`, and by how many points it was ahead of the closing line in the mean; null: no game has one. */
function recordOf(rows: readonly TeamGameRow[]) {
  const of = (kind: keyof TeamGameRow["result"]) =>
    recordText(tally(rows.map(({ result }) => (result[kind] === null ? null : results[result[kind]]))));
  const margins = rows.flatMap(({ margin_against_line: margin }) => margin ?? []);
  const sum = margins.reduce((all, margin) => all + margin, 0);
  const ahead = margins.length === 0 ? null : Math.round((10 * sum) / margins.length) / 10;
  return { straightUp: of("straight_up"), spread: of("spread"), total: of("total"), ahead };
}

/** Some games of a team. */
type Part = {
  readonly name: Hole;
  /** The filters of the explorer that ask for these games beside the season; null: it has none. */
  readonly filters: Readonly<Record<string, string>> | null;
  readonly season: number;
  readonly rows: readonly TeamGameRow[];
};

const parts: readonly (readonly [name: string, filters: Part["filters"], isOf: (row: TeamGameRow) => boolean])[] = [
  ["All games", {}, () => true],
  ["Home", { selection: "home" }, ({ side }) => side === "home"],
  ["Away", { selection: "away" }, ({ side }) => side === "away"],
  ["Neutral site", null, ({ neutral_site: neutral }) => neutral === true],
  ["Favorite", { role: "favorite" }, ({ role }) => role === "favorite"],
  ["Underdog", { role: "underdog" }, ({ role }) => role === "underdog"],
  ["Postseason", { season_type: "postseason" }, ({ season_type: of }) => of === "postseason"],
];

/** Each record against the spread and on totals leads to its set in the explorer. */
function recordCard({ sport, team }: TeamAsked, name: string, hint: string, all: readonly Part[]): Html {
  const { betTypes, spreadName, scoredIn } = sportFacts[sport];
  const spreadType = (["spread", "run_line", "puck_line"] as const).find((each) => betTypes.some((of) => of === each));
  const rows = all.flatMap(({ name: head, filters, season, rows }) => {
    if (rows.length === 0) return [];
    const { straightUp, spread, total, ahead } = recordOf(rows);
    const link = (text: string, more: Readonly<Record<string, string>>) =>
      html`<a href="/?${queryOf(Object.entries({ sport, season: String(season), ...filters, ...more }))}" rel="nofollow">${text}</a>`;
    const ofSpread = filters === null ? spread : link(spread, { bet_type: spreadType ?? "spread", on: team });
    // A total has no side and no role, so that only whole seasons have a set of totals.
    const hasTotals = filters !== null && Object.keys(filters).every((each) => each === "season_type");
    const ofTotal = hasTotals ? link(total, { bet_type: "total", selection: "over", team }) : total;
    return [[head, straightUp, ofSpread, ofTotal, signedText(ahead, 1)]];
  });
  const shorts = {
    SU: "Straight up",
    ATS: `Against the ${spreadName.toLowerCase()}`,
    "O/U": "Over and under",
    "+/−": `Mean ${scoredIn} ahead of the closing line`,
  };
  const heads = Object.entries(shorts).map(([text, title]) => html`<abbr title="${title}">${text}</abbr>`);
  const columns = ["Games", ...heads.map((head) => ({ head, look: "number" }))];
  const id = name.toLowerCase().replaceAll(" ", "-");
  return card({ id, title: name, hint, look: "team-records" }, table({ name, columns, rows }));
}

/** So many games of the season are shown; the others are folded. */
const mostShown = 10;

function gamesCard(sport: Sport, rows: readonly TeamGameRow[]): Html {
  const items = rows.toReversed().map((row) => gameItem(sport, row));
  const list = (some: readonly Html[]) => html`<ul class="team-games">${some}</ul>`;
  const more = items.slice(mostShown);
  return card(
    { id: "games-title", title: "Last games" },
    html`${list(items.slice(0, mostShown))}
${more.length === 0 ? "" : html`<details><summary>All ${items.length} games of the season</summary>${list(more)}</details>`}`,
  );
}

function gameItem(sport: Sport, row: TeamGameRow): Html {
  const { game_id: id, game_date: date, side, opponent, score, result, line, total, neutral_site: neutral } = row;
  const place = neutral === true || side === "home" ? "vs" : "at";
  const rival = findTeam(sport, opponent)?.name ?? opponent;
  const covered = result.spread === "failed" ? "failed to cover" : result.spread;
  const spread = line === null || covered === null ? "no line" : `${lineText(line, "spread")} ${covered}`;
  const sum = total === null || result.total === null ? "" : `, ${result.total} ${total}`;
  return html`<li><a href="${slatePath(date)}" class="hint">${date}</a>
<a href="/games/${id}">${place} ${rival}</a>
<span>${capitalized(result.straight_up ?? "")} ${score.team ?? "–"}–${score.opponent ?? "–"}</span>
<span class="hint">${spread}${sum}</span></li>`;
}

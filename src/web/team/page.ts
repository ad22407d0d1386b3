/** Everything on the page of a team: its records, by the score, against the spread and on totals, what the closes expected of it, and its games. */
import type { TeamGameRow } from "../../contract/lists/team-games.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { findTeam } from "../../domain/teams/registry.ts";
import type { Snapshot } from "../../query/load.ts";
import { type TeamSeason, teamSeasons } from "../../query/questions/team.ts";
import { queryOf } from "../explore/address.ts";
import { signedText } from "../frame/formats.ts";
import type { Drawing } from "../frame/page.ts";
import { slatePath, teamPath } from "../frame/paths.ts";
import { drawingOf } from "../frame/shared-head.ts";
import { saidOf } from "../invented.ts";
import { card } from "../ui/card.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
import { lineText, type Record3, recordText, tally } from "../ui/words.ts";

type TeamAsked = {
  readonly sport: Sport;
  /** Its abbreviation. */
  readonly team: string;
  /** The seasons that the visitor may see. */
  readonly open: readonly number[];
  /** The season that is shown game by game; null: the newest. */
  readonly season: number | null;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
};

/** So many games of the season are shown; the others are folded. */
const mostShown = 10;

/** @returns null where the team has no game in the seasons, or none in the one that is asked for. */
export function draw(snapshot: Snapshot, asked: TeamAsked): Drawing | null {
  const { sport, team, apiUrl } = asked;
  const { isSample } = snapshot;
  const seasons = teamSeasons(snapshot, sport, team, (_, season) => asked.open.includes(season));
  const shown = seasons.find(({ season }) => season === (asked.season ?? seasons[0]?.season));
  if (shown === undefined) return null;
  const name = findTeam(sport, team)?.name ?? team;
  const { season, rows } = shown;
  const [all] = recordsOf(rows);
  const record = all === undefined ? "" : recordSentence(sport, all);
  const title = `${name}: record against the spread, ${season}`;
  const said = saidOf(isSample, { title, description: `${name} in ${season}: ${record}` });
  const isNewest = season === seasons[0]?.season;
  const url = `${apiUrl}${teamPath(sport, team)}${isNewest ? "" : `?season=${season}`}`;
  const bySeason = seasons.map((each) =>
    recordOfGames(String(each.season), { season: String(each.season) }, each.rows),
  );
  const body = html`<div class="team-head"><p class="hint"><a href="/team">Teams</a> · ${sportFacts[sport].label}</p>
<h1>${name}</h1>
<p class="lead">${season}: ${record}</p>
<p>${expectedSentence(shown, all)}</p></div>
${recordTable("Records of the season", `In ${season}, at the consensus close`, recordsOf(rows), { sport, team, season })}
${seasons.length < 2 ? "" : recordTable("Season by season", "Each season leads to its games", bySeason, { sport, team, season: null })}
${gamesTable(sport, rows)}`;
  return drawingOf({ type: "website", url, image: null, ...said }, body);
}

/** As `11–6 straight up, 9–8 against the spread, overs 10–7.` */
function recordSentence(sport: Sport, { straightUp, spread, total }: TeamRecord): string {
  return `${recordText(straightUp)} straight up, ${recordText(spread)} against the ${sportFacts[sport].spreadName.toLowerCase()}, overs ${recordText(total)}.`;
}

function expectedSentence({ rows, expected }: TeamSeason, all: TeamRecord | undefined): string {
  if (expected === null || all === undefined) return "";
  const { bets, won, wins } = expected;
  const of = bets === rows.length ? "its" : `${bets} of its ${rows.length}`;
  const ahead =
    all.ahead === null ? "" : ` On average it ended ${signedText(round(all.ahead), 1)} against the closing line.`;
  return `The closing moneylines, without the vig, gave it ${round(wins).toFixed(1)} wins in ${of} games; it won ${won}.${ahead}`;
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}

type Shown = { readonly sport: Sport; readonly team: string; readonly season: number | null };

/** Each record against the spread and on totals leads to its set in the explorer. */
function recordTable(name: string, hint: string, records: readonly TeamRecord[], { sport, team, season }: Shown): Html {
  const { betTypes, spreadName, scoredIn } = sportFacts[sport];
  const spreadType = (["spread", "run_line", "puck_line"] as const).find((each) => betTypes.some((of) => of === each));
  const link = (text: string, filters: TeamRecord["filters"], more: Readonly<Record<string, string>>) => {
    if (filters === null) return html`${text}`;
    const ofSeason = season === null ? {} : { season: String(season) };
    const query = queryOf(Object.entries({ sport, ...ofSeason, ...filters, ...more }));
    return html`<a href="/?${query}" rel="nofollow">${text}</a>`;
  };
  const rows = records.map(({ name: of, filters, straightUp, spread, total, ahead }) => {
    // A total has no side and no role, so that only whole seasons have a set of totals.
    const ofTotals = Object.keys(filters ?? { none: "" }).every((each) => each === "season" || each === "season_type");
    return [
      season === null ? html`<a href="?season=${of}">${of}</a>` : of,
      recordText(straightUp),
      link(recordText(spread), filters, { bet_type: spreadType ?? "spread", on: team }),
      link(recordText(total), ofTotals ? filters : null, { bet_type: "total", selection: "over", team }),
      ahead === null ? "–" : signedText(round(ahead), 1),
    ];
  });
  const short = (title: string, text: string) => ({
    head: html`<abbr title="${title}">${text}</abbr>`,
    look: "number",
  });
  const columns = [
    { head: "Games" },
    short("Straight up", "SU"),
    short(`Against the ${spreadName.toLowerCase()}`, "ATS"),
    short("Over and under", "O/U"),
    short(`Mean ${scoredIn} ahead of the closing line`, "+/−"),
  ];
  const id = name.toLowerCase().replaceAll(" ", "-");
  return card({ id, title: name, hint, look: "team-records" }, table({ name, columns, rows }));
}

function gamesTable(sport: Sport, rows: readonly TeamGameRow[]): Html {
  const newest = rows.toReversed();
  const list = (games: readonly TeamGameRow[]) =>
    html`<ul class="team-games">${games.map((row) => gameItem(sport, row))}</ul>`;
  const more = newest.slice(mostShown);
  return card(
    { id: "games-title", title: "Last games" },
    html`${list(newest.slice(0, mostShown))}
${more.length === 0 ? "" : html`<details><summary>All ${newest.length} games of the season</summary>${list(more)}</details>`}`,
  );
}

const outcomes = { covered: "covered", failed: "failed to cover", push: "push", over: "over", under: "under" } as const;

function gameItem(sport: Sport, row: TeamGameRow): Html {
  const { game_id: id, game_date: date, side, opponent, score, result, line, total, neutral_site: neutral } = row;
  const place = neutral === true ? "vs" : side === "home" ? "vs" : "at";
  const rival = findTeam(sport, opponent)?.name ?? opponent;
  const straight = result.straight_up === null ? "" : { won: "Won", lost: "Lost", tied: "Tied" }[result.straight_up];
  const spread =
    line === null || result.spread === null ? "no line" : `${lineText(line, "spread")} ${outcomes[result.spread]}`;
  const sum = total === null || result.total === null ? "" : `${outcomes[result.total]} ${total}`;
  return html`<li><a href="${slatePath(date)}" class="hint">${date}</a>
<a href="/games/${id}">${place} ${rival}</a>
<span>${straight} ${score.team ?? "–"}–${score.opponent ?? "–"}</span>
<span class="hint">${spread}${sum === "" ? "" : html`, ${sum}`}</span></li>`;
}

export type TeamRecord = {
  readonly name: string;
  /** The filters of the explorer that ask for these games; null: it has none. */
  readonly filters: Readonly<Record<string, string>> | null;
  readonly straightUp: Record3;
  readonly spread: Record3;
  /** Over, under and push. */
  readonly total: Record3;
  /** Mean points by which the team was ahead of the closing spread; null: no game has one. */
  readonly ahead: number | null;
};

type Part = Pick<TeamRecord, "name" | "filters"> & { readonly isOf: (row: TeamGameRow) => boolean };

const parts: readonly Part[] = [
  { name: "All games", filters: {}, isOf: () => true },
  { name: "Home", filters: { selection: "home" }, isOf: ({ side }) => side === "home" },
  { name: "Away", filters: { selection: "away" }, isOf: ({ side }) => side === "away" },
  { name: "Neutral site", filters: null, isOf: ({ neutral_site: neutral }) => neutral === true },
  { name: "Favorite", filters: { role: "favorite" }, isOf: ({ role }) => role === "favorite" },
  { name: "Underdog", filters: { role: "underdog" }, isOf: ({ role }) => role === "underdog" },
  { name: "Postseason", filters: { season_type: "postseason" }, isOf: ({ season_type: of }) => of === "postseason" },
];

/** All games first, and then the parts that have games. */
export function recordsOf(rows: readonly TeamGameRow[]): readonly TeamRecord[] {
  return parts.flatMap(({ name, filters, isOf }) => {
    const own = rows.filter(isOf);
    return own.length === 0 ? [] : [recordOfGames(name, filters, own)];
  });
}

/** Above 0 for the first of two results, below for the second, and 0 for the third. */
const ahead = { won: 1, lost: -1, tied: 0, covered: 1, failed: -1, push: 0, over: 1, under: -1 } as const;

export function recordOfGames(name: string, filters: TeamRecord["filters"], rows: readonly TeamGameRow[]): TeamRecord {
  const of = (kind: keyof TeamGameRow["result"]) =>
    tally(rows.map(({ result }) => (result[kind] === null ? null : ahead[result[kind]])));
  const margins = rows.flatMap(({ margin_against_line: margin }) => margin ?? []);
  return {
    ...{ name, filters, straightUp: of("straight_up"), spread: of("spread"), total: of("total") },
    ahead: margins.length === 0 ? null : margins.reduce((sum, margin) => sum + margin, 0) / margins.length,
  };
}

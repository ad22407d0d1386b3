/** `/find`: leads a few words to the game, the day or the team that is meant, or lists what may be meant. */

import type { Game } from "../../contract/lists/games.ts";
import { teamsCalled, teamsNear } from "../../contract/team-hints.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { isCalendarDate } from "../../domain/slate-date.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import type { Team } from "../../domain/teams/team.ts";
import { gamesOfTeams } from "../../query/questions/slate.ts";
import { openTo } from "../explore/question.ts";
import { findForm } from "../frame/page.ts";
import { slatePath, teamPath } from "../frame/paths.ts";
import { Moved, page, type Visit } from "../frame/recipe.ts";
import { scoreText } from "../game/words.ts";
import { type Html, html } from "../ui/html.ts";
import { monthNames } from "../ui/words.ts";

const longestText = 100;
const mostGames = 50;

export const findPage = page({
  at: "/find",
  cannot: "The search cannot be answered",
  async read(visit: Visit) {
    const text = (new URLSearchParams(visit.query).get("q") ?? "").trim().slice(0, longestText);
    return { key: null, text, found: await foundBy(text, visit) };
  },
  draw: ({ text, found }) => ({
    title: "Search - Gradeline",
    description: null,
    current: null,
    body: html`<h1>Search</h1>${findForm(text)}${found}`,
    styles: ["data.css"],
    width: "wide",
  }),
});

/** @throws Moved where everything that is meant is on one page. */
async function foundBy(text: string, visit: Visit): Promise<Html> {
  const meant = meantBy(text);
  const path = onlyPath(meant);
  if (path !== null) throw new Moved(path);
  const isOpen = await openTo(visit);
  const gamesOf = (sport: Sport, one: Team, other: Team) =>
    gamesOfTeams(visit.snapshot, sport, [one.abbreviation, other.abbreviation], isOpen);
  switch (meant.kind) {
    case "dated": {
      const games = meant.teams.flatMap(({ sport, team }) =>
        gamesOf(sport, team, team).filter(({ game_date: date }) => date.endsWith(meant.day)),
      );
      const [only, ...others] = games;
      if (only !== undefined && others.length === 0) throw new Moved(`/games/${only.game_id}`);
      return gameList("Games of that day", games, meant.teams, "No game of that day can be shown.");
    }
    case "pair": {
      const lists = meant.pairs.map(({ sport, teams: [one, other] }) =>
        gameList(`${one.name} and ${other.name}`, gamesOf(sport, one, other), [
          { sport, team: one },
          { sport, team: other },
        ]),
      );
      return html`${lists}`;
    }
    case "teams":
      return teamList(meant.teams);
    default:
      return nothing(text, meant);
  }
}

/** Where everything that is meant is on one page; null: there is a choice. */
function onlyPath(meant: Meant): string | null {
  if (meant.kind === "game") return `/games/${meant.gameId}`;
  if (meant.kind === "day") return meant.date === null ? "/slate" : slatePath(meant.date);
  if (meant.kind !== "teams" || meant.teams.length > 1) return null;
  const [only] = meant.teams;
  return only === undefined ? null : teamPath(only.sport, only.team.abbreviation);
}

function teamList(teams: readonly FoundTeam[]): Html {
  const items = teams.map(
    ({ sport, team }) =>
      html`<li><a href="${teamPath(sport, team.abbreviation) ?? "/team"}">${team.name}</a> <span class="hint">${sportFacts[sport].label}</span></li>`,
  );
  return html`<section class="card"><ul class="found-list">${items}</ul></section>`;
}

function gameList(
  title: string,
  games: readonly Game[],
  teams: readonly FoundTeam[],
  otherwise = "They have not met in a season that you can see.",
): Html {
  const items = games
    .slice(0, mostGames)
    .map(
      (game) =>
        html`<li><span class="hint">${game.game_date}</span> <a href="/games/${game.game_id}">${scoreText(game)}</a></li>`,
    );
  return html`<section class="card"><h2>${title}</h2>${items.length === 0 ? html`<p>${otherwise}</p>` : html`<ul class="found-list">${items}</ul>`}</section>${teamList(teams)}`;
}

function nothing(text: string, meant: Meant): Html {
  const near = meant.kind === "nothing" ? meant.near : [];
  const asTrend =
    text === ""
      ? ""
      : html` Or <a href="/?${new URLSearchParams({ ask: text }).toString()}" rel="nofollow">ask it as a trend</a>.`;
  return html`<p>${text === "" ? html`Type` : html`Nothing is called “${text}”. Type`} a team, two teams, a day such as 2025-11-23, or the id of a game.${asTrend}</p>
${near.length === 0 ? "" : html`<h2>Nearly so</h2>${teamList(near)}`}`;
}

type FoundTeam = { readonly sport: Sport; readonly team: Team };

type Meant =
  | { readonly kind: "game"; readonly gameId: string }
  /** Null: the newest day. */
  | { readonly kind: "day"; readonly date: string | null }
  | { readonly kind: "teams"; readonly teams: readonly FoundTeam[] }
  | {
      readonly kind: "pair";
      readonly pairs: readonly { readonly sport: Sport; readonly teams: readonly [Team, Team] }[];
    }
  /** A day of the calendar, as `2025-10-25`, or as `-10-25` of any year. */
  | { readonly kind: "dated"; readonly teams: readonly FoundTeam[]; readonly day: string }
  /** Nothing is called so. `near` is called nearly so. */
  | { readonly kind: "nothing"; readonly near: readonly FoundTeam[] };

const newestDay = /^(?:last night|yesterday|today|slate|games|scores)$/i;
const between = /\s+(?:at|vs?|versus|and)\.?\s+|\s*@\s*|\s+-\s+/i;

/** @param text at most a hundred letters. */
function meantBy(text: string): Meant {
  const words = text.trim();
  if (parseGameId(words.toUpperCase()) !== null) return { kind: "game", gameId: words.toUpperCase() };
  if (isCalendarDate(words)) return { kind: "day", date: words };
  if (newestDay.test(words)) return { kind: "day", date: null };
  const teams = teamsBy(teamsCalled, words);
  if (teams.length > 0) return { kind: "teams", teams };
  const pairs = splits(words).flatMap(([one, other]) => pairsOf(one, other));
  if (pairs.length > 0) return { kind: "pair", pairs };
  const dated = teamOnDay(words);
  if (dated !== null) return dated;
  return { kind: "nothing", near: teamsBy(teamsNear, words) };
}

const writtenDay = /\s(?:on\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(20\d\d))?$|\s(20\d\d-\d\d-\d\d)$/i;

/** A team and a day behind it: `lakers october 25`, `chiefs 2025-11-23`. Null: there is none. */
function teamOnDay(text: string): Meant | null {
  const found = writtenDay.exec(text);
  if (found === null) return null;
  const [, name = "", date = "", year = "", iso] = found;
  const month = monthNames.findIndex((each) => each.toLowerCase().startsWith(name.toLowerCase())) + 1;
  const teams = teamsBy(teamsCalled, text.slice(0, found.index));
  if (teams.length === 0 || (iso === undefined && month === 0)) return null;
  const two = (number: number | string) => String(number).padStart(2, "0");
  return { kind: "dated", teams, day: iso ?? `${year}-${two(month)}-${two(date)}` };
}

function teamsBy(find: typeof teamsCalled, text: string): readonly FoundTeam[] {
  return sports.flatMap((sport) => find(sport, text).map((team) => ({ sport, team })));
}

/** Where a word stands between two names, they are divided there; otherwise at every space. */
function splits(text: string): readonly (readonly [string, string])[] {
  const [one, other, ...more] = text.split(between);
  if (one !== undefined && other !== undefined && more.length === 0) return [[one, other]];
  const words = text.split(/\s+/);
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")] as const);
}

function pairsOf(one: string, other: string) {
  return sports.flatMap((sport) => {
    const others = teamsCalled(sport, other);
    const both = teamsCalled(sport, one).flatMap((team) => others.map((each) => [team, each] as const));
    return both.filter(([a, b]) => a !== b).map((teams) => ({ sport, teams }));
  });
}

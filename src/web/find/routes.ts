/** `/find`: leads a few words to the game, the day or the team that is meant, or lists what may be meant. */
import type { Game } from "../../contract/lists/games.ts";
import { teamsCalled, teamsNear } from "../../contract/team-hints.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isCalendarDate } from "../../domain/times.ts";
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
    const text = (new URLSearchParams(visit.query).get("q") ?? "").trim().slice(0, longestText).trim();
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

const newestDay = /^(?:last night|yesterday|today|slate|games|scores)$/i;

/** @throws Moved where everything that is meant is on one page. */
async function foundBy(text: string, visit: Visit): Promise<Html> {
  if (parseGameId(text.toUpperCase()) !== null) throw new Moved(`/games/${text.toUpperCase()}`);
  if (isCalendarDate(text)) throw new Moved(slatePath(text));
  if (newestDay.test(text)) throw new Moved("/slate");
  const teams = teamsBy(teamsCalled, text);
  const [only] = teams;
  if (only !== undefined && teams.length === 1) throw new Moved(pathOf(only));
  if (teams.length > 0) return teamList(teams);
  const isOpen = await openTo(visit);
  const gamesOf = ([one, other]: Pair) =>
    gamesOfTeams(visit.snapshot, one.sport, [one.team.abbreviation, other.team.abbreviation], isOpen);
  const pairs = splits(text).flatMap(pairsOf);
  if (pairs.length > 0) {
    const never = "They have not met in a season that you can see.";
    return html`${pairs.map((pair) => gameList(`${pair[0].team.name} and ${pair[1].team.name}`, gamesOf(pair), pair, never))}`;
  }
  const { own, day } = teamsOnDay(text);
  if (own.length === 0) return nothing(text, teamsBy(teamsNear, text));
  const games = own.flatMap((each) => gamesOf([each, each]).filter(({ game_date: date }) => date.endsWith(day)));
  if (games.length === 1) throw new Moved(`/games/${games[0]?.game_id}`);
  return gameList("Games of that day", games, own, "No game of that day can be shown.");
}

type FoundTeam = { readonly sport: Sport; readonly team: Team };
type Pair = readonly [FoundTeam, FoundTeam];

function teamsBy(find: typeof teamsCalled, text: string): readonly FoundTeam[] {
  return sports.flatMap((sport) => find(sport, text).map((team) => ({ sport, team })));
}

const pathOf = ({ sport, team }: FoundTeam) => teamPath(sport, team.abbreviation) ?? "/team";

const between = /\s+(?:at|vs?|versus|and)\.?\s+|\s*@\s*|\s+-\s+/i;

/** Where a word stands between two names, they are divided there; otherwise at every space. */
function splits(text: string): readonly (readonly [string, string])[] {
  const [one, other, ...more] = text.split(between);
  if (one !== undefined && other !== undefined && more.length === 0) return [[one, other]];
  const words = text.split(/\s+/);
  return words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")] as const);
}

/** Two teams of one sport, which are called by two texts. */
function pairsOf([one, other]: readonly [string, string]): readonly Pair[] {
  const others = teamsBy(teamsCalled, other);
  const all = teamsBy(teamsCalled, one).flatMap((first) => others.map((second): Pair => [first, second]));
  return all.filter(([first, second]) => first.sport === second.sport && first.team !== second.team);
}

const writtenDay = /\s(?:on\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(20\d\d))?$|\s(20\d\d-\d\d-\d\d)$/i;

/** Teams and a day behind them: `chiefs 2025-11-23`, and of `lakers october 25` the day of any year, `-10-25`. */
function teamsOnDay(text: string): { readonly own: readonly FoundTeam[]; readonly day: string } {
  const found = writtenDay.exec(text);
  const [, name = "", date = "", year = "", iso] = found ?? [];
  const month = monthNames.findIndex((each) => each.toLowerCase().startsWith(name.toLowerCase())) + 1;
  if (found === null || (iso === undefined && month === 0)) return { own: [], day: "" };
  const two = (number: number | string) => String(number).padStart(2, "0");
  return { own: teamsBy(teamsCalled, text.slice(0, found.index)), day: iso ?? `${year}-${two(month)}-${two(date)}` };
}

function teamList(teams: readonly FoundTeam[]): Html {
  const itemOf = (each: FoundTeam) =>
    html`<li><a href="${pathOf(each)}">${each.team.name}</a> <span class="hint">${sportFacts[each.sport].label}</span></li>`;
  return html`<section class="card"><ul class="found-list">${teams.map(itemOf)}</ul></section>`;
}

function gameList(title: string, games: readonly Game[], teams: readonly FoundTeam[], otherwise: string): Html {
  const itemOf = ({ game_date: date, game_id: id, ...game }: Game) =>
    html`<li><span class="hint">${date}</span> <a href="/games/${id}">${scoreText(game)}</a></li>`;
  const items = games.slice(0, mostGames).map(itemOf);
  const found = items.length === 0 ? html`<p>${otherwise}</p>` : html`<ul class="found-list">${items}</ul>`;
  return html`<section class="card"><h2>${title}</h2>${found}</section>${teamList(teams)}`;
}

function nothing(text: string, near: readonly FoundTeam[]): Html {
  const query = new URLSearchParams({ ask: text }).toString();
  const asTrend = text === "" ? "" : html` Or <a href="/?${query}" rel="nofollow">ask it as a trend</a>.`;
  return html`<p>${text === "" ? html`Type` : html`Nothing is called “${text}”. Type`} a team, two teams, a day such as 2025-11-23, or the id of a game.${asTrend}</p>
${near.length === 0 ? "" : html`<h2>Nearly so</h2>${teamList(near)}`}`;
}

/** What a team had done before a game, read a second time from rows of games with lists and loops. */
import { type Asked, isWithin } from "./filters.ts";

/** A game as /v1/games has it, with what this reading needs. */
export type PlayedGame = {
  readonly game_id: string;
  readonly season: number;
  readonly game_date: string;
  readonly week: number | null;
  readonly home: string;
  readonly away: string;
  readonly homeScore: number;
  readonly awayScore: number;
  /** The consensus close: the home line, and the total. */
  readonly spread: number | null;
  readonly total: number | null;
  readonly favorite: "home" | "away" | null;
  /** The day on which a suspended game went on; null for others. */
  readonly resumedOn: string | null;
  readonly starters: { readonly home: StartedBy; readonly away: StartedBy };
};

type StartedBy = { readonly id: string; readonly name: string; readonly hand: string | null } | null;

export function starterOf(game: PlayedGame, team: string): StartedBy {
  return team === game.home ? game.starters.home : game.starters.away;
}

type Seen = "won" | "lost" | "tied" | "covered" | "failed" | "over" | "under" | "push" | null;

export function marginOf(game: PlayedGame, team: string): number {
  const margin = game.homeScore - game.awayScore;
  return team === game.home ? margin : 0 - margin;
}

export function straightUpOf(game: PlayedGame, team: string): Seen {
  const margin = marginOf(game, team);
  return margin > 0 ? "won" : margin < 0 ? "lost" : "tied";
}

export function spreadOf(game: PlayedGame, team: string): Seen {
  if (game.spread === null) return null;
  const ahead = marginOf(game, team) + (team === game.home ? game.spread : -game.spread);
  return ahead > 0 ? "covered" : ahead < 0 ? "failed" : "push";
}

export function totalOf(game: PlayedGame): Seen {
  if (game.total === null) return null;
  const points = game.homeScore + game.awayScore;
  return points > game.total ? "over" : points < game.total ? "under" : "push";
}

/** The games of a team that had ended earlier in the season, in the order of their ends. @param games of the sport in the order of the API. */
export function earlierOf(team: string, game: PlayedGame, games: readonly PlayedGame[]): readonly PlayedGame[] {
  const place = games.findIndex(({ game_id: id }) => id === game.game_id);
  const endOf = ({ resumedOn, game_date: date }: PlayedGame) => `${resumedOn ?? date} ${resumedOn === null ? 1 : 0}`;
  return games
    .slice(0, place)
    .filter(({ season, home, away }) => season === game.season && (home === team || away === team))
    .filter(({ resumedOn }) => resumedOn === null || resumedOn <= game.game_date)
    .toSorted((a, b) => (endOf(a) < endOf(b) ? -1 : endOf(a) > endOf(b) ? 1 : 0));
}

/** The last meeting in this season or the one before; nothing when there was none. */
export function lastMeetingOf(game: PlayedGame, games: readonly PlayedGame[]): PlayedGame | undefined {
  const pair = (each: PlayedGame) => [each.home, each.away].toSorted().join();
  const ofSeason = earlierOf(game.home, game, games).findLast((each) => pair(each) === pair(game));
  return ofSeason ?? games.findLast((each) => each.season === game.season - 1 && pair(each) === pair(game));
}

/** Results in a row at the end of a list: above 0 of the first kind, below 0 of the second; null for an empty list. */
export function streakOf(results: readonly Seen[], plus: Seen, minus: Seen): number | null {
  const known = results.filter((result) => result !== null);
  const last = known.at(-1);
  if (last === undefined) return null;
  if (last !== plus && last !== minus) return 0;
  let length = 0;
  for (const result of known.toReversed()) {
    if (result !== last) break;
    length++;
  }
  return last === plus ? length : -length;
}

export function winShareOf(results: readonly Seen[]): number | null {
  if (results.length === 0) return null;
  const points = results.reduce((sum, result) => sum + (result === "won" ? 1 : result === "tied" ? 0.5 : 0), 0);
  return Number((points / results.length + 1e-12).toFixed(4));
}

function isTeamAsked(
  team: string,
  game: PlayedGame,
  games: readonly PlayedGame[],
  prefix: string,
  asked: Asked,
): boolean {
  const wanted = (name: string) => asked[`${prefix}_${name}`];
  const earlier = earlierOf(team, game, games);
  const last = earlier.at(-1);
  const within = (name: string, value: number | null) => isWithin(value, `${prefix}_${name}`, asked);
  const straightUps = earlier.map((each) => straightUpOf(each, team));
  const spreads = earlier.map((each) => spreadOf(each, team));
  const role = wanted("last_role");
  const roleOfLast =
    last === undefined || last.favorite === null ? null : last[last.favorite] === team ? "favorite" : "underdog";
  return (
    isResult(last, team, wanted("last")) &&
    within("last_margin", last === undefined ? null : marginOf(last, team)) &&
    (role === undefined || role === roleOfLast) &&
    within("streak", streakOf(straightUps, "won", "lost")) &&
    within("ats_streak", streakOf(spreads, "covered", "failed")) &&
    within("total_streak", streakOf(earlier.map(totalOf), "over", "under")) &&
    within("win_share", winShareOf(straightUps)) &&
    within("games", earlier.length) &&
    (wanted("starter") === undefined || isCalled(starterOf(game, team), wanted("starter") as string)) &&
    (wanted("starter_hand") === undefined || starterOf(game, team)?.hand === wanted("starter_hand"))
  );
}

/** A name counts without case, accents and points. */
function isCalled(starter: StartedBy, wanted: string): boolean {
  const plain = (text: string) =>
    text
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "");
  return starter !== null && (starter.id === wanted || plain(starter.name) === plain(wanted));
}

function isResult(game: PlayedGame | undefined, team: string, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (game === undefined) return false;
  return [straightUpOf(game, team), spreadOf(game, team), totalOf(game)].some((seen) => seen === wanted);
}

const has = (prefix: string, asked: Asked): boolean =>
  Object.entries(asked).some(([name, value]) => name.startsWith(`${prefix}_`) && value !== undefined && !isOther(name));

/** `opponent_rest_min` is another filter. */
const isOther = (name: string): boolean => name.startsWith("opponent_rest");

/** Whether a bet is on a team in such form. @param sideTeam null: the total of both teams. */
export function isAskedForm(
  sideTeam: string | null,
  game: PlayedGame,
  games: readonly PlayedGame[],
  groupsOf: (team: string) => { readonly division: string | null; readonly conference: string | null },
  asked: Asked,
): boolean {
  const { meeting, meeting_last: meetingLast } = asked;
  const isMeetingOfTeam = meetingLast !== undefined && meetingLast !== "over" && meetingLast !== "under";
  if (sideTeam === null && (has("team", asked) || has("opponent", asked) || isMeetingOfTeam)) return false;
  const meetingsBefore = earlierOf(game.home, game, games).filter(({ home, away }) => [home, away].includes(game.away));
  const form = (team: string, prefix: string) => !has(prefix, asked) || isTeamAsked(team, game, games, prefix, asked);
  const opponent = sideTeam === game.home ? game.away : game.home;
  const both = [game.home, game.away];
  const [one, other] = [groupsOf(game.home), groupsOf(game.away)];
  return (
    (sideTeam === null || (form(sideTeam, "team") && form(opponent, "opponent"))) &&
    both.some((team) => form(team, "either")) &&
    both.every((team) => form(team, "both")) &&
    (meeting === undefined || (meeting === "rematch") === meetingsBefore.length > 0) &&
    isResult(lastMeetingOf(game, games) as PlayedGame, sideTeam ?? game.home, meetingLast) &&
    isWithin(game.week, "week", asked) &&
    (asked.same_division === undefined || (one.division !== null && one.division === other.division)) &&
    (asked.same_conference === undefined || (one.conference !== null && one.conference === other.conference))
  );
}

/**
 * Columns of all that was known of each team before each game of a season began. They are made when a season is first asked for them,
 * and go with it. Games are walked once in the order of their starts, so that nothing in the columns of a game comes from a later one;
 * the result of a suspended game counts from the day on which it went on.
 */
import { lost, type Outcome, ungraded, won } from "../../domain/bets/grading.ts";
import { sportFacts } from "../../domain/sports.ts";
import { truthOf } from "../../release/season-table.ts";
import type { SeasonShelf } from "../season.ts";
import { teamResults, type Way, ways } from "./team-results.ts";

/** Tallies of one way before each game, by the place of the team. */
type TallyColumns = {
  readonly won: Uint16Array;
  readonly lost: Uint16Array;
  readonly push: Uint16Array;
  /** `noStreak`: nothing is known. */
  readonly streak: Int16Array;
};

export const noGame = -1;

/** By the place of the team, where nothing else is said: `2 * game` when it is home, one more when it is away. */
export type SeasonTeams = {
  /** Games of the season that the team has played before this one, but for a cup's final, which counts in nothing but meetings. */
  readonly games: Uint16Array;
  readonly before: Readonly<Record<Way, TallyColumns>>;
  /** The place of the team in its game before, in the same season; `noGame` in its first. */
  readonly last: Int32Array;
  /** How often the two teams of a game have met earlier in the season, by game. */
  readonly meetings: Uint8Array;
  /** The place of the team in the last game of the two teams, in this season or the one before; `noGame`: they did not meet. */
  readonly lastMeeting: Int32Array;
  /** Whether that game is of the season before. */
  readonly isEarlierSeason: Uint8Array;
};

type Known = { readonly previous: SeasonShelf | null; readonly teams: SeasonTeams };
const known = new WeakMap<SeasonShelf, Known>();

/** @param previous the season before this one; null: it is not there. */
export function seasonTeams(season: SeasonShelf, previous: SeasonShelf | null): SeasonTeams {
  const before = known.get(season);
  if (before !== undefined && before.previous === previous) return before.teams;
  const teams = makeSeasonTeams(season, previous);
  known.set(season, { previous, teams });
  return teams;
}

/** The season of the number before this one, among those of its sport. */
export function seasonBefore(
  { season }: SeasonShelf,
  spans: readonly { readonly season: SeasonShelf }[],
): SeasonShelf | null {
  return spans.find((span) => span.season.season === season - 1)?.season ?? null;
}

function makeSeasonTeams(season: SeasonShelf, previous: SeasonShelf | null): SeasonTeams {
  const { gameDates, resumedOns } = season;
  const games = season.gameIds.length;
  const { outcomes } = teamResults(season);
  const standings = season.teams.map(newStanding);
  const before = { straightUp: tallyColumns(games), spread: tallyColumns(games), total: tallyColumns(games) };
  const played = new Uint16Array(2 * games);
  const last = new Int32Array(2 * games).fill(noGame);
  const meetings = new Uint8Array(games);
  const lastMeeting = new Int32Array(2 * games).fill(noGame);
  const isEarlierSeason = new Uint8Array(2 * games);
  const cupFinal = cupFinalOf(season);
  const met = new Map<string, { game: number; times: number }>();
  const metBefore = previous === null ? new Map<string, number>() : lastMeetings(previous);
  const end = (game: number): void => {
    const pair = pairOf(season, game);
    met.set(pair, { game, times: (met.get(pair)?.times ?? 0) + 1 });
    if (game === cupFinal) return;
    for (const place of placesOf(game)) {
      const standing = standings[teamAt(season, place)] as Standing;
      standing.games++;
      standing.lastGame = game;
      for (const way of ways) count(standing.tallies[way], outcomes[way][place] as Outcome);
    }
  };
  /** Suspended games that have not gone on yet. */
  let open: readonly number[] = [];
  for (let game = 0; game < games; game++) {
    const isOver = (each: number): boolean => (resumedOns[each] as number) <= (gameDates[game] as number);
    open.filter(isOver).forEach(end);
    open = open.filter((each) => !isOver(each));
    const meeting = met.get(pairOf(season, game)) ?? { game: metBefore.get(pairOf(season, game)) ?? noGame, times: 0 };
    meetings[game] = meeting.times;
    for (const place of placesOf(game)) {
      const standing = standings[teamAt(season, place)] as Standing;
      played[place] = standing.games;
      if (standing.lastGame !== noGame) last[place] = placeIn(season, standing.lastGame, teamAt(season, place));
      for (const way of ways) keepTally(before[way], place, standing.tallies[way]);
      if (meeting.game === noGame) continue;
      const isEarlier = meeting.times === 0;
      lastMeeting[place] = placeOfTeam(
        isEarlier ? (previous as SeasonShelf) : season,
        meeting.game,
        nameAt(season, place),
      );
      isEarlierSeason[place] = isEarlier ? 1 : 0;
    }
    if (resumedOns[game] === 0) end(game);
    else open = [...open, game];
  }
  return { games: played, before, last, meetings, lastMeeting, isEarlierSeason };
}

/**
 * The final of the cup that a league plays inside its regular season: it is the last regular game at a neutral site in December, and
 * the only one of its day, as two semifinals are not. No source of results marks it alike. `noGame` where there is none.
 */
function cupFinalOf({ sport, season, gameDates, neutrals, isPostseason }: SeasonShelf): number {
  const { firstCupSeason } = sportFacts[sport];
  if (firstCupSeason === null || season < firstCupSeason) return noGame;
  const isOfDecember = (date: number): boolean => Math.floor(date / 100) % 100 === 12;
  const isNeutral = (game: number): boolean => truthOf(neutrals[game]) === true && isPostseason[game] === 0;
  const games = [...gameDates.keys()].filter((game) => isNeutral(game) && isOfDecember(gameDates[game] as number));
  const last = games.at(-1);
  const before = games.at(-2);
  if (last === undefined || (before !== undefined && gameDates[before] === gameDates[last])) return noGame;
  return last;
}

/** The places of both teams of a game. */
function placesOf(game: number): readonly [number, number] {
  return [2 * game, 2 * game + 1];
}

/** Both teams, whichever of them was home, in the order of their abbreviations. */
function pairOf(season: SeasonShelf, game: number): string {
  return [nameAt(season, 2 * game), nameAt(season, 2 * game + 1)].sort().join(" ");
}

/** The last game of each pair of teams in a season. */
function lastMeetings(season: SeasonShelf): Map<string, number> {
  return new Map(season.gameIds.map((_, game) => [pairOf(season, game), game]));
}

/** The code of the team at a place. */
function teamAt({ homes, aways }: SeasonShelf, place: number): number {
  return (place % 2 === 0 ? homes : aways)[place >> 1] as number;
}

/** The abbreviation of the team at a place. */
export function nameAt(season: SeasonShelf, place: number): string {
  return season.teams[teamAt(season, place)] as string;
}

function placeIn(season: SeasonShelf, game: number, code: number): number {
  return 2 * game + Number(season.homes[game] !== code);
}

function placeOfTeam(season: SeasonShelf, game: number, name: string): number {
  return 2 * game + Number(nameAt(season, 2 * game) !== name);
}

function tallyColumns(games: number): TallyColumns {
  const places = 2 * games;
  return {
    won: new Uint16Array(places),
    lost: new Uint16Array(places),
    push: new Uint16Array(places),
    streak: new Int16Array(places),
  };
}

function keepTally(columns: TallyColumns, place: number, tally: Standing["tallies"][Way]): void {
  columns.won[place] = tally.won;
  columns.lost[place] = tally.lost;
  columns.push[place] = tally.push;
  columns.streak[place] = tally.streak;
}

/** A streak of which nothing is known: no game of the kind was graded yet. */
export const noStreak = -32_768;

/** Won, lost and pushed (tied) games of one way, and the streak: above 0 won in a row, below 0 lost, 0 after a push. */
type Tally = { won: number; lost: number; push: number; streak: number };

/** A standing changes while games are counted; what a game keeps of it is copied. */
type Standing = {
  games: number;
  /** The place of the last game in its season; -1: there is none. */
  lastGame: number;
  readonly tallies: Readonly<Record<Way, Tally>>;
};

function newStanding(): Standing {
  const tally = (): Tally => ({ won: 0, lost: 0, push: 0, streak: noStreak });
  return { games: 0, lastGame: -1, tallies: { straightUp: tally(), spread: tally(), total: tally() } };
}

/** Counts a result. A game without one, which has no close or no score, leaves the tally and its streak as they were. */
function count(tally: Tally, outcome: Outcome): void {
  if (outcome === ungraded) return;
  const before = tally.streak === noStreak ? 0 : tally.streak;
  if (outcome === won) {
    tally.won++;
    tally.streak = Math.max(before, 0) + 1;
  } else if (outcome === lost) {
    tally.lost++;
    tally.streak = Math.min(before, 0) - 1;
  } else {
    tally.push++;
    tally.streak = 0;
  }
}

/** The share of games that were won, a tie being half of one, with four decimals; null before the first. */
export function winShare(wins: number, losses: number, ties: number): number | null {
  const games = wins + losses + ties;
  return games === 0 ? null : Math.round((10_000 * (wins + ties / 2)) / games) / 10_000;
}

/**
 * The teams of a season in each of its games: their results, and all that was known of them before the game began. Both are made
 * when a season is first asked for them, and go with it.
 *
 * A place is a team in a game: `2 * game` when it is home, one more when it is away. In columns of numbers, NaN is what is not known.
 */
import { lost, type Outcome, outcomeOf, ungraded, won } from "../../domain/bets/grading.ts";
import { favorite } from "../../domain/consensus.ts";
import { type Market, sportFacts } from "../../domain/sports.ts";
import { dayMs } from "../../domain/times.ts";
import { moneylineSet, spreadSet, totalSet } from "../../release/render.ts";
import { periodScore } from "../../release/season-lines.ts";
import { truthOf } from "../../release/season-table.ts";
import { consensusEntry } from "../periods.ts";
import type { SeasonShelf } from "../season.ts";

/** The three ways in which a game of a team has a result. A total that goes over counts as won, one that stays under as lost. */
const ways = ["straightUp", "spread", "total"] as const;
export type Way = (typeof ways)[number];

/** By place, against the consensus close. */
export type TeamResults = {
  readonly outcomes: Readonly<Record<Way, Uint8Array>>;
  /** Points of the team minus those of its opponent. */
  readonly margins: Float64Array;
  /** In points, as the team sees it. */
  readonly spreads: Float64Array;
  readonly totals: Float64Array;
  /** 1 favorite, -1 underdog, 0 neither. */
  readonly roles: Int8Array;
};

const knownResults = new WeakMap<SeasonShelf, TeamResults>();

export function teamResults(season: SeasonShelf): TeamResults {
  return knownResults.getOrInsertComputed(season, makeTeamResults);
}

function makeTeamResults({ sport, lines, gameIds }: SeasonShelf): TeamResults {
  const places = 2 * gameIds.length;
  const unknown = () => new Float64Array(places).fill(Number.NaN);
  const outcomes = {
    straightUp: new Uint8Array(places),
    spread: new Uint8Array(places),
    total: new Uint8Array(places),
  };
  const results = { outcomes, margins: unknown(), spreads: unknown(), totals: unknown(), roles: new Int8Array(places) };
  for (const game of gameIds.keys()) {
    const entryOf = (market: Market) => consensusEntry(sport, lines, game, "full", market);
    const { home_close: first, away_close: second } = moneylineSet(lines, entryOf("moneyline"));
    const spread = spreadSet(lines, entryOf("spread")).close;
    const total = totalSet(lines, entryOf("total")).close;
    const favored = favorite(sport, spread, { line: null, first, second });
    const score = periodScore(lines, game, "full");
    for (const place of placesOf(game)) {
      const [side, sign] = isHome(place) ? ["home", 1] : ["away", -1];
      const ownSpread = spread === null ? Number.NaN : unsignedZero(sign * spread);
      results.spreads[place] = ownSpread;
      results.totals[place] = total ?? Number.NaN;
      if (favored !== null) results.roles[place] = favored === side ? 1 : -1;
      if (score === null) continue;
      const margin = unsignedZero(sign * (score.home - score.away));
      results.margins[place] = margin;
      outcomes.straightUp[place] = outcomeOf(margin);
      if (spread !== null) outcomes.spread[place] = outcomeOf(margin + ownSpread);
      if (total !== null) outcomes.total[place] = outcomeOf(score.home + score.away - total);
    }
  }
  return results;
}

/** Both are 0, but people would read -0. */
function unsignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** Won, lost and pushed (tied) games of one way, and the streak: above 0 won in a row, below 0 lost, 0 after a push. */
type Tally = { readonly won: number; readonly lost: number; readonly push: number; readonly streak: number };

/** All that a team has done in the season so far. It never changes: after a game the team has another one. */
export type Standing = Readonly<Record<Way, Tally>> & {
  /** Games that it has played, but for a cup's final, which counts in nothing but meetings. */
  readonly games: number;
  /** Its place in the last of them; `noGame` before its first. */
  readonly last: number;
};

export const noGame = -1;
const noTally: Tally = { won: 0, lost: 0, push: 0, streak: Number.NaN };
const newStanding: Standing = { games: 0, last: noGame, straightUp: noTally, spread: noTally, total: noTally };

/** The meetings of two teams so far. */
type Meetings = {
  /** How often they have met in the season. */
  readonly times: number;
  /** Their last meeting, in this season or the one before; null: they did not meet. */
  readonly last: { readonly season: SeasonShelf; readonly game: number } | null;
};

const neverMet: Meetings = { times: 0, last: null };

export type SeasonTeams = {
  /** By place. */
  readonly before: readonly Standing[];
  /** Numbers of these standings, by place, under the names by which they were first asked for. */
  readonly columns: Map<string, Float64Array>;
  /** By place: days between the slate dates of this game and the team's last one of the season. */
  readonly rests: Float64Array;
  /** By game. */
  readonly meetings: readonly Meetings[];
};

type Known = { readonly previous: SeasonShelf | null; readonly teams: SeasonTeams };
const knownTeams = new WeakMap<SeasonShelf, Known>();

/** @param previous the season before this one; null: it is not there. */
export function seasonTeams(season: SeasonShelf, previous: SeasonShelf | null): SeasonTeams {
  const known = knownTeams.get(season);
  if (known !== undefined && known.previous === previous) return known.teams;
  const teams = makeSeasonTeams(season, previous);
  knownTeams.set(season, { previous, teams });
  return teams;
}

/** The season of the number before this one, among those of its sport. */
export function seasonBefore(
  { season }: SeasonShelf,
  spans: readonly { readonly season: SeasonShelf }[],
): SeasonShelf | null {
  return spans.find((span) => span.season.season === season - 1)?.season ?? null;
}

/**
 * Walks the games once in the order of their starts, so that nothing of a game comes from a later one. The result of a suspended game counts
 * from the day on which it went on.
 */
function makeSeasonTeams(season: SeasonShelf, previous: SeasonShelf | null): SeasonTeams {
  const { gameIds, gameDates, resumedOns } = season;
  const { outcomes } = teamResults(season);
  const cupFinal = cupFinalOf(season);
  const standings = new Map<string, Standing>();
  const lastDays = new Map<string, number>();
  const met = previous === null ? new Map<string, Meetings>() : lastMeetings(previous);
  const made = {
    before: [] as Standing[],
    columns: new Map<string, Float64Array>(),
    rests: new Float64Array(2 * gameIds.length),
    meetings: [] as Meetings[],
  };
  const end = (game: number): void => {
    const pair = pairOf(season, game);
    met.set(pair, { times: (met.get(pair)?.times ?? 0) + 1, last: { season, game } });
    if (game === cupFinal) return;
    for (const place of placesOf(game)) {
      const { games, straightUp, spread, total } = standings.get(nameAt(season, place)) ?? newStanding;
      standings.set(nameAt(season, place), {
        games: games + 1,
        last: place,
        straightUp: counted(straightUp, outcomes.straightUp[place] as Outcome),
        spread: counted(spread, outcomes.spread[place] as Outcome),
        total: counted(total, outcomes.total[place] as Outcome),
      });
    }
  };
  let suspended: readonly number[] = [];
  for (const game of gameIds.keys()) {
    const isOver = (each: number): boolean => (resumedOns[each] as number) <= (gameDates[game] as number);
    suspended.filter(isOver).forEach(end);
    suspended = suspended.filter((each) => !isOver(each));
    made.meetings.push(met.get(pairOf(season, game)) ?? neverMet);
    const day = dayOf(gameDates[game] as number);
    for (const place of placesOf(game)) {
      const name = nameAt(season, place);
      made.before.push(standings.get(name) ?? newStanding);
      // A game that was begun on one day and ended on another keeps its first start.
      made.rests[place] = Math.max(0, day - (lastDays.get(name) ?? Number.NaN));
      lastDays.set(name, day);
    }
    if (resumedOns[game] === 0) end(game);
    else suspended = [...suspended, game];
  }
  return made;
}

/** Counts a result. A game without one, which has no close or no score, leaves the tally and its streak as they were. */
function counted(tally: Tally, outcome: Outcome): Tally {
  if (outcome === ungraded) return tally;
  const streak = tally.streak || 0;
  if (outcome === won) return { ...tally, won: tally.won + 1, streak: Math.max(streak, 0) + 1 };
  if (outcome === lost) return { ...tally, lost: tally.lost + 1, streak: Math.min(streak, 0) - 1 };
  return { ...tally, push: tally.push + 1, streak: 0 };
}

/** Days since 1 January 1970 of a date of the form yyyymmdd. */
export function dayOf(date: number): number {
  return Date.UTC(Math.floor(date / 10_000), monthOf(date) - 1, date % 100) / dayMs;
}

/** 1 is January. */
export function monthOf(date: number): number {
  return Math.floor(date / 100) % 100;
}

/**
 * The final of the cup that a league plays inside its regular season: it is the last regular game at a neutral site in December, and
 * the only one of its day, as two semifinals are not. No source of results marks it alike. `noGame` where there is none.
 */
function cupFinalOf({ sport, season, gameDates, neutrals, isPostseason }: SeasonShelf): number {
  const { firstCupSeason } = sportFacts[sport];
  if (firstCupSeason === null || season < firstCupSeason) return noGame;
  const isNeutral = (game: number): boolean => truthOf(neutrals[game]) === true && isPostseason[game] === 0;
  const games = [...gameDates.keys()].filter((game) => isNeutral(game) && monthOf(gameDates[game] as number) === 12);
  const last = games.at(-1);
  const before = games.at(-2);
  if (last === undefined || (before !== undefined && gameDates[before] === gameDates[last])) return noGame;
  return last;
}

function placesOf(game: number): readonly [number, number] {
  return [2 * game, 2 * game + 1];
}

export function isHome(place: number): boolean {
  return place % 2 === 0;
}

/** The abbreviation of the team at a place. */
export function nameAt({ teams, homes, aways }: SeasonShelf, place: number): string {
  return teams[(isHome(place) ? homes : aways)[place >> 1] as number] as string;
}

/** The place that a team has in a game of its own. */
export function placeOfTeam(season: SeasonShelf, game: number, name: string): number {
  return 2 * game + Number(nameAt(season, 2 * game) !== name);
}

/** Both teams, whichever of them was home, in the order of their abbreviations. */
function pairOf(season: SeasonShelf, game: number): string {
  return placesOf(game)
    .map((place) => nameAt(season, place))
    .sort()
    .join(" ");
}

/** The last game of each pair of teams in a season, as the next season knows it. */
function lastMeetings(season: SeasonShelf): Map<string, Meetings> {
  return new Map(season.gameIds.map((_, game) => [pairOf(season, game), { times: 0, last: { season, game } }]));
}

/** The share of games that were won, a tie being half of one, with four decimals; null before the first. */
export function winShare({ won: wins, lost: losses, push: ties }: Tally): number | null {
  const games = wins + losses + ties;
  return games === 0 ? null : Math.round((10_000 * (wins + ties / 2)) / games) / 10_000;
}

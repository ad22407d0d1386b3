/** Season rows, from every game the ledger knows of the season [D-7, D-42, D-45]. */
import type { SeasonRow } from "../../contract/lists/reference.ts";
import { pairOf } from "../../domain/game-ids.ts";
import { isWitness, providerRank, sampleProvider } from "../../domain/providers.ts";
import { highestCompletedWeek, type SeasonGame, type SeasonKey, seasonStatus } from "../../domain/seasons.ts";
import { sportFacts } from "../../domain/sports.ts";
import { dayMs } from "../../domain/times.ts";
import type { GameRecord, SeasonRecord } from "../../feed/records.ts";
import { compareTexts } from "../../ledger/records.ts";
import { assembleGames, type LedgerGame } from "../match/assemble.ts";

/** The archive's own figures about the published games of a season, of which there is at least one. */
export type PublishedFigures = {
  readonly games: number;
  readonly regular: number;
  readonly withClosingLine: number;
  readonly firstGame: string | null;
  readonly lastGame: string | null;
};

type SeasonSources = {
  /** Of every game that the ledger knows of the season. */
  readonly records: readonly GameRecord[];
  /** The season records of all providers. */
  readonly statements: readonly SeasonRecord[];
  readonly published: PublishedFigures;
  /** Whether the archive has a game, in whichever season. */
  readonly isListed: (game: LedgerGame) => boolean;
  /** The clock of the publish. */
  readonly nowMs: number;
};

/**
 * The row of a season, with a figure that only /v1/sports shows, and the games that are not waited for any more because half a year has
 * gone by without news, as a person reads them. Null before the first final game.
 */
export function buildSeason(key: SeasonKey, sources: SeasonSources) {
  const { sport, season } = key;
  const { statements, published, nowMs } = sources;
  const games = seasonGames(sources);
  const end = endOf(games, believedStatement(key, statements, nowMs), nowMs);
  const counted = end === "open" ? games : games.map(withoutWaiting);
  const status = seasonStatus(counted);
  if (status === null) return null;
  const row: SeasonRow = {
    sport,
    season,
    status: end === "open" ? "in_progress" : status,
    first_game: published.firstGame,
    last_game: published.lastGame,
    games: published.games,
    regular_season_games: published.regular,
    postseason_games: published.games - published.regular,
    weeks: sportFacts[sport].hasWeeks ? highestCompletedWeek(counted) : null,
  };
  const isGivenUp = end === "silent" && status === "published";
  const givenUp = games.filter(({ state, isHeld }) => isGivenUp && state === "unplayed" && !isHeld).map(nameOf);
  return { body: { row, games_with_closing_line: published.withClosingLine }, givenUp: givenUp.sort() };
}

/** Whether games of a season are to come, which half a year of silence ends. */
function endOf(
  games: readonly LedgerSeasonGame[],
  statement: SeasonRecord | null,
  nowMs: number,
): "open" | "over" | "silent" {
  if (statement?.complete === true) return "over";
  if (statement === null && games.every(({ state, isHeld }) => state !== "unplayed" || isHeld)) return "over";
  return isOverBySilence(games, nowMs) ? "silent" : "open";
}

/**
 * Of several providers' records of a season, that of the provider believed first counts. One that speaks of games whose
 * teams were not decided says nothing any more when the last of their days is over.
 */
function believedStatement(
  { sport, season }: SeasonKey,
  statements: readonly SeasonRecord[],
  nowMs: number,
): SeasonRecord | null {
  const own = statements.filter(
    (record) => record.sport === sport && record.season === season && !hasLapsed(record, nowMs),
  );
  const inOrder = own.sort(
    (a, b) => providerRank(a.provider) - providerRank(b.provider) || compareTexts(a.provider, b.provider),
  );
  return inOrder[0] ?? null;
}

/** Whether the days of a season's undecided games are over, everywhere on Earth. */
export function hasLapsed({ undecided_until: until }: SeasonRecord, nowMs: number): boolean {
  return until !== undefined && Date.parse(until) + 2 * dayMs <= nowMs;
}

function seasonGames({ records, isListed }: SeasonSources): LedgerSeasonGame[] {
  const byPair = Map.groupBy(
    records.filter((record) => !isWitness(record)),
    pairOf,
  );
  return [...byPair.values()].flatMap((ofPair) =>
    assembleGames(ofPair, []).games.map((game) => {
      const own = seasonGame(game, isListed(game));
      return isMadeUp(game, ofPair) ? { ...own, state: "cancelled" as const } : own;
    }),
  );
}

/**
 * Whether a postponed game was made up under another id, as ESPN does it, which leaves the first one postponed for ever:
 * another provider has as many finals of the two teams, and waits for none of theirs.
 * @param ofPair the season's records of the two teams.
 */
function isMadeUp({ records }: LedgerGame, ofPair: readonly GameRecord[]): boolean {
  if (!records.every(({ status }) => status === "postponed")) return false;
  const finals = (provider: string): number =>
    ofPair.filter((each) => each.provider === provider && each.status === "final").length;
  const most = Math.max(...records.map(({ provider }) => finals(provider)));
  const others = new Set(ofPair.map(({ provider }) => provider)).difference(
    new Set(records.map(({ provider }) => provider)),
  );
  return [...others].some((provider) => finals(provider) >= Math.max(most, 1) && !waits(provider, ofPair));
}

function waits(provider: string, ofPair: readonly GameRecord[]): boolean {
  const own = ofPair.filter((each) => each.provider === provider);
  const ended = new Set(own.filter(({ status }) => status === "final").map((each) => each.game_id));
  return own.some(({ status, game_id: id }) => !["final", "cancelled"].includes(status) && !ended.has(id));
}

function seasonGame(game: LedgerGame, isPublished: boolean): LedgerSeasonGame {
  const [{ week }] = game.records;
  const statuses = game.records.map((record) => record.status);
  if (statuses.includes("final")) {
    return { game, week, state: isPublished ? "final" : "unplayed", isHeld: !isPublished };
  }
  return { game, week, state: statuses.includes("cancelled") ? "cancelled" : "unplayed", isHeld: false };
}

/** In a season that is over, a game that was never played counts as cancelled. A final that is held back is waited for. */
function withoutWaiting(game: LedgerSeasonGame): SeasonGame {
  return game.state === "unplayed" && !game.isHeld ? { ...game, state: "cancelled" } : game;
}

function nameOf({ game: { records, gameDate } }: LedgerSeasonGame): string {
  const [{ away, home }] = records;
  const stated = records.map(({ provider, status }) => `${provider} says ${status}`).join(", ");
  return `${away} at ${home} on ${gameDate} (${stated})`;
}

// When a season is over although some of its games were never closed by anybody [D-45]: playoff games that were not
// necessary, and games that a provider calls scheduled for ever.

/** A game of a season, as far as the season's end depends on it. */
type LedgerSeasonGame = SeasonGame & {
  readonly game: LedgerGame;
  /** Whether it is final and not in the archive: it is waited for like one that is to be played [D-45]. */
  readonly isHeld: boolean;
};

/** Half a year. No sport of ours has a pause that long within a season. */
const silenceMs = 183 * dayMs;

/** A series of seven games is over after four, so that three of them at most are never played. */
const leftOfASeries = 3;

/**
 * Whether half a year has gone by since the last game of the season, played or listed, and the season came to its end
 * then. It did not where the postseason or more than the rest of one series is missing: then nobody has imported what
 * came, and nothing says that it was not played.
 */
function isOverBySilence(games: readonly LedgerSeasonGame[], nowMs: number): boolean {
  const dates = games.map(({ game }) => game.gameDate).sort();
  const last = dates.at(-1);
  if (last === undefined || !isHalfAYearAgo(last, nowMs)) return false;
  const finals = games.filter(({ game }) => game.records.some(({ status }) => status === "final"));
  const lastFinal = finals.reduce((latest, { game }) => (game.gameDate > latest ? game.gameDate : latest), "");
  const unplayed = games.filter(({ state, isHeld }) => state === "unplayed" && !isHeld);
  // The calendar of the sample is an invented one, which knows no clock.
  if (unplayed.some(({ game }) => game.records.some(({ provider }) => provider === sampleProvider))) return false;
  const hasPostseason = finals.some(({ game }) => game.records[0].season_type === "postseason");
  return hasPostseason && unplayed.filter(({ game }) => game.gameDate > lastFinal).length <= leftOfASeries;
}

/** Whether half a year has gone by since a slate date. */
export function isHalfAYearAgo(date: string, nowMs: number): boolean {
  return Date.parse(date) + silenceMs < nowMs;
}

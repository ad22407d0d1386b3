/** Tells which records of several providers are of one game. Pure. */
import { mostGamesADay } from "../../domain/bounds.ts";
import { dayMs } from "../../domain/durations.ts";
import { sportFacts } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { byTrust, compareTexts, dateOfGame, isCalledOff } from "../../ledger/game-records.ts";
import { agreedStart } from "./agreed-start.ts";
import { alignInOrder } from "./align.ts";

/** A game without its events; see `LedgerGame`. Its start is the one that the records alone agree on. */
export type RecordGroup = {
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  readonly gameNumber: number;
  readonly startMs: number | null;
};

/** The games of a pair of teams. The records of each, the one believed first at the front, have the front's home side. */
export function groupRecords(records: readonly GameRecord[]): RecordGroup[] {
  return [...Map.groupBy(records, dateOfGame)].flatMap(([gameDate, ofDate]) =>
    gameDate === null ? [] : groupDay(ofDate, gameDate),
  );
}

/** Whether a game is not played on its day: some provider called it off, and none has seen its end. */
export function isGameCalledOff({ records }: Pick<RecordGroup, "records">): boolean {
  return records.some(isCalledOff);
}

function groupDay(ofDate: readonly GameRecord[], gameDate: string): RecordGroup[] {
  // Games that were called off are counted apart, since the others of the day are numbered without them.
  const played = gamesOfDay(ofDate.filter((record) => !isCalledOff(record)));
  const off = gamesOfDay(ofDate.filter(isCalledOff));
  for (const game of off) game.push(...takeStillScheduled(played, game));
  const groups = [played, off].flatMap((games) =>
    games.map((sameGame, index) => groupOf(sameGame.sort(byTrust), gameDate, index + 1)),
  );
  return withStatedNumbers(groups, ofDate);
}

/** The provider that lists the most games of the day says which there are; each record of another one is of one of them. */
function gamesOfDay(records: readonly GameRecord[]): GameRecord[][] {
  const lists = [...Map.groupBy(records, ({ provider }) => provider).values()].map((own) => own.sort(inOrderOfPlay));
  const [longest = [], ...others] = lists.sort(
    (a, b) => b.length - a.length || byTrust(a[0] as GameRecord, b[0] as GameRecord),
  );
  const games = new Map(longest.map((record) => [record, [record]]));
  for (const own of others) {
    for (const [record, game] of sameGames(own, longest)) games.get(game)?.push(record);
  }
  return [...games.values()];
}

/**
 * The n-th game of each provider that day is the same game, unless one of them lists fewer: those keep their order, and
 * are the ones that they are nearest to by number and start. In doubt they are the first ones.
 */
function sameGames(
  own: readonly GameRecord[],
  games: readonly GameRecord[],
): readonly (readonly [GameRecord, GameRecord])[] {
  if (own.length === games.length || games.length > mostGamesADay) {
    return own.map((record, index) => [record, games[index] as GameRecord]);
  }
  return alignInOrder(own, games, (record, game) => [distanceOf(record, game)]);
}

/** How far two records are from being of the same game of a day, in milliseconds between their starts. */
function distanceOf(a: GameRecord, b: GameRecord): number {
  const haveNumbers = a.game_number !== null && b.game_number !== null;
  if (haveNumbers && a.game_number !== b.game_number) return dayMs;
  const [start, other] = [a.start_time ?? a.actual_start_time, b.start_time ?? b.actual_start_time];
  return start === null || other === null ? 0 : Math.abs(Date.parse(start) - Date.parse(other));
}

/** Takes out the game that one provider has cancelled while others still list it as scheduled, if there is one [D-45]. */
function takeStillScheduled(played: GameRecord[][], off: readonly GameRecord[]): readonly GameRecord[] {
  const cancelled = off.find(({ status }) => status === "cancelled");
  if (cancelled === undefined) return [];
  const providers = new Set(off.map(({ provider }) => provider));
  const [nearest] = played
    .filter((game) => game.every(({ status, provider }) => status === "scheduled" && !providers.has(provider)))
    .toSorted((a, b) => distanceOf(a[0] as GameRecord, cancelled) - distanceOf(b[0] as GameRecord, cancelled));
  return nearest === undefined ? [] : (played.splice(played.indexOf(nearest), 1)[0] ?? []);
}

/** @param sameGame the records of one game, the one believed first at the front. */
function groupOf(sameGame: readonly GameRecord[], gameDate: string, gameNumber: number): RecordGroup {
  const [first, ...others] = sameGame as [GameRecord, ...GameRecord[]];
  const records: RecordGroup["records"] = [
    first,
    ...others.map((record) => (record.home === first.home ? record : mirrorGame(record))),
  ];
  const { startMs } = agreedStart({ records, gameDate, events: [] });
  return { records, gameDate, gameNumber, startMs };
}

/**
 * The second game of a doubleheader is the second one also while nothing is known of the first: else a rebuild, which
 * knows both, would give it another id. Games that were called off have no number, so they are not counted.
 */
function withStatedNumbers(groups: readonly RecordGroup[], ofDate: readonly GameRecord[]): RecordGroup[] {
  const numbered = groups.map((group) => ({ ...group, gameNumber: statedNumber(group, ofDate) }));
  const played = numbered.filter((group) => !isGameCalledOff(group));
  // Numbers that do not tell the games of a day apart tell nothing.
  return new Set(played.map(({ gameNumber }) => gameNumber)).size === played.length ? numbered : [...groups];
}

function statedNumber(group: RecordGroup, ofDate: readonly GameRecord[]): number {
  const { records, gameNumber } = group;
  const stating = records.find((record) => record.game_number !== null);
  if (stating === undefined || !sportFacts[stating.sport].hasDoubleheaders || isGameCalledOff(group)) return gameNumber;
  const stated = stating.game_number ?? 0;
  const calledOff = ofDate.filter(
    (each) => each.provider === stating.provider && isCalledOff(each) && (each.game_number ?? stated) < stated,
  );
  return Math.max(gameNumber, stated - calledOff.length);
}

function inOrderOfPlay(a: GameRecord, b: GameRecord): number {
  return (
    (a.game_number ?? 0) - (b.game_number ?? 0) ||
    compareTexts(a.start_time ?? "", b.start_time ?? "") ||
    compareTexts(a.game_id, b.game_id)
  );
}

/** The same record with its sides swapped: on neutral sites, providers differ about which team is at home. */
export function mirrorGame(record: GameRecord): GameRecord {
  const line = record.line_score;
  return {
    ...record,
    home: record.away,
    away: record.home,
    home_score: record.away_score,
    away_score: record.home_score,
    line_score: line === null ? null : { home: line.away, away: line.home },
  };
}

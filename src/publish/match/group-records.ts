/** Tells which records of several providers are of one game. Pure. */
import { mostGamesADay } from "../../domain/bounds.ts";
import { sportFacts } from "../../domain/sports.ts";
import { dayMs, isWithinADay } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { dateOfEvent, type LedgerEvent } from "../../ledger/events.ts";
import { byTrust, compareTexts, dateOfGame, isCalledOff } from "../../ledger/records.ts";
import { alignInOrder, sameStartMs } from "./match-events.ts";
import { agreedStart } from "./starts.ts";

/** A game without its events; see `LedgerGame`. Its start is the one that the records alone agree on. */
export type RecordGroup = {
  readonly records: readonly [GameRecord, ...GameRecord[]];
  readonly gameDate: string;
  readonly gameNumber: number;
  readonly startMs: number | null;
  /** The providers that state the final with home and away the other way round. */
  readonly swappedBy: readonly string[];
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
  const swapped = others.filter(({ status, home }) => status === "final" && home !== first.home);
  return { records, gameDate, gameNumber, startMs, swappedBy: swapped.map(({ provider }) => provider) };
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

// Finals that a provider states a second time, under the same or the next date and another id. Nothing but what the two teams'
// own records and events say tells them from a second game, so that the order of imports cannot matter.

export type RepeatedFinal = {
  /** Why, in words that end a sentence about the second final: `its line score is that of the game of 2026-07-21`. */
  readonly reason: string;
  /** Whether an event of its own prices it. Else it takes no event, and is the last to take a number of its day. */
  readonly hasEvent: boolean;
};

/**
 * The finals that repeat another one of their provider: those with its line score, but for a second game of the same day that has
 * a number and an event or second source, and those with its score that have no number,
 * no event of their own and no second source, where the day has another final or odds price the first one.
 * @param records of the same two teams, a suspended game's on the date of its first pitch.
 */
export function repeatedFinals(
  records: readonly GameRecord[],
  events: readonly LedgerEvent[],
): Map<GameRecord, RepeatedFinal> {
  const finals = records.filter(({ status }) => status === "final").sort(inOrder);
  const found = new Map<GameRecord, RepeatedFinal>();
  for (const [index, again] of finals.entries()) {
    const date = dateOfGame(again);
    if (date === null) continue;
    const ofDay = finals.filter((each) => dateOfGame(each) === date);
    const hasEvent = hasOwnEvent(again, ofDay, events);
    // Two games of a day may be alike in every inning, where a number and somebody else say that there were two.
    const isConfirmed = again.game_number !== null && (hasEvent || hasSecondSource(again, ofDay));
    const before = finals.slice(0, index).filter((each) => isFollowedBy(each, again, date) && !found.has(each));
    for (const first of before) {
      const firstDate = dateOfGame(first) as string;
      const lines = [lineScoreText(first), lineScoreText(again)];
      const isSameLine = lines[0] !== null && lines[0] === lines[1] && !(isConfirmed && firstDate === date);
      const isOther = first.line_score !== null && again.line_score !== null && !isSameLine;
      const isAlone = !hasEvent && again.game_number === null && !hasSecondSource(again, ofDay);
      const isOfMany = ofDay.some((each) => each !== again && each.provider === again.provider);
      const isPriced = events.some((event) => dateOfEvent(event) === firstDate);
      const isSameScore = scoreText(first) === scoreText(again) && !isOther && isAlone && (isOfMany || isPriced);
      if (!isSameLine && !isSameScore) continue;
      const what = isSameLine ? "line score" : "score";
      found.set(again, { reason: `its ${what} is that of the game of ${firstDate}`, hasEvent });
      break;
    }
  }
  return found;
}

function inOrder(a: GameRecord, b: GameRecord): number {
  const startOf = ({ start_time: time, actual_start_time: actual }: GameRecord) => time ?? actual ?? "";
  return (
    compareTexts(dateOfGame(a) ?? "", dateOfGame(b) ?? "") ||
    (a.game_number ?? 0) - (b.game_number ?? 0) ||
    compareTexts(startOf(a), startOf(b)) ||
    compareTexts(a.game_id, b.game_id)
  );
}

function isFollowedBy(first: GameRecord, again: GameRecord, date: string): boolean {
  const firstDate = dateOfGame(first);
  return first.provider === again.provider && firstDate !== null && isWithinADay(firstDate, date);
}

/** The odds have as many starts that day as the provider has finals, and one of them is the final's. */
function hasOwnEvent(again: GameRecord, ofDay: readonly GameRecord[], events: readonly LedgerEvent[]): boolean {
  const starts = events
    .filter((event) => dateOfEvent(event) === dateOfGame(again))
    .map(({ startMs }) => startMs)
    .sort((a, b) => (a ?? 0) - (b ?? 0));
  const distinct = starts.filter(
    (start, index) => index === 0 || (start ?? 0) - (starts[index - 1] ?? 0) > sameStartMs,
  );
  if (distinct.length < ofDay.filter(({ provider }) => provider === again.provider).length) return false;
  const time = again.start_time ?? again.actual_start_time;
  return time === null || starts.some((start) => start === null || Math.abs(start - Date.parse(time)) <= sameStartMs);
}

/** Another provider has as many finals that day. */
function hasSecondSource(again: GameRecord, ofDay: readonly GameRecord[]): boolean {
  const counts = [...Map.groupBy(ofDay, ({ provider }) => provider)];
  const own = counts.find(([provider]) => provider === again.provider)?.[1].length ?? 0;
  return counts.some(([provider, finals]) => provider !== again.provider && finals.length >= own);
}

/** By team, so that home and away do not matter; null for a line score that two games could share by chance. */
function lineScoreText({ home, away, line_score: line }: GameRecord): string | null {
  if (line === null) return null;
  const scored = [...line.home, ...line.away].filter((points) => points !== null && points > 0).length;
  if (scored < leastScored) return null;
  return [`${home} ${line.home.join(" ")}`, `${away} ${line.away.join(" ")}`].sort().join(", ");
}

function scoreText({ home, away, home_score, away_score }: GameRecord): string {
  return [`${home} ${home_score}`, `${away} ${away_score}`].sort().join(", ");
}

/** Periods in which somebody scored: the two of a game that ended 2-1. */
const leastScored = 2;

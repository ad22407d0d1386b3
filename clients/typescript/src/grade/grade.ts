/** From the bytes of a file of bets to graded bets and their totals. Where games and lines come from is the caller's. */
import type { Bet } from "./bet.ts";
import { type Columns, findColumns } from "./columns.ts";
import { type CsvFile, decodeText, parseCsv } from "./csv.ts";
import { addDays, type DayOrder, utcDayOf } from "./dates.ts";
import type { Games } from "./games.ts";
import { type Field, type Sport, sports } from "./known.ts";
import type { Lines } from "./lines.ts";
import { type Match, matchBets } from "./match.ts";
import { readBets } from "./read-bets.ts";
import { type Graded, settle } from "./settle.ts";
import { TeamWords } from "./teams.ts";
import { type Totals, totalsOf } from "./totals.ts";

type ReadOptions = {
  /** Columns that the caller names. */
  readonly mappings?: readonly (readonly [Field, string])[];
  readonly order?: DayOrder | null;
};

export type Prepared = { readonly file: CsvFile; readonly columns: Columns; readonly bets: readonly Bet[] };

/** @throws UnreadableFile */
export function prepare(bytes: Uint8Array, { mappings = [], order = null }: ReadOptions = {}): Prepared {
  const file = parseCsv(decodeText(bytes));
  const columns = findColumns(file, mappings);
  return { file, columns, bets: readBets(file, columns, new TeamWords(), order) };
}

/** The slate dates of which games have to be known, of each sport, in order. */
export function daysOf(bets: readonly Bet[]): ReadonlyMap<Sport, readonly string[]> {
  const days = new Map<Sport, Set<string>>();
  const add = (sport: Sport, day: string) => {
    const own = days.get(sport) ?? new Set();
    days.set(sport, own.add(day));
  };
  for (const { wanted, problem } of bets) {
    if (problem !== null) continue;
    for (const sport of wanted.gameId === null ? wanted.sports : sports) {
      for (const day of daysMeant(wanted, sport)) add(sport, day);
    }
  }
  return new Map([...days].map(([sport, own]) => [sport, [...own].sort()]));
}

function daysMeant({ gameId, date, placedMs, settledMs }: Bet["wanted"], sport: Sport): readonly string[] {
  if (gameId !== null) {
    const [, own, year, month, day] = /^([A-Z]+)-(\d{4})(\d{2})(\d{2})-/.exec(gameId) ?? [];
    return own?.toLowerCase() === sport ? [`${year}-${month}-${day}`] : [];
  }
  if (date !== null) return date.days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]);
  if (placedMs === null) return [];
  const last = Math.min(settledMs ?? placedMs + 4 * 86_400_000, placedMs + 30 * 86_400_000);
  const days: string[] = [];
  for (let day = addDays(utcDayOf(placedMs), -1); day <= utcDayOf(last); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Gives every bet its game, or says why it has none. */
export function matched({ bets }: Prepared, games: Games): readonly Match[] {
  return matchBets(bets, games);
}

/** Grades the bets that have a game. @param lines must have all closes and scores of their games. */
export function graded(
  matches: readonly Match[],
  lines: Lines,
): { readonly bets: readonly Graded[]; readonly totals: Totals } {
  const hasMinus = matches.some(({ bet }) => bet.market === "spread" && (bet.line?.value ?? 0) < 0);
  const bets = matches.map((match) => settle(match, lines, hasMinus));
  return { bets, totals: totalsOf(bets) };
}

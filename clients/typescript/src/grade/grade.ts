/** From the bytes of a file of bets to graded bets and their totals. Where games and lines come from is the caller's. */
import type { Bet } from "./bet.ts";
import { type Columns, findColumns } from "./columns.ts";
import { type CsvFile, decodeText, parseCsv } from "./csv.ts";
import { addDays, utcDayOf } from "./dates.ts";
import type { Games } from "./games.ts";
import { type Sport, sports } from "./known.ts";
import type { Lines } from "./lines.ts";
import { daysOfOne, daysOfRivals, type Match, matchBets, mostSpanDays } from "./match.ts";
import { type ReadOptions, readBets } from "./read-bets.ts";
import { type Graded, settle, ungraded } from "./settle.ts";
import { TeamWords } from "./teams.ts";
import { type Totals, totalsOf } from "./totals.ts";

export type Prepared = { readonly file: CsvFile; readonly columns: Columns; readonly bets: readonly Bet[] };

/** @throws UnreadableFile */
export function prepare(bytes: Uint8Array, options: ReadOptions = {}): Prepared {
  const file = parseCsv(decodeText(bytes));
  const columns = findColumns(file, options.mappings);
  return { file, columns, bets: readBets(file, columns, new TeamWords(), options) };
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

function daysMeant({ gameId, date, isDaySure, span }: Bet["wanted"], sport: Sport): readonly string[] {
  if (gameId !== null) {
    const [, own, year, month, day] = /^([A-Z]+)-(\d{4})(\d{2})(\d{2})-/.exec(gameId) ?? [];
    return own?.toLowerCase() === sport ? [`${year}-${month}-${day}`] : [];
  }
  const after = isDaySure ? 1 : 1 + daysOfRivals;
  if (date !== null) return date.days.flatMap((day) => daysFrom(addDays(day, -1), addDays(day, after)));
  if (span === null) return [];
  const first = span.fromMs ?? (span.toMs ?? 0) - daysOfOne * dayMs;
  const last = Math.min(span.toMs ?? first + daysOfOne * dayMs, first + (mostSpanDays + 2) * dayMs);
  return daysFrom(addDays(utcDayOf(first), -1), utcDayOf(last));
}

const dayMs = 86_400_000;

function daysFrom(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
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
  const settled = matches.map((match) => settle(match, lines, hasMinus));
  const stated = settled.filter(({ result, match: { bet } }) => result !== null && isStated(bet.stated));
  const conflicts = stated.filter(({ isConflict }) => isConflict).length;
  const isMany = conflicts > aFew || (conflicts === aFew && stated.length <= 2 * aFew);
  const isDoubtful = isMany && conflicts * 10 >= stated.length;
  const bets = settled.map((bet) => (isDoubtful || bet.isConflict ? withoutRivals(bet) : bet));
  return { bets, totals: { ...totalsOf(bets), stated: stated.length, conflicts, isDoubtful } };
}

/** So many stated results may be slips of the hand. */
const aFew = 2;

const isStated = (stated: Bet["stated"]) => stated !== null && stated !== "other";

/** Where stated results contradict the score, a day that may be that of the bet finds no game where others follow. */
function withoutRivals(bet: Graded): Graded {
  const { match, isConflict, result } = bet;
  const { game, rivals } = match;
  if (game === null || rivals.length === 0) return bet;
  const why = isConflict
    ? `the file says ${match.bet.stated}, and on ${game.id} it has ${result}`
    : "too many results of the file contradict the score";
  return ungraded(match, { code: "day", text: `${why}: it may be of ${[game.id, ...rivals].join(", ")}` });
}

/**
 * The lines of a season as they stood at moments before the start of each game: of each book the last capture without doubt until
 * then, and the consensus of those that are young enough. They are made of the paths of the lines.
 */
import { consensusBookId } from "../domain/books.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../domain/consensus.ts";
import type { Quote } from "../domain/fold.ts";
import { type MomentMinutes, momentMinutes } from "../domain/periods.ts";
import { minuteMs } from "../domain/times.ts";
import { lineKey, noLine, quartersOf, quoteAt } from "./game-lines.ts";
import { doubtOf, type LinePath } from "./line-path.ts";
import { entriesOf, type SeasonLines } from "./season-lines.ts";

/** In columns beside those of `SeasonLines`: an entry is at the same place in both. */
export type MomentLines = {
  /** Tenths of minutes from the capture to the moment; `noCapture`: there is none, and the other columns mean nothing. */
  readonly ages: Uint32Array;
  /** Home or over, away or under of each entry; 0 is none. */
  readonly prices: Int32Array;
  /** In quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
};

type Moment = MomentLines & { readonly minutes: MomentMinutes };

export const noCapture = 4_294_967_295;

const bytesOfEntry = 4 + 8 + 2;

export function momentBytes({ ages }: MomentLines): number {
  return bytesOfEntry * ages.length;
}

/**
 * A series of which every capture is in doubt has no entry in the lines of the season, and none here.
 * @param paths the path of each game.
 * @returns the moments that are asked for, from the earliest.
 */
export function makeMoments(
  lines: SeasonLines,
  startMs: Float64Array,
  paths: Iterable<LinePath>,
  asked: readonly MomentMinutes[],
): readonly Moment[] {
  const entries = lines.bookIds.length;
  const moments = momentMinutes
    .filter((minutes) => asked.includes(minutes))
    .map((minutes) => ({
      minutes,
      ages: new Uint32Array(entries).fill(noCapture),
      prices: new Int32Array(2 * entries),
      quarters: new Int16Array(entries).fill(noLine),
    }));
  const slotKeys = lines.slots.map(({ period, market }) => lineKey(period, market, 0));
  let game = 0;
  for (const path of paths) {
    let series = 0;
    for (const [slot, slotKey] of slotKeys.entries()) {
      const [from, end] = entriesOf(lines, game, slot);
      for (let entry = from; entry < end; entry++) {
        const bookId = lines.bookIds[entry] as number;
        if (bookId === consensusBookId) continue;
        while ((path.keys[series] as number) < slotKey + bookId) series++;
        if (path.keys[series] === slotKey + bookId) addSeries(moments, entry, path, series, startMs[game] as number);
      }
    }
    for (const moment of moments) addConsensus(moment, lines, game);
    game++;
  }
  return moments;
}

/** The runs of a series are in order of time, and what a provider states without a time is at no moment. */
function addSeries(
  moments: readonly Moment[],
  entry: number,
  { ends, firstMs, lastMs, flags, quarters, prices }: LinePath,
  series: number,
  startMs: number,
): void {
  let run = ends[series - 1] ?? 0;
  let last = -1;
  for (const moment of moments) {
    const momentMs = startMs - moment.minutes * minuteMs;
    for (; run < (ends[series] as number); run++) {
      const shownMs = firstMs[run] as number;
      if (Number.isNaN(shownMs)) continue;
      if (shownMs > momentMs) break;
      if (doubtOf(flags[run] as number) === 0) last = run;
    }
    if (last === -1) continue;
    moment.ages[entry] = Math.max(0, Math.round((10 * (momentMs - (lastMs[last] as number))) / minuteMs));
    moment.quarters[entry] = quarters[last] as number;
    moment.prices[2 * entry] = prices[2 * last] as number;
    moment.prices[2 * entry + 1] = prices[2 * last + 1] as number;
  }
}

/**
 * The rules of [D-16] and [D-17], on the books whose capture is not older than the moment is early. The columns have the books of the
 * game already.
 */
function addConsensus(moment: Moment, lines: SeasonLines, game: number): void {
  let period = "";
  let lean = 0;
  for (const [slot, { period: own, market }] of lines.slots.entries()) {
    // The moneyline of a period comes before its spread, and decides between two equal ones.
    if (own !== period) lean = 0;
    period = own;
    const [entry, end] = entriesOf(lines, game, slot);
    if (entry === end || lines.bookIds[entry] !== consensusBookId) continue;
    const quotes = youngQuotes(moment, entry + 1, end);
    if (quotes.length === 0) continue;
    const agreed =
      market === "moneyline" ? consensusMoneyline(quotes) : consensusLine(quotes, market === "spread" ? lean : 0);
    if (market === "moneyline") lean = moneylineLean(agreed);
    put(moment, entry, agreed, quotes);
  }
}

type AgedQuote = Quote & { readonly age: number };

function youngQuotes(moment: Moment, from: number, end: number): AgedQuote[] {
  const quotes: AgedQuote[] = [];
  for (let entry = from; entry < end; entry++) {
    const age = moment.ages[entry] as number;
    if (age === noCapture || age > 10 * moment.minutes) continue;
    quotes.push({ ...quoteAt(moment, entry), age });
  }
  return quotes;
}

function put(
  { ages, prices, quarters }: MomentLines,
  entry: number,
  agreed: Quote,
  quotes: readonly AgedQuote[],
): void {
  const { line, first, second } = agreed;
  if (line === null && first === null && second === null) return;
  const made = quotes.filter((quote) => quote.line === line);
  ages[entry] = Math.max(...made.map(({ age }) => age));
  quarters[entry] = quartersOf(line);
  prices[2 * entry] = first ?? 0;
  prices[2 * entry + 1] = second ?? 0;
}

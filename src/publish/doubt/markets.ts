/**
 * The rules of doubt that hold the markets of one game against each other: a book's moneyline against its spread, and the
 * lines of periods and teams against those of the game. They see an error that all books share.
 */
import { median } from "../../domain/consensus.ts";
import type { Market, OddsPeriod } from "../../domain/sports.ts";
import { minuteMs } from "../../domain/times.ts";
import type { Stretch } from "../../ledger/captures.ts";
import { hasFineSpread, periodPatience, periodScale, pointsText, type Sheet, thresholds } from "./sheet.ts";

/** A book's two markets are compared where it showed them within so much time. */
const sameTimeMs = 10 * minuteMs;

type Contradiction = { readonly moneylineAt: number; readonly spreadAt: number; readonly expected: number };

/** A contradiction is blamed on the market that is the further from the books whose own two markets agree, or on both. */
export function doubtMarkets(sheet: Sheet, lines: readonly Stretch[]): void {
  const period = lines[0]?.period ?? "full";
  if (!hasFineSpread(sheet.sport, period)) return;
  const [moneylines, spreads] = (["moneyline", "spread"] as const).map((of) =>
    lines.filter(({ market }) => market === of),
  );
  const found = (moneylines ?? []).flatMap((moneyline) => {
    const spread = spreads?.find(({ book }) => book === moneyline.book);
    return spread === undefined ? [] : contradictions(sheet, moneyline, spread);
  });
  const suspects = new Set(found.flatMap(({ moneylineAt, spreadAt }) => [moneylineAt, spreadAt]));
  /** How far a capture is from those that the other books show last at its time and that nobody suspects; NaN without any. */
  const distance = (ofMarket: readonly Stretch[] = [], at: number): number => {
    const others = ofMarket.filter(({ from, to }) => at < from || at >= to);
    const middle = middleOf(sheet, others, sheet.captures.times[at], suspects);
    return middle === null ? Number.NaN : Math.abs((sheet.expects[at] as number) - middle);
  };
  const bounds = thresholds[sheet.sport].fromBooks;
  const clear = 0.4 * (period === "full" ? 1 : periodPatience);
  for (const { moneylineAt, spreadAt, expected } of found) {
    const ofMoneyline = distance(moneylines, moneylineAt) / bounds.moneyline;
    const ofSpread = distance(spreads, spreadAt) / bounds.spread;
    const evidence = `the spread expects a margin of ${pointsText(sheet.expects[spreadAt] as number)}, the moneyline ${pointsText(expected)}`;
    const isClear = Math.max(ofMoneyline, ofSpread) > clear;
    if (!isClear || ofSpread <= ofMoneyline) sheet.doubt(moneylineAt, "markets_disagree", evidence);
    if (!isClear || ofMoneyline <= ofSpread) sheet.doubt(spreadAt, "markets_disagree", evidence);
  }
}

/** Each capture of a book's spread beside the capture of its moneyline that is the nearest to it in time. */
function contradictions(sheet: Sheet, moneyline: Stretch, spread: Stretch): Contradiction[] {
  const { sport, captures, expects } = sheet;
  const { fromMoneyline, pointsPerLogit } = thresholds[sport];
  const scale = periodScale[spread.period];
  const patience = spread.period === "full" ? 1 : periodPatience;
  const timeOf = (at: number): number => captures.times[at] as number;
  const isNearer = (next: number, known: number, time: number): boolean =>
    next <= time || (known < time && next - time < time - known);
  const found: Contradiction[] = [];
  let other = moneyline.from;
  for (let at = spread.from; at < spread.to; at++) {
    const time = timeOf(at);
    while (other + 1 < moneyline.to && isNearer(timeOf(other + 1), timeOf(other), time)) other++;
    // A statement without a time has an infinite one, and is of one moment with those stated alike.
    const isSameTime = timeOf(other) === time || Math.abs(timeOf(other) - time) <= sameTimeMs;
    if (!isSameTime || !sheet.isSound(at) || !sheet.isSound(other)) continue;
    const logit = expects[other] as number;
    const allowed = fromMoneyline.points + Math.max(0, Math.abs(logit) - 1.5) * fromMoneyline.perLogit;
    const expected = logit * pointsPerLogit.spread * scale;
    if (Math.abs((expects[at] as number) - expected) > allowed * scale * patience)
      found.push({ moneylineAt: other, spreadAt: at, expected });
  }
  return found;
}

/**
 * The middle of the last sound captures of some lines by a time; null where there are none.
 * @param suspects where some are given, a line that shows one of these, or an unsound capture, at that time is not asked.
 */
function middleOf(
  sheet: Sheet,
  lines: readonly Stretch[],
  byMs = Number.POSITIVE_INFINITY,
  suspects: ReadonlySet<number> | null = null,
): number | null {
  const last = lines.flatMap(({ from, to }) => {
    for (let at = to - 1; at >= from; at--) {
      if ((sheet.captures.times[at] as number) > byMs) continue;
      if (sheet.isSound(at) && suspects?.has(at) !== true) return [sheet.expects[at] as number];
      if (suspects !== null) return [];
    }
    return [];
  });
  return last.length === 0 ? null : median(last);
}

// The lines of periods and teams have to fit those of the game.

/** The share of a game's points that books expect in a period, and those of one team. */
const totalShare: Readonly<Partial<Record<OddsPeriod, readonly [least: number, most: number]>>> = {
  "1h": [0.36, 0.64],
  "2h": [0.36, 0.64],
  q1: [0.15, 0.35],
  q2: [0.15, 0.36],
  q3: [0.15, 0.35],
  q4: [0.15, 0.35],
  p1: [0.2, 0.45],
  inn5: [0.4, 0.7],
};
const teamShare: readonly [least: number, most: number] = [0.04, 1.05];

/** The share of a game's margin that books expect in a period: favorites play for more of it in the first half. */
const marginShare: Readonly<Partial<Record<OddsPeriod, number>>> = {
  "1h": 0.57,
  "2h": 0.45,
  q1: 0.3,
  q2: 0.27,
  q3: 0.25,
  q4: 0.22,
};

/**
 * How far a period's spread may be from its share of the game's: a part of how far two books' spreads may be apart, and more for
 * each point of the game's. The farthest of 66 first halves of six NBA games was 1.6 points from its share.
 */
const partSpread = { apart: 0.7, perPoint: 0.12 } as const;

/** A first half's total is about half of the game's, and two teams' totals add up to the game's. */
export function doubtPartTotals(sheet: Sheet, lines: readonly Stretch[]): void {
  const game = middleOf(sheet, ofGame(lines, "total"));
  if (game === null) return;
  for (const { period, market, from, to } of lines) {
    const isOfTeam = market === "home_team_total" || market === "away_team_total";
    const share = market === "total" ? totalShare[period] : isOfTeam && period === "full" ? teamShare : undefined;
    if (share === undefined) continue;
    for (let at = from; at < to; at++) {
      const part = (sheet.expects[at] as number) / game;
      if (part < share[0] || part > share[1])
        sheet.doubt(at, "period_against_game", `the game's total is ${pointsText(game)}`);
    }
  }
}

/**
 * A period's spread is a share of the game's: the larger that is, the farther it may be from its share. It has to fit what the books
 * expected of the game at its time, or at the close.
 */
export function doubtPartSpreads(sheet: Sheet, lines: readonly Stretch[]): void {
  const spreads = ofGame(lines, "spread");
  const close = middleOf(sheet, spreads);
  if (close === null || !hasFineSpread(sheet.sport, "1h")) return;
  for (const { period, market, from, to } of lines) {
    const share = marginShare[period];
    if (market !== "spread" || share === undefined) continue;
    const least = partSpread.apart * thresholds[sheet.sport].fromBooks.spread * periodScale[period];
    const isNear = (at: number, game: number): boolean =>
      Math.abs((sheet.expects[at] as number) - share * game) <= least + partSpread.perPoint * Math.abs(game);
    for (let at = from; at < to; at++) {
      if (!sheet.isSound(at) || isNear(at, close)) continue;
      const game = middleOf(sheet, spreads, sheet.captures.times[at]) ?? close;
      if (!isNear(at, game))
        sheet.doubt(at, "period_against_game", `the game's spread expects a margin of ${pointsText(game)}`);
    }
  }
}

function ofGame(lines: readonly Stretch[], of: Market): Stretch[] {
  return lines.filter(({ period, market }) => period === "full" && market === of);
}

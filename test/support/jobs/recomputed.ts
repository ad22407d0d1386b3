/**
 * What the programs of test/jobs must print, worked out from other endpoints than those that they ask: games, odds and
 * single games, as they were before there were bets and periods. It shares no code with src/domain.
 */
import { sampleRecords } from "../../../sample/src/sample.ts";
import type { Game, GameDetail } from "../../../src/contract/lists/games.ts";
import type { OddsRow } from "../../../src/contract/lists/odds.ts";
import type { QuoteRecord } from "../../../src/feed/records.ts";
import { exactLine } from "../oracle/consensus.ts";

type Side = "home" | "away";
type Odds = number | null;

/** The probability that odds imply, with the vig. */
export function impliedBy(odds: number): number {
  return odds < 0 ? -odds / (100 - odds) : 100 / (odds + 100);
}

function rounded4(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10_000)) / 10_000;
}

/** Units won on one unit; `margin` is by how much the bet has won. */
function profit(margin: number, odds: Odds): number {
  if (odds === null || margin === 0) return 0;
  if (margin < 0) return -1;
  return rounded4(odds > 0 ? odds / 100 : 100 / -odds);
}

/** Road teams that get so many points or more at the consensus close, season by season. */
export function roadUnderdogs(games: readonly Game[], points: number): string[] {
  const bets = games.flatMap(({ season, consensus, result: { margin_home: margin } }) => {
    const homeLine = consensus?.spread.close ?? null;
    if (homeLine === null || margin === null || -homeLine < points) return [];
    const by = -margin - homeLine;
    return [{ season, by, units: profit(by, consensus?.spread.away_juice_close ?? null) }];
  });
  const lines = [...Map.groupBy(bets, ({ season }) => season)].map(([season, ofSeason]) => {
    const count = (sign: number) => ofSeason.filter(({ by }) => Math.sign(by) === sign).length;
    const units = ofSeason.reduce((sum, bet) => sum + bet.units, 0);
    return `${season}: ${count(1)} won, ${count(-1)} lost, ${count(0)} pushes, ${units.toFixed(2)} units`;
  });
  return [...lines, `${bets.length} bets, 1 requests`];
}

/** The units that both sides of every full-game bet at the consensus close have won, by bet type. */
export function consensusUnits(games: readonly Game[]): Readonly<Record<"moneyline" | "spread" | "total", string>> {
  const units = { moneyline: 0, spread: 0, total: 0 };
  for (const { home, away, consensus, result } of games) {
    const margin = result.margin_home ?? 0;
    const points = (home.score ?? 0) + (away.score ?? 0);
    if (consensus === null) continue;
    const { moneyline, spread, total } = consensus;
    units.moneyline += profit(margin, moneyline.home_close) + profit(-margin, moneyline.away_close);
    if (spread.close !== null) {
      const by = margin + spread.close;
      units.spread += profit(by, spread.home_juice_close) + profit(-by, spread.away_juice_close);
    }
    if (total.close !== null) {
      const by = points - total.close;
      units.total += profit(by, total.over_juice_close) + profit(-by, total.under_juice_close);
    }
  }
  return {
    moneyline: units.moneyline.toFixed(2),
    spread: units.spread.toFixed(2),
    total: units.total.toFixed(2),
  };
}

/** Both sides of every moneyline of one book, bet at its opening price. */
export function closingLineValue(odds: readonly OddsRow[], margins: ReadonlyMap<string, number>): string[] {
  const bets = odds.flatMap(({ game_id, moneyline }) => {
    if (Object.values(moneyline).every((price) => price === null)) return [];
    const margin = margins.get(game_id) ?? 0;
    return (["home", "away"] as const).map((side) => {
      const other = side === "home" ? "away" : "home";
      const [own, opposite] = [chance(moneyline[`${side}_close`]), chance(moneyline[`${other}_close`])];
      const isKnown = own !== null && opposite !== null;
      const role = !isKnown || own === opposite ? null : own > opposite ? "favorite" : "underdog";
      const noVig = isKnown ? rounded4(own / (own + opposite)) : null;
      const open = moneyline[`${side}_open`];
      return { role, open, noVig, units: profit(side === "home" ? margin : -margin, open) };
    });
  });
  const lines = ["favorite", "underdog"].map((role) => {
    const ofRole = bets.filter((bet) => bet.role === role);
    const values = ofRole.flatMap(({ open, noVig }) =>
      open === null || noVig === null ? [] : [noVig - impliedBy(open)],
    );
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const beaten = values.filter((value) => value > 0).length / values.length;
    const units = ofRole.reduce((sum, bet) => sum + bet.units, 0);
    return (
      `${role}s: ${values.length} bets, closing line value ${(100 * mean).toFixed(2)}%, ` +
      `better than the close ${(100 * beaten).toFixed(1)}%, ${units.toFixed(2)} units`
    );
  });
  return [...lines, `${bets.length} rows, 1 requests`];
}

function chance(odds: Odds): number | null {
  return odds === null ? null : impliedBy(odds);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

type PeriodOdds = {
  readonly game_id: string;
  readonly total: Readonly<Record<"open" | "close", number | null>> &
    Readonly<Record<`${"over" | "under"}_juice_${"open" | "close"}`, Odds>>;
};

/** The first halves of a season, from the scores of single games and from what every book showed. */
export function firstHalfTotals(games: readonly GameDetail[], odds: readonly PeriodOdds[]): string[] {
  const ofGame = Map.groupBy(odds, ({ game_id }) => game_id);
  const halves = games.flatMap(({ game_id, period_scores }) => {
    const score = period_scores["1h"];
    if (score === undefined) return [];
    const agreed = (moment: "open" | "close") =>
      exactLine(
        (ofGame.get(game_id) ?? []).map(({ total }) => ({
          ...{ line: total[moment], first: total[`over_juice_${moment}`], second: total[`under_juice_${moment}`] },
        })),
        null,
      )?.quote.line ?? null;
    return [{ points: (score.home ?? 0) + (score.away ?? 0), open: agreed("open"), close: agreed("close") }];
  });
  const priced = halves.flatMap(({ points, open, close }) =>
    close === null ? [] : [{ points, close, moved: close - (open ?? 0) }],
  );
  const line = (name: string, some: typeof priced): string => {
    const mean = meanOf(some.map(({ points }) => points)) ?? Number.NaN;
    const count = (sign: number) => some.filter(({ points, close }) => Math.sign(points - close) === sign).length;
    return (
      `${name}: ${some.length} first halves of ${mean.toFixed(1)} points, ` +
      `${count(1)} over, ${count(-1)} under, ${count(0)} pushes`
    );
  };
  return [
    line("all", priced),
    line(
      "line moved up",
      priced.filter(({ moved }) => moved > 0),
    ),
    line(
      "line moved down",
      priced.filter(({ moved }) => moved < 0),
    ),
    `${halves.length} games, ${priced.length} with a line`,
  ];
}

export type Close = { readonly side: Side; readonly book: string; readonly price: number; readonly atMs: number };

/** The best pair of closing moneylines of a game that pays whoever wins; null when there is none. */
export function bestPair(
  closes: readonly Close[],
  mostMinutes: number,
): { home: Close; away: Close; margin: number } | null {
  let best: { home: Close; away: Close; margin: number } | null = null;
  for (const home of closes) {
    for (const away of closes) {
      if (home.side !== "home" || away.side !== "away") continue;
      if (Math.abs(home.atMs - away.atMs) >= mostMinutes * 60_000) continue;
      const margin = 1 - impliedBy(home.price) - impliedBy(away.price);
      if (margin > (best?.margin ?? 1e-9)) best = { home, away, margin };
    }
  }
  return best;
}

type SpreadRun = { readonly line: number; readonly firstMs: number; lastMs: number };

/** The runs of equal spreads of every book before the start, from the quotes that the sample has made of the game. */
export function sampleSpreads({
  sport,
  season,
  game_date,
  home,
  away,
  start_time,
}: Game): { book: string; runs: SpreadRun[] }[] {
  const quotes: QuoteRecord[] = [];
  let isOfGame = false;
  for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
    if (record.type === "game") {
      isOfGame =
        record.game_date === game_date && record.home === home.abbreviation && record.away === away.abbreviation;
    }
    if (isOfGame && record.type === "quote" && record.market === "spread" && record.period === "full")
      quotes.push(record);
  }
  return [...Map.groupBy(quotes, ({ book }) => book)].flatMap(([book, ofBook]) => {
    const runs: (SpreadRun & { readonly shown: string })[] = [];
    for (const { captured_at, line, home_odds, away_odds } of ofBook.toSorted((a, b) => timeOf(a) - timeOf(b))) {
      const atMs = Date.parse(captured_at ?? "");
      if (line === null || atMs >= Date.parse(start_time)) continue;
      const shown = [line, home_odds, away_odds].join();
      const before = runs.at(-1);
      if (before?.shown === shown) before.lastMs = atMs;
      else runs.push({ shown, line, firstMs: atMs, lastMs: atMs });
    }
    return runs.length === 0 ? [] : [{ book, runs: runs.map(({ shown: _, ...run }) => run) }];
  });
}

function timeOf({ captured_at }: QuoteRecord): number {
  return Date.parse(captured_at ?? "");
}

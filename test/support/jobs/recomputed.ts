/**
 * What programs of test/jobs must print, worked out from other endpoints than those that they ask. It shares no code with src/domain.
 */
import type { OddsRow } from "../../../src/contract/lists/odds.ts";

type Side = "home" | "away";
type Odds = number | null;

/** The probability that odds imply, with the vig. */
function impliedBy(odds: number): number {
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

export type HalfTotal = {
  readonly open: { readonly line: number | null };
  readonly close: { readonly line: number | null };
  readonly result: { readonly close: "won" | "lost" | "push" | null };
  readonly score: { readonly home: number; readonly away: number };
};

/** The first halves of a season, from the bets on the over at the consensus. */
export function firstHalfTotals(bets: readonly HalfTotal[]): string[] {
  const overs = bets.filter(({ close }) => close.line !== null);
  const moved = (direction: number) =>
    overs.filter(({ open, close }) => Math.sign((close.line ?? 0) - (open.line ?? 0)) === direction);
  const line = (name: string, some: readonly HalfTotal[]): string => {
    const points = some.reduce((sum, { score: { home, away } }) => sum + home + away, 0) / some.length;
    const count = (result: string) => some.filter((each) => each.result.close === result).length;
    return (
      `${name}: ${some.length} first halves of ${points.toFixed(1)} points, ` +
      `${count("won")} over, ${count("lost")} under, ${count("push")} pushes`
    );
  };
  return [line("all", overs), line("line moved up", moved(1)), line("line moved down", moved(-1))];
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

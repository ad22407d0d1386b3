/** The last member of a row of bets, made of the rows of /v1/snapshots. */
import { type AtMoment, type BetRow, openNoVigOf, shiftOf } from "./bets.ts";
import { noVig, winnings } from "./exact.ts";
import type { Asked } from "./filters.ts";
import type { SnapshotRow } from "./snapshots.ts";

/** What a row was without the vig at the moment, which no row shows. */
export const momentNoVigOf = new WeakMap<BetRow, number>();

type Place = Pick<SnapshotRow, "game_id" | "minutes_before" | "period" | "market" | "team" | "book">;

const nameOf = ({ game_id, minutes_before, period, market, team, book }: Place): string =>
  [game_id, minutes_before, period, market, team, book].join(" ");

/** @returns what puts into a row of bets the moment that is asked for. */
export function momentAdder(snapshots: readonly SnapshotRow[]): (row: BetRow, asked: Asked) => BetRow {
  const byName = new Map(snapshots.map((row) => [nameOf(row), row]));
  return (row, { price_at, max_age_minutes: mostAge = price_at }) => {
    if (price_at === undefined) return row;
    const minutes_before = Number(price_at);
    const team = row.market !== "team_total" ? null : row.side_team === row.home ? "home" : "away";
    const found = byName.get(nameOf({ ...row, minutes_before, team }));
    if (found === undefined || found.age_minutes > Number(mostAge)) {
      const nothing = { line: null, price: null, age_minutes: null, result: null, profit: null };
      return added(row, { minutes_before, ...nothing });
    }
    const [price, opposite] = pricesOf(row, found);
    const isGraded = row.market === "moneyline" ? price !== null : found.line !== null;
    const { winner } = found;
    const result = !isGraded
      ? null
      : winner === "push" || winner === "void"
        ? winner
        : winner === row.selection
          ? "won"
          : "lost";
    const profit =
      price === null || result === null
        ? null
        : result === "push" || result === "void"
          ? 0
          : result === "lost"
            ? -1
            : winnings(price);
    const line = found.line === null ? null : row.selection === "away" ? 0 - found.line : found.line;
    const at_moment: AtMoment = { minutes_before, line, price, age_minutes: found.age_minutes, result, profit };
    const made = added(row, at_moment);
    const chance = noVig(price, opposite);
    if (chance !== null) momentNoVigOf.set(made, chance);
    return made;
  };
}

/** The copy is without the vig at its open what the row is. */
function added(row: BetRow, at_moment: AtMoment): BetRow {
  const made = { ...row, at_moment };
  const open = openNoVigOf.get(row);
  if (open !== undefined) openNoVigOf.set(made, open);
  const shift = shiftOf.get(row);
  if (shift !== undefined) shiftOf.set(made, shift);
  return made;
}

function pricesOf({ selection }: BetRow, row: SnapshotRow): readonly [own: number | null, opposite: number | null] {
  const [home, away] = [row.home_price ?? row.over_price, row.away_price ?? row.under_price];
  return selection === "home" || selection === "over" ? [home, away] : [away, home];
}

/** A trend is a row of /v1/trends, as far as pages show it. Missing is null. */

export type Interval = { readonly value: number | null; readonly low: number | null; readonly high: number | null };

export type Trend = {
  /** Null: all bets of the set. Otherwise the value of `group_by`. */
  readonly group: string | null;
  readonly bets: number;
  readonly won: number;
  readonly lost: number;
  readonly push: number;
  readonly ungraded: number;
  readonly win_rate: Interval;
  readonly break_even: number | null;
  readonly return_on_investment: { readonly close: Interval; readonly open: Interval };
  readonly both_sides: number;
  readonly closing_line: {
    readonly better: number | null;
    readonly worse: number | null;
    readonly beat: Interval;
    readonly points: number | null;
    readonly probability: number | null;
  };
  readonly p_value: number | null;
  readonly p_adjusted: number | null;
  readonly verdict: "no evidence" | "unlikely by chance" | null;
};

/** The row of all bets, and those of the groups. */
export function trendsIn(data: unknown): { readonly all: Trend; readonly groups: readonly Trend[] } | null {
  const rows = data as readonly Trend[];
  const all = rows.find(({ group }) => group === null);
  return all === undefined ? null : { all, groups: rows.filter(({ group }) => group !== null) };
}

/** Won, lost and pushed, as bettors write it. */
export function recordOf({ won, lost, push }: Pick<Trend, "won" | "lost" | "push">): string {
  return `${won}–${lost}–${push}`;
}

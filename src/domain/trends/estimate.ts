/** What a set of bets shows, and between which values the truth is in 95 of 100 cases. */

export type Interval = { readonly low: number; readonly high: number };

/** The interval is null where the bets say too little of it. */
export type Estimate = { readonly value: number; readonly interval: Interval | null };

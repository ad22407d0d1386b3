/** How many games, books or slates are amiss, the first of them in words, and all of them where a rule can name each. */
export type Fault = { readonly count: number; readonly example: string; readonly all: readonly string[] };

/** How a set of bets can be divided into groups. */
export const groupings = [
  "none",
  "season",
  "week",
  "month",
  "team",
  "book",
  "bet_type",
  "selection",
  "role",
  "line",
] as const;
export type Grouping = (typeof groupings)[number];

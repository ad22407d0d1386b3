/** Words that the sentences of several tools have. */

/** `1 game`, `3 games`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
}

/** The end of the sentence about a list. */
export function goesOn(hasMore: boolean): string {
  return hasMore ? "; there are more, which next_cursor leads to." : ".";
}

/** The set of a filter, found without giving way to anybody. */
import type { BetSet } from "../../src/shelf/trends/columns.ts";
import { setOfBets } from "../../src/shelf/trends/set.ts";

export function setNow(...asked: Parameters<typeof setOfBets>): BetSet {
  const work = setOfBets(...asked);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

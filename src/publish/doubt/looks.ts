/** A book that shows another game shows it in all of its markets. */
import { doubtNumber } from "../../domain/doubt-names.ts";
import { minuteMs } from "../../domain/durations.ts";
import type { Sheet, Stretch } from "./sheet.ts";

/** A book's markets of so much time are one look at it. */
const sameLookMs = 10 * minuteMs;

/** A book that is far from the others in two markets at once shows another game: then nothing of that look is believed. */
export function doubtWholeLooks(sheet: Sheet, ofPeriod: readonly Stretch[]): void {
  const { captures, doubts } = sheet;
  const far = doubtNumber("against_books");
  if (!doubts.includes(far)) return;
  for (const ofBook of Map.groupBy(ofPeriod, ({ book }) => book).values()) {
    const doubted = ofBook.map(({ from, to }) => {
      const times: number[] = [];
      for (let at = from; at < to; at++) if (doubts[at] === far) times.push(captures.times[at] as number);
      return times;
    });
    const shared = doubted.flatMap((times, market) =>
      times.filter((time) =>
        doubted.some((others, other) => other > market && others.some((each) => isOneLook(each, time))),
      ),
    );
    if (shared.length === 0) continue;
    for (const { from, to } of ofBook) {
      for (let at = from; at < to; at++) {
        if (sheet.isSound(at) && shared.some((time) => isOneLook(time, captures.times[at] as number))) {
          sheet.doubt(at, "against_books", "other markets of the same look are far from the other books");
        }
      }
    }
  }
}

function isOneLook(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= sameLookMs;
}

/** A book that shows another game shows it in all of its markets. */
import { doubtNumber } from "../../domain/doubt-names.ts";
import { minuteMs } from "../../domain/durations.ts";
import type { Stretch } from "../../ledger/captures.ts";
import type { Sheet } from "./sheet.ts";

/** Captures of a book within so much time are one round. */
const sameRoundMs = 10 * minuteMs;

/** A book that is far from the others in two markets at once shows another game: then nothing of that round of captures is believed. */
export function doubtWholeRounds(sheet: Sheet, ofPeriod: readonly Stretch[]): void {
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
        doubted.some((others, other) => other > market && others.some((each) => isSameRound(each, time))),
      ),
    );
    if (shared.length === 0) continue;
    for (const { from, to } of ofBook) {
      for (let at = from; at < to; at++) {
        if (sheet.isSound(at) && shared.some((time) => isSameRound(time, captures.times[at] as number))) {
          sheet.doubt(at, "against_books", "other markets at the same time are far from the other books");
        }
      }
    }
  }
}

function isSameRound(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= sameRoundMs;
}

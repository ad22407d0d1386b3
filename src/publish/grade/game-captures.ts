/** The captures of a game's events, as its lines are made of them. Pure. */
import { isOdds, isPostedLine, largestOdds, lineRange } from "../../domain/bounds.ts";
import { earliestCaptureMs } from "../../domain/bounds-in-time.ts";
import { seriesParts } from "../../domain/series.ts";
import type { Sport } from "../../domain/sports.ts";
import { type Captures, capturesWithout, mirrorCaptures } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** `captures` have the game's home side as home. Those at or after the start are still among them. */
export type EventCaptures = SoundCaptures & { readonly event: PricedEvent };

export function capturesOfGame(
  { records: [first], events }: LedgerGame<PricedEvent>,
  startMs: number,
): EventCaptures[] {
  return events.map((event) => {
    const { captures, leftOut } = soundCaptures(event.captures, first.sport, startMs);
    return { event, captures: withHomeSide(first.home, event, captures), leftOut };
  });
}

/** The captures of an event with the given side as home. */
export function withHomeSide(home: string, event: PricedEvent, captures: Captures): Captures {
  return event.home === home ? captures : mirrorCaptures(captures);
}

type SoundCaptures = {
  readonly captures: Captures;
  /** The number of captures that are left out, and the fault of the first one. */
  readonly leftOut: { readonly count: number; readonly first: string } | null;
};

/**
 * The captures of one event that are within the bounds of the sport: an older release accepted some that no book can have
 * shown. When all of them are, the same object comes back.
 */
function soundCaptures(captures: Captures, sport: Sport, startMs: number): SoundCaptures {
  const { series, times, lines, firstPrices, secondPrices } = captures;
  const faults = new Set<number>();
  let first = "";
  let range: ReturnType<typeof lineRange> = null;
  for (let index = 0; index < series.length; index++) {
    if (index === 0 || series[index] !== series[index - 1]) {
      const { period, market } = seriesParts(series[index] as number);
      range = lineRange(sport, period, market);
    }
    const fault =
      priceFault(firstPrices[index] as number) ??
      priceFault(secondPrices[index] as number) ??
      lineFault(lines[index] as number, range) ??
      timeFault(times[index] as number, startMs);
    if (fault === null) continue;
    if (faults.size === 0) first = `${nameOf(series[index] as number)}: ${fault}`;
    faults.add(index);
  }
  if (faults.size === 0) return { captures, leftOut: null };
  return { captures: capturesWithout(captures, (at) => faults.has(at)), leftOut: { count: faults.size, first } };
}

function priceFault(price: number): string | null {
  return price === 0 || isOdds(price) ? null : `odds of ${price}, beyond ${largestOdds}`;
}

function lineFault(line: number, range: ReturnType<typeof lineRange>): string | null {
  if (Number.isNaN(line) || range === null || isPostedLine(line, range)) return null;
  return `a line of ${line}, outside ${range.least} to ${range.most}`;
}

function timeFault(timeMs: number, startMs: number): string | null {
  if (timeMs === Number.NEGATIVE_INFINITY || timeMs >= earliestCaptureMs(startMs)) return null;
  return `captured at ${new Date(timeMs).toISOString()}, too long before the start`;
}

function nameOf(series: number): string {
  const { book, period, market } = seriesParts(series);
  return `${book.slug} ${period} ${market}`;
}

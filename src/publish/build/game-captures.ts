/** The captures of a game's events, as its lines are made of them. Pure. */
import { type Captures, mirrorCaptures } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { LedgerGame } from "../match/assemble.ts";
import { type SoundCaptures, soundCaptures } from "./sound-captures.ts";

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

/** Events as the ledger knows them: an event is the thing that a provider prices under an id of its own. */
import type { PairKey } from "../domain/pairs.ts";
import { type Captures, unpackCaptures } from "./captures.ts";
import type { EventRow } from "./tables.ts";

export type LedgerEvent = {
  readonly provider: string;
  readonly eventId: string;
  readonly home: string;
  readonly away: string;
  readonly gameDate: string | null;
  readonly startMs: number | null;
  /** When the provider listed it last; null where it does not say. */
  readonly seenMs: number | null;
  /** When the provider stated this date and start; null where nothing tells. */
  readonly startStatedMs: number | null;
  /** False when the provider has stated a start that cannot be; `startMs` is null then. */
  readonly isStartBelieved: boolean;
};

export type PricedEvent = LedgerEvent & { readonly pair: PairKey; readonly captures: Captures };

export function pricedEvent(row: EventRow): PricedEvent {
  return {
    provider: row.provider,
    eventId: row.event_id,
    home: row.home,
    away: row.away,
    pair: row.pair,
    gameDate: row.game_date,
    startMs: row.start_ms,
    seenMs: row.seen_ms,
    startStatedMs: row.start_stated_ms ?? row.seen_ms,
    isStartBelieved: true,
    captures: unpackCaptures(row.captures),
  };
}

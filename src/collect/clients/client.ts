/** A client knows the addresses of one provider, and which adapter reads the answers. It asks for nothing itself. */

import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/feed-item.ts";
import type { Ask, ProviderAnswer, SlateDays } from "../asking/ask.ts";

/** A payload as it came, with the label of the request, which stands for the name of a file. */
export type ReceivedAnswer = {
  readonly payload: unknown;
  readonly label: string;
  readonly receivedMs: number;
  /** As the request has them. */
  readonly days?: SlateDays;
};

/** @param answer a payload that came. */
export function receivedFor({ label, days }: Ask, answer: Payload): ReceivedAnswer & Payload {
  return { ...answer, label, ...(days === undefined ? {} : { days }) };
}

type Payload = Extract<ProviderAnswer, { kind: "payload" }>;

/** A provider of schedules and results. */
export type ResultsClient = {
  readonly provider: AskedProvider;
  readonly sports: readonly Sport[];
  /**
   * The requests that together tell the schedule and the finals of a span of slate dates (inclusive, YYYY-MM-DD).
   * A client whose provider answers whole seasons gives one request for all of them.
   */
  slate(sport: Sport, from: string, to: string): readonly Ask[];
  /**
   * The requests for details (line score, officials, weather) of finals that an answer of `slate` holds; empty where the
   * provider has none, or the answer holds them already.
   * @param isWanted says whether the ledger still lacks the details of the provider's game.
   */
  details(sport: Sport, received: ReceivedAnswer, isWanted: (gameId: string) => boolean): readonly Ask[];
  /** Reads all answers of one round together, since some adapters need several to make one game. */
  read(sport: Sport, received: readonly ReceivedAnswer[], nowMs: number): Iterable<FeedItem>;
  /** Which of the items come into the ledger; nothing: all of them. */
  isTaken?(item: FeedItem): boolean;
};

/** A provider of odds. */
export type OddsClient = {
  readonly provider: AskedProvider;
  /** Current odds of every event of a sport. */
  current(sport: Sport): Ask;
  /** Odds of the markets that only an event's own address has: periods and team totals. */
  currentEvent(sport: Sport, eventId: string): Ask;
  /** The same with one market of one region: asks whether answers can be read again. */
  cheapest(sport: Sport): Ask;
  cheapestEvent(sport: Sport, eventId: string): Ask;
  /** The snapshot at or before a moment of the past. */
  historical(sport: Sport, atMs: number): Ask;
  historicalEvent(sport: Sport, eventId: string, atMs: number): Ask;
  /** Returns the most that a request will cost, in credits. */
  costOf(ask: Ask): number;
  read(sport: Sport, received: ReceivedAnswer): Iterable<FeedItem>;
};

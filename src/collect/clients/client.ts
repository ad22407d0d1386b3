/** A client knows the addresses of one provider, and which adapter reads the answers. It asks for nothing itself. */
import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import { type FeedItem, problem, refused } from "../../feed/refusals.ts";
import { utcTimeOfMs } from "../../feed/utc-times.ts";
import type { Ask, SlateDays } from "../asking/ask.ts";

/** A payload as it came, with the label of the request, which stands for the name of a file. */
export type ReceivedAnswer = {
  readonly payload: unknown;
  readonly label: string;
  readonly receivedMs: number;
  /** As the request has them. */
  readonly days?: SlateDays;
};

export type Reader = {
  readonly provider: AskedProvider;
  /** Reads an answer. @throws for one that is not what it should be, or that it trips over; nothing of it is taken then. */
  read(answer: ReceivedAnswer, sport: Sport, nowMs: number): Iterable<FeedItem>;
  /** Says in words what an answer lacks of what was asked for; null, or without it, nothing speaks against it. */
  lackOf?(answer: ReceivedAnswer, items: readonly FeedItem[]): string | null;
};

export type ResultsClient = Reader & {
  readonly sports: readonly Sport[];
  /**
   * The requests that together tell the schedule and the finals of a span of slate dates (inclusive, YYYY-MM-DD).
   * A client whose provider answers whole seasons gives one request for all of them.
   */
  slate(sport: Sport, from: string, to: string): readonly Ask[];
  /**
   * The requests for details (line score, officials, weather) of finals that an answer of `slate` holds; without it the provider has
   * none, or the answer holds them already.
   * @param isWanted says whether the ledger still lacks the details of the provider's game.
   */
  details?(sport: Sport, received: ReceivedAnswer, isWanted: (gameId: string) => boolean): readonly Ask[];
  /** The items that come into the ledger; without it all of them. */
  isTaken?(item: FeedItem): boolean;
  /** Whether its slates have the books' lines of games to come. */
  readonly hasLines?: true;
};

/** The odds of one event of the past. */
export type PastOddsClient = Reader & {
  historicalEvent(sport: Sport, eventId: string, atMs: number): Ask;
};

export type OddsClient = PastOddsClient & {
  /** Current odds of every event of a sport. */
  current(sport: Sport): Ask;
  /** Odds of the markets that only an event's own address has: periods and team totals. */
  currentEvent(sport: Sport, eventId: string): Ask;
  /** The snapshot at or before a moment of the past. */
  historical(sport: Sport, atMs: number): Ask;
};

/** @param base without a slash at its end. @param query in the order in which it is sent. */
export function addressOf(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  // Commas and colons need no escape in a query (RFC 3986 3.4), and reports are easier to read without.
  const search = parts.join("&").replaceAll("%2C", ",").replaceAll("%3A", ":");
  return new URL(`${base}${path}${search === "" ? "" : `?${search}`}`);
}

/** Makes the requests of a provider that answers in JSON, and which gets nothing of us besides the address. */
export function asksOf(provider: AskedProvider, base: string) {
  return (sport: Sport, path: string, query: Readonly<Record<string, string>> = {}): Ask => {
    const url = addressOf(base, path, query);
    return { provider, url, label: url.href, format: "json", sport };
  };
}

/** The time of an answer in whole seconds, as the names of captured files have it: an import of those gives the same. */
export function wholeSecond(ms: number): string {
  return utcTimeOfMs(Math.floor(ms / 1000) * 1000);
}

/** A parameter of an address; null when it has none, or the text is no address. */
export function parameterOf(address: string, name: string): string | null {
  return URL.canParse(address) ? new URL(address).searchParams.get(name) : null;
}

/** Cuts a span of dates (inclusive, YYYY-MM-DD) into spans of at most so many days. */
export function spansOfDays(from: string, to: string, days: number): readonly SlateDays[] {
  const last = Temporal.PlainDate.from(to);
  const spans = [];
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0; ) {
    const end = first.add({ days: days - 1 });
    const isPast = Temporal.PlainDate.compare(end, last) > 0;
    spans.push({ from: first.toString(), to: (isPast ? last : end).toString() });
    first = first.add({ days });
  }
  return spans;
}

/**
 * Reads answers one by one, so that an answer that is not what it should be is refused and the others are taken. An answer
 * that is sound and has less than was asked for is taken, and what it lacks is one more refusal: a provider that stops
 * honouring a parameter or begins to cut its lists off says nothing of it, and its short answer looks like a whole one.
 */
export function* readAnswers(
  reader: Reader,
  sport: Sport,
  received: readonly ReceivedAnswer[],
  nowMs: number,
): Generator<FeedItem> {
  for (const answer of received) {
    const refusal = (record: string, detail: string): FeedItem =>
      refused({ file: answer.label, record }, problem("malformed", detail.replace(`${answer.label}: `, "")));
    let items: FeedItem[];
    try {
      items = [...reader.read(answer, sport, nowMs)];
      const lack = reader.lackOf?.(answer, items) ?? null;
      if (lack !== null) items.push(refusal(restOfAnswer, lack));
    } catch (error) {
      items = [refusal(wholeAnswer, error instanceof Error ? error.message : String(error))];
    }
    yield* items;
  }
}

const wholeAnswer = "the whole answer";
const restOfAnswer = "the rest of the answer";

export function isRefusedAnswer({ refusal }: FeedItem): boolean {
  return refusal?.record === wholeAnswer;
}

export function isShortAnswer({ refusal }: FeedItem): boolean {
  return refusal?.record === restOfAnswer;
}

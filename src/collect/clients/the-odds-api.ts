/**
 * The Odds API, version 4. Odds of many events cost markets × regions whatever the number of events, and ten times as
 * much in the past. Odds of one event cost by the markets that come back. Lists of events and empty answers are free.
 */
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { listAt, valueAt } from "../../feed/fields.ts";
import { publishedMarketKeys, readOddsApi, readOddsApiScores } from "../../feed/providers/the-odds-api.ts";
import { type FeedItem, InputError } from "../../feed/refusals.ts";
import type { Ask } from "../asking/ask.ts";
import {
  addressOf,
  type OddsClient,
  parameterOf,
  type ReceivedAnswer,
  type ResultsClient,
  wholeSecond,
} from "./client.ts";

const provider = "the-odds-api";

/** The markets that odds of many events have. All others have to be asked event by event. */
export const featuredMarkets: readonly string[] = ["h2h", "spreads", "totals"];

/** A credit of the past costs ten of today. */
const pastFactor = 10;

/** Snapshots of markets that are asked event by event exist from here on. */
export const firstPeriodSnapshotMs = Date.parse("2023-05-03T05:30:00Z");

/** The markets of periods and team totals that are published for a sport. */
function eventMarkets(sport: Sport): readonly string[] {
  return publishedMarketKeys(sport).filter((key) => !featuredMarkets.includes(key));
}

export type OddsApiOptions = {
  readonly base: string;
  readonly apiKey: string;
  /** Such as `us` and `us2`. Each of them costs. */
  readonly regions: readonly string[];
  /** The markets of the whole game; nothing: h2h, spreads, totals. */
  readonly markets?: readonly string[];
};

function asksWithKey(base: string, apiKey: string) {
  return (sport: Sport, path: string, query: Readonly<Record<string, string>>, mostCredits: number): Ask => {
    const url = addressOf(base, path, { apiKey, ...query });
    // The key is left out, since the label stands in reports and logs.
    const label = addressOf(base, path, query).href;
    return { provider, url, label, format: "json", mostCredits, sport };
  };
}

export function oddsApiClient({ base, apiKey, regions, markets = featuredMarkets }: OddsApiOptions): OddsClient {
  const ask = asksWithKey(base, apiKey);
  const odds = (asked: readonly string[], more: Readonly<Record<string, string>> = {}) => ({
    regions: regions.join(","),
    markets: asked.join(","),
    oddsFormat: "american",
    dateFormat: "iso",
    ...more,
  });
  const costOf = (asked: readonly string[]) => asked.length * regions.length;
  const sportPath = (sport: Sport) => `/sports/${sportFacts[sport].oddsApiKey}`;
  const eventPath = (sport: Sport, eventId: string) => `${sportPath(sport)}/events/${encodeURIComponent(eventId)}/odds`;
  const at = (atMs: number) => ({ date: wholeSecond(atMs) });
  return {
    provider,
    current: (sport) => ask(sport, `/v4${sportPath(sport)}/odds`, odds(markets), costOf(markets)),
    currentEvent: (sport, eventId) => {
      const asked = eventMarkets(sport);
      return { ...ask(sport, `/v4${eventPath(sport, eventId)}`, odds(asked), costOf(asked)), mayBeAbsent: true };
    },
    historical: (sport, atMs) =>
      ask(sport, `/v4/historical${sportPath(sport)}/odds`, odds(markets, at(atMs)), pastFactor * costOf(markets)),
    historicalEvent: (sport, eventId, atMs) => {
      const asked = eventMarkets(sport);
      const path = `/v4/historical${eventPath(sport, eventId)}`;
      return { ...ask(sport, path, odds(asked, at(atMs)), pastFactor * costOf(asked)), mayBeAbsent: true };
    },
    read({ payload, label, receivedMs }, sport) {
      checkAsked(payload, label);
      return readOddsApi(payload, { file: label, nowMs: receivedMs, sport, seenAt: wholeSecond(receivedMs) });
    },
    lackOf,
  };
}

/** @throws InputError for the snapshot of another moment, or the odds of another event, than was asked for. */
function checkAsked(payload: unknown, label: string): void {
  if (!URL.canParse(label)) return;
  const { pathname } = new URL(label);
  const date = parameterOf(label, "date");
  const [timestamp, next] = [valueAt(payload, "timestamp"), valueAt(payload, "next_timestamp")];
  if (pathname.includes("/historical/") && date !== null) {
    const [atMs, fromMs, untilMs] = [date, timestamp, next ?? "none"].map((time) => Date.parse(String(time)));
    // A snapshot holds from its own moment until the next one. One without a next is the newest that there is.
    const isOfMoment = fromMs !== undefined && atMs !== undefined && fromMs <= atMs && !(Number(untilMs) <= atMs);
    if (!isOfMoment) {
      const told = `${String(timestamp)}, before ${String(next ?? "the newest")}`;
      throw new InputError(label, `is not the snapshot of ${date}, but of ${told}`);
    }
  }
  const event = /\/events\/([^/]+)\/odds$/.exec(pathname)?.[1];
  const given = valueAt(payload, "data") === null ? valueAt(payload, "id") : valueAt(payload, "data.id");
  if (event !== undefined && given !== decodeURIComponent(event)) {
    throw new InputError(label, `is of event ${String(given)}, and not of ${event}`);
  }
}

/** So many books of events together offer every featured market; in 1,200 captured answers none of the three was missing. */
const fewBooks = 10;

/** Odds of many events have every market that was asked for, and prices in the format that was. */
function lackOf({ payload, label }: ReceivedAnswer, items: readonly FeedItem[]): string | null {
  const badPrices = items.filter(({ refusal }) => refusal?.reason === "price").length;
  if (badPrices * 2 > items.length) return `${badPrices} of ${items.length} prices are not American (oddsFormat)`;
  const events: readonly unknown[] = Array.isArray(payload) ? payload : listAt(payload, "data");
  const books = events.flatMap((event) => listAt(event, "bookmakers"));
  if (books.length < fewBooks) return null;
  const offered = new Set(books.flatMap((book) => listAt(book, "markets").map((market) => valueAt(market, "key"))));
  const missing = (parameterOf(label, "markets") ?? "").split(",").find((key) => key !== "" && !offered.has(key));
  return missing === undefined ? null : `none of its ${books.length} books offers ${missing}, which was asked for`;
}

/** The most that the provider goes back. It costs the same as one day, and makes up for a night without an answer. */
const daysFrom = "3";

/** With past days, whatever their number. Without them it is one. */
const scoreCredits = 2;

/** The scores of The Odds API. They are metered, and a second opinion about finals alone. */
export function oddsApiScoresClient(base: string, apiKey: string): ResultsClient {
  return {
    provider,
    sports,
    /** It has the last days alone, whatever the span. */
    slate: (sport, _from, to) => {
      const path = `/v4/sports/${sportFacts[sport].oddsApiKey}/scores`;
      const ask = asksWithKey(base, apiKey)(sport, path, { daysFrom, dateFormat: "iso" }, scoreCredits);
      // A game of three days ago may have begun more than 72 hours ago.
      const day = (ago: number) => Temporal.PlainDate.from(to).subtract({ days: ago }).toString();
      return [{ ...ask, days: { from: day(2), to: day(1) } }];
    },
    read({ payload, label }, sport, nowMs) {
      if (!Array.isArray(payload)) throw new InputError(label, "is not an answer of The Odds API: not a list");
      return readOddsApiScores(payload, { file: label, nowMs, sport, seenAt: null });
    },
  };
}

/**
 * ESPN's odds: the list `odds` of an event of the site API, before its start, and the list of core v2, which is still there years
 * later. An entry is a book. It states its prices in up to three places, which differ by year and by answer.
 */
import { impliedProbability, readPrice } from "../../domain/american-odds.ts";
import { sportFacts } from "../../domain/sports.ts";
import { isObject, type JsonObject, objectIn, objectOf } from "../parse.ts";
import { bookNamed, quoteItems } from "../quote-rules.ts";
import type { Prices, QuoteRecord } from "../records.ts";
import { type FeedItem, InputError, refuse, type Source, shown } from "../refusals.ts";

/** The game that is priced, as ESPN states it. */
export type EspnPriced = Pick<QuoteRecord, "sport" | "event_id" | "home" | "away" | "game_date" | "start_time">;

type OddsSource = Source & {
  /** The record of the game, as a report names it. */
  readonly record: string;
  /** ISO 8601 UTC: when ESPN answered; null where nothing tells. */
  readonly seenAt: string | null;
  /** The parts of an entry that are read. Before a start, ESPN's `close` is the price of now. */
  readonly moments: readonly Moment[];
};

type Moment = "open" | "now" | "close";
type Market = "moneyline" | "spread" | "total";

/** Providers that price a game in play. Their names say so as well. */
const inPlayIds: ReadonlySet<string> = new Set(["46", "59"]);

/**
 * Items of an event's list of odds: one for each market and moment, or one for an entry of which nothing is taken.
 * @param read refuses the game, and so every entry of its odds.
 */
export function* readEspnOdds(
  odds: readonly unknown[],
  read: () => EspnPriced,
  { file, nowMs, record, seenAt, moments }: OddsSource,
): Generator<FeedItem> {
  const markets = ["moneyline", "spread", "total"] as const;
  const parts = markets.flatMap((market) => moments.map((moment) => ({ market, moment })));
  for (const [index, entry] of odds.entries()) {
    const { id, name } = objectIn(entry, "provider");
    const where = { file, record: `${record} ${typeof name === "string" ? name : `odds ${index + 1}`}` };
    yield* quoteItems(where, parts, nowMs, () => {
      const game = read();
      if (!isObject(entry) || typeof name !== "string" || name === "") {
        return refuse("malformed", `the name is ${shown(name)}`, "provider.name");
      }
      if (inPlayIds.has(String(id)) || / live odds$/i.test(name)) {
        return refuse("other-market", `"${name}" (${String(id)}) are prices in play`, "provider");
      }
      const { slug: book } = bookNamed(name);
      return {
        about: { provider: "espn", ...game, seen_at: seenAt, book },
        prices({ market, moment }) {
          const prices = pricesOf(entry, market, moment, game);
          if (prices === null || moment !== "now" || seenAt !== null) return prices;
          return refuse("malformed", "neither answer nor file name says when it was captured", "captured_at");
        },
      };
    });
  }
}

/** The members of an entry that state one market at one moment: those of home or over first. */
type Place = { readonly lines: readonly string[]; readonly prices: readonly [string, string] };

/** Where the moments stand: in the answers of 2026, and in core v2 and those of 2025. The rest of an entry has no moment: it is of its end. */
const names = {
  open: { scoreboard: "open", core: "open", isPlain: false },
  now: { scoreboard: "close", core: "current", isPlain: true },
  close: { scoreboard: "close", core: "close", isPlain: true },
} as const satisfies Readonly<Record<Moment, object>>;

function placesOf(market: Market, moment: Moment): Place[] {
  const { scoreboard, core, isPlain } = names[moment];
  const [first, second] = market === "total" ? ["over", "under"] : ["home", "away"];
  const sides = (path: (side: string) => string): [string, string] => [path(first), path(second)];
  const key = market === "spread" ? "pointSpread" : market;
  const dated = (member: string) => sides((side) => `${key}.${side}.${scoreboard}.${member}`);
  const teams = (member: string) => sides((side) => `${side}TeamOdds.${member}`);
  const places: Record<Market, Place[]> = {
    moneyline: [
      { lines: [], prices: dated("odds") },
      { lines: [], prices: teams(`${core}.moneyLine`) },
      { lines: [], prices: teams("moneyLine") },
    ],
    spread: [
      { lines: dated("line"), prices: dated("odds") },
      { lines: teams(`${core}.pointSpread`), prices: teams(`${core}.spread`) },
      { lines: ["spread"], prices: teams("spreadOdds") },
    ],
    total: [
      { lines: dated("line"), prices: dated("odds") },
      { lines: [`${core}.total`], prices: sides((side) => `${core}.${side}`) },
      { lines: ["overUnder"], prices: ["overOdds", "underOdds"] },
    ],
  };
  return isPlain ? places[market] : places[market].slice(0, -1);
}

/** Null when the entry says nothing of this market at this moment. */
function pricesOf(entry: JsonObject, market: Market, moment: Moment, game: EspnPriced): Prices | null {
  const stated = placesOf(market, moment).map((place) => readPlace(entry, market, place));
  // Where ESPN has no line, it may write one of 0 without a price. No run line or puck line is 0.
  const isBlank = ({ line, first, second }: Prices) => first === null && second === null && (line ?? 0) === 0;
  const said = stated.filter((each) => each.line !== null || each.first !== null || each.second !== null);
  const { favoriteBySpread } = sportFacts[game.sport];
  const values = said.find((each) => !isBlank(each)) ?? (favoriteBySpread ? said[0] : null) ?? null;
  if (values !== null) checkFavorite(entry, market, moment, values, game);
  return values;
}

function readPlace(entry: JsonObject, market: Market, { lines, prices }: Place): Prices {
  const [first = null, second = null] = prices.map((path) => priceAt(entry, path));
  const [line = null, other = null] = lines.map((path) => lineAt(entry, path, market));
  const mirrored = other === null ? null : market === "spread" ? 0 - other : other;
  if (line !== null && mirrored !== null && line !== mirrored) {
    if (market === "spread") return refuse("spread-not-mirrored", `home ${line}, away ${other}`, lines[0]);
    return refuse("total-sides-differ", `over ${line}, under ${other}`, lines[0]);
  }
  return { line: line ?? mirrored, first, second };
}

function valueAt(entry: JsonObject, path: string): unknown {
  let value: unknown = entry;
  for (const name of path.split(".")) value = objectOf(value)[name];
  return isObject(value) ? (value.american ?? value.alternateDisplayValue ?? null) : (value ?? null);
}

/** A book that takes no bets for now has `OFF` in the place of its line or price. */
const isOff = (value: unknown): boolean => value === null || value === "" || value === "OFF";

function priceAt(entry: JsonObject, path: string): number | null {
  const value = valueAt(entry, path);
  if (isOff(value)) return null;
  if (value === "EVEN") return 100;
  const price = typeof value === "string" && /^[+-]?\d+(\.0+)?$/.test(value) ? Number(value) : value;
  if (typeof price !== "number") return refuse("malformed", `${shown(value)} is no price`, path);
  const read = readPrice(price);
  return read.ok ? read.odds : price;
}

/** A total is written `o216.5` or `u216.5`, and a spread of 0 may be a word. */
function lineAt(entry: JsonObject, path: string, market: Market): number | null {
  const value = valueAt(entry, path);
  if (isOff(value)) return null;
  if (market === "spread" && (value === "EVEN" || value === "PK")) return 0;
  const form = market === "spread" ? /^([+-]?\d+(?:\.\d+)?)$/ : /^[ou]?(\d+(?:\.\d+)?)$/i;
  const text = typeof value === "string" ? form.exec(value)?.[1] : undefined;
  const line = text === undefined ? value : Number(text);
  return typeof line === "number" ? line + 0 : refuse("malformed", `${shown(value)} is no line`, path);
}

/**
 * ESPN says beside the prices who is the favorite. Where the market that makes one [D-20] says that it is the other side, home and
 * away are mixed up, or the sign of the spread is. A run line or puck line of 1.5 may be on either side.
 */
function checkFavorite(entry: JsonObject, market: Market, moment: Moment, values: Prices, { sport }: EspnPriced): void {
  const { line, first, second } = values;
  const deciding = sportFacts[sport].favoriteBySpread ? "spread" : "moneyline";
  if (market !== deciding) return;
  const flag = (team: string): boolean => {
    const { favorite, favoriteAtOpen, open } = objectOf(entry[team]);
    return (moment === "open" ? (favoriteAtOpen ?? objectOf(open).favorite) : favorite) === true;
  };
  const [home, away] = [flag("homeTeamOdds"), flag("awayTeamOdds")];
  const lead =
    market === "spread"
      ? -(line ?? 0)
      : first === null || second === null
        ? 0
        : impliedProbability(first) - impliedProbability(second);
  if (home === away || lead === 0 || home === lead > 0) return;
  const told = market === "spread" ? `the home line is ${line}` : `the prices are ${first} and ${second}`;
  refuse("malformed", `${told}, and the favorite is ${home ? "home" : "away"}`, market);
}

/** An answer of core v2 to the question for the odds of an event. It names neither the teams nor a start. */
export function isEspnCoreOdds(answer: unknown): answer is { readonly items: readonly unknown[] } {
  if (!isObject(answer) || !Array.isArray(answer.items) || typeof answer.count !== "number") return false;
  return (answer.items as readonly unknown[]).every((item) => isObject(item) && isObject(item.provider));
}

/** The openings and closings that core v2 states of a game that has begun. @throws InputError for something else. */
export function readEspnCoreOdds(payload: unknown, game: EspnPriced, { file, nowMs }: Source): Generator<FeedItem> {
  if (!isEspnCoreOdds(payload)) throw new InputError(file, "is no list of odds of ESPN's core API");
  const [stranger] = payload.items.flatMap((item) => {
    const id = /\/events\/(\d+)\//.exec(String(objectOf(item).$ref))?.[1];
    return id === undefined || id === game.event_id ? [] : [id];
  });
  if (stranger !== undefined) throw new InputError(file, `has odds of event ${stranger}, and not of ${game.event_id}`);
  const record = `game ${game.event_id}`;
  return readEspnOdds(payload.items, () => game, { file, nowMs, record, seenAt: null, moments: ["open", "close"] });
}

/**
 * College Football Data: opening and closing lines by provider, which state no time and, of spread and total, no price.
 */
import { bookByProviderKey } from "../../domain/books.ts";
import type { FeedItem, Source } from "../feed-item.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import { attempt, isProblem, problem, refuse, refused, type Where } from "../problem.ts";
import type { QuoteRecord } from "../records.ts";
import { acceptQuote, strangeBook } from "../validate.ts";
import { type CfbdEvent, cfbdEntries, cfbdEvent, cfbdProvider } from "./cfbd.ts";

type OpenOrClose = "open" | "close";
type Part = {
  readonly market: "moneyline" | "spread" | "total";
  readonly stated: OpenOrClose;
  readonly fields: readonly string[];
};

const parts: readonly Part[] = [
  { market: "spread", stated: "close", fields: ["spread"] },
  { market: "spread", stated: "open", fields: ["spreadOpen"] },
  { market: "total", stated: "close", fields: ["overUnder"] },
  { market: "total", stated: "open", fields: ["overUnderOpen"] },
  { market: "moneyline", stated: "close", fields: ["homeMoneyline", "awayMoneyline"] },
];

function numberOf(entry: JsonObject, name: string): number | null {
  const value = entry[name] ?? null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (number === null || (typeof number === "number" && Number.isFinite(number))) return number;
  return refuse("malformed", `${JSON.stringify(value)} is not a number`, name);
}

/**
 * CFBD states the spread twice, as a number and as "Team -16.5". When they name different favourites, neither counts.
 */
function checkSign(entry: JsonObject, line: number, names: { readonly home: unknown; readonly away: unknown }): void {
  const favourite = /^(.+) -\d+(?:\.\d+)?$/.exec(String(entry.formattedSpread ?? ""))?.[1];
  const contradicts = (favourite === names.away && line < 0) || (favourite === names.home && line > 0);
  if (favourite === undefined || names.home === names.away || !contradicts) return;
  refuse("malformed", `spread is ${line}, formattedSpread is "${entry.formattedSpread}"`, "spread");
}

type Values = readonly (number | null)[];

/** The numbers of one part, null when the entry has none. */
function valuesOf(entry: JsonObject, part: Part, game: JsonObject): Values | null {
  const values = part.fields.map((name) => numberOf(entry, name));
  // A moneyline of 0 is CFBD's way to write none; a spread of 0 is a pick.
  if (values.every((value) => value === null || (part.market === "moneyline" && value === 0))) return null;
  const names = { home: game.homeTeam ?? game.home_team, away: game.awayTeam ?? game.away_team };
  if (part.market === "spread" && part.stated === "close") checkSign(entry, values[0] ?? 0, names);
  return values;
}

function quoteOf(event: CfbdEvent, id: string, book: string, { market, stated }: Part, values: Values): QuoteRecord {
  const isMoneyline = market === "moneyline";
  return {
    type: "quote",
    provider: cfbdProvider,
    sport: "ncaaf",
    event_id: id,
    home: event.home,
    away: event.away,
    game_date: event.gameDate,
    start_time: event.startTime,
    seen_at: null,
    book,
    period: "full",
    market,
    captured_at: null,
    stated,
    line: isMoneyline ? null : (values[0] ?? null),
    home_odds: isMoneyline ? (values[0] ?? null) : null,
    away_odds: isMoneyline ? (values[1] ?? null) : null,
    over_odds: null,
    under_odds: null,
  };
}

type Game = { readonly entry: JsonObject; readonly event: CfbdEvent; readonly id: string };

/**
 * Several entries may be one book ("DraftKings" and "Draft Kings", or the states of Caesars). All of them are taken: a
 * publish decides between them [D-43], since the order of a file says nothing.
 */
function* readEntry(entry: JsonObject, { entry: game, event, id }: Game, where: Where, nowMs: number) {
  const name = String(entry.provider);
  const book = bookByProviderKey(name);
  if (book === null) {
    yield refused(where, strangeBook(name));
    return;
  }
  let count = 0;
  for (const part of parts) {
    const values = attempt(() => valuesOf(entry, part, game));
    if (values === null) continue;
    count += 1;
    const place = { file: where.file, record: `${where.record} ${part.market} ${part.stated}` };
    if (isProblem(values)) yield refused(place, values);
    else yield acceptQuote(quoteOf(event, id, book.slug, part, values), place, nowMs);
  }
  if (count === 0) yield refused(where, problem("no-price", "neither line nor price"));
}

function* readGame(game: JsonObject, id: string, where: Where, nowMs: number): Generator<FeedItem> {
  if (!Array.isArray(game.lines)) {
    yield refused(where, problem("malformed", "the game has no list of lines", "lines"));
    return;
  }
  const event = game.lines.length === 0 ? null : attempt(() => cfbdEvent(game));
  for (const entry of game.lines as readonly unknown[]) {
    const name = isObject(entry) && typeof entry.provider === "string" ? entry.provider : null;
    const place = { file: where.file, record: `${where.record} ${name ?? "unnamed provider"}` };
    if (isProblem(event)) yield refused(place, event);
    else if (!isObject(entry) || name === null || event === null) {
      yield refused(place, problem("malformed", "the entry has no provider", "provider"));
    } else yield* readEntry(entry, { entry: game, event, id }, place, nowMs);
  }
}

/** The items of an answer of `/lines`: up to five quotes for each provider of a game. */
export function* readCfbdLines(payload: unknown, { file, nowMs }: Source): Generator<FeedItem> {
  for (const { where, wrong, entry, id } of cfbdEntries(payload, file, "lines")) {
    if (wrong !== undefined) yield refused(where, wrong);
    else yield* readGame(entry, id, where, nowMs);
  }
}

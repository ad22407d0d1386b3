/** The rules of quotes beyond their shape: what breaks one is refused. Millions pass here, so a fresh record is set right in place. */
import { readPrice } from "../domain/american-odds.ts";
import { type Book, bookByProviderKey, isKnownNotABook } from "../domain/books.ts";
import { isPostedLine, largestOdds, lineRange, lineStep } from "../domain/bounds.ts";
import { seasonOf } from "../domain/seasons.ts";
import { isPublishedMarket, type Market } from "../domain/sports.ts";
import { clockSkewMs, earliestCaptureMs, farthestAheadMs, isWithinADay } from "../domain/times.ts";
import { checkCoverage, checkSides, nameClubs } from "./game-rules.ts";
import { type Prices, type QuoteAbout, type QuoteRecord, quoteRecord } from "./records.ts";
import { attempt, type FeedItem, isProblem, itemOf, problem, refuse, refused, type Where } from "./refusals.ts";
import { mostCharacters, textFault } from "./texts.ts";
import { slateDateOfGame, slateDateOfStart } from "./utc-times.ts";

/** The book that a provider means by a name. It refuses the record when there is none. */
export function bookNamed(key: string): Book {
  const book = bookByProviderKey(key);
  if (book !== null) return book;
  const fault = textFault(key, mostCharacters.spelling);
  if (fault !== null) return refuse("text", fault, "book");
  return refuse(isKnownNotABook(key) ? "not-a-book" : "unknown-book", `"${key}"`, "book");
}

/** The item of a quote that an adapter reads, or refuses to read. */
export function quoteItem(read: () => QuoteRecord, where: Where, nowMs: number): FeedItem {
  return itemOf(where, () => checkedQuote(read(), nowMs));
}

/** A market of a whole game at a moment: `now` is when the answer was given. */
type Part = { readonly market: Market; readonly moment: "open" | "now" | "close" };

/** Members that all quotes of one book's entry have in common, and how the prices of a part are read; null: the entry does not state it. */
type OpenedEntry<P> = {
  readonly about: Omit<QuoteAbout, "period" | "market" | "captured_at" | "stated">;
  prices(part: P): Prices | null;
};

/**
 * The items of one book's entry: one for each part that it states, or one that says that it states none.
 * @param open refuses an entry of which nothing is taken.
 */
export function* quoteItems<P extends Part>(
  where: Where,
  parts: readonly P[],
  nowMs: number,
  open: () => OpenedEntry<P>,
): Generator<FeedItem> {
  const entry = attempt(open);
  if (isProblem(entry)) return yield refused(where, entry);
  const { about } = entry;
  let count = 0;
  for (const part of parts) {
    const prices = attempt(() => entry.prices(part));
    if (prices === null) continue;
    count += 1;
    const { market, moment } = part;
    const place = { file: where.file, record: `${where.record} ${market} ${moment}` };
    const when =
      moment === "now" ? { captured_at: about.seen_at, stated: null } : { captured_at: null, stated: moment };
    yield isProblem(prices)
      ? refused(place, prices)
      : quoteItem(() => quoteRecord({ ...about, period: "full", market, ...when }, prices), place, nowMs);
  }
  if (count === 0) yield refused(where, problem("no-price", "neither line nor price"));
}

/**
 * A quote with abbreviations for teams, a book's slug and times of `utcTime`. Its prices may still be a provider's sentinels, its
 * line -0, and its clubs others than those of that season.
 */
export function checkedQuote(quote: QuoteRecord, nowMs: number): QuoteRecord {
  const { sport, period, market, event_id: eventId } = quote;
  const date = slateDateOfGame(quote) ?? refuse("malformed", "start_time or game_date must be there", "start_time");
  const season = seasonOf(sport, date);
  nameClubs(quote, season);
  checkCoverage(sport, season);
  checkSides(quote, season);
  if (!isPublishedMarket(sport, period, market)) {
    refuse("other-market", `${period} ${market} is not published for ${sport}`, "market");
  }
  // A moment is stated one way: with its time, or as the provider's opening or closing.
  if ((quote.captured_at === null) === (quote.stated === null)) {
    refuse("malformed", "captured_at or stated must be there, not both", "captured_at");
  }
  checkPrices(quote);
  checkLine(quote);
  checkTimes(quote, nowMs);
  // The shape of an adapter's quote is not checked, and of its texts the id alone is the provider's own.
  const fault = textFault(eventId, mostCharacters.id);
  if (fault !== null) refuse("text", fault, "event_id");
  return quote;
}

const oddsFields = ["home_odds", "away_odds", "over_odds", "under_odds"] as const;

function checkPrices(quote: QuoteRecord): void {
  const isTwoSided = quote.market === "moneyline" || quote.market === "spread";
  for (const field of oddsFields) {
    const price = readPrice(quote[field]);
    if (!price.ok) refuse("price", `${quote[field]} is not American odds`, field);
    const { odds } = price;
    const belongs = isTwoSided === (field === "home_odds" || field === "away_odds");
    if (odds !== null && !belongs) refuse("malformed", `a ${quote.market} has no ${field}`, field);
    if (odds !== null && Math.abs(odds) > largestOdds) {
      refuse("out-of-bounds", `${odds} is beyond ${largestOdds}, the largest odds`, field);
    }
    quote[field] = odds;
  }
}

function checkLine(quote: QuoteRecord): void {
  const { sport, period, market, line } = quote;
  if (line === null) {
    const hasPrice = oddsFields.some((field) => quote[field] !== null);
    if (!hasPrice) refuse("no-price", `${market} without line and price`);
    if (market !== "moneyline") refuse("malformed", `prices of a ${market} without its line`, "line");
    return;
  }
  if (market === "moneyline") refuse("malformed", "a moneyline has no line", "line");
  if (!Number.isFinite(line)) refuse("malformed", `${line} is not a number`, "line");
  if (market !== "spread" && line <= 0) refuse("malformed", `${line} is not a ${market}`, "line");
  quote.line = line + 0; // + 0 turns -0 into 0 [D-15]
  const range = lineRange(sport, period, market);
  if (range === null || isPostedLine(line, range)) return;
  const bounds = `${range.least} to ${range.most} in steps of ${lineStep}`;
  refuse("out-of-bounds", `${line} is outside ${bounds}, the bounds of a ${period} ${market} in ${sport}`, "line");
}

function checkTimes(quote: QuoteRecord, nowMs: number): void {
  const { start_time: start, game_date: date } = quote;
  if (start !== null && date !== null && !isWithinADay(slateDateOfStart(start), date)) {
    refuse("start-off-date", `${start} is more than a day from the slate date ${date}`, "start_time");
  }
  const startMs = Date.parse(start ?? date ?? "");
  if (startMs > nowMs + farthestAheadMs) {
    const field = start === null ? "game_date" : "start_time";
    refuse("in-the-future", `${start ?? date} is further ahead than any schedule`, field);
  }
  // A source without times shows its latest line as the closing, and nothing could tell it from the closing later.
  if (quote.stated === "close" && startMs > nowMs) {
    refuse("in-the-future", `a closing, stated before the start of ${start ?? date}`, "stated");
  }
  for (const field of ["captured_at", "seen_at"] as const) {
    const time = quote[field];
    if (time === null) continue;
    const timeMs = Date.parse(time);
    if (timeMs > nowMs + clockSkewMs) refuse("in-the-future", `${time} is still to come`, field);
    if (timeMs < earliestCaptureMs(startMs)) {
      refuse("captured-too-early", `${time} is too long before the start of ${start ?? date}`, field);
    }
  }
}

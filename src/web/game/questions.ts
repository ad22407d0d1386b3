/** The address of a game's page asks for this: a period, a market and a book, each once and known. */
import { type LinePeriod, linePeriods } from "../../domain/periods.ts";
import { isLinePeriod, type ShownMarket, shownMarkets } from "./words.ts";

export type Question = {
  readonly period: LinePeriod | null;
  readonly market: ShownMarket | null;
  /** A slug as it was given; whether the game has it is known later. */
  readonly book: string | null;
};

/** The address asks for something that there is not; the message says what there is. */
export class BadQuestion extends Error {
  override readonly name = "BadQuestion";
}

const names = ["period", "market", "book"] as const;
const longestShown = 40;

/** @param query without the question mark. */
export function readQuestion(query: string): Question {
  const given = new URLSearchParams(query);
  for (const name of given.keys()) {
    if (!(names as readonly string[]).includes(name)) {
      throw new BadQuestion(
        `The address has the parameter ${quoted(name)}, but a game's page has only period, market and book.`,
      );
    }
    if (given.getAll(name).length > 1) throw new BadQuestion(`The address has ${name} more than once.`);
  }
  const period = given.get("period");
  const market = given.get("market");
  const book = given.get("book");
  if (period !== null && !isLinePeriod(period)) throw unknown("period", period, linePeriods);
  if (market !== null && !isShown(market)) throw unknown("market", market, shownMarkets);
  if (book !== null && !/^[a-z0-9_]{1,40}$/.test(book)) {
    throw new BadQuestion(`book must be the slug of a book, such as draftkings, not ${quoted(book)}.`);
  }
  return { period, market, book };
}

function isShown(text: string): text is ShownMarket {
  return (shownMarkets as readonly string[]).includes(text);
}

function unknown(name: string, text: string, allowed: readonly string[]): BadQuestion {
  return new BadQuestion(`${name} must be one of ${allowed.join(", ")}, not ${quoted(text)}.`);
}

/** Callers see their own words, but not a page of them. */
function quoted(text: string): string {
  return `"${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}"`;
}

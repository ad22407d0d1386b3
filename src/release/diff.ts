/** Finds what is different between the values of a game before and after, one by one. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { OddsRow } from "../contract/lists/odds.ts";
import { bookById, consensusBookId } from "../domain/books.ts";
import type { Market } from "../domain/sports.ts";
import { isoTime } from "../domain/times.ts";
import { type ChangeBody, type FieldChange, isCorrection } from "./changes.ts";
import { entriesIn, type GameLines, type LineEntry, type TimedQuote } from "./game-lines.ts";
import { renderedGame } from "./render.ts";
import type { GameValues } from "./values.ts";

/** The fields of one game that are kept one by one, and the characters that they may have together. */
const mostFields = 100;
const mostCharacters = 16_000;

type Difference = Pick<ChangeBody, "fields" | "others"> & {
  /** How many published values were replaced or taken away. */
  readonly corrected: number;
};

/** @param isDetailed false counts the differences by member only. */
export function differenceOf(before: GameValues, after: GameValues, isDetailed: boolean): Difference {
  const fields: FieldChange[] = [];
  const others = new Map<string, number>();
  let corrected = 0;
  let characters = 0;
  for (const change of changesOf(before, after)) {
    if (isCorrection(change)) corrected += 1;
    characters += JSON.stringify(change).length;
    if (isDetailed && fields.length < mostFields && characters <= mostCharacters) fields.push(change);
    else {
      const [member = ""] = change.path.split(".", 1);
      others.set(member, (others.get(member) ?? 0) + 1);
    }
  }
  return { fields, others: [...others].map(([path, count]) => ({ path, count })), corrected };
}

function changesOf(before: GameValues, after: GameValues): readonly FieldChange[] {
  const changes = [...fieldChanges("", membersOf(before), membersOf(after))];
  if (!isDeepStrictEqual(before.lines, after.lines)) {
    changes.push(...fieldChanges("lines", lineMembers(before.lines), lineMembers(after.lines)));
  }
  // A path is a list of hundreds of captures, of which no value is given.
  if (!isDeepStrictEqual(before.path, after.path)) changes.push({ path: "captures", from: null, to: null });
  // A change of a value is one of its evidence, too, so it is given only where nothing else is.
  if (changes.length === 0 && !isDeepStrictEqual(before.statements, after.statements)) {
    changes.push({ path: "evidence", from: null, to: null });
  }
  return changes;
}

/**
 * Everything that callers see of a game, by its path: the single-game answer with its lists as members, which are named by
 * what tells their rows apart, and beside it what only other endpoints show.
 */
function membersOf(game: GameValues): object {
  const { detail, odds } = renderedGame(game);
  const { books, period_odds, ...rest } = detail;
  return {
    ...rest,
    books: Object.fromEntries(books.map((book) => [book.book, book])),
    period_odds: Object.fromEntries(period_odds.map((row) => [`${row.period}.${row.book}`, row])),
    ids: game.ids,
    odds: Object.fromEntries(odds.map(onlyInOdds)),
  };
}

/** The values of an odds row that the same book does not have in the single-game answer. */
function onlyInOdds({ book, team_total, result }: OddsRow): [book: string, values: object] {
  const { home_open, home_close, away_open, away_close, ...prices } = team_total;
  return [book, { team_total: prices, result }];
}

/** A part that only one side has is one field with everything in it, and null on the other side. */
export function* fieldChanges(path: string, from: unknown, to: unknown): Generator<FieldChange> {
  if (isObject(from) && isObject(to)) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      yield* fieldChanges(path === "" ? name : `${path}.${name}`, from[name] ?? null, to[name] ?? null);
    }
  } else if (!isDeepStrictEqual(from, to)) yield { path, from, to };
}

/** A list (of ids) is one value. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The lines of a game as members by path, without what the single-game answer or odds rows show already.

type Members = { [name: string]: Members | number | string | null };

/** `{ "1h": { spread: { draftkings: { open: { home_price: …, captured_at: … }, close: … } } } }`. */
function lineMembers(lines: GameLines): Members {
  const members: Members = {};
  for (const entry of entriesIn(lines)) {
    const { period, market, bookId, open, close } = entry;
    const name = bookId === consensusBookId ? "consensus" : (bookById(bookId)?.slug ?? String(bookId));
    const ofPeriod = inside(members, period === "full" ? "game" : period);
    inside(ofPeriod, market)[name] = {
      open: quoteMembers(open, entry, "open"),
      close: quoteMembers(close, entry, "close"),
    };
  }
  return members;
}

function inside(members: Members, name: string): Members {
  const inner = (members[name] ?? {}) as Members;
  members[name] = inner;
  return inner;
}

function quoteMembers(quote: TimedQuote | null, entry: LineEntry, moment: "open" | "close"): Members {
  const { market, bookId } = entry;
  const [first, second] = market === "moneyline" || market === "spread" ? ["home", "away"] : ["over", "under"];
  const prices = { [`${first}_price`]: quote?.first ?? null, [`${second}_price`]: quote?.second ?? null };
  return {
    ...(isLineShown(entry) ? {} : { line: quote?.line ?? null }),
    ...(arePricesShown(entry, moment) ? {} : prices),
    ...(bookId === consensusBookId ? {} : { captured_at: isoTime(quote?.timeMs ?? null) }),
  };
}

const isTeamTotal = (market: Market): boolean => market === "home_team_total" || market === "away_team_total";

/** Whether the line is in the single-game answer. A moneyline has none. */
function isLineShown({ period, market, bookId }: LineEntry): boolean {
  if (market === "moneyline") return true;
  return bookId !== consensusBookId || (period === "full" && !isTeamTotal(market));
}

/** Whether the prices are in the single-game answer or an odds row. */
function arePricesShown({ period, market, bookId }: LineEntry, moment: "open" | "close"): boolean {
  if (bookId === consensusBookId) {
    if (period !== "full" || isTeamTotal(market)) return false;
    return market !== "total" || moment === "close";
  }
  if (market === "moneyline" || moment === "close") return true;
  return period === "full" && !isTeamTotal(market);
}

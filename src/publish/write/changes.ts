/** Finds what is different between the row of a game before and after, value by value. Pure. */
import { isDeepStrictEqual } from "node:util";
import type { GameDetail } from "../../contract/rows/game.ts";
import type { OddsRow } from "../../contract/rows/odds.ts";
import { type ChangeBody, type FieldChange, isCorrection } from "../../release/changes.ts";
import { unpackOdds } from "../../release/packed-odds.ts";
import { changedLineMembers } from "./changed-line-members.ts";
import type { GameTableRow } from "./table-rows.ts";

/** The fields of one game that are kept one by one, and the characters that they may have together. */
const mostFields = 100;
const mostCharacters = 16_000;

type Difference = Pick<ChangeBody, "fields" | "others"> & {
  /** How many published values were replaced or taken away. */
  readonly corrected: number;
};

/** @param isDetailed false counts the differences by member only. */
export function differenceOf(before: GameTableRow, after: GameTableRow, isDetailed: boolean): Difference {
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

function* changesOf(before: GameTableRow, after: GameTableRow): Generator<FieldChange> {
  yield* fieldChanges("", membersOf(before), membersOf(after));
  yield* lineChanges(before.lines, after.lines);
  // A path is a list of hundreds of captures, of which no value is told.
  if (!isSame(before.path, after.path)) yield withoutValues("captures");
}

/** Lines of a game that had none, because an older release published it, are new as a whole. */
function* lineChanges(before: GameTableRow["lines"], after: GameTableRow["lines"]): Generator<FieldChange> {
  if (isSame(before, after)) return;
  if (before === null || after === null) yield withoutValues("lines");
  else yield* fieldChanges("lines", changedLineMembers(before), changedLineMembers(after));
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
}

function withoutValues(path: string): FieldChange {
  return { path, from: null, to: null };
}

/**
 * Everything that callers see of a game, by its path: the single-game answer with its lists as members, which are named by
 * what tells their rows apart, and beside it what only other endpoints show.
 */
function membersOf(game: GameTableRow): object {
  const { books, period_odds, ...rest } = { ...JSON.parse(game.body), ...JSON.parse(game.detail) } as GameDetail;
  return {
    ...rest,
    books: Object.fromEntries(books.map((book) => [book.book, book])),
    period_odds: Object.fromEntries(period_odds.map((row) => [`${row.period}.${row.book}`, row])),
    ids: game.ids === null ? null : JSON.parse(game.ids),
    odds: Object.fromEntries(unpackOdds(game.odds).map(({ body }) => onlyInOdds(JSON.parse(body) as OddsRow))),
  };
}

/** The values of an odds row that the same book does not have in the single-game answer. */
function onlyInOdds({ book, team_total, result }: OddsRow): [book: string, values: object] {
  const { home_open, home_close, away_open, away_close, ...prices } = team_total;
  return [book, { team_total: prices, result }];
}

/** A part that only one side has is one field with everything in it, and null on the other side. */
function* fieldChanges(path: string, from: unknown, to: unknown): Generator<FieldChange> {
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

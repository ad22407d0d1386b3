/** The file of the openings and closings, which the packed lines of a game are. */
import { type QuotesColumn, quotesColumns } from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import {
  joinLines,
  noLine,
  noTime,
  type PackedLines,
  quartersOf,
  scoredPeriods,
  unpackLines,
} from "../packed-lines.ts";
import type { GameFacts, GameValues, SeasonValues } from "../values.ts";
import { keyOfWords, wordsOfKey } from "./line-words.ts";
import { type GameRows, readByGame } from "./read-by-game.ts";
import { risingTimes } from "./rising-times.ts";
import { emptyColumns, type GameGroup, gameGroups, parquetFile, type RowColumns } from "./write-parquet.ts";

export function writeQuotes({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const groups = gameGroups(games, 60_000, openGame).map(columnsOfGroup);
  return parquetFile({ dataSet: "quotes", sport, season }, revision, groups);
}

/**
 * The packed lines of each game.
 * @throws ReleaseDamaged when the bytes are not those of this season's file.
 */
export function readQuotes(
  { sport, season }: SeasonKey,
  bytes: Uint8Array,
  games: readonly { readonly facts: GameFacts }[],
): Promise<readonly Uint8Array[]> {
  const gameIds = games.map(({ facts }) => facts.game_id);
  return readByGame({ dataSet: "quotes", sport, season }, { bytes, names: readNames, gameIds }, (rows, game) =>
    packRows(rows, scoresOf((games[game] as (typeof games)[number]).facts)),
  );
}

type OpenGame = { readonly gameId: string; readonly lines: PackedLines; readonly rows: number };

function openGame({ facts, lines: packed }: GameValues): OpenGame {
  const lines = unpackLines(packed);
  // The scores are not in the file: they are read from the facts.
  if (lines.scores.join() !== scoresOf(facts).join()) {
    throw new RangeError(`the packed lines of ${facts.game_id} have other scores than its facts`);
  }
  return { gameId: facts.game_id, lines, rows: lines.keys.length };
}

function columnsOfGroup({ rows, games }: GameGroup<OpenGame>): RowColumns<QuotesColumn> {
  const columns = emptyColumns(quotesColumns, rows);
  let row = 0;
  for (const { gameId, lines } of games) {
    for (const [entry, key] of lines.keys.entries()) {
      const { period, market, team, bookId, book } = wordsOfKey(key);
      columns.game_id[row] = gameId;
      columns.period[row] = period;
      columns.market[row] = market;
      columns.team[row] = team;
      columns.book_id[row] = bookId;
      columns.book[row] = book;
      for (const [which, end] of ends.entries()) {
        const at = 2 * entry + which;
        const quarters = lines.quarters[at] as number;
        const time = lines.timesAt[at] as number;
        if (quarters !== noLine) columns[end.line][row] = quarters / 4;
        columns[end.first][row] = lines.prices[2 * at] || null;
        columns[end.second][row] = lines.prices[2 * at + 1] || null;
        if (time !== noTime) columns[end.time][row] = lines.times[time] as number;
      }
      row++;
    }
  }
  return columns;
}

/** The columns of both ends of a line, in the order of the packed lines. */
const ends = [
  { line: "open_line", first: "open_first_price", second: "open_second_price", time: "open_time" },
  { line: "close_line", first: "close_first_price", second: "close_second_price", time: "close_time" },
] as const;

/** The slug of the book is that of its number. */
const readNames = quotesColumns.map(({ name }) => name).filter((name) => name !== "game_id" && name !== "book");

function packRows({ columns, from, to }: GameRows<(typeof readNames)[number]>, scores: Uint16Array): Uint8Array {
  const entries = to - from;
  const { times, placeOf } = risingTimes([columns.open_time, columns.close_time], from, to);
  const prices = new Int32Array(4 * entries);
  const keys = new Uint32Array(entries);
  const quarters = new Int16Array(2 * entries);
  const timesAt = new Uint16Array(2 * entries);
  for (let row = from; row < to; row++) {
    const entry = row - from;
    keys[entry] = keyOfWords(columns.period[row], columns.market[row], columns.team[row], columns.book_id[row]);
    for (const [which, end] of ends.entries()) {
      const at = 2 * entry + which;
      prices[2 * at] = (columns[end.first][row] as number | null) ?? 0;
      prices[2 * at + 1] = (columns[end.second][row] as number | null) ?? 0;
      quarters[at] = quartersOf(columns[end.line][row] as number | null);
      timesAt[at] = placeOf.get(columns[end.time][row] as number | null) ?? noTime;
    }
  }
  return joinLines({ times, prices, keys, quarters, timesAt, scores });
}

/** The final score and those of the periods that were played, as packed lines have them. */
function scoresOf({ home, away, period_scores: periods }: GameFacts): Uint16Array {
  const played = Object.entries({ full: { home: home.score, away: away.score }, ...periods });
  return Uint16Array.from(
    played.flatMap(([period, score]) =>
      score?.home == null || score.away == null
        ? []
        : [(scoredPeriods as readonly string[]).indexOf(period), score.home, score.away],
    ),
  );
}

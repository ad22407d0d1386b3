/**
 * One season of one sport as it is published, in columns: what its files say, read into memory that several threads can have at once.
 * Nothing in it changes, so a request may go on reading it after a newer one has replaced it. It goes through messages as it is.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../database/names.ts";
import { type DoubtName, doubtNames } from "../domain/evidence.ts";
import type { Starter } from "../domain/teams/team.ts";
import { contentOf, type SeasonEntry } from "./manifest.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { gameOf, idsRowOf } from "./render.ts";
import { type SeasonLines, seasonLines } from "./season-lines.ts";
import { readFiles, readWithoutPaths } from "./season-values.ts";
import type { GameFacts, GameValues } from "./values.ts";

export type SeasonTable = {
  /** The name of what is in the season: see `contentOf`. */
  readonly content: string;
  readonly oddsRows: number;
  /** The ids of the books that have a line, and of the consensus. */
  readonly books: readonly number[];
  /** By game, ordered by start, then by game id. */
  readonly gameIds: readonly string[];
  readonly startMs: Float64Array;
  /** Slate dates as numbers of the form yyyymmdd. */
  readonly gameDates: Int32Array;
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
  /** The abbreviations by their codes in `homes` and `aways`. */
  readonly teams: readonly string[];
  readonly weeks: Uint8Array;
  readonly isPostseason: Uint8Array;
  readonly lines: SeasonLines;
  readonly conditions: SeasonConditions;
  /** Whether neither team of a game played at home, and whether it took overtime: see `truthCode`. */
  readonly neutrals: Uint8Array;
  readonly overtimes: Uint8Array;
  /** The slate dates on which suspended games went on, as numbers of the form yyyymmdd; 0 for all others. */
  readonly resumedOns: Int32Array;
  /** Innings that were played, half ones as .5; NaN where it is not known, and in other sports. */
  readonly innings: Float64Array;
  readonly doubts: readonly SeasonDoubts[];
  readonly starters: SeasonStarters;
  readonly texts: {
    /** The rows of the games list and of the list of ids as JSON. */
    readonly games: GameTexts;
    readonly ids: GameTexts;
    /** The part of the single-game answer beside the row and the lines: an object of the scores of periods and the weather. */
    readonly details: GameTexts;
  };
  /** The files of the paths of all lines and of the statements as they are stored, from which those of one game are read. */
  readonly linesFile: Uint8Array;
  readonly evidenceFile: Uint8Array;
};

/** A text of each game in UTF-8, one after the other. */
export type GameTexts = { readonly bytes: Uint8Array; readonly ends: Uint32Array };

/** How many captures of how many games of a season a rule doubts [D-51]. */
type SeasonDoubts = { readonly rule: DoubtName; readonly games: number; readonly captures: number };

/** By game. What is not known is NaN, so that no bound is met by it. */
type SeasonConditions = {
  /** Miles per hour. */
  readonly winds: Float64Array;
  /** °F. */
  readonly temperatures: Float64Array;
  /** 1 or 0. */
  readonly indoors: Float64Array;
};

type SeasonStarters = {
  /** Each once for all that is said of him, so that one id may be there with two spellings of a name. */
  readonly people: readonly Starter[];
  /** By game: the place in `people`, from 1; 0 where nobody says who started. */
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
};

/** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export async function readSeasonTable(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<SeasonTable> {
  const { lines, evidence, ...rest } = await readFiles(connection, entry);
  const games = await readWithoutPaths(entry, rest);
  if (games.length !== entry.games) throw new ReleaseDamaged(`${games.length} of ${entry.games} games are there`);
  return seasonTable(entry, games, { linesFile: lines, evidenceFile: evidence });
}

function seasonTable(
  entry: SeasonEntry,
  games: readonly Omit<GameValues, "path" | "statements">[],
  files: Pick<SeasonTable, "linesFile" | "evidenceFile">,
): SeasonTable {
  const facts = games.map((game) => game.facts);
  const codes = new Map<string, number>();
  const codeOf = (abbreviation: string | null): number => {
    const code = codes.get(abbreviation ?? "") ?? codes.size;
    codes.set(abbreviation ?? "", code);
    return code;
  };
  const homes = Uint16Array.from(facts, ({ home }) => codeOf(home.abbreviation));
  const aways = Uint16Array.from(facts, ({ away }) => codeOf(away.abbreviation));
  const lines = seasonLines(entry.sport, games);
  return shared({
    content: contentOf(entry),
    oddsRows: entry.odds_rows,
    books: [...new Set(lines.bookIds)],
    gameIds: facts.map(({ game_id }) => game_id),
    startMs: Float64Array.from(facts, ({ start_time }) => Date.parse(start_time)),
    gameDates: Int32Array.from(facts, ({ game_date }) => dateNumber(game_date)),
    homes,
    aways,
    teams: [...codes.keys()],
    weeks: Uint8Array.from(facts, ({ week }) => week ?? noWeek),
    isPostseason: Uint8Array.from(facts, ({ season_type }) => Number(season_type === "postseason")),
    lines,
    conditions: conditionsOf(facts),
    neutrals: Uint8Array.from(facts, ({ neutral_site }) => truthCode(neutral_site)),
    overtimes: Uint8Array.from(facts, ({ overtime }) => truthCode(overtime)),
    resumedOns: Int32Array.from(games, ({ resumedOn }) => (resumedOn === undefined ? 0 : dateNumber(resumedOn))),
    innings: Float64Array.from(games, ({ innings = Number.NaN }) => innings),
    doubts: doubtsOf(games),
    starters: startersOf(games),
    texts: {
      games: textsOf(facts, gameOf),
      ids: textsOf(games, idsRowOf),
      details: textsOf(facts, ({ period_scores, weather }) => ({ period_scores, weather })),
    },
    ...files,
  });
}

/** The same with its columns in memory that threads can share. */
function shared<Of extends object>(values: Of): Of {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sharedValue(value)])) as Of;
}

function sharedValue(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    const memory = new SharedArrayBuffer(byteLength);
    new Uint8Array(memory).set(new Uint8Array(buffer, byteOffset, byteLength));
    // A Buffer is a column of bytes, too.
    const Column = value instanceof Uint8Array ? Uint8Array : value.constructor;
    return new (Column as new (memory: SharedArrayBuffer) => ArrayBufferView)(memory);
  }
  const isGroup = typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Map);
  return isGroup ? shared(value) : value;
}

function textsOf<Game>(games: readonly Game[], rowOf: (game: Game) => object): GameTexts {
  const texts = games.map((game) => Buffer.from(JSON.stringify(rowOf(game))));
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => {
    end += length;
    return end;
  });
  return { bytes: Buffer.concat(texts), ends };
}

const decoder = new TextDecoder();

export function textOf({ bytes, ends }: GameTexts, game: number): string {
  // Texts cannot be decoded where several threads have them.
  return decoder.decode(bytes.slice(ends[game - 1] ?? 0, ends[game]));
}

function conditionsOf(games: readonly GameFacts[]): SeasonConditions {
  // Below a roof there is no weather.
  const outdoors = ({ venue, weather }: GameFacts) => (venue?.indoor === true ? null : weather);
  return {
    winds: Float64Array.from(games, (game) => outdoors(game)?.wind_mph ?? Number.NaN),
    temperatures: Float64Array.from(games, (game) => outdoors(game)?.temp_f ?? Number.NaN),
    indoors: Float64Array.from(games, ({ venue }) => Number(venue?.indoor ?? Number.NaN)),
  };
}

/** In the order of the rules. */
function doubtsOf(games: readonly Pick<GameValues, "doubts">[]): SeasonDoubts[] {
  return doubtNames.flatMap((rule) => {
    const doubted = games
      .map(({ doubts }) => doubts.filter((each) => each.rule === rule))
      .filter((own) => own.length > 0);
    const captures = doubted.flat().reduce((sum, each) => sum + each.captures, 0);
    return doubted.length === 0 ? [] : [{ rule, games: doubted.length, captures }];
  });
}

/** The people are in the order in which they first started. */
function startersOf(games: readonly Pick<GameValues, "starters">[]): SeasonStarters {
  const people: Starter[] = [];
  const places = new Map<string, number>();
  const placeOf = (starter: Starter | null): number => {
    if (starter === null) return 0;
    const key = JSON.stringify([starter.id, starter.name, starter.hand]);
    const place = places.get(key) ?? people.push(starter);
    places.set(key, place);
    return place;
  };
  const sides = games.map(({ starters: { home, away } }) => [placeOf(home), placeOf(away)] as const);
  return {
    people,
    homes: Uint16Array.from(sides, ([home]) => home),
    aways: Uint16Array.from(sides, ([, away]) => away),
  };
}

/** The value in `weeks` of a game that has no week. */
export const noWeek = 255;

const unknownTruth = 2;

/** True or false as a number of a column, where what is not known has a number of its own. */
function truthCode(truth: boolean | null): number {
  return truth === null ? unknownTruth : Number(truth);
}

/** The opposite of `truthCode`. */
export function truthOf(code: number | undefined): boolean | null {
  return code === unknownTruth || code === undefined ? null : code === 1;
}

/** `2025-09-04` as 20250904. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}

/** 20250904 as `2025-09-04`. */
export function isoDate(number: number): string {
  return String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

/** The API order of games: by start, then by the id as plain code units. */
export function compareKeys(startMs: number, gameId: string, otherStartMs: number, otherGameId: string): number {
  if (startMs !== otherStartMs) return startMs - otherStartMs;
  if (gameId === otherGameId) return 0;
  return gameId < otherGameId ? -1 : 1;
}

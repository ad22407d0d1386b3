/** One season of one sport of a snapshot: its table, with what is found and made of it. */
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import type { SeasonRow } from "../contract/lists/reference.ts";
import type { Sport } from "../domain/sports.ts";
import { statementsKind } from "../release/format/evidence-file.ts";
import { GameFile } from "../release/format/game-file.ts";
import { pathsKind } from "../release/format/lines-file.ts";
import type { LinePath } from "../release/line-path.ts";
import { linesOfGame } from "../release/render.ts";
import { compareKeys, isoDate, type SeasonTable, textOf } from "../release/season-table.ts";

/** The description of a season without its games. */
export type SeasonHead = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
};

/** The facts that are read from a table when it is opened. */
type SeasonIndex = {
  /** The columns themselves, for other threads. */
  readonly table: SeasonTable;
  readonly ordinals: ReadonlyMap<string, number>;
  /** The slate date of each game, YYYY-MM-DD. */
  readonly dates: readonly string[];
  readonly firstDate: number;
  readonly lastDate: number;
  /** The codes in `homes` and `aways`, by abbreviation. */
  readonly teamCodes: ReadonlyMap<string, number>;
  readonly paths: GameFile<string, LinePath>;
  readonly statements: GameFile<string, readonly EvidenceRow[]>;
};

export type SeasonShelf = SeasonHead & SeasonTable & SeasonIndex;

export function seasonShelf(head: SeasonHead, table: SeasonTable): SeasonShelf {
  const { gameIds, teams, gameDates, linesFile, evidenceFile } = table;
  const texts = new Map<number, string>();
  return {
    ...head,
    ...table,
    table,
    ordinals: new Map(gameIds.map((id, ordinal) => [id, ordinal])),
    dates: Array.from(gameDates, (date) => texts.getOrInsertComputed(date, isoDate)),
    firstDate: gameDates.reduce((first, date) => Math.min(first, date), Number.POSITIVE_INFINITY),
    lastDate: gameDates.reduce((last, date) => Math.max(last, date), 0),
    teamCodes: new Map(teams.map((team, code) => [team, code])),
    paths: new GameFile(pathsKind, head, linesFile, table),
    statements: new GameFile(statementsKind, head, evidenceFile, table),
  };
}

/** The single-game answer as JSON. */
export function detailOf({ texts, lines }: SeasonShelf, game: number): string {
  const text = textOf(texts.games, game);
  // Objects are joined as text: {a} and {b} make {a,b}.
  const [details, lists] = [textOf(texts.details, game), JSON.stringify(linesOfGame(lines, game))];
  return `${text.slice(0, -1)},${details.slice(1, -1)},${lists.slice(1)}`;
}

/**
 * Games of one season in API order. A season normally ends before the next begins and is one span. Where two seasons overlap, their
 * spans alternate. Either way, the spans in order contain every game of the sport once and in order.
 */
export type Span = {
  readonly season: SeasonShelf;
  readonly from: number;
  /** One past the last game. */
  readonly to: number;
};

export function spansOf(seasons: readonly SeasonShelf[]): Span[] {
  const spans: Span[] = [];
  const heads = seasons.map((season) => ({ season, at: 0 })).filter(({ season }) => season.gameIds.length > 0);
  while (heads.length > 0) {
    heads.sort((a, b) => compareGames(a.season, a.at, b.season, b.at));
    const [first, second] = heads as [(typeof heads)[number], (typeof heads)[number]?];
    const { season, at: from } = first;
    const to =
      second === undefined
        ? season.gameIds.length
        : firstNotBefore(
            season,
            second.season.startMs[second.at] as number,
            second.season.gameIds[second.at] as string,
          );
    spans.push({ season, from, to });
    first.at = to;
    if (to === season.gameIds.length) heads.shift();
  }
  return spans;
}

/** Returns the first game of a season that is not before a key; the number of games when all are before it. */
export function firstNotBefore(season: SeasonShelf, startMs: number, gameId: string): number {
  let low = 0;
  let high = season.gameIds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const isBefore =
      compareKeys(season.startMs[middle] as number, season.gameIds[middle] as string, startMs, gameId) < 0;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compareGames(a: SeasonShelf, gameA: number, b: SeasonShelf, gameB: number): number {
  return compareKeys(
    a.startMs[gameA] as number,
    a.gameIds[gameA] as string,
    b.startMs[gameB] as number,
    b.gameIds[gameB] as string,
  );
}

/** The files of one season of a sport, and what the checks look up in them. */
import type { Score } from "./grades.ts";
import { byColumn, type Row, type Table } from "./table.ts";

export class Season {
  readonly sport: string;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #gameRows: ReadonlyMap<string, readonly Row[]>;
  readonly #periodRows: ReadonlyMap<string, readonly Row[]>;
  readonly #books: ReadonlyMap<string, readonly Row[]>;
  readonly #periodBooks: ReadonlyMap<string, readonly Row[]>;

  /** @param tables by data set. */
  constructor(sport: string, tables: ReadonlyMap<string, Table>) {
    this.sport = sport;
    this.#tables = tables;
    this.#gameRows = byColumn(this.table("games"), "game_id");
    this.#periodRows = byColumn(this.table("periods"), "game_id", "period");
    this.#books = byColumn(this.table("odds"), "game_id");
    this.#periodBooks = byColumn(this.table("period_odds"), "game_id", "period");
  }

  /** Null where the mirror does not have it. */
  table(dataSet: string): Table | null {
    return this.#tables.get(dataSet) ?? null;
  }

  game(gameId: string): Row | null {
    return this.#gameRows.get(gameId)?.[0] ?? null;
  }

  /** The final score or that of a period. Null: not played. Undefined: the mirror does not have the file that says it. */
  score(gameId: string, period: string): Score | null | undefined {
    if (period === "game") {
      const game = this.game(gameId);
      return this.table("games") === null ? undefined : game && scoreIn(game, "home.score", "away.score");
    }
    const row = this.#periodRows.get(`${gameId} ${period}`)?.[0];
    if (this.table("periods") === null) return undefined;
    return row === undefined ? null : scoreIn(row, "score.home", "score.away");
  }

  /** The rows of books. Undefined: the mirror does not have the file. */
  books(gameId: string, period: string): readonly Row[] | undefined {
    if (this.table(period === "game" ? "odds" : "period_odds") === null) return undefined;
    return (period === "game" ? this.#books.get(gameId) : this.#periodBooks.get(`${gameId} ${period}`)) ?? [];
  }
}

export function scoreIn(row: Row, home: string, away: string): Score | null {
  const [ofHome, ofAway] = [row.number(home), row.number(away)];
  return ofHome === null || ofAway === null ? null : { home: ofHome, away: ofAway };
}

/** Pages of the evidence of a game: what was written when it was published, and what the path of its lines tells. */
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import { evidenceFacts } from "../domain/evidence.ts";
import { rowsOfSeries } from "../release/evidence.ts";
import { wordsOfKey } from "../release/format/line-words.ts";
import type { LinePath } from "../release/line-path.ts";
import { isAfter, isLineWanted, type LineFilter } from "./lines.ts";
import type { KeyedRow, PageKey } from "./pages.ts";

export type GameEvidence = { readonly path: LinePath; readonly statements: readonly EvidenceRow[] };

/**
 * The rows that come after a key: those of the game, fact by fact, then those of each line, its opening first. A key holds the fact
 * and line as the place within the game, and the place among those of that fact and line as its time.
 */
export function* evidenceRows(
  { path, statements }: GameEvidence,
  gameId: string,
  filter: LineFilter,
  after: PageKey | null,
): Generator<KeyedRow<EvidenceRow>> {
  const written = Map.groupBy(statements, nameOf);
  function* keyed(withinGame: number, rows: readonly EvidenceRow[]): Generator<KeyedRow<EvidenceRow>> {
    for (const [place, row] of rows.entries()) {
      const key = { startMs: place, gameId, withinGame };
      if (isAfter(key, after)) yield { key, row };
    }
  }
  const isOfAll = filter.bookIds === null && filter.market === null && filter.period === null;
  for (const [place, fact] of (isOfAll ? ofGame : []).entries()) {
    yield* keyed(place, written.get(nameOf({ fact, book: null, period: null, market: null, team: null })) ?? []);
  }
  for (const [series, key] of path.keys.entries()) {
    const words = wordsOfKey(key);
    if (!isLineWanted(words, filter)) continue;
    const rows = rowsOfSeries(path, series);
    for (const [place, fact] of (["open", "close"] as const).entries()) {
      const others = written.get(nameOf({ ...words, fact })) ?? [];
      yield* keyed(ofGame.length + 2 * key + place, [...rows.filter((row) => row.fact === fact), ...others]);
    }
  }
}

const ofGame = evidenceFacts.filter((fact) => fact !== "open" && fact !== "close");

type Named = Pick<EvidenceRow, "fact" | "book" | "period" | "market" | "team">;

function nameOf({ fact, book, period, market, team }: Named): string {
  return [fact, book, period, market, team].join(" ");
}

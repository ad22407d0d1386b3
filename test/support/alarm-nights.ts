/** Puts everything that a ledger holds before the rules of alarms, one slate after the other, as its nights would have. */
import { type Database, tablesOf, writeTransaction } from "../../src/database/engine.ts";
import { readIdentities } from "../../src/ledger/read.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import type { GameFigures } from "../../src/publish/alarms/figures.ts";
import { judgeAlarms } from "../../src/publish/alarms/judge-games.ts";
import type { Judged } from "../../src/publish/alarms/state.ts";
import { VenueFacts } from "../../src/publish/grade/facts.ts";
import { GameIds } from "../../src/publish/match/claims.ts";
import { PublishRun } from "../../src/publish/run.ts";
import { readSteps } from "../../src/publish/start.ts";
import { ChangeLog } from "../../src/publish/write/change-log.ts";
import { ReleaseBefore } from "../../src/publish/write/release-before.ts";

/** The figures of every final game; the archive must be empty, and stays so. */
export async function figuresIn(database: Database, nowMs: number): Promise<readonly GameFigures[]> {
  let figures: readonly GameFigures[] = [];
  const undo = new Error("the night is taken back");
  await writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const night = new PublishRun({
      connection,
      before: new ReleaseBefore(connection, null),
      revision: 1,
      ids: new GameIds(await readIdentities(ledger)),
      resolutions: new Map(),
      decisions: new Map(),
      nowMs,
      venues: new VenueFacts([]),
      changes: new ChangeLog({ revision: 1, publishedAt: new Date(nowMs).toISOString(), seen: 0 }),
    });
    for (const ofSport of await readSteps(connection, { all: true, seen: 0 })) {
      for (const pairs of ofSport) await night.buildPairs(pairs);
    }
    figures = night.result.figures;
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return figures;
}

export type Ring = { readonly date: string; readonly judged: Judged };

/** One night for each slate of each sport. `nights` counts them, and `rings` has what each rule found. */
export function nightsOf(figures: readonly GameFigures[]): {
  readonly nights: number;
  readonly rings: readonly Ring[];
} {
  const booksOf = (sport: string, season: number): number[] =>
    figures.filter((each) => each.sport === sport && each.season === season).map(({ books }) => books.length);
  const medians = new Map<string, number>();
  const usualBooks = ({ sport, season }: GameFigures): number => {
    const key = `${sport} ${season}`;
    const counts = medians.has(key) ? [] : booksOf(sport, season).sort((a, b) => a - b);
    const median = medians.get(key) ?? counts[counts.length >> 1] ?? 0;
    medians.set(key, median);
    return median;
  };
  const slates = [...Map.groupBy(figures, ({ sport, gameDate }) => `${gameDate} ${sport}`)];
  // The rules that look at other games are asked by a publish of all of them.
  const usual = { books: usualBooks, expected: () => null, findings: [] };
  const rings = slates.flatMap(([date, games]) =>
    judgeAlarms({ games, ofResults: games, nowMs: 0, usual, decisions: new Map() }).flatMap((judged) =>
      judged.fault === null ? [] : [{ date, judged }],
    ),
  );
  return { nights: slates.length, rings };
}

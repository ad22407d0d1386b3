/** What the last publish had beside the records and the events of each pair of teams. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { PairKey } from "../../domain/pairs.ts";
import { readDoubtDecisions } from "../../ledger/doubt-decisions.ts";
import { readFactRecords, readIdentities } from "../../ledger/read.ts";
import { readResolutions } from "../../ledger/resolutions.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import type { GameSources } from "../../publish/build/compare.ts";
import { SoundLedger } from "../../publish/build/sound-ledger.ts";
import { VenueFacts } from "../../publish/build/venues.ts";
import type { Decisions } from "../../publish/match/claims.ts";
import { GameIds } from "../../publish/match/game-ids.ts";
import { heldIn } from "../../publish/publish-report.ts";
import { latestClock, type PublishStart, readSteps } from "../../publish/start.ts";
import type { Release } from "../../release/manifest.ts";

export type LedgerSources = GameSources &
  Decisions & {
    readonly ids: GameIds;
    /** The pairs of which something came in that is not published yet. */
    readonly waiting: ReadonlySet<PairKey>;
    /** The ids of the games that the last publish held back. */
    readonly held: ReadonlySet<string>;
  };

export async function readLedgerSources(
  connection: Transaction<AnyTables>,
  start: PublishStart,
  release: Release,
): Promise<LedgerSources> {
  const ledger = tablesOf<LedgerTables>(connection);
  // A publish judges by its own clock, and so must whoever does it again.
  const sound = new SoundLedger(await latestClock(ledger, release.published_at));
  return {
    ids: new GameIds(await readIdentities(ledger)),
    resolutions: await readResolutions(ledger),
    decisions: await readDoubtDecisions(ledger),
    ledger: sound,
    venues: new VenueFacts(sound.facts(await readFactRecords(ledger, "venue")).sound),
    waiting: new Set((await readSteps(connection, start)).flat(2)),
    held: new Set(heldIn(release).map(({ gameId }) => gameId)),
  };
}

/** The pairs of each sport, in the steps of a publish of all games. */
export async function stepsBySport(
  connection: Transaction<AnyTables>,
  start: PublishStart,
): Promise<ReadonlyMap<string, readonly PairKey[][]>> {
  const steps = await readSteps(connection, { ...start, all: true });
  return new Map(steps.map((ofSport) => [String(ofSport[0]?.[0]).split(":", 1)[0] as string, ofSport]));
}

/** The ids under which providers' records were published. They must outlive the database itself [D-1, D-47]. */
import type { Kysely } from "kysely";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { doubtDecisionRows, insertDoubtDecisions } from "./doubt-decisions.ts";
import type { Kept } from "./identity-file.ts";
import { markChanged, readResolutions, writeResolution } from "./resolutions.ts";
import { type Identity, identityKey, type LedgerTables, type Resolution, rowsPerStatement } from "./tables.ts";

/** Adds identities of records that have none. */
export async function insertIdentities(tables: Kysely<LedgerTables>, rows: readonly Identity[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await tables
      .insertInto("ledger_identities")
      .values(rows.slice(from, from + rowsPerStatement))
      .execute();
  }
}

export async function removeIdentities(tables: Kysely<LedgerTables>, gameId: string): Promise<void> {
  await tables.deleteFrom("ledger_identities").where("game_id", "=", gameId).execute();
}

/** Everything about ids that the same input would not bring back; also of a database from before 0.2.0, which has fewer tables. */
export async function readKeptIds({ kysely }: Database): Promise<Kept> {
  const ledger = tablesOf<LedgerTables>(kysely);
  const identities = await ledger
    .selectFrom("ledger_identities")
    .select(["provider", "record_key", "game_id"])
    .execute();
  const there = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const decisions = there.has("ledger_resolutions") ? [...(await readResolutions(ledger)).values()] : [];
  const doubts = there.has("ledger_doubt_decisions") ? await doubtDecisionRows(ledger) : [];
  return { identities, decisions, doubts };
}

/** The file contradicts identities that are here. Nothing of it was accepted. */
export class IdentityConflict extends Error {
  override readonly name = "IdentityConflict";
  /** A sentence each. */
  readonly conflicts: readonly string[];
  constructor(conflicts: readonly string[]) {
    super(`nothing was taken, ${conflicts.length} identities contradict those that are here`);
    this.conflicts = conflicts;
  }
}

type AcceptedIds = { readonly identities: number; readonly decisions: number; readonly unchanged: number };

/**
 * Accepts the ids that another database has kept, all or nothing. It belongs before the first publish of a rebuild.
 * @throws IdentityConflict where a record has another id here, or an id belongs to another record of the same provider.
 */
export function acceptKeptIds(database: Database, kept: Kept, takenAt: string): Promise<AcceptedIds> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const here = await ledger.selectFrom("ledger_identities").selectAll().execute();
    const decided = await readResolutions(ledger);
    const conflicts = [...identityConflicts(here, kept.identities), ...decisionConflicts(decided, kept.decisions)];
    if (conflicts.length > 0) throw new IdentityConflict(conflicts);
    const known = new Set(here.map(identityKey));
    const fresh = [...new Map(kept.identities.map((each) => [identityKey(each), each])).values()].filter(
      (each) => !known.has(identityKey(each)),
    );
    const decisions = kept.decisions.filter(({ game_id: id }) => !decided.has(id));
    await insertIdentities(ledger, fresh);
    for (const decision of decisions) await writeResolution(ledger, decision);
    const doubts = await insertDoubtDecisions(ledger, kept.doubts);
    if (fresh.length + decisions.length + doubts.length > 0) {
      // Decisions settle games that may be waiting here already.
      const report = { identities: fresh.length, decisions: decisions.length };
      await markChanged(ledger, decisions, { at: takenAt, report });
    }
    const all = kept.identities.length + kept.decisions.length + kept.doubts.length;
    const taken = decisions.length + doubts.length;
    const about = { identities: fresh.length, decisions: taken };
    if (fresh.length + taken > 0) await noteDeed(database, connection, "identities import", about);
    return { identities: fresh.length, decisions: taken, unchanged: all - fresh.length - taken };
  });
}

function* identityConflicts(here: readonly Identity[], given: readonly Identity[]): Generator<string> {
  const idHere = new Map(here.map((each) => [identityKey(each), each.game_id]));
  const idGiven = new Map<string, string>();
  for (const each of given) {
    const record = `${each.provider}'s ${each.record_key}`;
    const known = idHere.get(identityKey(each));
    if (known !== undefined && known !== each.game_id)
      yield `${record} is ${known} here, and ${each.game_id} in the file`;
    const twice = idGiven.get(identityKey(each));
    if (twice !== undefined && twice !== each.game_id) yield `${record} is ${twice} and ${each.game_id} in the file`;
    idGiven.set(identityKey(each), each.game_id);
  }
  // One provider's records of one game: when none of them is the same, the id means another game there.
  const ownerOf = ({ provider, game_id }: Identity): string => `${provider}\n${game_id}`;
  const ownersHere = Map.groupBy(here, ownerOf);
  for (const [owner, ofFile] of Map.groupBy(given, ownerOf)) {
    const ofHere = ownersHere.get(owner) ?? [];
    const keys = new Set(ofHere.map((each) => each.record_key));
    const [first] = ofFile;
    if (first === undefined || keys.size === 0 || ofFile.some((each) => keys.has(each.record_key))) continue;
    yield `${first.game_id} is ${first.provider}'s ${[...keys].join(", ")} here, and ${first.record_key} in the file`;
  }
}

function* decisionConflicts(here: ReadonlyMap<string, Resolution>, given: readonly Resolution[]): Generator<string> {
  for (const { game_id: id, provider, record_key: key } of given) {
    const known = here.get(id);
    if (known === undefined || (known.provider === provider && known.record_key === key)) continue;
    yield `${id} is decided for ${known.provider} here, and for ${provider} in the file`;
  }
}

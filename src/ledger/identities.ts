/** The ids under which providers' records were published. They must outlive the database itself [D-1, D-47]. */
import type { Kysely } from "kysely";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { jsonOrNull } from "../feed/parse.ts";
import { InputError } from "../feed/refusals.ts";
import { doubtDecisionRows, insertDoubtDecisions, markChanged, readResolutions, writeResolution } from "./decisions.ts";
import {
  type DoubtDecision,
  type Identity,
  identityKey,
  type LedgerTables,
  type Resolution,
  rowsPerStatement,
} from "./tables.ts";

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

// The file in which ids outlive a database [D-47]: a head that says how much follows, then a line for each record that
// was published under an id, and one for each decision about a disputed game. NDJSON, sorted, so that two can be compared.

export type Kept = {
  readonly identities: readonly Identity[];
  readonly decisions: readonly Resolution[];
  /** Decisions about doubts. */
  readonly doubts: readonly DoubtDecision[];
};

/** No control characters: they are in no provider's ids, and PostgreSQL stores no NUL. */
const text = () => Type.String({ minLength: 1, maxLength: 300, pattern: "^[^\\x00-\\x1f\\x7f]+$" });
const closed = { additionalProperties: false } as const;

const Head = Type.Object(
  {
    type: Type.Literal("gradeline-identities"),
    format: Type.Literal(1),
    identities: Type.Integer({ minimum: 0 }),
    decisions: Type.Integer({ minimum: 0 }),
    // Files from before there were doubts have none.
    doubts: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
const IdentityLine = Type.Object(
  { type: Type.Literal("identity"), provider: text(), record_key: text(), game_id: text() },
  closed,
);
const DecisionLine = Type.Object(
  {
    type: Type.Literal("decision"),
    provider: text(),
    record_key: text(),
    game_id: text(),
    stated: text(),
    decided_at: Type.String({ format: "date-time" }),
  },
  closed,
);

const DoubtLine = Type.Object(
  {
    type: Type.Literal("doubt"),
    game_id: text(),
    rule: Type.String({ pattern: "^[a-z0-9_-]{1,40}$" }),
    book: Type.String({ maxLength: 40, pattern: "^[a-z0-9_]*$" }),
    decided_at: Type.String({ format: "date-time" }),
  },
  closed,
);

const checks = {
  head: Compile(Head),
  identity: Compile(IdentityLine),
  decision: Compile(DecisionLine),
  doubt: Compile(DoubtLine),
};

export function keptLines({ identities, decisions, doubts }: Kept): string[] {
  const head: Static<typeof Head> = {
    type: "gradeline-identities",
    format: 1,
    identities: identities.length,
    decisions: decisions.length,
    ...(doubts.length === 0 ? {} : { doubts: doubts.length }),
  };
  // In the order of their bytes: engines and languages sort texts each in their own way.
  const sorted = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).sort();
  return [
    JSON.stringify(head),
    ...sorted(
      identities.map(({ provider, record_key, game_id }) => ({ type: "identity", game_id, provider, record_key })),
    ),
    ...sorted(
      decisions.map(({ game_id, provider, record_key, stated, decided_at }) => {
        return { type: "decision", game_id, provider, record_key, stated, decided_at };
      }),
    ),
    ...sorted(doubts.map((doubt) => ({ type: "doubt", ...doubt }))),
  ];
}

/** @throws InputError naming line and field; what is cut off or was edited is noticed by the head's counts. */
export function readKept(lines: Iterable<string>, file: string): Kept {
  const identities: Identity[] = [];
  const decisions: Resolution[] = [];
  const doubts: DoubtDecision[] = [];
  let head: Static<typeof Head> | null = null;
  let lineNumber = 0;
  for (const line of lines) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    const refuse = (why: string) => new InputError(file, `line ${lineNumber}: ${why}`);
    const value = jsonOrNull(line);
    if (head === null) {
      if (!checks.head.Check(value)) throw refuse("is not the head of a file of identities");
      head = value;
    } else if (checks.identity.Check(value)) {
      checkIds(value, refuse);
      const { type: _, ...identity } = value;
      identities.push(identity);
    } else if (checks.decision.Check(value)) {
      checkIds(value, refuse);
      const { type: _, ...decision } = value;
      decisions.push({ ...decision, gave_id: 0 });
    } else if (checks.doubt.Check(value)) {
      checkIds(value, refuse);
      const { type: _, ...doubt } = value;
      doubts.push(doubt);
    } else throw refuse(whyNot(value));
  }
  if (head === null) throw new InputError(file, "is empty");
  const isWhole =
    head.identities === identities.length &&
    head.decisions === decisions.length &&
    (head.doubts ?? 0) === doubts.length;
  if (!isWhole) {
    const says = `${head.identities} identities and ${head.decisions + (head.doubts ?? 0)} decisions`;
    const has = `${identities.length} and ${decisions.length + doubts.length}`;
    throw new InputError(file, `was cut off or edited: its first line says ${says}, it has ${has}`);
  }
  return { identities, decisions, doubts };
}

function whyNot(value: unknown): string {
  const type = (value as { readonly type?: unknown } | null)?.type;
  if (type !== "identity" && type !== "decision" && type !== "doubt") {
    return 'field type: must be "identity", "decision" or "doubt"';
  }
  const [error] = checks[type].Errors(value);
  return `field ${error?.instancePath.slice(1) || "?"}: ${error?.message ?? "is malformed"}`;
}

function checkIds(
  { game_id: gameId, record_key: recordKey }: { readonly game_id: string; readonly record_key?: string },
  refuse: (why: string) => InputError,
): void {
  const identity = parseGameId(gameId);
  if (identity === null) throw refuse(`field game_id: "${gameId}" is not the id of a game`);
  if (recordKey !== undefined && !recordKey.startsWith(`${identity.sport}:`)) {
    throw refuse(`field record_key: "${recordKey}" is not of the sport of ${gameId}`);
  }
}

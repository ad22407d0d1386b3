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
  const identities = await ledger.selectFrom("ledger_identities").selectAll().execute();
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
const count = () => Type.Integer({ minimum: 0 });
const decidedAt = () => Type.String({ format: "date-time" });
const closed = { additionalProperties: false } as const;

const Head = Type.Object(
  {
    type: Type.Literal("gradeline-identities"),
    format: Type.Literal(1),
    identities: count(),
    decisions: count(),
    // A file without doubts does not say how many there are.
    doubts: Type.Optional(count()),
  },
  closed,
);
const IdentityLine = Type.Object(
  { type: Type.Literal("identity"), provider: text(), record_key: text(), game_id: text() },
  closed,
);
const DecisionLine = Type.Object(
  { ...IdentityLine.properties, type: Type.Literal("decision"), stated: text(), decided_at: decidedAt() },
  closed,
);
const DoubtLine = Type.Object(
  {
    type: Type.Literal("doubt"),
    game_id: text(),
    rule: Type.String({ pattern: "^[a-z0-9_-]{1,40}$" }),
    book: Type.String({ maxLength: 40, pattern: "^[a-z0-9_]*$" }),
    decided_at: decidedAt(),
  },
  closed,
);

const head = Compile(Head);
const lineOf = { identity: Compile(IdentityLine), decision: Compile(DecisionLine), doubt: Compile(DoubtLine) };

export function keptLines({ identities, decisions, doubts }: Kept): string[] {
  const first: Static<typeof Head> = {
    type: "gradeline-identities",
    format: 1,
    identities: identities.length,
    decisions: decisions.length,
    ...(doubts.length === 0 ? {} : { doubts: doubts.length }),
  };
  // In the order of their bytes: engines and languages sort texts each in their own way.
  const sorted = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).sort();
  return [
    JSON.stringify(first),
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
  const kept = { identity: [] as Identity[], decision: [] as Resolution[], doubt: [] as DoubtDecision[] };
  let counts: Static<typeof Head> | null = null;
  let lineNumber = 0;
  for (const line of lines) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    const refuse = (why: string) => new InputError(file, `line ${lineNumber}: ${why}`);
    const value = jsonOrNull(line);
    if (counts === null) {
      if (!head.Check(value)) throw refuse("is not the head of a file of identities");
      counts = value;
    } else if (lineOf.identity.Check(value)) kept.identity.push(withoutType(value, refuse));
    else if (lineOf.decision.Check(value)) kept.decision.push({ ...withoutType(value, refuse), gave_id: 0 });
    else if (lineOf.doubt.Check(value)) kept.doubt.push(withoutType(value, refuse));
    else throw refuse(whyNot(value));
  }
  if (counts === null) throw new InputError(file, "is empty");
  const { identity: identities, decision: decisions, doubt: doubts } = kept;
  const said = [counts.identities, counts.decisions, counts.doubts ?? 0];
  const has = [identities.length, decisions.length, doubts.length];
  if (said.join() === has.join()) return { identities, decisions, doubts };
  const inWords = ([ids = 0, ...decided]: number[]) => [ids, decided.reduce((sum, each) => sum + each, 0)];
  const says = `its first line says ${inWords(said).join(" identities and ")} decisions`;
  throw new InputError(file, `was cut off or edited: ${says}, it has ${inWords(has).join(" and ")}`);
}

function whyNot(value: unknown): string {
  const type = (value as { readonly type?: unknown } | null)?.type;
  if (type !== "identity" && type !== "decision" && type !== "doubt") {
    return 'field type: must be "identity", "decision" or "doubt"';
  }
  const [error] = lineOf[type].Errors(value);
  return `field ${error?.instancePath.slice(1) || "?"}: ${error?.message ?? "is malformed"}`;
}

type Line = { readonly type: string; readonly game_id: string; readonly record_key?: string };

/** A line states this. Its ids are looked at, which a schema cannot read. */
function withoutType<L extends Line>({ type: _, ...stated }: L, refuse: (why: string) => Error): Omit<L, "type"> {
  const identity = parseGameId(stated.game_id);
  if (identity === null) throw refuse(`field game_id: "${stated.game_id}" is not the id of a game`);
  if (stated.record_key !== undefined && !stated.record_key.startsWith(`${identity.sport}:`)) {
    throw refuse(`field record_key: "${stated.record_key}" is not of the sport of ${stated.game_id}`);
  }
  return stated;
}

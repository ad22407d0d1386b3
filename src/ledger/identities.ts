/** The ids under which providers' records were published. They must outlive the database itself [D-1, D-47]. */
import type { Kysely } from "kysely";
import { type Static, type TProperties, Type } from "typebox";
import { Compile } from "typebox/compile";
import { noteDeed } from "../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { jsonOrNull } from "../feed/parse.ts";
import { InputError } from "../feed/refusals.ts";
import { insertDoubtDecisions, markChanged, readResolutions, writeResolution } from "./decisions.ts";
import {
  type DoubtDecision,
  type Identity,
  identityKey,
  type LedgerTables,
  type Resolution,
  rowsPerStatement,
} from "./tables.ts";

/** Adds identities of records that have none: one that has an id already is a mistake of ours, and the database refuses it. */
export async function insertIdentities(tables: Kysely<LedgerTables>, rows: readonly Identity[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement);
    await tables.insertInto("ledger_identities").values(some).execute();
  }
}

export async function removeIdentities(tables: Kysely<LedgerTables>, gameId: string): Promise<void> {
  await tables.deleteFrom("ledger_identities").where("game_id", "=", gameId).execute();
}

/** Everything about ids that the same input would not bring back; also of a database from before 0.2.0, which has fewer tables. */
export async function readKeptIds({ kysely }: Database): Promise<Kept> {
  const there = new Set((await kysely.introspection.getTables()).map(({ name }) => name));
  const read = async ({ table }: LineKind) => (there.has(table) ? kysely.selectFrom(table).selectAll().execute() : []);
  const [identities, decisions, doubts] = await Promise.all(lineKinds.map(read));
  return { identities, decisions, doubts } as Kept;
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

/**
 * Accepts the ids that another database has kept, all or nothing. It belongs before the first publish of a rebuild.
 * @throws IdentityConflict where a record has another id here, or an id belongs to another record of the same provider.
 */
export function acceptKeptIds(database: Database, kept: Kept, takenAt: string) {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const here = await ledger.selectFrom("ledger_identities").selectAll().execute();
    const decided = await readResolutions(ledger);
    const conflicts = [...identityConflicts(here, kept.identities), ...decisionConflicts(decided, kept.decisions)];
    if (conflicts.length > 0) throw new IdentityConflict(conflicts);
    const decisions = kept.decisions.filter(({ game_id: id }) => !decided.has(id));
    const fresh = new Map(kept.identities.map((each) => [identityKey(each), each] as const));
    for (const known of here) fresh.delete(identityKey(known));
    await insertIdentities(ledger, [...fresh.values()]);
    const identities = fresh.size;
    for (const decision of decisions) await writeResolution(ledger, decision);
    const taken = decisions.length + (await insertDoubtDecisions(ledger, kept.doubts));
    const all = kept.identities.length + kept.decisions.length + kept.doubts.length;
    const accepted = { identities, decisions: taken, unchanged: all - identities - taken };
    if (identities + taken === 0) return accepted;
    // Decisions settle games that may be waiting here already.
    await markChanged(ledger, decisions, takenAt);
    await noteDeed(database, connection, "identities import", { identities, decisions: taken });
    return accepted;
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
const text = Type.String({ minLength: 1, maxLength: 300, pattern: "^[^\\x00-\\x1f\\x7f]+$" });
const time = Type.String({ format: "date-time" });
const count = Type.Integer({ minimum: 0 });
const closed = { additionalProperties: false } as const;

const Head = Type.Object(
  {
    type: Type.Literal("gradeline-identities"),
    format: Type.Literal(1),
    identities: count,
    decisions: count,
    // A file without doubts does not say how many there are.
    doubts: Type.Optional(count),
  },
  closed,
);
const head = Compile(Head);

/** A kind of line: its type, the table that it is of, and its members in their order. */
function lineKind<Of extends keyof Kept>(type: string, of: Of, table: keyof LedgerTables, members: TProperties) {
  const check = Compile(Type.Object({ type: Type.Literal(type), ...members }, closed));
  return { type, of, table, names: Object.keys(members), check };
}

type LineKind = ReturnType<typeof lineKind>;

const ofGame = { game_id: text, provider: text, record_key: text };
const rule = Type.String({ pattern: "^[a-z0-9_-]{1,40}$" });
const book = Type.String({ maxLength: 40, pattern: "^[a-z0-9_]*$" });

/** In the order in which the head counts them and the file has them. */
const lineKinds = [
  lineKind("identity", "identities", "ledger_identities", ofGame),
  lineKind("decision", "decisions", "ledger_resolutions", { ...ofGame, stated: text, decided_at: time }),
  lineKind("doubt", "doubts", "ledger_doubt_decisions", { game_id: text, rule, book, decided_at: time }),
];

export function keptLines(kept: Kept): string[] {
  const { identities, decisions, doubts } = kept;
  const first: Static<typeof Head> = {
    type: "gradeline-identities",
    format: 1,
    identities: identities.length,
    decisions: decisions.length,
    ...(doubts.length === 0 ? {} : { doubts: doubts.length }),
  };
  // In the order of their bytes: engines and languages sort texts each in their own way.
  const others = lineKinds.flatMap(({ type, of, names }) =>
    kept[of].map((row) => JSON.stringify({ type, ...row }, ["type", ...names])).sort(),
  );
  return [JSON.stringify(first), ...others];
}

/** @throws InputError naming line and field; what is cut off or was edited is noticed by the head's counts. */
export function readKept(lines: Iterable<string>, file: string): Kept {
  const kept = { identities: [] as Identity[], decisions: [] as Resolution[], doubts: [] as DoubtDecision[] };
  let counts: Static<typeof Head> | null = null;
  let lineNumber = 0;
  for (const line of lines) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    const refuse = (why: string) => new InputError(file, `line ${lineNumber}: ${why}`);
    const value = jsonOrNull(line);
    if (counts !== null) {
      const { of, stated } = statedIn(value, refuse);
      kept[of].push(stated);
    } else if (head.Check(value)) counts = value;
    else throw refuse("is not the head of a file of identities");
  }
  if (counts === null) throw new InputError(file, "is empty");
  const said = [counts.identities, counts.decisions, counts.doubts ?? 0];
  const has = lineKinds.map(({ of }) => kept[of].length);
  if (said.join() === has.join()) return kept;
  const inWords = ([ids = 0, ...decided]: number[]) => [ids, decided.reduce((sum, each) => sum + each, 0)];
  const says = `its first line says ${inWords(said).join(" identities and ")} decisions`;
  throw new InputError(file, `was cut off or edited: ${says}, it has ${inWords(has).join(" and ")}`);
}

/** The row that a line states. Its ids are looked at, too, which a schema cannot read. */
function statedIn(value: unknown, refuse: (why: string) => Error) {
  const { type, ...stated } = Object(value) as Identity & Resolution & DoubtDecision & { readonly type?: unknown };
  const kind = lineKinds.find((each) => each.type === type);
  if (kind === undefined) throw refuse('field type: must be "identity", "decision" or "doubt"');
  const [error] = kind.check.Errors(value);
  if (error !== undefined) throw refuse(`field ${error.instancePath.slice(1) || "?"}: ${error.message}`);
  const { game_id: id, record_key: key = null }: Identity | { game_id: string; record_key?: null } = stated;
  const identity = parseGameId(id);
  if (identity === null) throw refuse(`field game_id: "${id}" is not the id of a game`);
  if (key !== null && !key.startsWith(`${identity.sport}:`)) {
    throw refuse(`field record_key: "${key}" is not of the sport of ${id}`);
  }
  return { of: kind.of, stated: kind.type === "decision" ? { ...stated, gave_id: 0 } : stated };
}

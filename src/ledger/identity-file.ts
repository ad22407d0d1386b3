/**
 * The file in which ids outlive a database [D-47]: a head that says how much follows, then a line for each record that
 * was published under an id, and one for each decision about a disputed game. NDJSON, sorted, so that two can be compared.
 */
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { parseGameId } from "../domain/game-ids.ts";
import { InputError } from "../feed/refusals.ts";
import type { DoubtDecision, Identity, Resolution } from "./tables.ts";

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
  const lines: object[] = [
    ...identities.map(({ provider, record_key, game_id }) => ({ type: "identity", game_id, provider, record_key })),
    ...decisions.map(({ game_id, provider, record_key, stated, decided_at }) => ({
      type: "decision",
      game_id,
      provider,
      record_key,
      stated,
      decided_at,
    })),
    ...doubts.map((doubt) => ({ type: "doubt", ...doubt })),
  ];
  // In the order of their bytes: engines and languages sort texts each in their own way.
  return [head, ...lines].map((line) => JSON.stringify(line)).sort((a, b) => (rankOf(a) + a < rankOf(b) + b ? -1 : 1));
}

/** The head first, then identities, then decisions, those about doubts last. */
function rankOf(line: string): string {
  if (line.startsWith('{"type":"gradeline')) return "0";
  if (line.startsWith('{"type":"identity"')) return "1";
  return line.startsWith('{"type":"decision"') ? "2" : "3";
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
    const value = parsed(line);
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
      const { type: _, ...doubt } = value;
      if (parseGameId(doubt.game_id) === null)
        throw refuse(`field game_id: "${doubt.game_id}" is not the id of a game`);
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

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
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
  { game_id: gameId, record_key: recordKey }: { readonly game_id: string; readonly record_key: string },
  refuse: (why: string) => InputError,
): void {
  const identity = parseGameId(gameId);
  if (identity === null) throw refuse(`field game_id: "${gameId}" is not the id of a game`);
  if (!recordKey.startsWith(`${identity.sport}:`)) {
    throw refuse(`field record_key: "${recordKey}" is not of the sport of ${gameId}`);
  }
}

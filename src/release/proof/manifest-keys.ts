/** The keys that have signed, and how each was announced: by a statement that the key before has signed. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import { signedAs } from "./manifest-text.ts";
import { minisignKey } from "./minisign.ts";
import { signaturesOf } from "./signatures.ts";
import type { SigningKey } from "./signing-key.ts";
import { sshKey } from "./ssh-signature.ts";

export type KeyRow = ReleaseTables["manifest_keys"];

/** Why a manifest was not signed: there was no key, or another one than was announced last. */
export type WhyUnsigned = "no key" | "other key";

/** In the order in which they came. The last one signs, or will sign with the next manifest. */
export function readManifestKeys(connection: Kysely<AnyTables>): Promise<readonly KeyRow[]> {
  return tablesOf<ReleaseTables>(connection).selectFrom("manifest_keys").selectAll().orderBy("position").execute();
}

/**
 * Whether a key may sign: it is the last one that was announced, or the first of its archive. Then it is written down.
 * @returns null where it may.
 */
export async function admitKey(
  connection: Transaction<AnyTables>,
  key: SigningKey | null,
  archive: string,
  at: string,
): Promise<WhyUnsigned | null> {
  if (key === null) return "no key";
  const last = (await readManifestKeys(connection)).at(-1);
  if (last?.public_key === key.publicKey) return null;
  if (last !== undefined && (last.archive === archive || (await isSigned(connection, archive)))) return "other key";
  await insertKey(connection, { public_key: key.publicKey, archive, announced_at: at, statement: null }, last);
  return null;
}

/** A key that signed before a restore goes on without being announced again, so its row names the archive of before. */
async function isSigned(connection: Kysely<AnyTables>, archive: string): Promise<boolean> {
  const signed = await tablesOf<ReleaseTables>(connection)
    .selectFrom("file_manifests")
    .select("position")
    .where("archive", "=", archive)
    .where("public_key", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return signed !== undefined;
}

type Announcement = {
  /** ISO 8601 UTC. */
  readonly announcedAt: string;
  /** The key that signs the statement, and signs nothing from then on. */
  readonly key: SigningKey;
  /** The public half of the key that follows. */
  readonly next: string;
};

/** @returns why it was not announced: null where it was. Only the key that was announced last announces another. */
export async function announceKey(
  connection: Transaction<AnyTables>,
  { announcedAt, key, next }: Announcement,
): Promise<WhyUnsigned | null> {
  const tables = tablesOf<ReleaseTables>(connection);
  const { archive_id: archive } = await tables.selectFrom("archive_identity").selectAll().executeTakeFirstOrThrow();
  const refused = await admitKey(connection, key, archive, announcedAt);
  if (refused !== null) return refused;
  const last = (await readManifestKeys(connection)).at(-1);
  const statement = statementOf({ archive, announced_at: announcedAt }, key.publicKey, next);
  const row = { public_key: next, archive, announced_at: announcedAt, statement };
  await insertKey(connection, { ...row, ...signaturesOf(key, statement, signedAs.statement) }, last);
  return null;
}

type Statement = Pick<KeyRow, "archive" | "announced_at">;

/** Both keys stand in it in both forms, so that whoever trusts it has the new one as their program takes it. */
export function statementOf({ archive, announced_at }: Statement, key: string, next: string): string {
  const forms = (publicKey: string) => ({ minisign: minisignKey(publicKey), ssh: sshKey(publicKey) });
  return `${JSON.stringify({ archive, announced_at, key: forms(key), next: forms(next) })}\n`;
}

async function insertKey(
  connection: Transaction<AnyTables>,
  row: Omit<KeyRow, "position" | "minisig" | "sshsig"> & Partial<Pick<KeyRow, "minisig" | "sshsig">>,
  last: KeyRow | undefined,
): Promise<void> {
  const position = (last?.position ?? 0) + 1;
  await tablesOf<ReleaseTables>(connection)
    .insertInto("manifest_keys")
    .values({ minisig: null, sshsig: null, ...row, position })
    .execute();
}

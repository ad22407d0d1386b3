/**
 * The manifests of the files, and the chain of their heads. Each is signed by the key that signed the one before, or by the key that a
 * manifest before has named as the next. They are kept for good.
 */
import { hash } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { readArchiveId } from "../manifest.ts";
import type { OfferedFile } from "../offered-files.ts";
import type { ReleaseTables } from "../tables.ts";
import { fingerprintOf, type SigningKey } from "./signature.ts";

export type FileManifest = {
  readonly archive: string;
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly published_at: string;
  /** SHA-256 of the manifest before; null in the first one. */
  readonly previous: string | null;
  /** The key that signs what follows, where that is another: `ssh-ed25519 AAAA…`. */
  readonly next_key?: string;
};

export type Head = {
  readonly revision: number;
  readonly manifest_sha256: string;
  /** SHA-256 of the head before, without the end of its line; null in the first one. */
  readonly previous: string | null;
  /** In the first head after a restore: the archive whose last known head is the one before. */
  readonly restored?: string;
};

type Row = ReleaseTables["file_manifests"];
/** Why a manifest was not signed: there was no key, or another one than the one before has named. */
type WhyUnsigned = "no key" | "other key";

export function sha256Of(text: string): string {
  return hash("sha256", text);
}

/** One file a line, so that people find a file of theirs with `grep`. @param files see `fileLines`. */
export function manifestText(manifest: FileManifest, files: string): string {
  return JSON.stringify(manifest).slice(0, -1) + files;
}

const filesBegin = ',"files":[\n';

/** The end of a manifest, which is the same whenever the files are. */
export function fileLines(files: readonly Pick<OfferedFile, "path" | "rows" | "bytes" | "sha256">[]): string {
  const lines = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, rows, bytes, sha256 }) => JSON.stringify({ path, rows, bytes, sha256 }));
  return `${filesBegin}${lines.join(",\n")}\n]}\n`;
}

/** The head of a manifest that follows another one. */
function headOf(
  row: Pick<Row, "archive" | "revision" | "body">,
  before: Pick<Row, "archive" | "head"> | undefined,
): string {
  const restored = before !== undefined && before.archive !== row.archive ? { restored: before.archive } : {};
  const previous = before === undefined ? null : sha256Of(before.head);
  const head: Head = { revision: row.revision, manifest_sha256: sha256Of(row.body), previous, ...restored };
  return JSON.stringify(head);
}

/** The file `heads.ndjson`. */
export function headsText(heads: readonly string[]): string {
  return heads.map((head) => `${head}\n`).join("");
}

const manifestsOf = (connection: Kysely<AnyTables>) => tablesOf<ReleaseTables>(connection).selectFrom("file_manifests");

/** The key that signs an archive's next manifest; null: any key may begin, since none has signed it, or not since a restore. */
export async function expectedKey(connection: Kysely<AnyTables>, archive: string): Promise<string | null> {
  const signed = manifestsOf(connection).where("archive", "=", archive).where("public_key", "is not", null);
  const newest = signed.select(["public_key", "next_key"]).orderBy("position", "desc").limit(1);
  const row = await newest.executeTakeFirst();
  return row?.next_key ?? row?.public_key ?? null;
}

type NewManifest = {
  /** The archive's id, which a restore has changed. */
  readonly archive: string;
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  /** Every file that is offered. */
  readonly files: readonly OfferedFile[];
  readonly key: SigningKey | null;
};

/** @returns whether there was anything to append: nothing is when the newest manifest says the same. */
export async function appendManifest(connection: Transaction<AnyTables>, manifest: NewManifest): Promise<boolean> {
  const { archive, revision, publishedAt, key } = manifest;
  const last = await manifestsOf(connection).selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
  const lines = fileLines(manifest.files);
  if (last?.revision === revision && last.archive === archive && last.body.endsWith(lines)) return false;
  await append(connection, last, { archive, revision, published_at: publishedAt }, lines, key);
  return true;
}

/**
 * Appends the newest manifest once more, with the name of the key that signs from then on. Where nothing was signed there is
 * nobody to tell.
 * @returns whether the key is the one that may name another.
 */
export async function nameNextKey(connection: Transaction<AnyTables>, key: SigningKey, next: string): Promise<boolean> {
  const last = await manifestsOf(connection).selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
  const archive = await readArchiveId(connection);
  const expected = await expectedKey(connection, archive);
  if (last === undefined || expected === null) return true;
  if (expected !== key.publicKey) return false;
  const { revision, published_at } = JSON.parse(last.body) as FileManifest;
  const files = last.body.slice(last.body.indexOf(filesBegin));
  await append(connection, last, { archive, revision, published_at, next_key: next }, files, key);
  return true;
}

async function append(
  connection: Transaction<AnyTables>,
  last: Row | undefined,
  { archive, revision, published_at, next_key }: Omit<FileManifest, "previous">,
  files: string,
  key: SigningKey | null,
): Promise<void> {
  const previous = last === undefined ? null : sha256Of(last.body);
  const named = next_key === undefined ? {} : { next_key };
  const body = manifestText({ archive, revision, published_at, previous, ...named }, files);
  const head = headOf({ archive, revision, body }, last);
  const expected = await expectedKey(connection, archive);
  const isOther = key !== null && expected !== null && expected !== key.publicKey;
  const why: WhyUnsigned | null = key === null ? "no key" : isOther ? "other key" : null;
  const signer = why === null ? key : null;
  const heads = await manifestsOf(connection).select("head").orderBy("position").execute();
  const signed = signer?.sign(headsText([...heads.map((row) => row.head), head])) ?? null;
  await tablesOf<ReleaseTables>(connection)
    .insertInto("file_manifests")
    .values({
      position: (last?.position ?? 0) + 1,
      archive,
      revision,
      head,
      body,
      why_unsigned: why,
      public_key: signer?.publicKey ?? null,
      next_key: next_key ?? null,
      sshsig: signer?.sign(body) ?? null,
      heads_sshsig: signed,
    })
    .execute();
}

export type ProofState = {
  readonly revision: number;
  /** Of the key that has signed it; null: it is not signed. */
  readonly fingerprint: string | null;
  /** How anybody checks it. */
  readonly commands: readonly string[];
  /** A sentence; null: it is signed. */
  readonly why_unsigned: string | null;
};

/** The command that checks a manifest, beside which its signature and `allowed_signers` lie. */
export const verifyCommand =
  "ssh-keygen -Y verify -f allowed_signers -I gradeline -n gradeline -s manifest.json.sshsig < manifest.json";

/** By which key the newest manifest is signed, or why by none. Null: there is no manifest. */
export async function readProofState(connection: Kysely<AnyTables>): Promise<ProofState | null> {
  const newest = manifestsOf(connection).select(["archive", "revision", "public_key", "why_unsigned"]);
  const row = await newest.orderBy("position", "desc").limit(1).executeTakeFirst();
  if (row === undefined) return null;
  const { revision, public_key: key } = row;
  if (key !== null) return { revision, fingerprint: fingerprintOf(key), commands: [verifyCommand], why_unsigned: null };
  const expected = await expectedKey(connection, row.archive);
  const why =
    row.why_unsigned === "other key" && expected !== null
      ? `The server's key is not ${fingerprintOf(expected)}, which signs here, so nothing was signed with it.`
      : "The server had no key: with PostgreSQL set MANIFEST_KEY, otherwise let it write manifest-key in DATA_DIR.";
  return { revision, fingerprint: null, commands: [], why_unsigned: why };
}

/** Appends the manifest of a revision's files, its head, and the signatures of both. They are kept for good. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { OfferedFile } from "../offered-files.ts";
import type { ReleaseTables } from "../tables.ts";
import { admitKey } from "./manifest-keys.ts";
import { fileLines, headLine, headsText, manifestText, sha256Of, signedAs } from "./manifest-text.ts";
import { signaturesOf } from "./signatures.ts";
import type { SigningKey } from "./signing-key.ts";

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
export async function appendManifest(
  connection: Transaction<AnyTables>,
  { archive, revision, publishedAt, files, key }: NewManifest,
): Promise<boolean> {
  const tables = tablesOf<ReleaseTables>(connection);
  const manifests = tables.selectFrom("file_manifests");
  const last = await manifests.selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
  const lines = fileLines(files);
  if (last?.revision === revision && last.archive === archive && last.body.endsWith(lines)) return false;

  const previous = last === undefined ? null : sha256Of(last.body);
  const body = manifestText({ archive, revision, published_at: publishedAt, previous }, lines);
  const head = headLine(
    { revision, manifest_sha256: sha256Of(body), previous: last === undefined ? null : sha256Of(last.head) },
    last === undefined || last.archive === archive ? null : last.archive,
  );
  const whyUnsigned = await admitKey(connection, key, archive, publishedAt);
  const signer = whyUnsigned === null ? key : null;
  const before = await manifests.select("head").orderBy("position").execute();
  const heads = headsText([...before.map((row) => row.head), head]);
  const ofHeads = signaturesOf(signer, heads, signedAs.heads(revision));
  await tables
    .insertInto("file_manifests")
    .values({
      position: (last?.position ?? 0) + 1,
      archive,
      revision,
      head,
      public_key: signer?.publicKey ?? null,
      why_unsigned: whyUnsigned,
      body,
      ...signaturesOf(signer, body, signedAs.manifest(revision)),
      heads_minisig: ofHeads.minisig,
      heads_sshsig: ofHeads.sshsig,
    })
    .execute();
  return true;
}

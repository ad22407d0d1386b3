/** What of the proof is public: hashes, counts, keys and signatures, and no data. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import { readManifestKeys } from "./manifest-keys.ts";
import { headsText } from "./manifest-text.ts";
import { minisignKey, minisignKeyFile } from "./minisign.ts";
import { allowedSigners, fingerprintOf, sshKey } from "./ssh-signature.ts";

export type ProofFile = {
  readonly type: "json" | "ndjson" | "text";
  readonly text: string;
  /** Whether its name says what it holds, so that it can never be another one. */
  readonly isForGood: boolean;
};

type Signed = { readonly text: string; readonly minisig: string | null; readonly sshsig: string | null };

/** Where the proof is on a server. */
export const proofPath = "/.well-known/gradeline/";

const signedNames = /^(heads\.ndjson|(manifests|keys)\/(\d{1,9}|[0-9a-f]{64})\.json)(?:\.(minisig|sshsig))?$/;

/** @param path below `proofPath`. @returns a sentence where there is no such file. */
export async function readProofFile(connection: Kysely<AnyTables>, path: string): Promise<ProofFile | string> {
  if (path === "") return { type: "json", text: await indexOf(connection), isForGood: false };
  if (path === "minisign.pub" || path === "allowed_signers") {
    const key = await signingNow(connection);
    if (key === null) return "No key has signed anything here yet.";
    const text = path === "minisign.pub" ? minisignKeyFile(key) : allowedSigners(key);
    return { type: "text", text, isForGood: false };
  }
  const match = signedNames.exec(path);
  const [, name, folder, id = "", form] = match ?? [];
  const read = folder === "keys" ? readStatement : folder === "manifests" ? readManifest : readHeads;
  const found = name === undefined ? null : await read(connection, id);
  if (found === null) return `There is no such file; ${proofPath} lists what there is.`;
  const isForGood = id.length === 64;
  if (form === undefined) return { type: folder === undefined ? "ndjson" : "json", text: found.text, isForGood };
  const signature = found[form as "minisig" | "sshsig"];
  if (signature === null) return "This was not signed. The page /status says whether the newest manifest is.";
  return { type: "text", text: signature, isForGood };
}

const manifests = (connection: Kysely<AnyTables>) =>
  tablesOf<ReleaseTables>(connection).selectFrom("file_manifests").orderBy("position", "desc").limit(1);

/** The key of the newest signature, which is not yet the one that was announced last. */
async function signingNow(connection: Kysely<AnyTables>): Promise<string | null> {
  const signed = manifests(connection).select("public_key").where("public_key", "is not", null);
  return (await signed.executeTakeFirst())?.public_key ?? null;
}

async function readHeads(connection: Kysely<AnyTables>): Promise<Signed | null> {
  const lines = await tablesOf<ReleaseTables>(connection)
    .selectFrom("file_manifests")
    .select(["head", "position"])
    .orderBy("position")
    .execute();
  const position = lines.at(-1)?.position;
  if (position === undefined) return null;
  // The signatures of the last one that was read: meanwhile there may be another.
  const row = await manifests(connection)
    .select(["heads_minisig as minisig", "heads_sshsig as sshsig"])
    .where("position", "=", position)
    .executeTakeFirstOrThrow();
  return { ...row, text: headsText(lines.map(({ head }) => head)) };
}

/** @param id a revision, or a SHA-256: a revision that a restore repeated has several manifests. */
async function readManifest(connection: Kysely<AnyTables>, id: string): Promise<Signed | null> {
  const wanted = manifests(connection).select(["body as text", "minisig", "sshsig"]);
  const own =
    id.length === 64
      ? wanted.where("head", "like", `%"manifest_sha256":"${id}"%`)
      : wanted.where("revision", "=", Number(id));
  return (await own.executeTakeFirst()) ?? null;
}

async function readStatement(connection: Kysely<AnyTables>, id: string): Promise<Signed | null> {
  const row = (await readManifestKeys(connection)).find((each) => each.position === Number(id));
  return row === undefined || row.statement === null ? null : { ...row, text: row.statement };
}

async function indexOf(connection: Kysely<AnyTables>): Promise<string> {
  const key = await signingNow(connection);
  const newest = await manifests(connection).select("revision").executeTakeFirst();
  const keys = await readManifestKeys(connection);
  const index = {
    heads: `${proofPath}heads.ndjson`,
    newest_manifest: newest === undefined ? null : `${proofPath}manifests/${newest.revision}.json`,
    manifests: ["{revision}", "{sha256}"].map((name) => `${proofPath}manifests/${name}.json`),
    signatures: ["{file}.minisig", "{file}.sshsig"],
    key: key === null ? null : keyForms(key),
    key_files: ["minisign.pub", "allowed_signers"].map((name) => `${proofPath}${name}`),
    keys: keys.map(({ position, archive, announced_at, public_key, statement }) => ({
      archive,
      announced_at,
      key: keyForms(public_key),
      statement: statement === null ? null : `${proofPath}keys/${position}.json`,
    })),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

function keyForms(publicKey: string) {
  return { minisign: minisignKey(publicKey), ssh: sshKey(publicKey), fingerprint: fingerprintOf(publicKey) };
}

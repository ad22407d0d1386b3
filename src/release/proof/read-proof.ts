/** Reads the part of the proof that is public: hashes, counts, keys and signatures, and no data. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import { type Head, headsText } from "./manifests.ts";
import { allowedSigners, fingerprintOf } from "./signature.ts";

export type ProofFile = {
  readonly type: "json" | "ndjson" | "text";
  readonly text: string;
  /** Whether its name says what it holds, so that it can never be another one. */
  readonly isForGood: boolean;
};

/** Where the proof is on a server. */
export const proofPath = "/.well-known/gradeline/";

const names = /^(?:heads\.ndjson|manifests\/(\d{1,9}|[0-9a-f]{64})\.json)(\.sshsig)?$/;

/** @param path below `proofPath`. @returns a sentence where there is no such file. */
export async function readProofFile(connection: Kysely<AnyTables>, path: string): Promise<ProofFile | string> {
  if (path === "") return { type: "json", text: await indexOf(connection), isForGood: false };
  if (path === "allowed_signers") {
    const key = await signingNow(connection);
    if (key === null) return "No key has signed anything here yet.";
    return { type: "text", text: allowedSigners(key), isForGood: false };
  }
  const match = names.exec(path);
  const [, id, wantsSignature] = match ?? [];
  const read = () => (id === undefined ? readHeads(connection) : readManifest(connection, id));
  const found = match === null ? undefined : await read();
  if (found === undefined) return `There is no such file; ${proofPath} lists what there is.`;
  const isForGood = id?.length === 64;
  if (wantsSignature === undefined) return { type: id === undefined ? "ndjson" : "json", text: found.text, isForGood };
  if (found.sshsig !== null) return { type: "text", text: found.sshsig, isForGood };
  return "This was not signed. The page /status says whether the newest manifest is.";
}

const newest = (connection: Kysely<AnyTables>) =>
  tablesOf<ReleaseTables>(connection).selectFrom("file_manifests").orderBy("position", "desc").limit(1);

/** The key of the newest signature; a manifest may have named the one that follows. */
async function signingNow(connection: Kysely<AnyTables>): Promise<string | null> {
  const signed = newest(connection).select("public_key").where("public_key", "is not", null);
  return (await signed.executeTakeFirst())?.public_key ?? null;
}

async function readHeads(connection: Kysely<AnyTables>) {
  // The signature of the last one that was read: meanwhile there may be another.
  const last = await newest(connection).select(["position", "heads_sshsig as sshsig"]).executeTakeFirst();
  if (last === undefined) return undefined;
  const heads = tablesOf<ReleaseTables>(connection).selectFrom("file_manifests").select("head").orderBy("position");
  const lines = await heads.where("position", "<=", last.position).execute();
  return { sshsig: last.sshsig, text: headsText(lines.map(({ head }) => head)) };
}

/** @param id a revision, or a SHA-256: a revision that a restore repeated has several manifests. */
function readManifest(connection: Kysely<AnyTables>, id: string) {
  const wanted = newest(connection).select(["body as text", "sshsig"]);
  const own =
    id.length === 64
      ? wanted.where("head", "like", `%"manifest_sha256":"${id}"%`)
      : wanted.where("revision", "=", Number(id));
  return own.executeTakeFirst();
}

async function indexOf(connection: Kysely<AnyTables>): Promise<string> {
  const key = await signingNow(connection);
  const last = await newest(connection).select("revision").executeTakeFirst();
  const naming = tablesOf<ReleaseTables>(connection).selectFrom("file_manifests").where("next_key", "is not", null);
  const named = await naming.select(["head", "next_key"]).orderBy("position").execute();
  const index = {
    heads: `${proofPath}heads.ndjson`,
    newest_manifest: last === undefined ? null : `${proofPath}manifests/${last.revision}.json`,
    manifests: ["{revision}", "{sha256}"].map((name) => `${proofPath}manifests/${name}.json`),
    signatures: "{file}.sshsig",
    key: key === null ? null : { ssh: key, fingerprint: fingerprintOf(key) },
    allowed_signers: `${proofPath}allowed_signers`,
    // The manifests that name the key which signs what follows them, oldest first.
    next_keys: named.map(({ head, next_key: ssh }) => ({
      ssh,
      manifest: `${proofPath}manifests/${(JSON.parse(head) as Head).manifest_sha256}.json`,
    })),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

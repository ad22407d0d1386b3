/** How the newest manifest is proved, as an operator and visitors are told of it. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import { readManifestKeys, type WhyUnsigned } from "./manifest-keys.ts";
import { minisignKey } from "./minisign.ts";
import { fingerprintOf } from "./ssh-signature.ts";

/** The members are those of the JSON of `gradeline status`. */
export type ProofState = {
  /** The revision of the newest manifest. */
  readonly revision: number;
  /** The fingerprint of the key that signed it; null: nothing did. */
  readonly fingerprint: string | null;
  /** By which anybody checks the manifest; none where it is not signed. */
  readonly commands: readonly string[];
  /** A sentence; null where it is signed. */
  readonly why_unsigned: string | null;
};

/** Null: there is no manifest yet. */
export async function readProofState(connection: Kysely<AnyTables>): Promise<ProofState | null> {
  const newest = await tablesOf<ReleaseTables>(connection)
    .selectFrom("file_manifests")
    .select(["revision", "public_key", "why_unsigned"])
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return null;
  const { revision, public_key: key } = newest;
  if (key !== null) {
    return { revision, fingerprint: fingerprintOf(key), commands: verifyCommands(key), why_unsigned: null };
  }
  const last = (await readManifestKeys(connection)).at(-1)?.public_key ?? null;
  const why = whySentence(newest.why_unsigned as WhyUnsigned, last);
  return { revision, fingerprint: null, commands: [], why_unsigned: why };
}

function whySentence(why: WhyUnsigned, last: string | null): string {
  if (why === "other key" && last !== null) {
    return `The server's key is not ${fingerprintOf(last)}, which was announced last, so nothing was signed with it.`;
  }
  return "The server had no key: with PostgreSQL set MANIFEST_KEY, otherwise let it write manifest-key in DATA_DIR.";
}

/** What anybody types to check a manifest, beside which its signatures and `allowed_signers` lie. */
export function verifyCommands(publicKey: string): readonly string[] {
  return [
    `minisign -Vm manifest.json -P ${minisignKey(publicKey)}`,
    "ssh-keygen -Y verify -f allowed_signers -I gradeline -n gradeline -s manifest.json.sshsig < manifest.json",
  ];
}

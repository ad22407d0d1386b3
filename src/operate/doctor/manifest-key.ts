/** Whether the manifests of the files are signed, and by the key that is here. */
import type { Database } from "../../database/engine.ts";
import { readProofState } from "../../release/proof/manifests.ts";
import { type Finding, ok, warning, wrong } from "./finding.ts";

const name = "manifest key";

/** @param fingerprint of the key that is here; null where there is none. */
export async function checkManifestKey({ kysely, engine }: Database, fingerprint: string | null): Promise<Finding> {
  const proof = await readProofState(kysely);
  if (fingerprint === null) {
    const sentence = "there is no key, so nobody can check the files that callers take home";
    if (engine === "postgres")
      return warning(name, sentence, "set MANIFEST_KEY to what openssl rand -base64 32 prints, on every node");
    return warning(name, sentence, "let the server write to DATA_DIR: it makes the key at its next publish");
  }
  if (proof === null) return ok(name, `the key is ${fingerprint}, and nothing has been signed yet`);
  const { revision, why_unsigned: why } = proof;
  if (why !== null)
    return wrong(
      name,
      `the manifest of revision ${revision} is not signed. ${why}`,
      "put the right key in place, then: gradeline files",
    );
  if (proof.fingerprint === fingerprint)
    return ok(name, `the manifest of revision ${revision} is signed by ${fingerprint}, the key that is here`);
  const sentence = `the manifest of revision ${revision} is signed by ${proof.fingerprint}, and the key here is ${fingerprint}`;
  return wrong(name, sentence, "put the key back that has signed, or change it by gradeline manifest-key --new");
}

/** Checks signatures in the form of minisign (https://jedisct1.github.io/minisign/), prehashed with BLAKE2b-512. */
import { createHash, createPublicKey, verify } from "node:crypto";

/** These bytes stand before the 32 of an Ed25519 key in DER (RFC 8410). */
const derStart = Buffer.from("302a300506032b6570032100", "hex");

/** The key of a line such as `RW…`. Null: it is none. */
function keyOf(line: string): { readonly id: Buffer; readonly key: Buffer } | null {
  const bytes = Buffer.from(line.trim(), "base64");
  if (bytes.length !== 42 || bytes.subarray(0, 2).toString("latin1") !== "Ed") return null;
  return { id: bytes.subarray(2, 10), key: bytes.subarray(10) };
}

/** The last line of `minisign.pub`, which is what `minisign -P` takes. */
export function keyLine(file: string): string {
  return file.trim().split("\n").at(-1)?.trim() ?? "";
}

/** Whether a key has signed these bytes. @param key as `keyLine` has it. @param signature the text of a `.minisig`. */
export function isSigned(key: string, content: Uint8Array | string, signature: string): boolean {
  const known = keyOf(key);
  const [, first = "", comment = "", last = ""] = signature.split("\n");
  const [signed, whole] = [Buffer.from(first, "base64"), Buffer.from(last, "base64")];
  if (known === null || signed.length !== 74 || whole.length !== 64 || !comment.startsWith("trusted comment: "))
    return false;
  if (signed.subarray(0, 2).toString("latin1") !== "ED" || !signed.subarray(2, 10).equals(known.id)) return false;
  const ed25519 = createPublicKey({ key: Buffer.concat([derStart, known.key]), format: "der", type: "spki" });
  const digest = createHash("blake2b512").update(content).digest();
  const own = signed.subarray(10);
  const named = Buffer.concat([own, Buffer.from(comment.slice("trusted comment: ".length))]);
  return verify(null, digest, ed25519, own) && verify(null, named, ed25519, whole);
}

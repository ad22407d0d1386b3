/** Public keys and signatures in the form of minisign (https://jedisct1.github.io/minisign/), prehashed with BLAKE2b-512. */
import { hash } from "node:crypto";
import { isSignedBy, type SigningKey } from "./signing-key.ts";

const untrusted = "untrusted comment: signature of Gradeline";
const trusted = "trusted comment: ";
const keyIdBytes = 8;
const signatureBytes = 64;

/** The public key as `minisign -P` takes it. */
export function minisignKey(publicKey: string): string {
  return Buffer.concat([Buffer.from("Ed"), keyIdOf(publicKey), Buffer.from(publicKey, "base64")]).toString("base64");
}

/** The public key as `minisign -p` takes it. */
export function minisignKeyFile(publicKey: string): string {
  const id = keyIdOf(publicKey).toReversed();
  return `untrusted comment: minisign public key ${Buffer.from(id).toString("hex").toUpperCase()}\n${minisignKey(publicKey)}\n`;
}

/** @param comment what minisign shows of a good signature: one line, which is signed too. */
export function minisigOf(key: SigningKey, content: string, comment: string): string {
  const signature = key.sign(digestOf(content));
  return minisigText(key.publicKey, signature, comment, key.sign(withComment(signature, comment)));
}

/** Whether a signature is, byte for byte, one that we would have written of this content. */
export function isMinisigOf(publicKey: string, content: string, minisig: string): boolean {
  const [, first = "", second = "", last = ""] = minisig.split("\n");
  const signature = Buffer.from(first, "base64").subarray(2 + keyIdBytes);
  const comment = second.slice(trusted.length);
  const whole = Buffer.from(last, "base64");
  if (signature.length !== signatureBytes || whole.length !== signatureBytes) return false;
  return (
    minisigText(publicKey, signature, comment, whole) === minisig &&
    isSignedBy(publicKey, digestOf(content), signature) &&
    isSignedBy(publicKey, withComment(signature, comment), whole)
  );
}

/** Any eight bytes would do; these are the same wherever the key is used. */
function keyIdOf(publicKey: string): Buffer {
  return hash("sha256", Buffer.from(publicKey, "base64"), "buffer").subarray(0, keyIdBytes);
}

function digestOf(content: string): Buffer {
  return hash("blake2b512", content, "buffer");
}

function withComment(signature: Uint8Array, comment: string): Buffer {
  return Buffer.concat([signature, Buffer.from(comment)]);
}

function minisigText(publicKey: string, signature: Uint8Array, comment: string, whole: Uint8Array): string {
  const first = Buffer.concat([Buffer.from("ED"), keyIdOf(publicKey), signature]);
  return `${untrusted}\n${first.toString("base64")}\n${trusted}${comment}\n${Buffer.from(whole).toString("base64")}\n`;
}

/** The Ed25519 key (RFC 8032) that signs manifests: made of 32 secret bytes, which are kept as base64. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";

export type SigningKey = {
  /** The public half: 32 bytes as base64. */
  readonly publicKey: string;
  sign(bytes: Uint8Array): Buffer;
};

/** All that comes before the 32 bytes in a private key of PKCS #8 (RFC 8410 7). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

export function newSeed(): string {
  return randomBytes(32).toString("base64");
}

/** @param seed 32 bytes as base64. */
export function signingKeyOfSeed(seed: string): SigningKey {
  const der = Buffer.concat([pkcs8Head, Buffer.from(seed, "base64")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const publicKey = Buffer.from(x, "base64url").toString("base64");
  return { publicKey, sign: (bytes) => sign(null, bytes, key) };
}

export function isSignedBy(publicKey: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const raw = Buffer.from(publicKey, "base64");
  if (raw.length !== 32) return false;
  const jwk = { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url") };
  return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
}

/** The Ed25519 key (RFC 8032) that signs manifests, and signatures as `ssh-keygen -Y verify` takes them (PROTOCOL.sshsig of OpenSSH). */
import { createPrivateKey, createPublicKey, hash, randomBytes, sign } from "node:crypto";

export type SigningKey = {
  /** The public half as OpenSSH writes it: `ssh-ed25519 AAAA…`. */
  readonly publicKey: string;
  /** @returns the text of a file beside the signed one, `.sshsig`. */
  sign(content: string): string;
};

const keyType = "ssh-ed25519";
/** The purpose of a signature, and the name of the signer, as `ssh-keygen` takes them by `-n` and `-I`. */
const namespace = "gradeline";
const magic = Buffer.from("SSHSIG");
/** All that comes before the 32 secret bytes in a private key of PKCS #8 (RFC 8410 7). */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/** The secret half: 32 bytes as base64. */
export function newSeed(): string {
  return randomBytes(32).toString("base64");
}

export function signingKeyOfSeed(seed: string): SigningKey {
  const der = Buffer.concat([pkcs8Head, Buffer.from(seed, "base64")]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const blob = Buffer.concat([field(keyType), field(Buffer.from(x, "base64url"))]);
  const publicKey = `${keyType} ${blob.toString("base64")}`;
  return { publicKey, sign: (content) => armored(publicKey, sign(null, signedBytes(content), key)) };
}

/** The line of a file of allowed signers (`man ssh-keygen`), with its end. */
export function allowedSigners(publicKey: string): string {
  return `gradeline namespaces="${namespace}" ${publicKey}\n`;
}

/** `SHA256:…`, as `ssh-keygen -l` shows it. */
export function fingerprintOf(publicKey: string): string {
  return `SHA256:${hash("sha256", blobOf(publicKey), "base64").replace(/=+$/, "")}`;
}

function blobOf(publicKey: string): Buffer {
  return Buffer.from(publicKey.slice(keyType.length + 1), "base64");
}

function signedBytes(content: string): Buffer {
  const digest = field(hash("sha512", content, "buffer"));
  return Buffer.concat([magic, field(namespace), field(""), field("sha512"), digest]);
}

function armored(publicKey: string, signature: Uint8Array): string {
  const about = [field(blobOf(publicKey)), field(namespace), field(""), field("sha512")];
  const signed = field(Buffer.concat([field(keyType), field(signature)]));
  const lines = Buffer.concat([magic, Buffer.from([0, 0, 0, 1]), ...about, signed]).toString("base64");
  return ["-----BEGIN SSH SIGNATURE-----", ...(lines.match(/.{1,70}/g) ?? []), "-----END SSH SIGNATURE-----", ""].join(
    "\n",
  );
}

/** A text or bytes behind their length, which every field of SSH has. */
function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

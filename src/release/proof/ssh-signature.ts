/** Public keys and signatures as OpenSSH has them: `ssh-keygen -Y verify` (PROTOCOL.sshsig of OpenSSH). */
import { hash } from "node:crypto";
import { isSignedBy, type SigningKey } from "./signing-key.ts";

const keyType = "ssh-ed25519";
const magic = "SSHSIG";
/** What a signature is for, and who signs, as `ssh-keygen` takes them by `-n` and `-I`. */
const namespace = "gradeline";
const hashName = "sha512";
const begin = "-----BEGIN SSH SIGNATURE-----";
const end = "-----END SSH SIGNATURE-----";
const lineCharacters = 70;

/** `ssh-ed25519 AAAA…` */
export function sshKey(publicKey: string): string {
  return `${keyType} ${keyBlobOf(publicKey).toString("base64")}`;
}

/** The line of a file of allowed signers (`man ssh-keygen`), with its end. */
export function allowedSigners(publicKey: string): string {
  return `gradeline namespaces="${namespace}" ${sshKey(publicKey)}\n`;
}

/** `SHA256:…`, as `ssh-keygen -l` shows it. */
export function fingerprintOf(publicKey: string): string {
  return `SHA256:${hash("sha256", keyBlobOf(publicKey), "base64").replace(/=+$/, "")}`;
}

export function sshsigOf(key: SigningKey, content: string): string {
  return armored(key.publicKey, key.sign(signedBytes(content)));
}

/** Whether a signature is, byte for byte, one that we would have written of this content. */
export function isSshsigOf(publicKey: string, content: string, sshsig: string): boolean {
  const blob = Buffer.from(sshsig.split("\n").slice(1, -2).join(""), "base64");
  const signature = blob.subarray(-64);
  return armored(publicKey, signature) === sshsig && isSignedBy(publicKey, signedBytes(content), signature);
}

function keyBlobOf(publicKey: string): Buffer {
  return Buffer.concat([field(keyType), field(Buffer.from(publicKey, "base64"))]);
}

function signedBytes(content: string): Buffer {
  const digest = field(hash(hashName, content, "buffer"));
  return Buffer.concat([Buffer.from(magic), field(namespace), field(""), field(hashName), digest]);
}

function armored(publicKey: string, signature: Uint8Array): string {
  const version = Buffer.from([0, 0, 0, 1]);
  const about = [field(keyBlobOf(publicKey)), field(namespace), field(""), field(hashName)];
  const signed = field(Buffer.concat([field(keyType), field(signature)]));
  const text = Buffer.concat([Buffer.from(magic), version, ...about, signed]).toString("base64");
  const lines = text.match(new RegExp(`.{1,${lineCharacters}}`, "g")) ?? [];
  return [begin, ...lines, end, ""].join("\n");
}

/** A text or bytes behind their length, which every field of SSH has. */
function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as Uint8Array);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

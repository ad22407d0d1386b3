/**
 * API keys [D-41]: `gl_live_`, 32 base62 characters of secret, and 6 base62 characters of a CRC-32 over all that
 * precedes them, so that a mistyped key is refused without a look-up. A key is shown once; only its SHA-256 is stored.
 */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const keyStart = "gl_live_";
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;
const prefixLength = 12;
const shape = new RegExp(`^${keyStart}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

export function makeKey(): string {
  const unchecked = keyStart + makeSecret();
  return unchecked + checksumOf(unchecked);
}

export function isWellFormedKey(text: string): boolean {
  return shape.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)));
}

/**
 * Returns the digest that is stored instead of the key. A plain digest is enough: the secret has 190 bits, so nobody
 * can find the key by trying.
 */
export function hashKey(key: string): string {
  return hash("sha256", key, "hex");
}

/** Returns the part by which people tell keys apart. It is shown in lists. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixLength);
}

const moreThanPrefix = new RegExp(`${keyStart}[0-9A-Za-z]{${prefixLength - keyStart.length + 1},}`, "g");

/**
 * Replaces every key in a text with the beginning that all keys share. A key that was cut short is replaced too, when
 * the text holds more of it than the visible prefix; what is left of it ends as a text that was cut does, and with one such end.
 */
export function withoutKeys(text: string): string {
  return text.replaceAll(moreThanPrefix, `${keyStart}…`).replaceAll("……", "…");
}

function makeSecret(): string {
  let secret = "";
  while (secret.length < secretLength) {
    for (const byte of randomBytes(secretLength)) {
      // 248 is the largest multiple of 62 in a byte. Taking larger bytes modulo 62 would favor the first characters.
      if (byte < 248 && secret.length < secretLength) secret += base62[byte % 62];
    }
  }
  return secret;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let place = 0; place < checksumLength; place++) {
    checksum = base62[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

/** Sixteen URL-safe characters that name an account where its e-mail address must not appear, such as in the log. */
export function accountIdOf(email: string): string {
  return hash("sha256", `gradeline account ${email}`, "base64url").slice(0, 16);
}

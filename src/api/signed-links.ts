/**
 * Signed addresses of files. The signature is an HMAC-SHA-256 by a key that follows from SESSION_SECRET, over the id of the
 * caller's key, the path, the SHA-256 of the file and the second at which the address ends.
 */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError } from "./errors.ts";

/** The file that a signed address opens, and the key that it was made for. */
export type SignedFile = {
  readonly keyId: string;
  /** Below `/v1/files/`. */
  readonly path: string;
  readonly sha256: string;
};

const hourS = 3600;
/** The sentences about an operator's choice. */
export const filesNotOffered = "files are not offered here: the operator has set FILES=off";
export const linksNotOffered =
  "signed addresses are not offered here, because SESSION_SECRET is not set: send your key in a header";

export class FileLinks {
  readonly #key: Buffer | null;
  readonly #nowMs: () => number;

  /** @param secret null: no other node could read what this one signs. */
  constructor(secret: string | null, nowMs: () => number) {
    this.#key = secret === null ? null : Buffer.from(hkdfSync("sha256", secret, "", "files v1", 32));
    this.#nowMs = nowMs;
  }

  /** The query of an address that ends at the full hour 60 to 120 minutes from now. @throws ApiError where none are offered. */
  sign(signed: SignedFile): { readonly query: string; readonly expiresMs: number } {
    if (this.#key === null) throw new ApiError("not_found", linksNotOffered);
    const expires = String(Math.ceil((this.#nowMs() / 1000 + hourS) / hourS) * hourS);
    const { keyId: key, sha256 } = signed;
    const signature = signatureOf(this.#key, signed, expires);
    const query = new URLSearchParams({ sha256, key, expires, signature }).toString();
    return { query, expiresMs: Number(expires) * 1000 };
  }

  /** The id of the key that an address was made with. @throws ApiError 403 unless it is as it was made, and not too old. */
  keyIdOf(path: string, query: string): string {
    if (this.#key === null) throw new ApiError("forbidden", linksNotOffered);
    const sent = new URLSearchParams(query);
    const textOf = (name: string) => sent.get(name) ?? "";
    const [keyId, sha256, expires, signature] = ["key", "sha256", "expires", "signature"].map(textOf) as [
      string,
      string,
      string,
      string,
    ];
    const right = Buffer.from(signatureOf(this.#key, { keyId, path, sha256 }, expires));
    const given = Buffer.from(signature);
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw linkChanged();
    if (Number(expires) * 1000 <= this.#nowMs()) throw linkEnded(Number(expires));
    return keyId;
  }
}

/** A list in JSON says where each member ends. */
function signatureOf(key: Buffer, { keyId, path, sha256 }: SignedFile, expires: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([keyId, path, sha256, expires]))
    .digest("base64url");
}

/** Whether a request comes with a signature in the place of a key. With both, the key in the header counts. */
export function isSigned({ headers }: IncomingMessage, query: string): boolean {
  if (headers.authorization !== undefined || headers["x-api-key"] !== undefined) return false;
  return /(?:^|&)signature=/.test(query);
}

export function linkChanged(): ApiError {
  const why = "it opens one version of one file, and nothing of the address may be changed";
  return new ApiError(
    "forbidden",
    `the signature is not of this address: ${why}; ask for a new one at the file's /link`,
  );
}

/** @param expiresS the second at which it ended. */
export function linkEnded(expiresS: number): ApiError {
  const until = new Date(expiresS * 1000).toISOString();
  return new ApiError(
    "forbidden",
    `this address opened the file until ${until}; ask for a new one at the file's /link`,
  );
}

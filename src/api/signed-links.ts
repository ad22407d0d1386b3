/** Signed addresses of files: of the id of the caller's key, the path, the SHA-256 of the file and the second of the end. */
import type { IncomingMessage } from "node:http";
import { isSigned as isSignedBy, sign } from "../http/signing.ts";
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
  readonly #secret: string | null;
  readonly #nowMs: () => number;

  /** @param secret null: no other node could read what this one signs. */
  constructor(secret: string | null, nowMs: () => number) {
    this.#secret = secret;
    this.#nowMs = nowMs;
  }

  /** The query of an address that ends at the full hour 60 to 120 minutes from now. @throws ApiError where none are offered. */
  sign(signed: SignedFile): { readonly query: string; readonly expiresMs: number } {
    if (this.#secret === null) throw new ApiError("not_found", linksNotOffered);
    const expiresS = Math.ceil((this.#nowMs() / 1000 + hourS) / hourS) * hourS;
    const { keyId: key, sha256 } = signed;
    const signature = sign(this.#secret, "file", textOf(signed), expiresS * 1000);
    const query = new URLSearchParams({ sha256, key, expires: String(expiresS), signature }).toString();
    return { query, expiresMs: expiresS * 1000 };
  }

  /** The id of the key that an address was made with. @throws ApiError 403 unless it is as it was made, and not too old. */
  keyIdOf(path: string, query: string): string {
    if (this.#secret === null) throw new ApiError("forbidden", linksNotOffered);
    const sent = new URLSearchParams(query);
    const [keyId = "", sha256 = "", expires = "", signature = ""] = ["key", "sha256", "expires", "signature"].map(
      (name) => sent.get(name) ?? "",
    );
    const expiresS = Number(expires);
    const isOurs = isSignedBy(signature, this.#secret, "file", textOf({ keyId, path, sha256 }), expiresS * 1000);
    if (!isOurs || String(expiresS) !== expires) throw linkChanged();
    if (expiresS * 1000 <= this.#nowMs()) throw linkEnded(expiresS);
    return keyId;
  }
}

/** A list in JSON says where each member ends. */
function textOf({ keyId, path, sha256 }: SignedFile): string {
  return JSON.stringify([keyId, path, sha256]);
}

/** Whether a request comes with a signature in the place of a key. With both, the key in the header counts. */
export function isSigned({ headers }: IncomingMessage, query: string): boolean {
  if (headers.authorization !== undefined || headers["x-api-key"] !== undefined) return false;
  return /(?:^|&)signature=/.test(query);
}

function linkChanged(): ApiError {
  const why = "it opens one version of one file, and nothing of the address may be changed";
  return new ApiError(
    "forbidden",
    `the signature is not of this address: ${why}; ask for a new one at the file's /link`,
  );
}

/** @param expiresS the second at which it ended. */
function linkEnded(expiresS: number): ApiError {
  const until = new Date(expiresS * 1000).toISOString();
  return new ApiError(
    "forbidden",
    `this address opened the file until ${until}; ask for a new one at the file's /link`,
  );
}

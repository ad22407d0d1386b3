/**
 * The digests of keys that were found, so that neither a key's checksum nor its digest is computed for every request. Only
 * keys that exist get in, so those who try wrong ones push none out. The keys are in memory only.
 */

/** With more, all are forgotten, and each is learned again when it is used. */
const most = 10_000;

export class KnownDigests {
  readonly #digests = new Map<string, string>();

  /** Returns the digest of a key that was found before, and null of any other. */
  of(key: string): string | null {
    return this.#digests.get(key) ?? null;
  }

  /** @param key one that was found by this digest. */
  remember(key: string, digest: string): void {
    if (this.#digests.size >= most) this.#digests.clear();
    this.#digests.set(key, digest);
  }
}

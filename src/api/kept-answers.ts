/**
 * Answers that were made, for callers who ask the same again: all who walk a season ask for the same pages. Only what
 * follows from the snapshot and the question is kept, and only as long as that snapshot is served.
 */
import { LRUCache } from "lru-cache";
import { type OpenBody, openBody } from "../http/open-body.ts";
import type { Snapshot } from "../query/load.ts";
import { type Answer, type Body, freshnessHeaders, lengthOf } from "./answer.ts";
import type { Freshness } from "./freshness.ts";

const mostBytes = 64 * 1024 * 1024;
/** A larger answer is not kept: few ask for it twice. */
const largestBytes = 4 * 1024 * 1024;
/** For the entry itself, its key and headers. */
const bytesOfEntry = 2_000;
/** A longer question is not kept: it would take more memory than its answer. */
const longestKey = 1_000;
export class KeptAnswer {
  readonly freshness: Freshness;
  /** The headers of a 304 that it has whoever asks, names and values in turns. */
  readonly freshnessHeaders: readonly string[];
  readonly #make: Answer["make"];
  #made: MadeBody | null = null;
  #compressed: OpenBody | null = null;
  #compressing: Promise<OpenBody> | null = null;
  #bytes = bytesOfEntry;
  /** Its weight in bytes when it was kept; 0: it is not kept. */
  weighedBytes = 0;

  constructor({ freshness, make }: Answer) {
    this.freshness = freshness;
    this.freshnessHeaders = freshnessHeaders(freshness);
    this.#make = make;
  }

  /** How much memory it holds by itself. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Null: it has not been made yet. */
  get made(): MadeBody | null {
    return this.#made;
  }

  /** @param owner in whose turn it is computed. */
  async make(owner: string): Promise<MadeBody> {
    const body = await this.#make(owner);
    const { contentType, parts, headers: ofBody } = body;
    if (this.#made === null) this.#bytes += lengthOf(parts);
    const headers = [...this.freshnessHeaders, "content-type", contentType, ...ofBody];
    this.#made = { body, headers };
    return this.#made;
  }

  /** Null: the body has not been compressed yet. */
  get compressed(): OpenBody | null {
    return this.#compressed;
  }

  /** Compresses the body once, also for those who ask while that is under way. */
  async compress(body: Body): Promise<OpenBody> {
    this.#compressing ??= this.#compress(body);
    try {
      return await this.#compressing;
    } catch (error) {
      // A failure is not kept.
      this.#compressing = null;
      throw error;
    }
  }

  async #compress(body: Body): Promise<OpenBody> {
    const compressed = await openBody(Buffer.concat(body.parts));
    this.#compressed = compressed;
    this.#bytes += compressed.deflated.length;
    return compressed;
  }
}

export type MadeBody = {
  readonly body: Body;
  /** The headers that the answer has whoever asks for it, names and values in turns. */
  readonly headers: readonly string[];
};

export class KeptAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: mostBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  #of: Snapshot | null = null;

  find(snapshot: Snapshot, key: string): KeptAnswer | null {
    if (snapshot !== this.#of) return null;
    return this.#kept.get(key) ?? null;
  }

  /** Keeps an answer, or weighs one anew that has grown. */
  keep(snapshot: Snapshot, key: string, answer: KeptAnswer): void {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#of = snapshot;
    }
    if (answer.weighedBytes === answer.bytes || key.length > longestKey) return;
    answer.weighedBytes = answer.bytes;
    this.#kept.set(key, answer);
  }
}

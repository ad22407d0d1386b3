/** Values of a view that are read from its file, each looked at by its checksum. */
import { crc32 } from "node:zlib";
import type { ReleaseDamaged } from "../release-damaged.ts";

export class CheckedValues {
  readonly #read: (at: number, bytes: number) => Buffer;
  readonly #checksums: Uint32Array;
  readonly #damaged: (place: number) => ReleaseDamaged;

  /**
   * @param read reads bytes of the values, which lie one after the other.
   * @param damaged told of the place of a value that is not as it was written.
   */
  constructor(
    read: (at: number, bytes: number) => Buffer,
    checksums: Uint32Array,
    damaged: (place: number) => ReleaseDamaged,
  ) {
    this.#read = read;
    this.#checksums = checksums;
    this.#damaged = damaged;
  }

  /**
   * The values from one place to before another, as one.
   * @param offsets where each begins, and where the last one ends.
   * @throws ReleaseDamaged when one of them is not as it was written.
   */
  read(offsets: Uint32Array, from: number, to: number): Buffer {
    const start = offsets[from] as number;
    const bytes = this.#read(start, (offsets[to] as number) - start);
    for (let place = from; place < to; place++) {
      const own = bytes.subarray((offsets[place] as number) - start, (offsets[place + 1] as number) - start);
      if (crc32(own) !== this.#checksums[place]) throw this.#damaged(place);
    }
    return bytes;
  }
}

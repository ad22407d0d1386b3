/** Makes the share pictures of games, one PNG at a time, and keeps those that were asked for last. */
import { LRUCache } from "lru-cache";
import { type ServedFile, servedFile } from "../../http/send-file.ts";
import type { AskApi } from "../ask.ts";
import { drawCard } from "./card.ts";
import { readConsensusBets, type Single } from "./read-game.ts";

const cacheBytes = 8 * 1024 * 1024;
/** A picture takes a tenth of a second of one thread; whoever comes later than these is asked to come again. */
const mostWaiting = 20;

const types = { png: "image/png", svg: "image/svg+xml" } as const;

export class CardMaker {
  readonly #ask: AskApi;
  readonly #isSample: () => boolean;
  readonly #made = new LRUCache<string, ServedFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.plain.length,
  });
  readonly #underway = new Map<string, Promise<ServedFile>>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param isSample whether what is served now is a sample. */
  constructor(ask: AskApi, isSample: () => boolean) {
    this.#ask = ask;
    this.#isSample = isSample;
  }

  /** @returns null when too many others are being made. */
  async card(single: Single, format: keyof typeof types): Promise<ServedFile | null> {
    const key = `${single.etag} ${format}`;
    const made = this.#made.get(key) ?? this.#underway.get(key);
    if (made !== undefined) return made;
    if (this.#underway.size >= mostWaiting) return null;
    const making = this.#make(single, format).finally(() => this.#underway.delete(key));
    this.#underway.set(key, making);
    const card = await making;
    this.#made.set(key, card);
    return card;
  }

  async #make({ game }: Single, format: keyof typeof types): Promise<ServedFile> {
    const svg = drawCard(game, await readConsensusBets(this.#ask, game, "game"), this.#isSample());
    if (format === "svg") return servedFile(types.svg, Buffer.from(svg));
    // Loaded with the first picture: a server that nobody shares links of needs neither the library nor the fonts.
    const { pngOf } = await import("./card-png.ts");
    const drawing = this.#last.then(() => pngOf(svg));
    this.#last = drawing.catch(() => {});
    return servedFile(types.png, await drawing);
  }
}

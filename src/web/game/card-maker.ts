/** Makes the share pictures of games, and keeps those that were asked for last. */
import { LRUCache } from "lru-cache";
import { type ServedFile, servedFile } from "../../http/send-file.ts";
import type { AskApi } from "../ask.ts";
import { drawCard } from "./card.ts";
import { readConsensusBets, type Single } from "./read-game.ts";

const cacheBytes = 8 * 1024 * 1024;
const types = { png: "image/png", svg: "image/svg+xml" } as const;

type InTurn = (work: () => Promise<ServedFile>) => Promise<ServedFile>;

export class CardMaker {
  readonly #ask: AskApi;
  readonly #isSample: () => boolean;
  readonly #made = new LRUCache<string, ServedFile>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.plain.length,
  });
  readonly #underway = new Map<string, Promise<ServedFile>>();

  /** @param isSample whether what is served now is a sample. */
  constructor(ask: AskApi, isSample: () => boolean) {
    this.#ask = ask;
    this.#isSample = isSample;
  }

  /** @param inTurn does work when its turn has come: a picture takes a tenth of a second of one thread. */
  async card(single: Single, format: keyof typeof types, inTurn: InTurn): Promise<ServedFile> {
    const key = `${single.etag} ${format}`;
    const made = this.#made.get(key) ?? this.#underway.get(key);
    if (made !== undefined) return made;
    const making = inTurn(() => this.#make(single, format)).finally(() => this.#underway.delete(key));
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
    return servedFile(types.png, await pngOf(svg));
  }
}

/** Draws the card of a set of bets and its frame for other sites, in the thread that computes. */
import type { Computation } from "../../query/computing/computing.ts";
import type { SharedSetAsked } from "./shared-set.ts";

export const drawnSharedSet: Computation<SharedSetAsked, Uint8Array> = {
  name: "shared set",
  async compute(snapshot, asked) {
    const { sharedSet } = await import("./shared-set.ts");
    const set = sharedSet(snapshot, asked);
    if (asked.format === "html") {
      const { drawEmbed } = await import("./embed.ts");
      return Buffer.from(drawEmbed(set));
    }
    const { drawSetCard } = await import("./card.ts");
    const { cardBytes } = await import("../pictures/card.ts");
    return cardBytes(drawSetCard(set), asked.format);
  },
};

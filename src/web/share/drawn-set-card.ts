/** Draws the card of a set of bets as PNG, in the thread that computes. */
import type { Computation } from "../../query/computing/computing.ts";
import type { SharedSetAsked } from "./shared-set.ts";

export const drawnSetCard: Computation<SharedSetAsked, Uint8Array> = {
  name: "card of a set",
  async compute(snapshot, asked) {
    const { sharedSet } = await import("./shared-set.ts");
    const { drawSetCard } = await import("./card.ts");
    const { pngOf } = await import("../pictures/card-png.ts");
    return pngOf(drawSetCard(sharedSet(snapshot, asked)));
  },
};

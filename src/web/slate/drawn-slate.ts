/** Draws the page of a day, in the thread that computes. */
import type { Computation } from "../../query/computing/computing.ts";
import type { DrawnSlate, SlateAsked } from "./page.ts";

export const drawnSlate: Computation<SlateAsked, DrawnSlate> = {
  name: "page of a day",
  async compute({ isSample }, asked) {
    const { drawSlate } = await import("./page.ts");
    return drawSlate(asked, isSample);
  },
};

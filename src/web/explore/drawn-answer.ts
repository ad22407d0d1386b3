/** Draws the answer to a question of the explorer, in the thread that computes. */
import type { Computation } from "../../query/computing/computing.ts";
import { lookAtSet } from "../../query/trends/look.ts";
import type { AnswerAsked, DrawnAnswer } from "./answered.ts";

export const drawnAnswer: Computation<AnswerAsked, DrawnAnswer> = {
  name: "answer of the explorer",
  async compute(snapshot, asked) {
    const { drawAnswer } = await import("./answered.ts");
    return drawAnswer(lookAtSet(snapshot, asked), asked);
  },
};

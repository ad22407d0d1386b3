/**
 * When the database refuses a call for what is in it, the keys of the call are asked for alone, so that the data of one
 * account fails nobody else. The key at fault is asked for apart from the others for a while.
 */
import { NotDone } from "./lanes.ts";
import { Again } from "./moments.ts";
import type { Runtime } from "./runtime.ts";

/** By the key's hash, until when it is suspected, in the runtime's `elapsedMs`. */
export type Suspects = Map<string, number>;

const suspectedMs = 10_000;
const mostSuspects = 1000;
/** As many refusals without a good answer say that no single key is at fault. */
const refusalsOfAll = 3;
/** Keys that are not reached in this time go into another call. */
const enoughMs = 500;
/** A key whose own call is refused is asked for again after so long. */
const refusedMs = 200;

export type Apart<Ask, Answer> = {
  readonly asks: readonly Ask[];
  readonly hashOf: (ask: Ask) => string;
  readonly answerAll: (asks: readonly Ask[]) => Promise<readonly (Answer | Again)[]>;
  readonly suspects: Suspects;
  readonly runtime: Runtime;
};

/** @throws what `answerAll` throws, when that is no single key's fault. */
export async function answerApart<Ask, Answer>(apart: Apart<Ask, Answer>): Promise<readonly (Answer | Again)[]> {
  const { asks, hashOf, answerAll } = apart;
  try {
    return await answerAll(asks);
  } catch (error) {
    if (!(error instanceof NotDone) || !error.isRefused) throw error;
    const byHash = [...Map.groupBy(asks.keys(), (index) => hashOf(asks[index] as Ask))];
    if (byHash.length === 1) return asks.map(() => new Again(error.cause, refusedMs));
    // Not always the same ones first.
    const first = Math.floor(apart.runtime.random() * byHash.length);
    return answerEach(apart, [...byHash.slice(first), ...byHash.slice(0, first)], error);
  }
}

async function answerEach<Ask, Answer>(
  { asks, answerAll, suspects, runtime }: Apart<Ask, Answer>,
  byHash: readonly (readonly [hash: string, indexes: readonly number[]])[],
  refusal: NotDone,
): Promise<(Answer | Again)[]> {
  const answers = asks.map((): Answer | Again => new Again(refusal.cause, 0));
  const untilMs = runtime.elapsedMs() + enoughMs;
  const refused: string[] = [];
  let good = 0;
  for (const [hash, indexes] of byHash) {
    if (runtime.elapsedMs() > untilMs) break;
    try {
      const alone = await answerAll(indexes.map((index) => asks[index] as Ask));
      for (const [turn, index] of indexes.entries()) answers[index] = alone[turn] as Answer | Again;
      good++;
    } catch (error) {
      const isRefused = error instanceof NotDone && error.isRefused;
      for (const index of indexes) answers[index] = new Again(isRefused ? error.cause : error, refusedMs);
      // What was decided until now stays decided.
      if (!isRefused) break;
      refused.push(hash);
      if (good === 0 && refused.length >= refusalsOfAll) throw refusal;
    }
  }
  if (suspects.size > mostSuspects) suspects.clear();
  if (good > 0) for (const hash of refused) suspects.set(hash, runtime.elapsedMs() + suspectedMs);
  return answers;
}

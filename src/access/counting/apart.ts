/**
 * When the database refuses a call because of its data, the keys of the call are asked for one by one, so that the data
 * of one account makes no other account's requests fail. For a while, the key at fault is then asked for apart from the
 * others.
 */
import { NotDone } from "./lanes.ts";
import { Again } from "./moments.ts";
import type { Runtime } from "./runtime.ts";

/** The suspected keys by hash, and until when each is suspected, in the runtime's `elapsedMs`. */
export type Suspects = Map<string, number>;

const suspectedMs = 10_000;
const mostSuspects = 1000;
/** This many refusals without a good answer show that no single key is at fault. */
const refusalsOfAll = 3;
/** Keys that are not reached in this time go into another call. */
const enoughMs = 500;
/** A key whose own call is refused is asked for again after this time. */
const refusedMs = 200;

export type Apart<Ask, Answer> = {
  readonly asks: readonly Ask[];
  readonly hashOf: (ask: Ask) => string;
  readonly answerAll: (asks: readonly Ask[]) => Promise<readonly (Answer | Again)[]>;
  readonly suspects: Suspects;
  readonly runtime: Runtime;
};

/** @throws what `answerAll` throws, when that is not the fault of a single key. */
export async function answerApart<Ask, Answer>(apart: Apart<Ask, Answer>): Promise<readonly (Answer | Again)[]> {
  const { asks, hashOf, answerAll } = apart;
  try {
    return await answerAll(asks);
  } catch (error) {
    if (!(error instanceof NotDone) || !error.isRefused) throw error;
    const byHash = [...Map.groupBy(asks.keys(), (index) => hashOf(asks[index] as Ask))];
    if (byHash.length === 1) return asks.map(() => new Again(error.cause, refusedMs));
    // The first key is chosen at random, so that it is not always the same ones that are reached.
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
      // This stops without throwing, so that the answers so far stand.
      if (!isRefused) break;
      refused.push(hash);
      if (good === 0 && refused.length >= refusalsOfAll) throw refusal;
    }
  }
  if (suspects.size > mostSuspects) suspects.clear();
  if (good > 0) for (const hash of refused) suspects.set(hash, runtime.elapsedMs() + suspectedMs);
  return answers;
}

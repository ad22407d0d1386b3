/** Simulates people with keys. They send requests, wait or go away, and obey Retry-After or ignore it. */
import { callHttp } from "../world/http-caller.ts";
import type { Network } from "../world/network.ts";
import type { Process } from "../world/process.ts";
import type { World } from "../world/world.ts";
import type { Answer, Ask, Book, Key, Want } from "./book.ts";
import type { GradelineNode } from "./gradeline-node.ts";
import { answerOf, requestFor } from "./http-answers.ts";
import { answerProblems, nameOf, recoveryMs } from "./promises.ts";

/** The most milliseconds that a request or an answer takes when a gate is called without a network. */
const latencyMs = 1;
/** A server on SQLite settles once a second, and a timer may be late. */
const unsettledMs = 1200;

export type Surroundings = {
  readonly world: World;
  readonly book: Book;
  readonly nodes: readonly GradelineNode[];
  /** Null when gates are called directly. */
  readonly network: Network | null;
  readonly process: Process;
  /** Whether what was counted is settled only once a second, so that a kill forgets the last one [D-40]. */
  readonly settlesLater: boolean;
};

export type AskOptions = {
  readonly key: Key;
  readonly want: Want;
  readonly node: GradelineNode;
  /** Milliseconds after which the caller goes away; null when the caller waits for the answer. */
  readonly patienceMs: number | null;
  readonly done?: (ask: Ask) => void;
};

/** Sends a request; returns null when the node is not up. */
export function sendAsk(around: Surroundings, { key, want, node, patienceMs, done }: AskOptions): Ask | null {
  const { world, book, process } = around;
  const { up } = node;
  if (up === null) return null;
  let isUnsent = (): boolean => false;
  const ask: Ask = {
    number: book.asks.length + 1,
    key,
    want,
    node: node.name,
    sentMs: world.nowMs,
    endedMs: null,
    answer: null,
    fate: "waiting",
    isUnsent: () => isUnsent(),
    isInsane: book.isInsane(key, world.nowMs - 1, world.nowMs),
    isHeld: false,
    isUnsettled: false,
    isForgotten: false,
    isDoubtful: false,
  };
  book.asks.push(ask);
  key.account.asks.push(ask);
  const server = up.process;

  const end = (fate: Ask["fate"], answer: Answer | null): void => {
    if (ask.fate !== "waiting") return;
    ask.fate = fate;
    ask.answer = answer;
    ask.endedMs = world.nowMs;
    if (book.isInsane(key, ask.sentMs, world.nowMs)) ask.isInsane = true;
    if (fate === "cut off") ask.isUnsettled = true;
    const whose = ["all", key.account.email, node.name];
    if (book.isTroubled(ask.sentMs - recoveryMs, world.nowMs, whose)) ask.isHeld = true;
    ask.isDoubtful = ask.isHeld && !around.settlesLater;
    world.note(`${nameOf(ask)}: ${fate} after ${(world.nowMs - ask.sentMs).toFixed(1)} ms`);
    for (const problem of answerProblems(book, ask, server)) world.violated(problem);
    done?.(ask);
  };
  server.onDeath.push(() => settleOnDeath(around, ask, server));

  let leave = (): void => {};
  if (around.network === null) {
    server.onDeath.push(() => end("cut off", null));
    const { ask: put } = up.front;
    world.after(latencyMs * world.random.next(), server, () => {
      void put?.(key.secret, want).then((answer) => {
        if (server.isAlive) world.after(latencyMs * world.random.next(), process, () => end("answered", answer));
      });
    });
  } else {
    const call = callHttp(world, process, { host: node.name, ...requestFor(key.secret, want) }, (answer) =>
      answer === null ? end("cut off", null) : end("answered", answerOf(answer)),
    );
    isUnsent = call.isUnsent;
    leave = call.leave;
  }
  if (patienceMs !== null) {
    world.after(patienceMs, process, () => {
      if (ask.fate !== "waiting") return;
      end("left", null);
      leave();
    });
  }
  return ask;
}

/** A request that a server had not given back yet when it died may stay charged. */
function settleOnDeath({ world, book, settlesLater }: Surroundings, ask: Ask, server: Process): void {
  if (settlesLater && !server.isAlive && (ask.endedMs ?? world.nowMs) >= settledUntil(book, world.nowMs)) {
    ask.isForgotten = true;
  }
  if (server.isAlive || (ask.answer !== null && ask.answer.status < 500)) return;
  const lastTroubleMs = Math.max(
    0,
    ...book.troubles.filter(({ whose }) => whose === "all" || whose === ask.key.account.email).map(({ toMs }) => toMs),
  );
  if (world.nowMs - Math.max(ask.endedMs ?? world.nowMs, lastTroubleMs) < 5000) ask.isUnsettled = true;
}

/** The moment until which all was settled for certain when a server dies. While nothing can be settled, that is earlier. */
function settledUntil({ troubles }: Book, diedMs: number): number {
  let untilMs = diedMs - unsettledMs;
  for (const { whose, fromMs, toMs } of troubles.toSorted((one, other) => other.toMs - one.toMs)) {
    if (whose !== "all" && !whose.startsWith("node")) continue;
    if (fromMs <= diedMs && toMs >= untilMs) untilMs = Math.min(untilMs, fromMs - unsettledMs);
  }
  return untilMs;
}

/** Sends requests again and again until the time is over. */
export function startCaller(around: Surroundings, keys: readonly Key[], untilMs: number, thinkMs: number): void {
  const { world, process, nodes } = around;
  const { random } = world;
  const isObedient = random.chance(0.5);
  const leaves = random.chance(0.3);
  const burst = random.chance(0.3) ? random.int(2, 12) : 1;
  const next = (delayMs: number): void => {
    if (world.nowMs + delayMs < untilMs) world.after(delayMs, process, turn);
  };
  const turn = (): void => {
    const count = random.chance(0.3) ? burst : 1;
    let retryMs = 0;
    for (let each = 0; each < count; each++) {
      sendAsk(around, {
        key: random.pick(keys),
        want: random.pick(someWants),
        node: random.pick(nodes),
        patienceMs: leaves && random.chance(0.3) ? random.next() ** 3 * 1500 : null,
        done: ({ answer }) => {
          if (isObedient && answer?.code === "rate_limited")
            retryMs = Math.max(retryMs, (answer.retryAfterS ?? 0) * 1000);
        },
      });
    }
    world.after(50, process, () => next(retryMs > 0 ? retryMs : -Math.log(1 - random.next()) * thinkMs));
  };
  next(random.next() * thinkMs);
}

const someWants: readonly Want[] = ["rows", "rows", "rows", "unchanged", "missing", "nonsense"];

/** Callers who ask a server without a pause, and what each of them got and how long it took. */
import { Agent, get } from "node:http";

export type Caller = { readonly account: string; readonly key: string };

export type Asked = {
  readonly account: string;
  readonly path: string;
  /** Null: no whole answer came. */
  readonly status: number | null;
  readonly code: string | null;
  readonly retryAfter: string | null;
  readonly sentAtMs: number;
  readonly elapsedMs: number;
};

export type Load = {
  /** Everything that was sent and has come to an end so far. */
  readonly asked: readonly Asked[];
  /** Milliseconds since the load began. */
  nowMs(): number;
  /** Lets what is under way come to an end. */
  stop(): Promise<readonly Asked[]>;
};

/** Longer than any answer may take; who waits for this long met a hang. */
const givenUpMs = 30_000;

/** Each caller is one connection that asks for one path after another, waiting `pauseMs` between two. */
export function startLoad(
  url: string,
  callers: readonly Caller[],
  pathOf: (turn: number) => string,
  pauseMs = 0,
): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length });
  const asked: Asked[] = [];
  const begunMs = performance.now();
  const nowMs = (): number => performance.now() - begunMs;
  let turn = 0;
  let isOver = false;
  const asking = callers.map(async ({ account, key }) => {
    while (!isOver) {
      const path = pathOf(turn++);
      const sentAtMs = nowMs();
      const answer = await askOnce(`${url}${path}`, { key, agent });
      asked.push({ account, path, ...answer, sentAtMs, elapsedMs: nowMs() - sentAtMs });
      if (pauseMs > 0 || answer.status === null) await new Promise((resolve) => setTimeout(resolve, pauseMs || 20));
    }
  });
  return {
    asked,
    nowMs,
    async stop() {
      isOver = true;
      await Promise.all(asking);
      agent.destroy();
      return asked;
    },
  };
}

export type Answered = Pick<Asked, "status" | "code" | "retryAfter">;

export function askOnce(
  url: string,
  { key, agent, method = "GET" }: { readonly key?: string; readonly agent?: Agent; readonly method?: string } = {},
): Promise<Answered> {
  return new Promise((resolve) => {
    const nothing: Answered = { status: null, code: null, retryAfter: null };
    const headers = key === undefined ? {} : { "x-api-key": key };
    const request = get(url, { headers, method, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("close", () => {
        if (!response.complete) return resolve(nothing);
        const status = response.statusCode ?? 0;
        const code = status >= 400 ? (/"code":"(\w+)"/.exec(text)?.[1] ?? null) : null;
        resolve({ status, code, retryAfter: response.headers["retry-after"] ?? null });
      });
    });
    request.setTimeout(givenUpMs, () => request.destroy());
    request.on("error", () => resolve(nothing));
  });
}

/** Of some numbers: how many, the median, the one that 95 and 99 of 100 are below, and the largest. */
export function distribution(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  return `n=${sorted.length} p50=${at(0.5)} p95=${at(0.95)} p99=${at(0.99)} max=${at(1)} ms`;
}

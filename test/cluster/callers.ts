/** Callers who ask at a steady rate, whatever comes back, and what must hold of what they got and were charged. */
import { Agent, get } from "node:https";

export type Caller = { readonly account: string; readonly key: string };

export type Answer = {
  readonly account: string;
  readonly sentMs: number;
  readonly endedMs: number;
  /** Null when no whole answer came. */
  readonly status: number | null;
};

const ratePerSecond = 200;
const tickMs = 5;
/** Longer than any answer may take. */
const givenUpMs = 15_000;
const path = "/v1/games?sport=nfl&limit=20";

export class Callers {
  readonly answers: Answer[] = [];
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1024, rejectUnauthorized: false });
  readonly #underWay = new Set<Promise<Answer>>();
  readonly #timer: NodeJS.Timeout;
  readonly #beganMs = performance.now();

  /** Begins to ask. */
  constructor(url: string, callers: readonly Caller[]) {
    this.#url = url;
    let sent = 0;
    let next = 0;
    this.#timer = setInterval(() => {
      const due = Math.floor((this.nowMs() * ratePerSecond) / 1000);
      // What could not be sent while this process stood still is not sent all at once.
      for (let left = Math.min(due - sent, 10); left > 0; left--)
        void this.ask(callers[next++ % callers.length] as Caller);
      sent = due;
    }, tickMs);
  }

  nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  ask({ account, key }: Caller): Promise<Answer> {
    const sentMs = this.nowMs();
    const asked = this.#send(key).then((status) => {
      const answer = { account, sentMs, endedMs: this.nowMs(), status };
      this.answers.push(answer);
      this.#underWay.delete(asked);
      return answer;
    });
    this.#underWay.add(asked);
    return asked;
  }

  #send(key: string, isSecond = false): Promise<number | null> {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${key}` };
      const agent = isSecond ? false : this.#agent;
      const request = get(`${this.#url}${path}`, { agent, headers, rejectUnauthorized: false }, (response) => {
        response.resume();
        response.on("close", () => resolve(response.complete ? (response.statusCode ?? null) : null));
      });
      request.setTimeout(givenUpMs, () => request.destroy());
      request.on("error", ({ code }: NodeJS.ErrnoException) => {
        // A server may end a connection that was kept, just as it is used again: like every client, ask once more over a new one.
        resolve(request.reusedSocket && code === "ECONNRESET" && !isSecond ? this.#send(key, true) : null);
      });
    });
  }
}

/** `proxy_read_timeout` of nginx.conf: then nginx asks another node, and the first may have charged the request. */
const askedAgainMs = 4_900;

/**
 * What does not hold. Keys that a node knows are answered, whatever happens to the database, and each account is charged what it was
 * answered: exactly, but for what was under way when the trouble began, and for the last second of a node that was killed.
 * @param charged what each account was charged in all.
 */
export function violationsOf(
  callers: readonly Caller[],
  answers: readonly Answer[],
  charged: ReadonlyMap<string, number>,
  beganMs: number,
  isNodeKilled: boolean,
): readonly string[] {
  const found: string[] = [];
  const byAccount = Map.groupBy(answers, ({ account }) => account);
  for (const { account } of callers) {
    const own = byAccount.get(account) ?? [];
    for (const { status, sentMs } of own) {
      // A request that a node had when it was killed may be lost with it.
      if (status !== 200 && !(isNodeKilled && status === null && Math.abs(sentMs - beganMs) < 1_000))
        found.push(`${account} was answered ${status} after ${(sentMs / 1000).toFixed(1)} s`);
    }
    const isDoubtful = ({ sentMs, endedMs }: Answer): boolean =>
      (endedMs > beganMs - 1_000 && sentMs < beganMs + 2_000) || endedMs - sentMs > askedAgainMs;
    const doubtful = own.filter(isDoubtful).length;
    const more = (charged.get(account) ?? 0) - own.filter(({ status }) => status === 200).length;
    const sum = `${account} was charged ${Math.abs(more)}`;
    if (more > doubtful) found.push(`${sum} more than it was answered (${doubtful} may be)`);
    if (-more > doubtful) found.push(`${sum} less than it was answered (${doubtful} may be)`);
  }
  return found;
}

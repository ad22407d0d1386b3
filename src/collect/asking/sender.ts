/** Sends one request when it is its host's turn, follows redirects, and counts what was sent and what it cost. */

import { type AskedProvider, askedProviders } from "../../domain/providers.ts";
import type { Clock } from "../clock.ts";
import { type Ask, type Credits, failureReasons } from "./ask.ts";
import { creditsOf } from "./day-credits.ts";
import { type Exchange, exchange, openAgent } from "./exchange.ts";
import { HostQueues } from "./host-queues.ts";
import { type ExchangeLimits, mostRedirects } from "./manners.ts";
import type { Validators } from "./memory.ts";
import { type AskOutcome, askOutcomeOf, failure } from "./outcome.ts";
import { headersTowards, isRedirect, publicLookup, redirectTarget } from "./redirects.ts";

/** One request that was sent, for metrics. */
export type AskedOnce = {
  readonly provider: AskedProvider;
  /** Null when there was no answer. */
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly fault: "unreachable" | "timeout" | "too-large" | "truncated" | "aborted" | null;
  /** How long the exchange took, by the machine's own clock. */
  readonly tookMs: number;
  /** Of the body, as it came. */
  readonly bytes: number;
};

export type SenderOptions = {
  readonly clock: Clock;
  readonly userAgent: string;
  readonly limits: ExchangeLimits;
  readonly onAsked?: ((asked: AskedOnce) => void) | undefined;
};

export type Sent = {
  readonly outcome: AskOutcome;
  readonly credits: Credits | null;
  /** The credits that the answer may have cost, when the provider does not say. */
  readonly assumedCost: number;
  readonly validators: Validators | null;
  /** When the answer was there, by the collector's clock. */
  readonly receivedMs: number;
  /** How many requests it took: one, and one for each redirect. */
  readonly requests: number;
};

type Turn = { readonly came: Exchange; readonly receivedMs: number };

export class Sender {
  readonly #options: SenderOptions;
  readonly #queues: HostQueues;
  readonly #agent: ReturnType<typeof openAgent>;
  /** For hosts that a provider leads to: they are of the internet. The provider's own host is what the operator says. */
  readonly #agentElsewhere: ReturnType<typeof openAgent>;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#queues = new HostQueues(options.clock);
    this.#agent = openAgent(options.limits);
    this.#agentElsewhere = openAgent(options.limits, publicLookup);
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#agentElsewhere.destroy()]);
  }

  /** Never rejects. @param known makes the request conditional. */
  async send(ask: Ask, known: Validators | null, signal: AbortSignal): Promise<Sent> {
    const { userAgent, limits } = this.#options;
    const ours = { "user-agent": userAgent, "accept-encoding": "gzip", ...conditionsOf(known) };
    const own = ask.headers ?? {};
    let url = ask.url;
    for (let requests = 1; ; requests += 1) {
      const { came, receivedMs } = await this.#inTurn(ask, url, headersTowards(url, ask.url, { ours, own }), signal);
      if (came.kind === "failed" || !isRedirect(came.status)) {
        const hadValidators = known !== null;
        const outcome = askOutcomeOf(ask, came, { hadValidators, textBytes: limits.textBytes, nowMs: receivedMs });
        return { ...sentOf(ask, came, outcome), receivedMs, requests };
      }
      const target = redirectTarget(url, came.header("location"));
      if (target === null || requests > mostRedirects) {
        const why = target === null ? "where it may not be followed" : "too often";
        const outcome = failure("status", `status ${came.status}: it leads on ${why}`);
        return { ...sentOf(ask, came, outcome), receivedMs, requests };
      }
      url = target;
    }
  }

  async #inTurn(
    { provider, url: askedUrl }: Ask,
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Turn> {
    const { clock } = this.#options;
    const turn = await this.#queues.run(url.host, askedProviders[provider].pauseMs, signal, async () => {
      const startMs = performance.now();
      const result = await exchange(
        url.host === askedUrl.host ? this.#agent : this.#agentElsewhere,
        url,
        headers,
        this.#options.limits,
        signal,
      );
      const isAnswer = result.kind === "answered";
      this.#options.onAsked?.({
        provider,
        status: isAnswer ? result.status : null,
        fault: isAnswer ? null : result.reason,
        tookMs: performance.now() - startMs,
        bytes: isAnswer ? result.body.length : 0,
      });
      // The moment is taken before it is the next request's turn, whose pause moves a simulated clock on.
      return { came: result, receivedMs: clock.nowMs() };
    });
    const detail = failureReasons.aborted;
    const aborted = { kind: "failed", reason: "aborted", detail, mayHaveArrived: false } as const;
    return turn ?? { came: aborted, receivedMs: clock.nowMs() };
  }
}

function conditionsOf(known: Validators | null): Readonly<Record<string, string>> {
  return {
    ...(known?.etag ? { "if-none-match": known.etag } : {}),
    ...(known?.last_modified ? { "if-modified-since": known.last_modified } : {}),
  };
}

function sentOf(ask: Ask, came: Exchange, outcome: AskOutcome): Omit<Sent, "receivedMs" | "requests"> {
  const header = came.kind === "answered" ? came.header : () => null;
  const [etag, lastModified] = [header("etag"), header("last-modified")];
  // An answer that was lost on its way may have been charged; a request that was refused or never arrived was not.
  const isFree = came.kind === "answered" ? came.status !== 200 : !came.mayHaveArrived;
  return {
    outcome,
    credits: creditsOf(ask, header),
    assumedCost: isFree ? 0 : (ask.mostCredits ?? 0),
    validators: etag === null && lastModified === null ? null : { etag, last_modified: lastModified },
  };
}

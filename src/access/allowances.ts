/**
 * How often an address or a mailbox may do what is worth limiting. It is counted in memory, by each node for
 * itself.
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const limits = {
  /** Sign-in links in a quarter of an hour to one mailbox. */
  linksToMailbox: { points: 10, duration: 900 },
  /** Sign-in links in a quarter of an hour from one network. */
  linksFromNetwork: { points: 30, duration: 900 },
  /**
   * Trials in a day from one network. Behind one address there may be an office; five trials a day is nobody's office. This
   * machine is an address too: it is a proxy's.
   */
  trialsFromNetwork: { points: 5, duration: 86_400 },
  /** Pages with data in a minute to one network: each is computed for everybody, without a key. */
  pagesToNetwork: { points: 60, duration: 60 },
} as const;

export type Allowances = {
  /** Whether this may be done once more; it counts as done. @param who the mailbox or the network. */
  may(name: keyof typeof limits, who: string): Promise<boolean>;
};

export function openAllowances(): Allowances {
  const limiters = {
    linksToMailbox: new RateLimiterMemory(limits.linksToMailbox),
    linksFromNetwork: new RateLimiterMemory(limits.linksFromNetwork),
    trialsFromNetwork: new RateLimiterMemory(limits.trialsFromNetwork),
    pagesToNetwork: new RateLimiterMemory(limits.pagesToNetwork),
  };
  return {
    async may(name, who) {
      try {
        await limiters[name].consume(who);
        return true;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return false;
        throw refusal;
      }
    },
  };
}

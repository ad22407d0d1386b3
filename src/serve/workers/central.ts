/**
 * What the threads of a server count in one place, because it is only in memory: wrong keys, sign-in links, trials. It is
 * rare, so that a message for each of them is cheap enough. Windows and quotas are not among it: each worker counts them
 * itself, and the database keeps them exact.
 */
import { type AllowanceName, type Allowances, openAllowances } from "../../access/allowances.ts";
import { type FailedAttempts, failedAttempts } from "../../access/keys/failed-attempts.ts";
import type { Handlers, Wire } from "./wire.ts";

type Wrong = Parameters<FailedAttempts["count"]>;
type Slowed = Awaited<ReturnType<FailedAttempts["count"]>>;
type Asked = readonly [name: AllowanceName, who: string];

/** A wrong key waits so long for the main thread, which does little else. */
const patienceMs = 500;
const notSlowed: Slowed = { delayMs: 0, retryAfterS: null };

/** The main thread's side. */
export function centralHandlers(): Handlers {
  const failed = failedAttempts();
  const allowances = openAllowances();
  return {
    wrongKey: (wrong: Wrong) => failed.count(...wrong),
    may: (asked: Asked) => allowances.may(...asked),
  };
}

/** A worker's side. Whoever cannot be counted in time is not slowed down. */
export function remoteFailedAttempts(wire: Wire): FailedAttempts {
  return {
    async count(...wrong: Wrong) {
      const late = Promise.withResolvers<Slowed>();
      const timer = setTimeout(late.resolve, patienceMs, notSlowed);
      try {
        return await Promise.race([wire.call<Slowed>("wrongKey", wrong), late.promise]);
      } catch {
        return notSlowed;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** A worker's side. What cannot be counted fails, and the page says so. */
export function remoteAllowances(wire: Wire): Allowances {
  return { may: (...asked: Asked) => wire.call<boolean>("may", asked) };
}

/**
 * Downloads of files beside answers to everybody else. The thread that answers also hands the bytes of files to the system, and a
 * caller may read as slowly as he likes: so there is a bound on how many files go out at once, and they go out in turns, a part
 * between two rounds of whatever else there is to do.
 */
import { setImmediate as nextRound } from "node:timers/promises";
import { ApiError } from "../errors.ts";

/** As many as a program needs that fetches a season's files side by side. */
const mostOfAccount = 8;
/** Each holds a part of a file in memory, and costs a call of the system whenever its reader has read some of it. */
const mostInAll = 64;
const retryAfterS = 5;

export class Downloads {
  readonly #ofAccount = new Map<string, number>();
  #inAll = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * Takes a place for a download, which the function that is returned gives back.
   * @throws ApiError 429 where the account has as many already, 503 where all have.
   */
  begin(accountId: string): () => void {
    const own = this.#ofAccount.get(accountId) ?? 0;
    if (own >= mostOfAccount) {
      const message = `${mostOfAccount} files are being sent to this account already: fetch them one after the other`;
      throw new ApiError("rate_limited", message, { retryAfterS });
    }
    if (this.#inAll >= mostInAll)
      throw new ApiError("unavailable", "too many files are being sent just now", { retryAfterS });
    this.#inAll++;
    this.#ofAccount.set(accountId, own + 1);
    return () => {
      this.#inAll--;
      const left = (this.#ofAccount.get(accountId) ?? 1) - 1;
      if (left === 0) this.#ofAccount.delete(accountId);
      else this.#ofAccount.set(accountId, left);
    };
  }

  /** Resolves when this download may send its next part: no two do in one round. */
  turn(): Promise<unknown> {
    this.#lastTurn = this.#lastTurn.then(() => nextRound());
    return this.#lastTurn;
  }
}

/** Waiting that ends early when the caller's signal says so. */

/** The longest delay that timers of browsers and Node take. */
const longestMs = 2 ** 31 - 1;

/** @throws what the signal was aborted with. */
export function wait(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(Math.max(ms, 0), longestMs),
    );
    signal?.addEventListener("abort", stop, { once: true });
  });
}

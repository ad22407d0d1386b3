/** Work that scrapes ask for, and that must neither be done too often nor be waited for too long. */

/** Milliseconds for which what was found is used again: a scrape every second costs no more than one every five. */
const everyMs = 5_000;
/** Milliseconds that a scrape waits for it. */
const patienceMs = 1_000;

export type Paced = {
  /** Resolves when what is known is fresh, and after `patienceMs` in any case. */
  readonly refresh: () => Promise<void>;
  /** Whether the last work that ended could not be done. */
  readonly hasFailed: () => boolean;
  /** Whether what is under way has taken longer than a scrape waits. */
  readonly isLate: () => boolean;
};

/** @param work is never done twice at the same time, however long it takes. */
export function paced(work: () => Promise<unknown>): Paced {
  let underWay: Promise<void> | null = null;
  let sinceMs = Number.NEGATIVE_INFINITY;
  let hasFailed = false;
  let isLate = false;

  async function begin(): Promise<void> {
    sinceMs = performance.now();
    try {
      await work();
      hasFailed = false;
    } catch {
      hasFailed = true;
    } finally {
      underWay = null;
      isLate = false;
    }
  }
  return {
    async refresh() {
      if (underWay === null && performance.now() - sinceMs < everyMs) return;
      underWay ??= begin();
      const late = Promise.withResolvers<void>();
      const restMs = Math.max(0, sinceMs + patienceMs - performance.now());
      const timer = setTimeout(() => {
        isLate = true;
        late.resolve();
      }, restMs);
      await Promise.race([underWay, late.promise]);
      clearTimeout(timer);
    },
    hasFailed: () => hasFailed,
    isLate: () => isLate,
  };
}

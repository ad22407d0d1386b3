/** Looks at something for all who ask: no more often than now and then, and never twice at the same time. */
export function nowAndThen<Seen>(everyMs: number, look: () => Promise<Seen>): () => Promise<Seen> {
  let last: Promise<Seen> | null = null;
  let begunMs = 0;
  let isUnderWay = false;
  return () => {
    if (last !== null && (isUnderWay || performance.now() - begunMs < everyMs)) return last;
    begunMs = performance.now();
    isUnderWay = true;
    last = look().finally(() => {
      isUnderWay = false;
    });
    return last;
  };
}

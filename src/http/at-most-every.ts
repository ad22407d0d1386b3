/** Looks at something for all who ask: at most once in so long, and never twice at the same time. */
export function atMostEvery<Seen>(everyMs: number, look: () => Promise<Seen>): () => Promise<Seen> {
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

/** Shows progress on standard error: a line that changes on a terminal, and a line for each tenth that is done in a log or a pipe. */

export type Progress = {
  /** @param share from 0 to 1. @param units what is done, in words. */
  update(share: number, units: string): void;
  stop(): void;
};

export function progressBar(doing: string): Progress {
  const stderr = process.stderr;
  /** Hundredths on a terminal, and tenths in a log, which keeps every line: none says again what the one before it said. */
  const steps = stderr.isTTY ? 100 : 10;
  let told = -1;
  return {
    update(share, units) {
      const step = Math.floor(Math.min(1, share) * steps);
      if (step <= told) return;
      told = step;
      const text = `${doing}: ${Math.floor(Math.min(1, share) * 100)}%, ${units}`;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    stop() {
      if (stderr.isTTY && told >= 0) stderr.write("\n");
      told = -1;
    },
  };
}

/** Shows progress on standard error: a line that changes on a terminal, and a line for each tenth that is done in a log or a pipe. */

export type Progress = {
  update(done: number, all: number): void;
  stop(): void;
};

/** For work of which it is known how many units there are. */
export function progressBar(doing: string, unit: string): Progress {
  const { tell, stop } = progressOf(doing);
  return { update: (done, all) => tell(all > 0 ? done / all : 1, `${done} of ${all} ${unit}`), stop };
}

/**
 * For work of which it is known how much is left, and not how many units that will be: `update` takes the share that is
 * done, from 0 to 1, and the units.
 */
export function shareBar(doing: string, unit: string): Progress {
  const { tell, stop } = progressOf(doing);
  return { update: (share, units) => tell(share, `${units} ${unit}`), stop };
}

function progressOf(doing: string) {
  const stderr = process.stderr;
  /** Hundredths on a terminal, and tenths in a log, which keeps every line: none says again what the one before it said. */
  const steps = stderr.isTTY ? 100 : 10;
  let told = -1;
  return {
    tell(share: number, units: string): void {
      const step = Math.floor(Math.min(1, share) * steps);
      if (step <= told) return;
      told = step;
      const text = `${doing}: ${Math.floor(Math.min(1, share) * 100)}%, ${units}`;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    stop(): void {
      if (stderr.isTTY && told >= 0) stderr.write("\n");
      told = -1;
    },
  };
}

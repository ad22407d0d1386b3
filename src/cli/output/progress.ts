/** Shows progress: a bar on a terminal, and a line for each tenth that is done in a log or a pipe. */
import { Presets, SingleBar } from "cli-progress";

export type Progress = {
  update(done: number, all: number): void;
  stop(): void;
};

/** For work of which it is known how many units there are. */
export function progressBar(doing: string, unit: string): Progress {
  const shown = progressOf(doing);
  return { update: (done, all) => shown.update(done, all, `${done} of ${all} ${unit}`), stop: shown.stop };
}

/**
 * For work of which it is known how much is left, and not how many units that will be: `update` takes the share that is
 * done, from 0 to 1, and the units.
 */
export function shareBar(doing: string, unit: string): Progress {
  const shown = progressOf(doing);
  return { update: (share, units) => shown.update(share, 1, `${units} ${unit}`), stop: shown.stop };
}

type Shown = { update(done: number, all: number, units: string): void; stop(): void };

function progressOf(doing: string): Shown {
  return process.stderr.isTTY ? barOf(doing) : linesOf(doing);
}

function barOf(doing: string): Shown {
  const format = `${doing} {bar} {percentage}% | {units}`;
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic);
  let isStarted = false;
  return {
    update(done, all, units) {
      if (isStarted) bar.update(done, { units });
      else bar.start(all, done, { units });
      isStarted = true;
    },
    stop() {
      if (isStarted) bar.stop();
    },
  };
}

/** A log keeps every line, so none says again what the one before it said. */
function linesOf(doing: string): Shown {
  let tenthsSaid = -1;
  return {
    update(done, all, units) {
      const share = all > 0 ? Math.min(1, done / all) : 1;
      const tenths = Math.floor(share * 10);
      if (tenths <= tenthsSaid) return;
      tenthsSaid = tenths;
      process.stderr.write(`${doing}: ${Math.floor(share * 100)}%, ${units}\n`);
    },
    stop() {},
  };
}

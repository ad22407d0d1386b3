/** Shows progress: a bar on a terminal, and a line now and then in a log or a pipe. */
import { Presets, SingleBar } from "cli-progress";

/** Milliseconds between two lines where there is no terminal. */
const quietIntervalMs = 1000;

export type Progress = {
  update(done: number, all: number): void;
  stop(): void;
};

/** For work of which it is known how many units there are. */
export function progressBar(doing: string, unit: string): Progress {
  const bar = barOf(`${doing} {bar} {percentage}% | {value} of {total} ${unit}`);
  return { update: (done, all) => bar.update(done, all, {}), stop: bar.stop };
}

/**
 * For work of which it is known how much is left, and not how many units that will be: `update` takes the share that is
 * done, from 0 to 1, and the units.
 */
export function shareBar(doing: string, unit: string): Progress {
  const bar = barOf(`${doing} {bar} {percentage}% | {units} ${unit}`);
  return { update: (share, units) => bar.update(share, 1, { units }), stop: bar.stop };
}

function barOf(format: string) {
  const bar = new SingleBar(
    { format, hideCursor: true, stream: process.stderr, noTTYOutput: true, notTTYSchedule: quietIntervalMs },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(done: number, all: number, words: object) {
      if (isStarted) bar.update(done, words);
      else bar.start(all, done, words);
      isStarted = true;
    },
    stop() {
      if (isStarted) bar.stop();
    },
  };
}

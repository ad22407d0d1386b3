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
  let isStarted = false;
  return {
    update(done, all) {
      if (!isStarted) bar.start(all, done);
      else bar.update(done);
      isStarted = true;
    },
    stop() {
      if (isStarted) bar.stop();
    },
  };
}

export type ShareProgress = {
  /** @param share of the work that is done, from 0 to 1. */
  update(share: number, units: number): void;
  stop(): void;
};

/** For work of which it is known how much is left, and not how many units that will be. */
export function shareBar(doing: string, unit: string): ShareProgress {
  const bar = barOf(`${doing} {bar} {percentage}% | {units} ${unit}`);
  let isStarted = false;
  return {
    update(share, units) {
      if (!isStarted) bar.start(1, share, { units });
      else bar.update(share, { units });
      isStarted = true;
    },
    stop() {
      if (isStarted) bar.stop();
    },
  };
}

function barOf(format: string): SingleBar {
  return new SingleBar(
    { format, hideCursor: true, stream: process.stderr, noTTYOutput: true, notTTYSchedule: quietIntervalMs },
    Presets.shades_classic,
  );
}

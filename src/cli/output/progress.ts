/** Shows progress: a bar on a terminal, and a line now and then in a log or a pipe. */
import { Presets, SingleBar } from "cli-progress";

/** Milliseconds between two lines where there is no terminal. */
const quietIntervalMs = 1000;

export type Progress = {
  update(done: number, all: number): void;
  stop(): void;
};

export function progressBar(doing: string, unit: string): Progress {
  const format = `${doing} {bar} {percentage}% | {value} of {total} ${unit}`;
  const bar = new SingleBar(
    { format, hideCursor: true, stream: process.stderr, noTTYOutput: true, notTTYSchedule: quietIntervalMs },
    Presets.shades_classic,
  );
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

/** A progress bar on a terminal, and silence elsewhere: logs and pipes want none. */
import { Presets, SingleBar } from "cli-progress";

export type Progress = {
  update(done: number, all: number): void;
  stop(): void;
};

export function progressBar(doing: string, unit: string): Progress {
  const format = `${doing} {bar} {percentage}% | {value} of {total} ${unit}`;
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic);
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

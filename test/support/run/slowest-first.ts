/** The order of the files of a run: those that take longest begin, so that no process is left alone with one of them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, as the daily and the long run printed their times on 26 November 2026. Order matters to the length of a run alone. */
const slowest = [
  "simulation/counting.volume",
  "project/debian-root",
  "database/kill.volume",
  "clients/pace",
  "real/additions",
  "replay/week",
  "clients-python/pull-killed.volume",
  "publish/files/make-files",
  "api/file-readers",
  "clients-python/verify.volume",
  "real/planted",
  "database/backup",
  "project/image",
  "serve/stopping",
  "metrics/freshness",
  "replay/day",
  "feed/hostile-files",
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = slowest.findIndex((name) => moduleId.includes(`/test/${name}.`));
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

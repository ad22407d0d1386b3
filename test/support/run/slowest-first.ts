/** The order of the files of a run: those that take longest begin, so that no process is left alone with one of them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, as `npm run test:long` printed their times on 23 November 2026. Order matters to the length of a run alone. */
const slowest = [
  "simulation/simulation.volume",
  "jobs/jobs.long",
  "replay/weeks.long",
  "real/planted.long",
  "database/backup",
  "serve/stopping",
  "release/damaged-files.volume",
  "replay/day",
  "metrics/freshness",
  "feed/hostile-files",
  "serve/postgres-load.volume",
  "access/kill.volume",
  "database/kill.volume",
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

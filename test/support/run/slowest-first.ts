/** The order of the files of a run: those that take longest begin, so that no process is left alone with one of them at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, as the daily and the long run printed their times on 28 November 2026. Order matters to the length of a run alone. */
const slowest = [
  "clients/pace",
  "project/debian-root",
  "simulation/counting.volume",
  "project/image",
  "clients-python/pull-killed.volume",
  "bench/cost",
  "serve/stopping",
  "metrics/freshness",
  "publish/files/make-files",
  "serve/postgres-archive",
  "real/additions",
  "sample/base-rates",
  "replay/week",
  "api/file-readers",
  "real/planted",
  "access/away",
  "clients/hostile",
  "release/damaged-files",
  "feed/hostile-files",
  "replay/day",
  "oracle/pages",
  "caches/caches",
  "clients/troubles",
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

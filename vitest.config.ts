import { defineConfig } from "vitest/config";
import { filesWithLongTests } from "./test/support/run/long-tests.ts";
import { SlowestFirst } from "./test/support/run/slowest-first.ts";
import { filesOnPostgresAlone, whyNoPostgres } from "./test/support/run/without-postgres.ts";

// Which files a run takes, and which tests of them (docs/decisions/0010-libraries.md, test/support/volume.ts).
const filesOf = {
  daily: ["test/**/*.test.ts"],
  long: ["test/**/*.long.ts", "test/**/*.volume.test.ts", ...filesWithLongTests()],
  all: ["test/**/*.test.ts", "test/**/*.long.ts"],
  browser: ["test/e2e/*.e2e.ts"],
};
const length = (process.env.TEST_LENGTH ?? "daily") as keyof typeof filesOf;

const minuteMs = 60_000;

export default defineConfig({
  test: {
    include: filesOf[length],
    tags: [
      { name: "long", description: "left to npm run test:long" },
      { name: "volume", description: "tried by a twentieth each day, and whole or by a fifth by npm run test:long" },
    ],
    exclude: [...(whyNoPostgres === null ? [] : filesOnPostgresAlone())],
    globalSetup: "test/support/run/global-setup.ts",
    reporters: ["default", "./test/support/run/closing-words.ts"],
    // Modules are loaded once a worker, by Node itself: without Vite's transformation, code runs as fast as in production.
    isolate: false,
    pool: "forks",
    // More than processors: tests that wait leave theirs to others. Those of the browser never wait.
    maxWorkers: length === "browser" ? 3 : 4,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // No test measures time by these: they end what hangs, and no busy machine meets them.
    testTimeout: 15 * minuteMs,
    hookTimeout: 15 * minuteMs,
    teardownTimeout: minuteMs,
    sequence: { hooks: "list", sequencer: SlowestFirst },
  },
});

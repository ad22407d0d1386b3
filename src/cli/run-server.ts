/** A server as `gradeline serve` runs it: it listens, and takes over every new revision until a signal ends it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { openServer, type ServerDatabases } from "../serve/open-server.ts";
import { finishSample, openFilesMaking, runCollectorProcess } from "../serve/own-processes.ts";
import { type Stopping, stopOnSignals } from "../serve/stopping.ts";
import { openLongLog } from "./output/terminal-log.ts";
import { commandActor, patienceOf } from "./with-database.ts";

/** For answers under way, counted from the signal that ends the server. */
const answersMs = 6_500;

export type ServeOptions = { readonly sample?: true };

/** @throws ListenFailure when the port has been taken meanwhile. */
export async function runServer(config: Config, options: ServeOptions): Promise<void> {
  const isTerminal = process.stdout.isTTY === true;
  // A line for every request would bury the start screen, so a terminal shows them only where LOG_LEVEL says so.
  const log = openLongLog(config, "warn");
  let stopping: Stopping | null = null;
  let trialKey: string | null = null;
  const prepare = async ({ facts, access }: ServerDatabases): Promise<void> => {
    const { ensureSample, trialKeyOf } = await import("./sample.ts");
    const actor = commandActor();
    await ensureSample({ ...facts, actor });
    trialKey = await trialKeyOf({ ...access, actor }, config.dataDir);
  };
  const files = openFilesMaking(config, (why) => log.warn({ why }, "the files of the seasons were not made"));
  const server = await openServer(config, {
    log,
    onDamagedFile: () => files.ask({ checks: true }),
    onMissedFile: () => files.ask(),
    health: { isStopping: () => stopping?.signal.aborted === true },
    patience: patienceOf(config),
    isDemo: options.sample === true,
    ...(options.sample ? { prepare } : {}),
  });
  stopping = stopOnSignals((why) => log.error(`ending at once: ${why}`));
  let graceMs = 0;
  let collecting = Promise.resolve();
  let endSample = (): void => {};
  try {
    const url = await server.listen();
    const { revision, isSample, sports } = server.shelf.current;
    // Most games of the start sample are made in the background: a newcomer sees the other sports sooner.
    const { seasons, opening, refused } = sports.mlb;
    const isFirstPart = options.sample === true && isSample && [...seasons, ...opening, ...refused].length === 0;
    const started = { url, manageUrl: server.manageUrl, revision, isSample, isFirstPart, trialKey };
    process.stdout.write(startText(started, isTerminal));
    if (config.collect.isOn && options.sample)
      log.warn("COLLECT=on is passed over: real games do not go with a sample");
    else if (config.collect.isOn) collecting = runCollectorProcess(stopping.signal, log);
    if (isFirstPart)
      endSample = finishSample((why) => log.warn({ why }, "the sample is not whole: the next start tries again"));
    // Of a sample, files are made when somebody asks for them: most who look at one do not.
    if (!isSample) files.ask();
    const { signal } = stopping;
    server.warmUp().catch((error) => {
      // A server that is being closed cannot draw what it began to.
      if (!signal.aborted) log.error(error, "signing in or the first page is out of order");
    });
    await server.refreshUntil(signal);
    // Load balancers see that this server is not ready any more, and send no new requests.
    server.drain();
    const drainMs = config.drainSeconds * 1000;
    await sleep(drainMs);
    graceMs = answersMs - drainMs;
  } finally {
    files.end();
    endSample();
    await server.close(graceMs);
  }
  await collecting;
  stopping.leave();
}

type Started = {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  readonly manageUrl: string;
  readonly revision: number;
  readonly isSample: boolean;
  /** Whether the rest of the sample is being made. */
  readonly isFirstPart: boolean;
  /** Null: nothing was to be shown. */
  readonly trialKey: string | null;
};

/**
 * Lines for people at a terminal; elsewhere one line, in the shape of the log's, that holds the same. The key is the one that a start makes
 * for its own sample: it opens nothing but invented data, and is printed because nothing else could show it where there is no terminal.
 */
function startText(started: Started, isTerminal: boolean): string {
  const { url, manageUrl, revision, isSample, isFirstPart, trialKey } = started;
  const served = `Gradeline serves revision ${revision} at ${url}/v1`;
  const header = `-H "Authorization: Bearer ${trialKey}"`;
  // Requests to paste, as a shell takes them.
  const tries = [
    `curl ${header} "${url}/v1/games?sport=nfl&limit=2"`,
    `curl ${header} "${url}/v1/odds?sport=nba&team=BOS&market=spread&limit=5"`,
  ];
  if (!isTerminal) {
    const line = {
      level: 30,
      time: Date.now(),
      msg: served,
      exploreUrl: `${url}/`,
      url,
      docsUrl: `${url}/docs`,
      manageUrl,
      revision,
      isSample,
      ...(isFirstPart ? { follows: "baseball and college football, within a minute" } : {}),
      ...(trialKey === null ? {} : { trialKey, try: tries }),
    };
    return `${JSON.stringify(line)}\n`;
  }
  const lines = [
    "",
    `Ask whether a trend is real, in your browser: ${url}/`,
    served,
    `Docs for callers: ${url}/docs`,
    `Keys and accounts: ${manageUrl}`,
  ];
  if (isSample) {
    lines.push("SAMPLE DATA: real teams and calendars, invented games and prices (header X-Dataset: sample).");
  }
  if (isFirstPart) lines.push("Baseball and college football are still being made, and follow within a minute.");
  if (trialKey !== null) lines.push("", `Trial key:  ${trialKey}`, "", ...tries);
  return [...lines, "", ""].join("\n");
}

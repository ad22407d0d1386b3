/** Puts a whole server together: databases, shelf, gate, API, health, docs and management page. */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { openAllowances } from "../access/allowances.ts";
import { type Runtime, realRuntime } from "../access/counting/memory.ts";
import { type Gate, openGate } from "../access/gate.ts";
import type { SignIn, SignInSettings } from "../access/people/sign-in.ts";
import { buildApp } from "../api/app.ts";
import { type RunningServer, startServer } from "../api/connections.ts";
import { type Health, registerHealth } from "../api/health.ts";
import { errorsOf } from "../api/openapi/components.ts";
import { FileLinks } from "../api/signed-links.ts";
import type { Config } from "../config/config.ts";
import {
  connectionsFor,
  type Database,
  impatient,
  openAccess,
  openDatabase,
  type Patience,
  patiently,
} from "../database/engine.ts";
import { sign } from "../http/signing.ts";
import { openMcp } from "../mcp/mcp.ts";
import type { Computer } from "../query/computing.ts";
import { Shelf } from "../query/shelf.ts";
import { readRevision } from "../release/manifest.ts";
import { allPages } from "../web/docs/pages.ts";
import { registerDocs } from "../web/docs/routes.ts";
import { KeptPages } from "../web/frame/kept-pages.ts";
import { teamPaths } from "../web/frame/paths.ts";
import type { ManageDeps } from "../web/manage/visit.ts";
import { registerPublicPages } from "../web/public-pages.ts";
import { registerSiteFiles, sendMissingPage } from "../web/site-files.ts";
import { findPort, notListening, reachableHost } from "./address.ts";
import { openServerLog } from "./log.ts";
import { apiUrlOf, memberReader, openManage, payingKeyReader, secretOf, warnOfPage } from "./manage.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { refreshUntil } from "./refresh.ts";
import { holdServerLock } from "./server-lock.ts";
import { within } from "./stopping.ts";
import { tasksInThread } from "./threads/archive-tasks.ts";
import { ComputingThread } from "./threads/computing.ts";

export type ServerDatabases = {
  /** The ledger and the archive. */
  readonly facts: Database;
  /** Accounts, keys, counts, sessions. */
  readonly access: Database;
};

export type ServerOptions = {
  /** Databases that are open already, and that the caller closes; those of the settings otherwise. */
  readonly databases?: Partial<ServerDatabases>;
  /** How long to wait for a database that is on its way. */
  readonly patience?: Patience;
  /** Fills the databases, before the shelf is read. */
  readonly prepare?: (databases: ServerDatabases) => Promise<void>;
  /** Whether the server was started to show the sample [D-50]. */
  readonly isDemo?: boolean;
  readonly log?: Logger;
  /** The time and the chance of the gate. */
  readonly runtime?: Runtime;
  /** The answers to load balancers, where they are not those of the gate. */
  readonly health?: Partial<Health>;
  /** Computes what takes long, where it is not a thread of the server's own. */
  readonly computer?: Computer;
  /** Stands between the API and its gate. */
  readonly gate?: (gate: Gate) => Gate;
  /** How people are signed in, where it is not what the settings say. */
  readonly signIn?: Partial<SignInSettings>;
  /** Changes what the management page is given. */
  readonly page?: (deps: ManageDeps) => ManageDeps;
  /** Called when a file of a season is damaged in the database, so that it can be made anew. */
  readonly onDamagedFile?: () => void;
  /** Makes the files of seasons that are not there yet, for somebody who asked for them. */
  readonly onMissedFile?: () => void;
};

export type Server = {
  /** Answers without a socket too. */
  readonly app: FastifyInstance;
  readonly shelf: Shelf;
  readonly gate: Gate;
  readonly signIn: SignIn;
  readonly databases: ServerDatabases;
  readonly manageUrl: string;
  readonly log: Logger;
  /** Where the metrics are; null: nowhere, or the server does not listen yet. */
  metricsUrl(): string | null;
  /**
   * Resolves with the address, without a slash at its end.
   * @throws ListenFailure by the setting that can mend it.
   */
  listen(): Promise<string>;
  /** Loads and makes ahead of time what the first visitors would wait for. */
  warmUp(): Promise<void>;
  /** Takes over the newest revision, and says whether there was a new one. */
  refresh(): Promise<boolean>;
  /** Takes over every new revision; resolves when `stop` says so. */
  refreshUntil(stop: AbortSignal): Promise<void>;
  /** From now on every answer ends its connection. */
  drain(): void;
  /** Answers what is under way for so long at most, and closes all that this server has opened. */
  close(graceMs?: number): Promise<void>;
};

/** For the gate to write down what it knows, and then for connections to be closed. */
const closeMs = 1_000;

/** @throws ListenFailure, before anything is made, when the port is taken. Whatever fails, nothing stays open. */
export async function openServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  const log = options.log ?? openServerLog(config.logLevel ?? "info");
  const { host } = config;
  const port = await findPort(config);
  if (config.metrics !== null) await findPort(config.metrics, "METRICS_");
  const manageUrl = config.manageUrl ?? `http://${reachableHost(host)}:${port}/manage`;
  const opened: Database[] = [];
  let app: FastifyInstance | null = null;
  let gate: Gate | null = null;
  let running: RunningServer | null = null;
  let metrics: Metrics | null = null;
  let metricsUrl: string | null = null;
  const computing = new ComputingThread({ log });
  let releaseLock = (): void => {};

  async function keep(opening: Promise<Database>): Promise<Database> {
    const database = await opening;
    opened.push(database);
    return database;
  }
  async function close(graceMs?: number): Promise<void> {
    const complain = (error: unknown) => log.error(error, "not everything was closed in good order");
    await (running?.close(graceMs) ?? app?.close());
    if (metrics !== null) await within(closeMs, metrics.close(), complain);
    if (gate !== null) await within(closeMs, gate.close(), complain);
    await within(closeMs, computing.close(), complain);
    await within(closeMs, Promise.all(opened.map((each) => each.close())), complain);
    releaseLock();
  }

  try {
    const { databases = {}, patience = impatient } = options;
    const facts = databases.facts ?? (await keep(openDatabase(config.databaseUrl, patience)));
    const access = databases.access ?? (await keep(openAccess(config.databaseUrl, patience)));
    releaseLock = (await holdServerLock(access, config.drainSeconds)).release;
    await options.prepare?.({ facts, access });

    const seasons = await keep(connectionsFor(facts, "refresh"));
    const asked = await keep(connectionsFor(facts, "details"));
    const readInThread = tasksInThread(facts);
    const shelf = new Shelf(seasons, {
      asked,
      log,
      computer: options.computer ?? computing.compute,
      files: {
        isOffered: config.files === "on",
        onDamage: () => options.onDamagedFile?.(),
        ...(options.onMissedFile && { onMissed: options.onMissedFile }),
      },
      readTable: (entry) => readInThread("season", entry),
      opensNewestFirst: true,
    });
    // A thread reads the seasons, while this one puts the rest together.
    const whenRead = patiently(patience, () => shelf.refresh());
    whenRead.catch(() => {});
    const runtime = options.runtime ?? realRuntime;
    const ownGate = openGate(await keep(connectionsFor(access, "admission")), runtime);
    gate = ownGate;
    const pages = await keep(connectionsFor(access, "pages"));

    const { trustProxy, dataDir } = config;
    if (config.metrics !== null) {
      // Loaded only where it is configured: it takes a fifth of a second, and hands the requests through.
      const { openMetrics } = await import("./metrics/metrics.ts");
      const read = await keep(connectionsFor(facts, "metrics"));
      metrics = openMetrics({ address: config.metrics, dataDir, facts: read, shelf, gate: ownGate, log });
    }
    const watched = metrics;
    const askedGate = options.gate?.(ownGate) ?? ownGate;
    const reloads = watched?.reloads ?? shelf;
    const frame = { links: config.links, manageUrl, isSample: () => shelf.current.isSample };
    const secret = secretOf(config, log);
    // A secret of this node alone is none for addresses that any node may be asked at.
    const isOfThisNode = config.sessionSecret === null && access.engine === "postgres";
    const apiUrl = apiUrlOf(manageUrl);
    const sharedSecret = isOfThisNode ? null : secret;
    const nowMs = () => runtime.nowMs();
    const origins = [new URL(apiUrl).origin, ...(config.mcpOrigins ?? [])];
    const ownApp = buildApp({
      shelf,
      gate: askedGate,
      logger: log,
      manageUrl,
      trustProxy,
      watch: watched?.watch ?? null,
      apiUrl: config.manageUrl === null ? null : apiUrlOf(config.manageUrl),
      links: new FileLinks(sharedSecret, nowMs),
      posted: config.mcp === "off" ? null : openMcp({ shelf, origins }),
      nowMs,
      sendMissingPage: (request, reply) => sendMissingPage(frame, request, reply),
    });
    app = ownApp;
    const doctorSecret = secret;
    registerHealth(ownApp, { isStopping: () => false, probe: () => ownGate.probe(), doctorSecret, ...options.health });
    const allowances = openAllowances();
    const isSample = options.isDemo === true && (await readRevision(facts.kysely))?.is_sample === 1;
    warnOfPage(config, access, manageUrl, log);
    const { signIn } = await openManage(ownApp, {
      config,
      access: pages,
      facts,
      asked,
      manageUrl,
      isSample,
      log,
      isInvented: frame.isSample,
      allowances,
      ...(options.signIn === undefined ? {} : { signIn: options.signIn }),
      ...(options.page === undefined ? {} : { page: options.page }),
    });
    const memberOf = memberReader(pages, signIn);
    const { exploreSeasons } = config;
    const site = { frame, apiUrl, exploreSeasons, allowances, shelf, kept: new KeptPages(), memberOf };
    registerDocs(ownApp, { ...site, errorsOf: (endpoint) => errorsOf(endpoint, manageUrl) });
    registerSiteFiles(ownApp, apiUrl, [
      "/",
      "/clients/",
      "/coverage",
      "/rules",
      "/status",
      "/team",
      ...teamPaths(),
      ...allPages.map(({ path }) => path),
    ]);
    registerPublicPages(ownApp, {
      ...site,
      // 22 letters of an address are 132 bits, more than anybody can try.
      sign: (text) => sign(secret, "question", text).slice(0, 22),
      hasPrice: config.planPrice !== null,
      payingKeyOf: payingKeyReader(pages, signIn),
      gate: askedGate,
    });
    await whenRead;
    return {
      app: ownApp,
      shelf,
      gate: ownGate,
      signIn,
      databases: { facts, access },
      manageUrl,
      log,
      close,
      drain: () => running?.drain(),
      metricsUrl: () => metricsUrl,
      async listen() {
        running = await startServer(ownApp, { host, port }).catch(notListening({ host, port }));
        metricsUrl = (await watched?.listen()) ?? null;
        return running.url;
      },
      async warmUp() {
        await signIn.warmUp();
        // The first drawing of a page loads and compiles what draws it, and the first of a season's games reads where each of them lies
        // in its files, which the first visitor would wait for.
        await ownApp.inject("/");
        for (const { seasons } of Object.values(shelf.current.sports)) {
          const game = seasons.at(-1)?.gameIds.at(-1);
          if (game !== undefined) await ownApp.inject(`/games/${game}`);
        }
        await ownApp.inject("/docs");
      },
      refresh: () => reloads.refresh(),
      refreshUntil: (stop) => refreshUntil(stop, reloads, log),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

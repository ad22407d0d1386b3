/** The needs of a server besides requests: its start, its memory, a night of changed games, and a file that is taken home. */
import { randomBytes } from "node:crypto";
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleRecords } from "../../sample/src/sample.ts";
import { openDatabase } from "../../src/database/engine.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { makeKeyIn } from "../support/access.ts";
import { offerFile } from "../support/offered-files.ts";
import { pagesOf } from "./answers.ts";
import { openAsker } from "./asker.ts";
import { measured } from "./measured-command.ts";
import { measureRounds, median } from "./rounds.ts";
import { keepAnswer, memoryMiBOf, settled, startBare, startGradeline } from "./servers.ts";

/** A row of a table: what was measured, and how much it was. */
export type Figure = readonly [what: string, value: string];

const starts = 3;
const pages = { explorer: "/", docs: "/docs", coverage: "/coverage" };

/** Starts and memory of a server with the sample and without a game, and what the first look at each page takes. */
export async function measureStarts(databaseFile: string, folder: string): Promise<readonly Figure[]> {
  const emptyFile = join(folder, "empty.db");
  const key = await makeKeyIn(databaseFile, "starts@example.com");
  await makeKeyIn(emptyFile, "bench@example.com");
  const found: Figure[] = [];
  for (const [name, file] of [
    ["the sample", databaseFile],
    ["no game", emptyFile],
  ] as const) {
    const timesMs: number[] = [];
    let memoryMiB = 0;
    for (let round = 0; round < starts; round++) {
      const server = await startGradeline(file, folder);
      timesMs.push(server.startMs);
      memoryMiB = memoryMiBOf(server);
      const asker = openAsker(server.base, key);
      if (round === starts - 1 && file === databaseFile) {
        await settled(server);
        found.push(["memory when all seasons are open", `${memoryMiBOf(server).toFixed(0)} MiB`]);
        const [game = ""] = (await asker.page("/v1/games?sport=mlb&season=2026&limit=1")).data.map(
          ({ game_id: id }) => id,
        );
        for (const [page, path] of Object.entries({ ...pages, game: `/games/${game}` })) {
          const begunMs = performance.now();
          const { status } = await asker.ask(path);
          if (status !== 200) throw new Error(`${path} answered ${status}`);
          found.push([`first look at a page: ${page}`, `${(performance.now() - begunMs).toFixed(0)} ms`]);
        }
        for (const list of ["/v1/odds?", "/v1/bets?", "/v1/team_games?", "/v1/snapshots?"])
          await pagesOf(asker, list, 1000, 1000);
        found.push(["memory after lists were walked through", `${memoryMiBOf(server).toFixed(0)} MiB`]);
      }
      asker.close();
      await server.close();
    }
    found.push([`listening with ${name}`, `${(median(timesMs) / 1000).toFixed(2)} s`]);
    found.push([`memory when it listens with ${name}`, `${memoryMiB.toFixed(0)} MiB`]);
  }
  const bytes = globSync(`${databaseFile}*`).reduce((sum, file) => sum + statSync(file).size, 0);
  return [...found, ["databases and files beside them", `${Math.round(bytes / 1e6)} MB`]];
}

const commandMostMs = 20 * 60_000;

/** The command that makes the full sample, and the size of what it leaves. */
export async function measureSample(databaseFile: string, folder: string): Promise<readonly Figure[]> {
  const settings = { DATABASE_URL: databaseFile, DATA_DIR: folder, FILES: "off" };
  const spent = await measured(["sample", "--full"], settings, commandMostMs);
  if (spent.code !== 0) throw new Error(`sample: ${spent.errors}`);
  return [["`gradeline sample --full`", spentInWords(spent.cpuMs, spent.peakMb)]];
}

function spentInWords(cpuMs: number, peakMb: number): string {
  return `${(cpuMs / 1000).toFixed(1)} s of CPU, ${peakMb.toFixed(0)} MB at most`;
}

/**
 * The commands of a night after which some final scores have changed: import, publish and the files of the season. All other
 * files are made before, as they would be on a machine that has had nights before this one.
 */
export async function measureNight(databaseFile: string, folder: string, sport: Sport, season: number) {
  const changed: GameRecord[] = [];
  for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
    if (record.type !== "game" || record.status !== "final" || record.line_score === null) continue;
    changed.push(withMorePoints(record));
    if (changed.length === 15) break;
  }
  const file = join(folder, `${sport}.ndjson`);
  writeFileSync(file, changed.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const run = async (...words: string[]) => {
    const settings = { DATABASE_URL: databaseFile, DATA_DIR: folder, FILES: words[0] === "files" ? "on" : "off" };
    const spent = await measured(words, settings, commandMostMs);
    if (spent.code !== 0) throw new Error(`${words[0]}: ${spent.errors}`);
    return spent;
  };
  await run("files");
  const night = [await run("import", "canonical", file), await run("publish"), await run("files")];
  const cpuMs = night.reduce((sum, spent) => sum + spent.cpuMs, 0);
  const figure = spentInWords(cpuMs, Math.max(...night.map(({ peakMb }) => peakMb)));
  return [[`a night of 15 games of the ${sport.toUpperCase()}, with the files of its season`, figure]] as const;
}

/** The winner scored more in the last period, so that nothing else of the game has to change. */
function withMorePoints(game: GameRecord): GameRecord {
  const side = (game.home_score ?? 0) >= (game.away_score ?? 0) ? "home" : "away";
  const [score, line] = [game[`${side}_score`], game.line_score];
  if (score === null || line === null) return game;
  const periods = line[side].with(-1, (line[side].at(-1) ?? 0) + 1);
  return { ...game, [`${side}_score`]: score + 1, line_score: { ...line, [side]: periods } };
}

const fileBytes = 10_000_000;

export type DownloadCost = { readonly ratio: number; readonly oursMs: number; readonly bareMs: number };

/** A file of 10 MB, over what bare `node:http` needs for the same bytes from memory: CPU of the servers alone. */
export async function measureDownload(folder: string, rounds: number): Promise<DownloadCost> {
  const bytes = randomBytes(fileBytes);
  const databaseFile = join(folder, "download.db");
  const database = await openDatabase(databaseFile);
  const { path, sha256 } = await offerFile(database, { bytes });
  await database.close();
  const key = await makeKeyIn(databaseFile, "bench@example.com");
  const place = join(folder, "download");
  mkdirSync(place);
  const kept = keepAnswer(place, "file", bytes, "application/gzip", `"${sha256}"`, false);
  const opened: { close(): unknown }[] = [];
  try {
    const sides = [];
    for (const [started, asked] of [
      // By its version, since the maker of files may find that there is no such season.
      [startGradeline(databaseFile, folder, { FILES: "on" }), `/v1/files/${path}?sha256=${sha256}`],
      [startBare("node:http", [kept], place), kept.path],
    ] as const) {
      const server = await started;
      opened.push(server);
      const asker = openAsker(server.base, key);
      opened.push(asker);
      const { length } = (await asker.ask(asked)).body;
      if (length !== fileBytes) throw new Error(`${server.name} sent ${length} bytes`);
      sides.push({ server, asker, requests: [{ path: asked }], perRound: 16, isOnce: false, atOnce: 4 });
    }
    const measured = await measureRounds(sides, rounds);
    const [oursMs = 0, bareMs = 0] = sides.map((side) => (measured.get(side)?.cpuUs ?? Number.NaN) / 1000);
    return { ratio: oursMs / bareMs, oursMs, bareMs };
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** The processor, memory and runtime: ratios of one run can be compared, absolute figures of two machines cannot. */
export function machineInWords(): string {
  const model = /model name\s*: (.*)/.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1] ?? "an unknown CPU";
  return `${navigator.hardwareConcurrency} cores of ${model}, Node ${process.versions.node}`;
}

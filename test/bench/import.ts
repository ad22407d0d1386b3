/** Quotes a second into SQLite: from captured text (parse, check, fold, write), and from records that are there. */
import { join } from "node:path";
import { openDatabase } from "../../src/database/engine.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { Bench } from "./bench.ts";
import { cpuMs, peakMemory } from "./cpu.ts";
import { median } from "./http/statistics.ts";

const rounds = 5;
const events = 30;
const snapshots = 240;
const books = [
  "draftkings",
  "fanduel",
  "betmgm",
  "betrivers",
  "bovada",
  "lowvig",
  "betus",
  "fanatics",
  "williamhill_us",
];
const teams = ["Buffalo Bills", "New York Jets", "Miami Dolphins", "New England Patriots"];

/** One snapshot of 30 events as The Odds API writes it. */
function snapshot(minute: number): string {
  const at = new Date(Date.UTC(2025, 9, 1) + minute * 60_000).toISOString().replace(".000", "");
  const outcome = (name: string, price: number, point?: number) => ({ name, price, point });
  return JSON.stringify(
    Array.from({ length: events }, (_, event) => {
      const home = teams[event % 2] as string;
      const away = teams[2 + (event % 2)] as string;
      const spread = -3 - ((minute + event) % 5) / 2;
      return {
        id: `event${event}`,
        sport_key: "americanfootball_nfl",
        commence_time: new Date(Date.UTC(2025, 9, 5 + event, 17)).toISOString().replace(".000", ""),
        home_team: home,
        away_team: away,
        bookmakers: books.map((key) => ({
          key,
          last_update: at,
          markets: [
            { key: "h2h", last_update: at, outcomes: [outcome(home, -150), outcome(away, 130)] },
            { key: "spreads", last_update: at, outcomes: [outcome(home, -110, spread), outcome(away, -110, -spread)] },
            { key: "totals", last_update: at, outcomes: [outcome("Over", -110, 44.5), outcome("Under", -110, 44.5)] },
          ],
        })),
      };
    }),
  );
}

const source = { file: "snapshot.json", nowMs: Date.now(), sport: "nfl", seenAt: null } as const;

function* quotes(texts: readonly string[]): Generator<FeedItem> {
  for (const text of texts) yield* readOddsApi(JSON.parse(text), source);
}

export const benchImport: Bench = async (folder, print) => {
  const texts = Array.from({ length: snapshots }, (_, minute) => snapshot(minute));
  const records = texts.flatMap((text) => [...readOddsApi(JSON.parse(text), source)]);
  const rates = { text: [] as number[], records: [] as number[] };
  const cpuRates = { text: [] as number[], records: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const kind of ["text", "records"] as const) {
      const database = await openDatabase(join(folder, `import-${kind}-${round}.db`));
      const begunCpu = process.cpuUsage();
      const begun = performance.now();
      await importItems(database, kind === "text" ? quotes(texts) : records, new Date().toISOString());
      rates[kind].push((records.length / (performance.now() - begun)) * 1000);
      cpuRates[kind].push((records.length / cpuMs(begunCpu)) * 1000);
      await database.close();
    }
  }
  const shown = (kind: "text" | "records"): string =>
    `${perSecond(median(rates[kind]))} quotes/s (${perSecond(median(cpuRates[kind]))} a second of CPU)`;
  print(`${records.length.toLocaleString("en-US")} quotes, median of ${rounds} rounds`);
  print(`from text, JSON.parse to disk: ${shown("text")}; from records: ${shown("records")}; ${peakMemory()}`);
};

export function perSecond(rate: number): string {
  return Math.round(rate).toLocaleString("en-US");
}

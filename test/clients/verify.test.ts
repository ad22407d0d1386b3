/** `verify` names every planted change: the file, the row, the column and both values. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, test } from "vitest";
import { Mirrors } from "../support/clients/mirrors.ts";
import { openOfferingServer } from "../support/clients/offering-server.ts";

const site = await openOfferingServer();
const mirrors = new Mirrors(site);
const main = mirrors.folder("main");
await mirrors.pull("all", "--to", main);
afterAll(async () => {
  mirrors.close();
  await site[Symbol.asyncDispose]();
});

let copies = 0;
function copyOf(): string {
  copies += 1;
  const folder = mirrors.folder(`copy${copies}`);
  cpSync(main, folder, { recursive: true });
  return folder;
}

type Cells = string[][];
const season = "nfl/2025";

/** Changes a file as somebody would who also writes the new hashes down. @returns what `verify` complains about. */
async function planted(
  dataSet: string,
  change: (cells: Cells, at: (column: string) => number) => void,
): Promise<string[]> {
  const folder = copyOf();
  const path = `${season}/${dataSet}.csv.gz`;
  const file = join(folder, path);
  const text = gunzipSync(readFileSync(file)).toString();
  const cells = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  const [header = []] = cells;
  change(cells, (column) => (header.indexOf(column) === -1 ? assert.fail(column) : header.indexOf(column)));
  const changed = gzipSync(`${cells.map((row) => row.join(",")).join("\r\n")}\r\n`);
  writeFileSync(file, changed);
  const place = join(folder, "gradeline-mirror.json");
  const mirror = JSON.parse(readFileSync(place, "utf8"));
  const entry = mirror.files.find((each: { path: string }) => each.path === path);
  Object.assign(entry, { bytes: changed.length, sha256: hash("sha256", changed), rows: cells.length - 1 });
  writeFileSync(place, JSON.stringify(mirror));
  const { complained, code } = await mirrors.verify(folder);
  rmSync(folder, { recursive: true });
  assert.equal(code, 1);
  const lines = complained.split("\n");
  // Without the key, nobody can make the manifest say the same.
  assert.ok(
    lines.some((line) => line.startsWith(`${path}: sha256 is `)),
    complained,
  );
  return lines;
}

const other = (cell: string): string => {
  if (cell === "true" || cell === "false") return cell === "true" ? "false" : "true";
  if (["won", "lost", "push"].includes(cell)) return cell === "won" ? "lost" : "won";
  if (["home", "away"].includes(cell)) return cell === "home" ? "away" : "home";
  if (["over", "under"].includes(cell)) return cell === "over" ? "under" : "over";
  if (["favorite", "underdog"].includes(cell)) return cell === "favorite" ? "underdog" : "favorite";
  if (["covered", "failed"].includes(cell)) return cell === "covered" ? "failed" : "covered";
  return cell === "" ? "0" : String(Number(cell) + (Number(cell) >= 1 && Number(cell) < 100 ? 0.5 : 1));
};

/** Columns that follow from others, by data set. */
const computed: Readonly<Record<string, readonly string[]>> = {
  games: ["result.margin_home", "consensus.moneyline.home_close", "consensus.spread.close"],
  odds: ["result.home_covered", "result.spread_push", "result.went_over", "result.total_push"],
  periods: ["result.margin_home", "result.went_over", "consensus.total.under_juice_open", "consensus.spread.open"],
  period_odds: ["result.home_covered", "result.total_push"],
  bets: [
    "books",
    "open.line",
    "open.price",
    "close.price",
    "close.no_vig_probability",
    "result.open",
    "result.close",
    "profit.open",
    "profit.close",
    "role",
    "closing_line.beat",
    "closing_line.points",
    "closing_line.probability",
    "score.home",
  ],
  snapshots: ["winner"],
  team_games: ["result.straight_up", "result.spread", "line", "margin_against_line"],
};

test("a mirror that is as it came is right in every value", async () => {
  const { code, said, complained } = await mirrors.verify(main);
  assert.deepEqual([code, complained], [0, ""]);
  const [, values = "0"] = /(\d+) values computed again: all are right/.exec(said) ?? [];
  assert.ok(Number(values) > 50_000, values);
});

for (const [dataSet, columns] of Object.entries(computed))
  test(`changed values of ${dataSet} are named with their rows, their columns and both values`, async () => {
    const changes: { column: string; row: string; before: string; after: string }[] = [];
    const lines = await planted(dataSet, (cells, at) => {
      const taken = new Set<string[]>();
      for (const column of columns) {
        const free = cells.slice(1).filter((each) => each[at(column)] !== "" && !taken.has(each));
        const chosen = free[(changes.length * 7) % free.length] ?? assert.fail(`no row is left for ${column}`);
        taken.add(chosen);
        const before = chosen[at(column)] ?? "";
        const after = other(before);
        chosen[at(column)] = after;
        changes.push({ column, row: chosen[at("game_id")] ?? "", before, after });
      }
    });
    const path = `${season}/${dataSet}.csv.gz`;
    for (const { column, row, before, after } of changes) {
      const named = lines.filter(
        (line) => line.startsWith(`${path}, row ${row}`) && line.includes(`, column ${column}: `),
      );
      const said = `: ${after} is written, and ${before} follows from the other files`;
      assert.ok(
        named.some((line) => line.endsWith(said)),
        `${column}: ${lines.join("\n")}`,
      );
    }
  });

test("a book's price that was changed is named where the consensus is made of it", async () => {
  let row = "";
  const lines = await planted("odds", (cells, at) => {
    const [, first = []] = cells;
    row = first[at("game_id")] ?? "";
    first[at("moneyline.home_close")] = "-5000";
  });
  assert.ok(
    lines.some((line) =>
      line.startsWith(`${season}/games.csv.gz, row ${row}, column consensus.moneyline.home_close: `),
    ),
    lines.join("\n"),
  );
});

test("a row that was left out, put in or doubled is named", async () => {
  const left = await planted("bets", (cells) => void cells.splice(3, 1));
  assert.ok(
    left.some((line) => /bets\.csv\.gz, row \S+ .*: it is missing, and \d+ books have posted it/.test(line)),
    left.join("\n"),
  );
  const doubled = await planted("games", (cells) => void cells.push(cells[1] ?? []));
  assert.ok(
    doubled.some((line) => line.endsWith("it is there twice")),
    doubled.join("\n"),
  );
});

test("a file that was changed, cut or lost is named, and so are the chain, the manifest and the signatures", async () => {
  const changes: readonly (readonly [file: string, change: (text: string) => string | null, named: RegExp])[] = [
    [`${season}/odds.csv.gz`, () => null, /odds\.csv\.gz: it is missing/],
    [`${season}/odds.csv.gz`, (text) => text.slice(0, -1), /odds\.csv\.gz: it has \d+ bytes, and the list says \d+/],
    [
      `${season}/ids.csv.gz`,
      (text) => `${text.slice(0, 20)}${text[20] === "a" ? "b" : "a"}${text.slice(21)}`,
      /ids\.csv\.gz: its SHA-256 is/,
    ],
    [
      "gradeline-heads.ndjson",
      (text) => text.replace('"revision":1', '"revision":9'),
      /heads\.ndjson\.minisig: it is not a signature/,
    ],
    ["gradeline-heads.ndjson", (text) => `${text}${text}`, /history was rewritten: gradeline-heads\.ndjson, line 2/],
    [
      "gradeline-manifest.json",
      (text) => text.replace('"rows":', '"rows": '),
      /it is not the manifest that the last head names/,
    ],
    [
      "gradeline-manifest.json.minisig",
      (text) => text.replace("the files of", "the file of"),
      /manifest\.json\.minisig: it is not a signature/,
    ],
    ["gradeline-heads.ndjson.minisig", () => null, /it is missing, and minisign\.pub is there/],
    ["gradeline-mirror.json", (text) => text.replace('"archive": "', '"archive": "0'), /archive is 0/],
  ];
  for (const [file, change, named] of changes) {
    const folder = copyOf();
    const place = join(folder, file);
    const changed = change(readFileSync(place, "latin1"));
    if (changed === null) rmSync(place);
    else writeFileSync(place, changed, "latin1");
    const { code, complained } = await mirrors.verify(folder, "--hashes-only");
    assert.notEqual(code, 0, file);
    assert.match(complained, named);
  }
  const nowhere = await mirrors.verify(mirrors.folder("nowhere"));
  assert.deepEqual([nowhere.code, nowhere.complained.split("\n").length], [1, 1]);
});

/** `gradeline doctor` of a real server, with a proxy, a mail server, backups and a database that sorts texts: what is well, what is wrong, and the exit code. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { doctorHeader, doctorQuestion } from "../../src/http/signing.ts";
import { openServer, type Server } from "../../src/serve/open-server.ts";
import { type DatabaseFiles, newDatabaseFiles } from "../database/database-files.ts";
import { snippetsUnder } from "../support/docs.ts";
import { onEachEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { type HttpServer, startHttp } from "../support/http-server.ts";
import { refused, runCommand } from "../support/run-command.ts";

type Finding = { name: string; standing: string; sentence: string; remedy: string | null };

const SESSION_SECRET = "a secret of at least 32 characters";
const backups = testFolder("doctor-backups");
/** Where `gradeline` is the command of this checkout. */
const shims = testFolder("doctor-shims");
const command = join(import.meta.dirname, "../../bin/gradeline.js");
writeFileSync(join(shims, "gradeline"), `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`, { mode: 0o755 });
let files: DatabaseFiles;
let server: Server;
let settings: Readonly<Record<string, string>>;
/** A proxy before the server, which says for whom it asks. */
let proxy: HttpServer;
let proxyUrl: string;

function proxyTo(port: number): Promise<HttpServer> {
  return startHttp((incoming, response) => {
    const headers = { ...incoming.headers, "x-forwarded-for": "203.0.113.9" };
    const outgoing = request({ host: "127.0.0.1", port, path: incoming.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    outgoing.end();
  });
}

beforeAll(async () => {
  files = await newDatabaseFiles();
  const common = { DATABASE_URL: files.url, SESSION_SECRET, LOG_LEVEL: "silent", TRUST_PROXY: "loopback" };
  server = await openServer(readConfig({ ...common, PORT: "0" }));
  const port = Number(new URL(await server.listen()).port);
  proxy = await proxyTo(port);
  // The name is this machine's, and not one by which the settings know it.
  proxyUrl = `http://0.0.0.0:${proxy.port}`;
  settings = { ...common, PORT: String(port), BACKUP_DIR: backups };
});
afterAll(async () => {
  await proxy?.close();
  await server?.close();
  files?.remove();
});

/** What the doctor finds, by name. Its exit code says whether anything is wrong. */
async function findingsOf(place: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Finding>> {
  const { code, output } = await runCommand(["doctor", "--json"], place);
  const { ok, findings } = JSON.parse(output) as { ok: boolean; findings: Finding[] };
  const isWell = findings.every(({ standing }) => standing !== "wrong");
  assert.deepEqual([ok, code], [isWell, isWell ? 0 : 1]);
  return new Map(findings.map((each) => [each.name, each]));
}

async function doctor(more: Readonly<Record<string, string>> = {}) {
  const findings = await findingsOf({ ...settings, ...more });
  const isWell = [...findings.values()].every(({ standing }) => standing !== "wrong");
  return { isWell, of: (name: string): Finding => findings.get(name) ?? assert.fail(name) };
}

/** The lines of docs/backup.md, which are those of the timer's service. */
const nightly = snippetsUnder("docs/backup.md", "Every night", "sh")[0].trim().split("\n");

function runLine(line: string): number | null {
  const env = { ...process.env, ...settings, PATH: `${shims}:${process.env.PATH ?? ""}` };
  return spawnSync("sh", ["-ec", line], { env, encoding: "utf8" }).status;
}

test("the service of the timer runs the lines of the docs", () => {
  const unit = readFileSync(join(import.meta.dirname, "../../ops/deb/gradeline-backup.service"), "utf8");
  const lines = [...unit.matchAll(/^ExecStart=\/bin\/sh -ec '(.*)'$/gm)].map(([, line = ""]) => line);
  assert.deepEqual(
    lines.map((line) => line.replaceAll("$$", "$").replaceAll("%%", "%")),
    nightly,
  );
});

test("a server without a backup has one thing wrong, and after a night's backup nothing", async () => {
  const before = await doctor();
  assert.equal(before.isWell, false);
  assert.deepEqual([before.of("backup").standing, before.of("trial of a backup").standing], ["wrong", "wrong"]);
  assert.deepEqual(nightly.map(runLine), [0, 0, 0]);
  const after = await doctor();
  assert.equal(after.isWell, true);
  assert.match(after.of("backup").sentence, /the last backup was made 0 h ago/);
  assert.match(after.of("trial of a backup").sentence, /restored and read 0 h ago/);
  assert.match(after.of("server").sentence, /^Gradeline \d+\.\d+\.\d+ answers at http:\/\/127\.0\.0\.1:/);
  for (const name of ["clock", "disk", "database"]) {
    assert.equal(after.of(name).standing, "ok", name);
  }
});

test("a night removes what is older than two weeks and what was left half-done, and a backup that is damaged is not tried", () => {
  const [make = "", tryIt = "", remove = ""] = nightly;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const ages = {
    "2020-01-01T000000Z": 15,
    "2020-01-02T000000Z": 13,
    "2020-01-03T000000Z.partial-x": 2,
    "trial-x": 2,
    mine: 99,
  };
  for (const [name, days] of Object.entries(ages)) {
    mkdirSync(join(backups, name));
    utimesSync(join(backups, name), daysAgo(days), daysAgo(days));
  }
  assert.equal(runLine(remove), 0);
  const left = readdirSync(backups).sort();
  assert.deepEqual(
    left.filter((name) => name in ages),
    ["2020-01-02T000000Z", "mine"],
  );
  assert.equal(runLine(make), 0);
  const made = readdirSync(backups).filter((name) => !left.includes(name));
  assert.equal(made.length, 1);
  writeFileSync(join(backups, made[0] ?? "", "gradeline.db"), "damaged");
  assert.notEqual(runLine(tryIt), 0);
  assert.equal(existsSync(join(backups, made[0] ?? "", "tried")), false);
  assert.deepEqual(readdirSync(backups).sort(), [...left, ...made].sort(), "the trial leaves nothing behind");
});

test("for a person it is a line each, with what to do below", async () => {
  const { output } = await runCommand(["doctor"], settings);
  assert.match(output, /^ok {7}server: Gradeline/m);
  assert.match(output, /^warning {2}mail: SMTP_URL is not set: .*\n {9}-> set SMTP_URL and MAIL_FROM$/m);
});

test("a header that a proxy has really sent is believed where TRUST_PROXY names it", async () => {
  const MANAGE_URL = `${proxyUrl}/manage`;
  const { of } = await doctor({ MANAGE_URL });
  assert.equal(of("proxy").standing, "ok");
  assert.match(of("proxy").sentence, /leads here through 127\.0\.0\.1, whose X-Forwarded-For is believed/);
  const untrusting = await openServer(
    readConfig({ DATABASE_URL: join(backups, "untrusting.db"), SESSION_SECRET, LOG_LEVEL: "silent", PORT: "0" }),
  );
  const before = await proxyTo(Number(new URL(await untrusting.listen()).port));
  try {
    const found = await doctor({ MANAGE_URL: `http://0.0.0.0:${before.port}/manage` });
    assert.equal(found.isWell, false);
    assert.match(`${found.of("proxy").remedy}`, /^set TRUST_PROXY=loopback/);
  } finally {
    await before.close();
    await untrusting.close();
  }
});

test("nobody else learns who a caller is taken for", async () => {
  const healthz = `http://127.0.0.1:${settings.PORT}/healthz`;
  for (const question of ["", "1.x", doctorQuestion("another secret, also of 32 characters", Date.now())]) {
    assert.equal(await (await fetch(healthz, { headers: { [doctorHeader]: question } })).text(), "ok\n", question);
  }
  const old = doctorQuestion(SESSION_SECRET, Date.now() - 61_000);
  assert.equal(await (await fetch(healthz, { headers: { [doctorHeader]: old } })).text(), "ok\n", "an old one");
  const { of } = await doctor({ SESSION_SECRET: "another secret, also of 32 characters" });
  assert.match(of("server").sentence, /its SESSION_SECRET is another than the doctor's/);
});

test("no server, a stranger at the port, a mail server that refuses, and a database that is not there are named", async () => {
  assert.match((await doctor({ PORT: "1" })).of("server").sentence, /^no server runs at http:\/\/127\.0\.0\.1:1: /);
  const stranger = await startHttp((_request, response) => response.writeHead(404).end());
  assert.match((await doctor({ PORT: String(stranger.port) })).of("server").sentence, /is not Gradeline: it says 404/);
  await stranger.close();
  const gone = await doctor({ DATABASE_URL: join(backups, "none.db"), DATA_DIR: backups });
  assert.equal(gone.isWell, false);
  assert.match(gone.of("database").sentence, /it is not there/);
});

test("a mail server is asked to let us in, and gets no mail", async () => {
  let mails = 0;
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ password }, _session, done) =>
      password === "right" ? done(null, { user: "g" }) : done(new Error("no")),
    onData: (_stream, _session, done) => {
      mails++;
      done();
    },
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const to = (password: string) => ({
    SMTP_URL: `smtp://g:${password}@127.0.0.1:${port}`,
    MAIL_FROM: "hello@gradeline.example",
  });
  const well = (await doctor(to("right"))).of("mail");
  assert.deepEqual([well.standing, well.sentence.includes("right")], ["ok", false], well.sentence);
  const refused = (await doctor(to("wrong"))).of("mail");
  assert.equal(refused.standing, "wrong");
  assert.doesNotMatch(JSON.stringify(refused), /:wrong@/);
  assert.equal(mails, 0);
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

test("a placeholder that was left in the settings ends every command in a sentence", () =>
  refused(
    { ...settings, SESSION_SECRET: "{{SESSION_SECRET}}" },
    ["doctor"],
    /^gradeline: SESSION_SECRET has the placeholder \{\{SESSION_SECRET\}\} still: put your own value there\n$/,
  ));

onEachEngine((databases) => {
  const collationOf = async (DATABASE_URL: string) => (await findingsOf({ DATABASE_URL })).get("collation");

  test("texts that are sorted as when the database was made are well", async () => {
    const { url: DATABASE_URL } = await databases.fresh();
    // An embedded database sorts by code units, so there is nothing to look at.
    assert.equal((await collationOf(DATABASE_URL))?.standing, databases.name === "postgres" ? "ok" : undefined);
    assert.equal((await runCommand(["verify"], { DATABASE_URL })).code, 0);
  });

  if (databases.name === "postgres")
    test("another version of the library that sorts texts is told with what to do first and then, until it is done", async () => {
      const address = new URL(await databases.freshUrl());
      const withClient = async (work: (client: Client) => Promise<unknown>) => {
        const client = new Client({ connectionString: address.href });
        await client.connect();
        await work(client).finally(() => client.end());
      };
      const name = '"sorted-as-english"';
      await withClient((admin) =>
        admin.query(`create database ${name} template template0 locale_provider icu icu_locale 'en-US'`),
      );
      address.pathname = "/sorted-as-english";
      const url = address.href;
      await databases.open(url);
      await withClient(async (client) => {
        // What an upgraded image looks like.
        await client.query("update pg_database set datcollversion = '999.1' where datname = current_database()");
        const found = await collationOf(url);
        assert.equal(found?.standing, "wrong");
        assert.match(found.sentence, /version 999\.1 of the collation/);
        const remedy = new RegExp(`REINDEX DATABASE ${name};.*ALTER DATABASE ${name} REFRESH COLLATION VERSION;`);
        assert.match(found.remedy ?? "", remedy);
        const verified = await runCommand(["verify"], { DATABASE_URL: url });
        assert.equal(verified.code, 1);
        assert.match(verified.output, remedy);
        assert.equal(verified.output.match(/999\.1/g)?.length, 1, "it is told once");
        for (const [command = ""] of found.remedy?.matchAll(/(?:REINDEX|ALTER) DATABASE [^;]+/g) ?? [])
          await client.query(command);
        assert.equal((await collationOf(url))?.standing, "ok");
        const after = await runCommand(["verify"], { DATABASE_URL: url });
        assert.doesNotMatch(after.output, /collation|REINDEX/);
      });
    });
});

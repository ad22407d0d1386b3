/** Downloads of a whole server: slow callers, callers who leave, a server that ends, damage, and a database that is away. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, onTestFinished, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase, tablesOf } from "../../src/database/engine.ts";
import { sendBytes } from "../../src/http/send.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { openServerLog } from "../../src/serve/log.ts";
import { openServer, type Server, type ServerOptions } from "../../src/serve/open-server.ts";
import { assertRefusal } from "../contract/refusals.ts";
import { openTestAccess, plenty } from "../support/access.ts";
import { send, siteConfig } from "../support/api.ts";
import { engineNames, onEachEngine, startEngine } from "../support/engines.ts";
import { testFolder } from "../support/folders.ts";
import { offerFile } from "../support/offered-files.ts";
import type { Settings } from "../support/process.ts";
import { skipIf } from "../support/skip-if.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";

const url = "/v1/files/nfl/2025/odds.csv.gz";

type Site = Awaited<ReturnType<typeof openSite>>;

/** A listening server with a file of these bytes. */
const folder = testFolder("downloads");

async function openSite(
  databaseUrl: string,
  bytes: Uint8Array,
  { settings = {}, ...options }: ServerOptions & { readonly settings?: Settings } = {},
) {
  const lines: string[] = [];
  const config = siteConfig({ DATABASE_URL: databaseUrl, DATA_DIR: mkdtempSync(join(folder, "home-")), ...settings });
  const log = openServerLog("info", { write: (line: string) => void lines.push(line) });
  const server = await openServer(config, { log, ...options });
  await offerFile(server.databases.facts, { bytes });
  const account = { email: "caller@example.com", plan: "standard" as const, ...plenty };
  const { key } = await createKey(server.databases.access, { ...account, now: new Date() });
  const base = new URL(await server.listen());
  let isClosed = false;
  const close = server.close;
  const closed: Server = {
    ...server,
    close(graceMs) {
      isClosed = true;
      return close(graceMs);
    },
  };
  onTestFinished(async () => {
    if (!isClosed) await server.close(0);
  });
  return {
    server: closed,
    base,
    key,
    lines,
    get: (path: string) => send(server.app, "GET", path, { "x-api-key": key }),
  };
}

/** Keys of as many accounts. */
async function keysOf({ server }: Site, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let account = 0; account < count; account++) {
    const made = { email: `many${account}@example.com`, plan: "standard" as const, ...plenty, now: new Date() };
    keys.push((await createKey(server.databases.access, made)).key);
  }
  return keys;
}

/** Asks for a path, and reads nothing of the answer until it is told to. */
async function begin({ base, key }: Pick<Site, "base" | "key">, path = url, more = ""): Promise<Socket> {
  const socket = connect({ port: Number(base.port), host: base.hostname });
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n${more}\r\n`);
  return socket;
}

/** Reads all that comes; the head is left out. */
async function bodyOf(socket: Socket, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of socket as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    const head = parts[0]?.indexOf("\r\n\r\n") ?? 0;
    if (length >= head + 4 + bytes) break;
  }
  const received = Buffer.concat(parts);
  return received.subarray(received.indexOf("\r\n\r\n") + 4);
}

onEachEngine((engine) => {
  test("a file that is damaged is 503, uncharged and told of, until it is mended", async () => {
    const bytes = randomBytes(1_500_000);
    let told = 0;
    const site = await openSite(await engine.migratedUrl(), bytes, { onDamagedFile: () => void told++ });
    const { databases } = site.server;
    const tables = tablesOf<ReleaseTables>(databases.facts.kysely);
    const piece = tables.updateTable("release_pieces").where("number", "=", 1);
    await piece.set({ body: randomBytes(bytes.length - 1_048_576) }).execute();
    const before = Number((await site.get("/v1/nothing")).headers["x-quota-remaining"]);
    for (let turn = 0; turn < 2; turn++) {
      const answer = await site.get(url);
      assertRefusal(answer, 503, "unavailable", "damaged");
      assert.match(answer.body.error.message, /the file nfl\/2025\/odds.csv.gz cannot be answered until it is mended/);
      assert.equal(answer.headers["retry-after"], "60");
      assert.equal(Number(answer.headers["x-quota-remaining"]), before);
    }
    assert.equal(told, 1);
    assert.ok(site.lines.some((line) => JSON.parse(line).level === 50 && /does not match its name/.test(line)));
    await tables.deleteFrom("release_pieces").execute();
    await tables.deleteFrom("release_files").execute();
    await offerFile(databases.facts, { bytes });
    assert.equal((await site.get(url)).status, 200);
  });

  test("where the operator offers no files, the list is empty and says why, and a file is 404 with that sentence", async () => {
    const site = await openSite(await engine.migratedUrl(), Buffer.from("x"), { settings: { FILES: "off" } });
    const list = await site.get("/v1/files");
    const why = "files are not offered here: the operator has set FILES=off";
    assert.deepEqual([list.status, list.body.data, list.headers["x-note"]], [200, [], why]);
    for (const path of [url, `${url}/link`]) {
      const answer = await site.get(path);
      assertRefusal(answer, 404, "not_found", path);
      assert.equal(answer.body.error.message, why);
    }
  });
});

test("while PostgreSQL is away the list and files are 503, and afterwards they are there again", {
  ...skipIf(!engineNames.includes("postgres") && "needs PostgreSQL"),
}, async () => {
  const engine = await startEngine("postgres");
  const direct = new URL(await engine.migratedUrl());
  const proxy = await startTcpProxy(Number(direct.port));
  const through = new URL(direct);
  through.host = `127.0.0.1:${proxy.port}`;
  const facts = await openDatabase(through.href);
  const { access, close } = await openTestAccess();
  const site = await openSite(direct.href, Buffer.from("bytes"), { databases: { facts, access } });
  assert.equal((await site.get(url)).status, 200);
  proxy.cut();
  for (const path of ["/v1/files", url, `${url}/link`]) {
    assertRefusal(await site.get(path), 503, "unavailable", path);
  }
  await proxy.mend();
  await until(async () => (await site.get(url)).status === 200, "the file is there again");
  onTestFinished(async () => {
    await facts.close();
    await close();
    await proxy.close();
    await engine.close();
  });
});

test("while the keys cannot be checked a signed address of a key that is known is answered, as the key would be [D-48]", {
  ...skipIf(!engineNames.includes("postgres") && "needs PostgreSQL"),
}, async () => {
  const engine = await startEngine("postgres");
  const direct = new URL(await engine.migratedUrl());
  const proxy = await startTcpProxy(Number(direct.port));
  const through = new URL(direct);
  through.host = `127.0.0.1:${proxy.port}`;
  const [facts, access] = [await openDatabase(":memory:"), await openAccess(through.href)];
  const site = await openSite(through.href, Buffer.from("bytes"), { databases: { facts, access } });
  const link = new URL((await site.get(`${url}/link`)).body.data.url);
  const ask = () => send(site.server.app, "GET", link.pathname + link.search);
  const before = Number((await ask()).headers["x-quota-remaining"]);
  proxy.cut();
  assert.equal((await ask()).status, 200);
  await proxy.mend();
  await until(async () => (await site.get("/v1/nothing")).status === 404, "keys are checked again");
  assert.equal(Number((await ask()).headers["x-quota-remaining"]), before - 2);
  onTestFinished(async () => {
    await Promise.all([facts.close(), access.close()]);
    await proxy.close();
    await engine.close();
  });
});

describe("a slow caller", () => {
  const bytes = randomBytes(12_000_000);

  test("who leaves in the middle is charged, and leaves no error in the log", async () => {
    const site = await openSite(join(folder, "left.db"), bytes);
    const before = Number((await site.get("/v1/sports")).headers["x-quota-remaining"]);
    const sockets = await Promise.all(Array.from({ length: 5 }, () => begin(site)));
    // An answer that has not begun when its caller leaves is charged to nobody.
    for (const socket of sockets) {
      socket.resume();
      await once(socket, "data");
      socket.pause();
    }
    for (const socket of sockets) socket.destroy();
    const left = () => site.lines.filter((line) => line.includes('"aborted":true')).length;
    await until(() => left() === 5, "five have left");
    assert.equal(Number((await site.get("/v1/sports")).headers["x-quota-remaining"]), before - 6);
    assert.deepEqual(
      site.lines.filter((line) => JSON.parse(line).level >= 50),
      [],
    );
  });

  test("is waited for by a server that ends, as long as its grace is, and cut off then", long, async () => {
    const site = await openSite(join(folder, "ends.db"), bytes);
    const [reads, waits] = [await begin(site), await begin(site)];
    await sleep(300);
    const closing = site.server.close(3000);
    assert.ok((await bodyOf(reads, bytes.length)).equals(bytes));
    await closing;
    const cut = await bodyOf(waits, bytes.length).catch(() => Buffer.alloc(0));
    assert.ok(cut.length < bytes.length);
  });

  test("on whose download nothing moves for a while is let go; who takes a little at a time is not", long, async () => {
    const source = { part: async (at: number, last: number) => bytes.subarray(at, Math.min(at + 262_144, last + 1)) };
    const stalledMs = 1500;
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { "content-length": String(bytes.length) });
      await sendBytes(response, source, { first: 0, last: bytes.length - 1 }, stalledMs);
      response.end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [still, slow] = [await begin({ base, key: "" }), await begin({ base, key: "" })];
    const ended = { still: false };
    still.on("error", () => {});
    still.once("close", () => {
      ended.still = true;
    });
    const begunMs = performance.now();
    let length = 0;
    let tail = Buffer.alloc(0);
    for await (const part of slow as AsyncIterable<Buffer>) {
      length += part.length;
      tail = Buffer.concat([tail, part]).subarray(-1000);
      if (tail.equals(bytes.subarray(-1000))) break;
      await sleep(20);
    }
    assert.ok(length > bytes.length);
    assert.ok(performance.now() - begunMs > stalledMs, "it took longer than a download may stand still");
    // It is only noticed by reading.
    still.resume();
    await until(() => ended.still, "the one that stood still was let go");
    slow.destroy();
  });
});

test("one account has eight downloads at once and all have 64; who is refused pays nothing, and may soon", async () => {
  const bytes = randomBytes(12_000_000);
  const site = await openSite(join(folder, "bound.db"), bytes);
  const keys = await keysOf(site, 9);
  const head = async (key: string): Promise<Record<string, string>> => {
    const socket = await begin({ base: site.base, key }, url);
    const [first] = (await once(socket.resume(), "data")) as [Buffer];
    socket.destroy();
    const [status = "", ...lines] = first.toString("latin1").split("\r\n\r\n")[0]?.split("\r\n") ?? [];
    const named = lines.map((line) => line.split(": ") as [string, string]);
    return {
      status: status.split(" ")[1] ?? "",
      ...Object.fromEntries(named.map(([name, value]) => [name.toLowerCase(), value])),
    };
  };
  const sockets: Socket[] = [];
  for (const key of keys.slice(0, 8))
    for (let count = 0; count < 8; count++) sockets.push(await begin({ base: site.base, key }, url));
  const [first = "", , , , , , , , ninth = ""] = keys;
  await until(async () => (await head(ninth)).status === "503", "64 downloads are under way");
  const left = Number((await head(ninth))["x-quota-remaining"]);
  const refused = await head(ninth);
  assert.deepEqual([refused.status, Number(refused["x-quota-remaining"])], ["503", left]);
  assert.ok(Number(refused["retry-after"]) > 0);
  assert.equal((await head(first)).status, "429");
  sockets[0]?.destroy();
  await until(async () => (await head(ninth)).status === "200", "a place is free again");
  for (const socket of sockets) socket.destroy();
});

/** The files of `ops/cluster/` are what docs/scaling.md says of them, and the programs that read them accept them. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { parse } from "yaml";
import { makeKey } from "../../src/access/keys/keys.ts";
import { siteConfig } from "../support/api.ts";
import { testFolder } from "../support/folders.ts";
import { freePort, startHttp } from "../support/http-server.ts";
import { skipIf } from "../support/skip-if.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { clusterFiles, placeholdersOf, render, settingsIn, type Values, whyNot } from "./machines.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/scaling.md"), "utf8");
const folder = testFolder("cluster-files");

/** Loopback has more addresses than the one that Patroni refuses. */
const address = "127.0.0.2";
const values: Values = {
  NAME: "db1",
  ADDRESS: address,
  DB1: address,
  DB2: "127.0.0.3",
  DB3: "127.0.0.4",
  NODE1: address,
  NODE2: "127.0.0.3",
  FRONT: "127.0.0.5",
  NETWORK: "127.0.0.0/8",
  SITE: "gradeline.example",
  SUPERUSER_PASSWORD: "a",
  REPLICATION_PASSWORD: "b",
  REWIND_PASSWORD: "c",
  DATABASE_PASSWORD: "d",
  SESSION_SECRET: "0123456789abcdef0123456789abcdef",
};

test("docs/scaling.md names every placeholder of the files, and no other", () => {
  const named = [...page.matchAll(/^\| `\{\{([A-Z0-9_]+)\}\}` \|/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), [...new Set(clusterFiles.flatMap(placeholdersOf))].toSorted());
  for (const file of clusterFiles) assert.ok(page.includes(`ops/cluster/${file}`), file);
});

test("a placeholder without a value is refused by name", () => {
  assert.throws(() => render("haproxy.cfg", { DB1: address, DB2: address }), /haproxy\.cfg: \{\{DB3\}\} has no value/);
});

test("Patroni's times fit each other, and the protocol is the one that lost nothing", () => {
  const { bootstrap, etcd, etcd3 } = parse(render("patroni.yml", values)) as {
    readonly bootstrap: { readonly dcs: Readonly<Record<string, number | boolean>> };
    readonly etcd?: object;
    readonly etcd3?: object;
  };
  const { ttl, loop_wait, retry_timeout } = bootstrap.dcs as Readonly<Record<string, number>>;
  assert.ok((loop_wait ?? 0) + 2 * (retry_timeout ?? 0) <= (ttl ?? 0));
  assert.ok(etcd !== undefined && etcd3 === undefined);
  assert.equal(settingsIn(render("etcd.env", values)).ETCD_ENABLE_V2, "true");
  const { synchronous_mode, synchronous_mode_strict, failsafe_mode, maximum_lag_on_failover } = bootstrap.dcs;
  assert.deepEqual([synchronous_mode, synchronous_mode_strict, failsafe_mode], [true, true, true]);
  assert.equal(maximum_lag_on_failover, 2 ** 20);
});

test("Gradeline accepts the settings of a node", () => {
  const config = siteConfig(settingsIn(render("gradeline.env", values)));
  assert.equal(config.databaseUrl, "postgres://gradeline:d@127.0.0.1:5432/gradeline");
  assert.equal(config.drainSeconds, 2);
});

test("nginx keeps a key on a node, in whichever header it comes, and spreads keys", {
  ...skipIf(whyNot("nginx")),
  ...long,
}, async () => {
  const nodes = await Promise.all(["one", "two"].map((name) => startHttp((_, response) => void response.end(name))));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  const text = render("nginx.conf", values, {
    "/run/nginx.pid": join(folder, "spread.pid"),
    "/var/log/nginx": folder,
    "user www-data;": "",
    "listen 443 ssl;": `listen 127.0.0.1:${port};`,
    "  ssl_certificate /etc/ssl/gradeline/site.pem;": "",
    "  ssl_certificate_key /etc/ssl/gradeline/site.key;": "",
    [`${values.NODE1}:8080`]: `127.0.0.1:${nodes[0]?.port}`,
    [`${values.NODE2}:8080`]: `127.0.0.1:${nodes[1]?.port}`,
  });
  writeFileSync(file, text);
  const nginx = spawn("nginx", ["-c", file, "-g", "daemon off;"], { stdio: "ignore" });
  const ended = new Promise((resolve) => nginx.once("exit", resolve));
  const ask = async (headers: Readonly<Record<string, string>>): Promise<string> =>
    (await fetch(`http://127.0.0.1:${port}/v1/sports`, { headers })).text();
  try {
    await until(
      () =>
        ask({}).then(
          (name) => /^(one|two)$/.test(name),
          () => false,
        ),
      "nginx answers",
    );
    const reached = new Set<string>();
    for (let count = 0; count < 30; count++) {
      const key = makeKey();
      const ways = [
        { authorization: `Bearer ${key}` },
        { authorization: `bearer   ${key}` },
        { "x-api-key": key },
        { authorization: `Bearer ${key}`, "x-api-key": makeKey() },
      ];
      const [name = "", ...others] = new Set(await Promise.all([...ways, ...ways].map(ask)));
      assert.deepEqual(others, [], key);
      reached.add(name);
    }
    assert.equal(reached.size, 2);
  } finally {
    nginx.kill("SIGQUIT");
    await ended;
    for (const node of nodes) await node.close();
  }
});

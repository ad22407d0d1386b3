/**
 * A program: writes numbers into a table as fast as they are confirmed, and prints each number that was, so it is known of every
 * write that somebody was told of. It runs on a node's machine, through its HAProxy.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const pauseMs = 20;
const patienceMs = 2_000;
const connectionString = process.env.DATABASE_URL ?? "";

for (let number = 1; ; ) {
  const client = new Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on("error", () => {});
  try {
    await client.connect();
    for (; ; number++) {
      await client.query("insert into confirmed_writes (number) values ($1)", [number]);
      console.log(number);
      await sleep(pauseMs);
    }
  } catch {
    // The connection is in an unknown state: the next number goes over another one.
    number++;
    void client.end().catch(() => {});
    await sleep(200);
  }
}

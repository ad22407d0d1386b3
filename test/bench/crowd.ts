/**
 * A program: callers who are no ordinary ones, until it is ended. Its words are which of them, the base address of a server and a key.
 *
 *   attack      sixteen who send wrong keys, unknown parameters, false cursors, paths that are none and failed sign-ins
 *   slow        500 who ask for 1,000 rows and read a kilobyte a second
 *   snapshots   one who asks for 1,000 rows of snapshots, each page for the first time
 */
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { pagesOf } from "./answers.ts";
import { openAsker, together } from "./asker.ts";

const [kind = "", base = "", key = ""] = process.argv.slice(2);
const slowReaders = 500;
const listPath = "/v1/odds?sport=nfl&season=2025&limit=1000";

/** The same wrong requests in turn, so that every kind of refusal is among them. */
async function attack(): Promise<void> {
  const wrong = openAsker(base, "gl_wrong");
  const right = openAsker(base, key);
  const paths = [
    "/v1/odds?book=nobody",
    "/v1/games?cursor=bm90aGluZw",
    "/v1/games/none",
    "/v1/trends?sport=golf",
    "/..%2f..%2fetc/passwd",
    "/?q=%00%ff",
    "/manage/sign-in?email=nobody@example.com",
    `/v1/bets?team=${"x".repeat(2000)}`,
  ];
  console.log("begun");
  await together(Array.from({ length: 16 }), async () => {
    for (let at = 0; ; at++) await (at % 3 === 0 ? wrong : right).ask(paths[at % paths.length] ?? "").catch(() => {});
  });
}

async function readSlowly(): Promise<void> {
  const { hostname, port } = new URL(base);
  for (let at = 0; at < slowReaders; at++) {
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.alloc(1024), callback: pause },
    });
    function pause(): boolean {
      setTimeout(() => socket.resume(), 1000);
      return false;
    }
    socket.on("error", () => {});
    socket.write(`GET ${listPath} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`);
    // All at once would be a flood, which the queue of connections of the machine answers, and not the server.
    if (at % 20 === 0) await after(20);
  }
  console.log("begun");
}

async function askForSnapshots(): Promise<void> {
  const asker = openAsker(base, key);
  const paths = await pagesOf(asker, "/v1/snapshots?", 999, 1000);
  console.log("begun");
  // Another size makes another page of each.
  for (let rows = 1000; rows > 0; rows--)
    for (const path of paths) await asker.ask(path.replace("limit=1000", `limit=${rows}`));
}

const crowds: Readonly<Record<string, () => Promise<void>>> = { attack, slow: readSlowly, snapshots: askForSnapshots };
await crowds[kind]?.();

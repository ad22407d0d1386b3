/** A server that answers as clients/shared/vectors/hostile.json says, byte for byte, also with what HTTP does not allow. */
import { hash } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { fileLines, headsText, manifestText, sha256Of } from "../../src/release/proof/manifests.ts";
import { allowedSigners } from "../../src/release/proof/signature.ts";
import { testKey } from "../support/offered-files.ts";

/** One answer. Its body is the first of `json`, `text`, `rows`, `bytes_of`, `signed`, `keys`, `bomb_bytes`, and what is repeated. */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** A page of so many rows, as CSV where that was asked for. */
  readonly rows?: number;
  readonly cursor?: string | null;
  readonly cursor_letters?: number;
  /** The bytes of the file as the list has it, or others of the same length. */
  readonly bytes_of?: "right" | "other";
  /** A signature by the right key of this text. */
  readonly signed?: string;
  /** Several keys where there is one. */
  readonly keys?: readonly number[];
  /** Gzip of so many spaces. */
  readonly bomb_bytes?: number;
  readonly prefix?: string;
  readonly repeat?: readonly [text: string, times: number];
  readonly suffix?: string;
  readonly gzip?: boolean;
  /** So many bytes of the body are sent. */
  readonly cut?: number;
  /** What `Content-Length` says in the place of the truth. */
  readonly length?: number;
  /** Sent again and again until the other side hangs up. */
  readonly endless?: string;
  /** All that is sent, head and body. */
  readonly raw?: string;
  readonly raw_repeat?: readonly [before: string, each: string, times: number, after: string];
  /** Letter by letter, or all of it at once, again and again. */
  readonly drip?: string;
  readonly drip_whole?: string;
  readonly drip_ms?: number;
};

export type Case = {
  readonly name: string;
  readonly ask: "list" | "file" | "pull";
  readonly clients?: readonly string[];
  /** Of a list: in order; the last goes on. Of a mirror: by path. */
  readonly answers?: readonly Reply[] | Readonly<Record<string, Reply>>;
  readonly file?: Reply;
  readonly row?: Readonly<Record<string, unknown>>;
  readonly row_is?: unknown;
  readonly twice?: boolean;
  readonly after?: string;
  readonly damaged?: boolean;
  readonly own_head?: boolean;
  readonly signed_by?: number;
  readonly announced_by?: number;
  readonly most_requests?: number;
  /** How long a client waits for a sign of life, where the answer is slow on purpose. */
  readonly timeout_seconds?: number;
  readonly code?: number;
  readonly says: string;
};

const filePath = "/v1/files/nfl/2025/games.csv.gz";
const right = gzipSync("game_id\nNFL-20250904-DAL-PHI\n".repeat(90), { level: 0 });
/** Made once, because it takes longer than a client waits. */
const bombs = new Map<number, Buffer>();
const bombOf = (bytes: number): Buffer => {
  const made = bombs.get(bytes) ?? gzipSync(Buffer.alloc(bytes, " "), { level: 1 });
  bombs.set(bytes, made);
  return made;
};
const other = Buffer.from(right.map((byte) => byte ^ 1));
const archive = "6f1c2a54-0c3e-4b7a-9d28-5e8f7a1b3c90";
/** A manifest by which the first key would name the ninth. */
const naming = manifestText(
  { archive, revision: 1, published_at: "2026-01-01", previous: null, next_key: testKey(9).publicKey },
  fileLines([]),
);
const honestRow = {
  path: filePath,
  data_set: "games",
  sport: "nfl",
  season: 2025,
  format: "csv.gz",
  rows: 90,
  bytes: right.length,
  sha256: hash("sha256", right),
  revision: 1,
  columns_version: 2,
};
/** Meta as every list has it. */
const metaOf = (rows: number) => ({ count: rows, request_id: "req_1", revision: 1, not_made: [] });
const csvOf = (rows: readonly object[]) =>
  [Object.keys(rows[0] ?? honestRow), ...rows.map(Object.values)].map((cells) => `${cells.join(",")}\n`).join("");

export class HostileServer {
  #case: Case | null = null;
  #asked: string[] = [];
  #elsewhere = 0;
  #sentBytes = 0;
  readonly #sockets = new Set<Socket>();
  readonly #servers = [this.#listen((socket, path) => this.#answer(socket, path)), this.#listen(() => this.#count())];
  base = "";
  elsewhere = "";

  static async open(): Promise<HostileServer> {
    const made = new HostileServer();
    const [base, elsewhere] = await Promise.all(made.#servers.map(({ ready }) => ready));
    Object.assign(made, { base, elsewhere });
    return made;
  }

  /** @param of null: an honest server. */
  play(of: Case | null): void {
    this.#case = of;
    for (const { bomb_bytes: bytes } of Array.isArray(of?.answers) ? (of.answers as readonly Reply[]) : [])
      if (bytes !== undefined) bombOf(bytes);
    this.#asked = [];
    this.#elsewhere = 0;
    this.#sentBytes = 0;
  }

  /** What was asked for, how often somebody came to the other host, and how many bytes went out. */
  seen() {
    return { asked: this.#asked, elsewhere: this.#elsewhere, sentBytes: this.#sentBytes };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.map(({ server }) => new Promise((closed) => server.close(closed))));
  }

  #listen(answer: (socket: Socket, path: string) => void) {
    const server = createServer((socket) => {
      this.#sockets.add(socket);
      let head = "";
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      socket.on("data", (part) => {
        head += part.toString("latin1");
        if (!head.includes("\r\n\r\n")) return;
        const path = /^\w+ (\S+)/.exec(head)?.[1] ?? "";
        head = "";
        answer(socket, path);
      });
    });
    const ready = new Promise<string>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)),
    );
    return { server, ready };
  }

  #count(): void {
    this.#elsewhere += 1;
  }

  #answer(socket: Socket, path: string): void {
    this.#asked.push(path);
    const isCsv = /[?&]format=csv(&|$)/.test(path);
    this.#send(socket, this.#replyTo(path.split("?")[0] ?? "", isCsv), isCsv);
  }

  #replyTo(path: string, isCsv: boolean): Reply {
    const { answers = {}, ask, file } = this.#case ?? {};
    if (ask === "list") {
      const list = answers as readonly Reply[];
      return list[Math.min(this.#asked.length, list.length) - 1] ?? {};
    }
    if (ask === "file" && path === filePath) return file ?? {};
    const named = answers as Readonly<Record<string, Reply>>;
    const name = Object.keys(named).find((key) => key.replace("{sha256}", this.#site().manifestSha256) === path);
    return (name === undefined ? null : named[name]) ?? this.#honest(path, isCsv);
  }

  /** What is signed by whom, in this case. */
  #site() {
    const { own_head: ownHead, signed_by: signedBy = 1 } = this.#case ?? {};
    const key = testKey(signedBy);
    const manifest = (revision: number, previous: string | null) =>
      manifestText(
        { archive, revision, published_at: "2026-01-01T09:00:00.000Z", previous },
        fileLines([{ ...honestRow, path: "nfl/2025/games.csv.gz" }]),
      );
    const bodies = [manifest(1, null)];
    if (ownHead === true) bodies.push(manifest(2, hash("sha256", bodies[0] ?? "")));
    const heads: string[] = [];
    for (const [index, body] of bodies.entries()) {
      const previous = heads.length === 0 ? null : hash("sha256", heads.at(-1) ?? "");
      heads.push(JSON.stringify({ revision: index + 1, manifest_sha256: hash("sha256", body), previous }));
    }
    const newest = bodies.at(-1) ?? "";
    return { key, heads: headsText(heads), manifest: newest, manifestSha256: hash("sha256", newest) };
  }

  /** As a server that nobody has taken over answers, but for the row that the case changes. */
  #honest(path: string, isCsv: boolean): Reply {
    const { key, heads, manifest, manifestSha256 } = this.#site();
    const { row, row_is: rowIs, twice, announced_by: announcedBy, ask } = this.#case ?? {};
    const proof = "/.well-known/gradeline/";
    if (path === filePath) return { bytes_of: "right" };
    if (path === "/v1/files") {
      const told = rowIs ?? { ...honestRow, ...row };
      const rows = twice === true ? [told, told] : [told];
      if (isCsv) return { text: csvOf(rows as object[]) };
      return { json: { data: rows, next_cursor: null, meta: metaOf(rows.length) } };
    }
    if (ask === undefined || ask === "pull") {
      const signed: Readonly<Record<string, string>> = {
        "heads.ndjson": heads,
        [`manifests/${manifestSha256}.json`]: manifest,
      };
      const name = path.slice(proof.length);
      if (signed[name] !== undefined) return { text: signed[name] };
      const content = signed[name.replace(/\.sshsig$/, "")];
      if (content !== undefined) return { text: key.sign(content) };
      if (name === "allowed_signers") return { text: allowedSigners(key.publicKey) };
      if (announcedBy !== undefined && name === "")
        return { json: { next_keys: [{ manifest: `${proof}manifests/${sha256Of(naming)}.json` }] } };
      if (announcedBy !== undefined && name === `manifests/${sha256Of(naming)}.json`) return { text: naming };
      if (announcedBy !== undefined && name === `manifests/${sha256Of(naming)}.json.sshsig`)
        return { text: testKey(announcedBy).sign(naming) };
    }
    return { status: 404, json: { error: { code: "not_found", message: "There is no such file." } } };
  }

  #send(socket: Socket, reply: Reply, isCsv: boolean): void {
    const write = (bytes: Uint8Array | string) => {
      this.#sentBytes += bytes.length;
      return socket.write(bytes as Uint8Array);
    };
    const { raw, raw_repeat: repeated, endless } = reply;
    if (repeated !== undefined) write(repeated[0] + repeated[1].repeat(repeated[2]) + repeated[3]);
    else if (raw !== undefined) write(Buffer.from(raw, "latin1"));
    else {
      const { body, headers } = this.#bodyOf(reply, isCsv);
      const { status = 200, cut, length } = reply;
      const own = Object.entries({ ...headers, ...reply.headers }).map(([name, value]) => [name, this.#named(value)]);
      if (endless === undefined) own.push(["Content-Length", String(length ?? body.length)]);
      const lines = own.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      write(Buffer.from(`HTTP/1.1 ${status} Answered\r\nConnection: close\r\n${lines}\r\n`, "latin1"));
      write(cut === undefined ? body : body.subarray(0, cut));
    }
    if (reply.drip_ms !== undefined) this.#drip(socket, reply);
    else if (endless === undefined) socket.end();
    else this.#goOn(socket, endless, write);
  }

  #goOn(socket: Socket, endless: string, write: (bytes: Uint8Array) => boolean): void {
    const part = Buffer.from(endless.repeat(Math.ceil(65_536 / endless.length)));
    const goOn = () => {
      while (!socket.destroyed && write(part));
    };
    socket.on("drain", goOn);
    goOn();
  }

  #drip(socket: Socket, { drip = "", drip_whole: whole, drip_ms: everyMs = 20 }: Reply): void {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed) return clearInterval(timer);
      socket.write(whole ?? drip.charAt(at++ % drip.length));
    }, everyMs);
  }

  #named(text: string): string {
    return text
      .replace("{elsewhere}", this.elsewhere)
      .replace("{elsewhere_host}", this.elsewhere.replace("http://", ""));
  }

  #bodyOf(reply: Reply, isCsv: boolean): { body: Buffer; headers: Readonly<Record<string, string>> } {
    const { key } = this.#site();
    if (reply.bomb_bytes !== undefined)
      return {
        body: bombOf(reply.bomb_bytes),
        headers: { "content-encoding": "gzip", "content-type": "application/json" },
      };
    if (reply.bytes_of !== undefined) return { body: reply.bytes_of === "right" ? right : other, headers: {} };
    const headers: Record<string, string> = {};
    let text = reply.text ?? "";
    if (reply.json !== undefined) text = this.#named(JSON.stringify(reply.json));
    else if (reply.rows !== undefined) {
      const { cursor_letters: letters } = reply;
      const cursor = letters === undefined ? (reply.cursor ?? null) : "c".repeat(letters);
      const rows = Array.from({ length: reply.rows }, () => honestRow);
      if (isCsv && cursor !== null) headers["x-next-cursor"] = cursor;
      text = isCsv ? csvOf(rows) : JSON.stringify({ data: rows, next_cursor: cursor, meta: metaOf(rows.length) });
    } else if (reply.signed !== undefined) text = key.sign(reply.signed);
    else if (reply.keys !== undefined)
      text = reply.keys.map((number) => allowedSigners(testKey(number).publicKey)).join("");
    else if (reply.repeat !== undefined)
      text = (reply.prefix ?? "") + reply.repeat[0].repeat(reply.repeat[1]) + (reply.suffix ?? "");
    if (reply.gzip === true) headers["content-encoding"] = "gzip";
    return { body: reply.gzip === true ? gzipSync(text) : Buffer.from(text), headers };
  }
}

/** Real caches in front of the service: nginx and Varnish, with the settings that docs/install.md gives. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { snippetsUnder } from "../support/docs.ts";
import { freePort } from "../support/http-server.ts";

export type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address that the caller comes from: any of 127.0.0.0/8. */
  readonly from?: string;
};
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

export type CacheServer = Awaited<ReturnType<typeof startCache>>;

export const cacheNames = ["nginx", "varnish"] as const;
export type CacheName = (typeof cacheNames)[number];

/** The name that the guide's configurations have. */
const serverName = "gradeline.example";
const mostMs = 30_000;

/** Programs without which a cache cannot be set up, each with arguments that only ask for its version. */
const programs: Readonly<Record<CacheName, readonly (readonly [program: string, argument: string])[]>> = {
  nginx: [
    ["nginx", "-v"],
    ["openssl", "version"],
  ],
  varnish: [["varnishd", "-V"]],
};

/** Null: all that is needed is there. */
export function missingProgram(name: CacheName): string | null {
  return programs[name].find(([program, argument]) => spawnSync(program, [argument]).error !== undefined)?.[0] ?? null;
}

export async function startCache(name: CacheName, originPort: number) {
  const folder = mkdtempSync(join(tmpdir(), `gradeline-${name}-`));
  const port = await freePort();
  const child = name === "nginx" ? startNginx(folder, port, originPort) : startVarnish(folder, port, originPort);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  await listening(port, child);
  const tls = name === "nginx" ? { ca: readFileSync(join(folder, "certificate.pem")), servername: serverName } : null;
  return {
    /** Asks as a caller does: by TLS where the cache ends it, and by the name that the guide gives the service. */
    ask: (path: string, asking: Asking = {}) => ask({ port, path, tls }, asking),
    /** The log of files; empty where the cache writes none. */
    logged: () => (name === "nginx" ? readFileSync(filesLogIn(folder), "utf8") : ""),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Place = { readonly port: number; readonly path: string; readonly tls: { ca: Buffer; servername: string } | null };

function ask({ port, path, tls }: Place, { method = "GET", headers = {}, body = "", from }: Asking): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      ...{ host: "127.0.0.1", port, path, method, agent: false, signal: AbortSignal.timeout(mostMs) },
      headers: { host: serverName, ...headers },
      ...(from === undefined ? {} : { localAddress: from }),
    };
    const asked = tls === null ? httpRequest(options) : httpsRequest({ ...options, ...tls });
    asked.on("error", reject);
    asked.on("response", async (answer) => {
      const got = new Headers();
      for (const [header, values] of Object.entries(answer.headersDistinct)) {
        for (const value of values ?? []) got.append(header, value);
      }
      let text = "";
      for await (const chunk of answer.setEncoding("utf8")) text += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: got, text });
    });
    asked.end(body);
  });
}

/** Puts one text in another's place; the guide must still have it. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`docs/install.md has no ${from} any more`);
    return before.replaceAll(from, to);
  }, text);
}

const filesLogIn = (folder: string) => join(folder, "files.log");

/** Only ports and files are others than in the guide. */
function startNginx(folder: string, port: number, originPort: number): ChildProcess {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "certificate.key")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...[
      "-subj",
      `/CN=${serverName}`,
      "-addext",
      `subjectAltName=DNS:${serverName}`,
      "-keyout",
      key,
      "-out",
      certificate,
    ],
  ]);
  if (made.status !== 0) throw new Error(`openssl makes no certificate: ${made.stderr}`);
  const [guide] = snippetsUnder("docs/install.md", "nginx", "nginx");
  const site = replaced(guide, [
    ["/var/cache/nginx/gradeline", join(folder, "cache")],
    ["/var/log/nginx/gradeline-files.log", filesLogIn(folder)],
    ["listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`],
    ["/etc/ssl/gradeline.example.pem", certificate],
    ["/etc/ssl/gradeline.example.key", key],
    ["http://127.0.0.1:8080", `http://127.0.0.1:${originPort}`],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${join(folder, each)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, "pid")}; error_log stderr error; worker_processes 1;
    events { worker_connections 256; }
    http { access_log off; ${temporary.join(" ")} ${site} }`,
  );
  return spawn("nginx", ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
}

function startVarnish(folder: string, port: number, originPort: number): ChildProcess {
  const file = join(folder, "gradeline.vcl");
  const [vcl] = snippetsUnder("docs/install.md", "Varnish", "vcl");
  writeFileSync(file, replaced(vcl, [['.port = "8080"', `.port = "${originPort}"`]]));
  const work = join(folder, "work");
  mkdirSync(work);
  const options = ["-F", "-f", file, "-a", `127.0.0.1:${port}`, "-n", work, "-s", "malloc,64m", "-j", "none"];
  return spawn("varnishd", options, { stdio: ["ignore", "ignore", "ignore"] });
}

/** Waits until the port answers; throws when the process ends before. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (child.exitCode !== null) throw new Error(`the cache ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => {
        socket.end();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the cache does not listen");
}

/** Real caches in front of the service: nginx and Varnish, with the settings that docs/caching.md gives. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type CacheServer = { readonly url: string; stop(): Promise<void> };

const guide = readFileSync(join(import.meta.dirname, "..", "..", "docs", "caching.md"), "utf8");

/** The configuration that the guide shows for a cache. */
function fromGuide(language: "nginx" | "vcl"): string {
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  if (block === undefined) throw new Error(`docs/caching.md shows no ${language} block`);
  return block;
}

export const cacheNames = ["nginx", "varnish"] as const;
export type CacheName = (typeof cacheNames)[number];

const programs = { nginx: "nginx", varnish: "varnishd" } as const;

export function isInstalled(name: CacheName): boolean {
  const { error } = spawnSync(programs[name], [name === "nginx" ? "-v" : "-V"]);
  return error === undefined;
}

export async function startCache(name: CacheName, originPort: number): Promise<CacheServer> {
  const folder = mkdtempSync(join(tmpdir(), `gradeline-${name}-`));
  const port = await freePort();
  const child = name === "nginx" ? startNginx(folder, port, originPort) : startVarnish(folder, port, originPort);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  await listening(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startNginx(folder: string, port: number, originPort: number): ChildProcess {
  const site = fromGuide("nginx")
    .replace("/var/cache/nginx/gradeline", join(folder, "cache"))
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
    .replace("http://127.0.0.1:8080", `http://127.0.0.1:${originPort}`);
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
  writeFileSync(file, fromGuide("vcl").replace('.port = "8080"', `.port = "${originPort}"`));
  const work = join(folder, "work");
  mkdirSync(work);
  const options = ["-F", "-f", file, "-a", `127.0.0.1:${port}`, "-n", work, "-s", "malloc,64m", "-j", "none"];
  return spawn("varnishd", options, { stdio: ["ignore", "ignore", "ignore"] });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
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

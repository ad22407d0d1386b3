// @module-tag long
/** The image of ops/docker is made without a registry, and answers as an ordinary user on a root that cannot be written. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../../src/config/settings.ts";
import { snippetsUnder } from "../support/docs.ts";
import { skipIf } from "../support/skip-if.ts";
import { buildPackage, makeRoot, startServer, whyNoRoot } from "./debian-root.ts";

const docker = join(import.meta.dirname, "../../ops/docker");
const folder = mkdtempSync(join(tmpdir(), "gradeline-image-"));
const whyNot =
  whyNoRoot() || (spawnSync("buildah", ["--version"]).status !== 0 && "the package buildah is not installed");

/** Keeps images in the folder of this test. Nothing is looked up in a registry. */
function buildah(...words: string[]): string {
  const places = ["--root", join(folder, "store"), "--runroot", join(folder, "run"), "--storage-driver", "vfs"];
  const { status, stdout, stderr } = spawnSync("buildah", [...places, ...words], { encoding: "utf8" });
  assert.equal(status, 0, `buildah ${words.join(" ")}: ${stdout}\n${stderr}`);
  return stdout.trim();
}

type Image = {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
};

describe("the image", skipIf(whyNot), () => {
  let image: Image;
  let mounted = "";
  beforeAll(async () => {
    const base = join(folder, "base");
    await makeRoot(base);
    const empty = buildah("from", "scratch");
    buildah("add", "--quiet", empty, base, "/");
    buildah("commit", "--quiet", "--rm", empty, "localhost/base");
    await buildPackage(join(folder, "dist/gradeline.deb"));
    const ways = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--build-arg", "BASE=localhost/base"];
    buildah("build", ...ways, "-t", "localhost/gradeline", "-f", join(docker, "Dockerfile"), join(folder, "dist"));
    image = JSON.parse(buildah("inspect", "--type", "image", "localhost/gradeline")).Docker.config;
    mounted = buildah("mount", buildah("from", "--pull-never", "localhost/gradeline"));
  });
  afterAll(() => {
    if (mounted !== "") buildah("rm", "--all");
    rmSync(folder, { recursive: true, force: true });
  });

  /** The words that run a command as the file for compose asks: a root that is only read, volumes, no rights, no way to get some. */
  function asComposed(command: readonly string[]): string[] {
    const volumes = Object.keys(image.Volumes).map((path) => [join(folder, "volumes", path), `${mounted}${path}`]);
    const [uid, gid] = ["-u", "-g"].map((which) =>
      Number(spawnSync("chroot", [mounted, "id", which, image.User], { encoding: "utf8" }).stdout),
    ) as [number, number];
    for (const [own] of volumes) {
      mkdirSync(own as string, { recursive: true });
      chownSync(own as string, uid, gid);
    }
    const mounts = [
      `mount --bind ${mounted} ${mounted}`,
      `mount -o remount,ro,bind ${mounted}`,
      ...volumes.map(([own, place]) => `mount --bind ${own} ${place}`),
      `mount -t tmpfs tmpfs ${mounted}/tmp`,
      `mount --rbind /proc ${mounted}/proc`,
    ];
    const rights = `--reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all`;
    return [
      "unshare",
      "--mount",
      "sh",
      "-c",
      `${mounts.join(" && ")} && exec chroot ${mounted} setpriv ${rights} "$@"`,
      "sh",
      ...command,
    ];
  }

  const environment = () => Object.fromEntries(image.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)));

  test("it runs as an ordinary user, says what it listens to and how it is, and keeps data in volumes", () => {
    assert.equal(image.User, "gradeline");
    assert.deepEqual(Object.keys(image.Volumes).sort(), ["/var/backups/gradeline", "/var/lib/gradeline"]);
    for (const name of Object.keys(environment())) {
      assert.ok(name === "PATH" || (settingNames as readonly string[]).includes(name), name);
    }
  });

  test("it answers, also the key of docs/install.md, and its own question of health says so until it ends", async () => {
    const [lines] = snippetsUnder("docs/install.md", "In a container", "sh");
    const [pack, up, exec = ""] = lines.trim().split("\n");
    const compose = "docker compose -f ops/docker/compose.yml";
    assert.deepEqual([pack, up], ["npm run deb", `${compose} up --build --detach`]);
    const command = exec.slice(`${compose} exec gradeline `.length);
    assert.equal(exec, `${compose} exec gradeline ${command}`);
    const settings = { ...environment(), HOST: "127.0.0.1", PORT: "0" };
    const server = await startServer(asComposed([...image.Entrypoint, ...image.Cmd]), settings);
    const asked = ["CMD", ...image.Healthcheck.Test.slice(1)].slice(1);
    const health = () => {
      const [program = "", ...words] = asComposed(asked);
      return spawnSync(program, words, { env: { ...settings, PORT: new URL(server.url).port } }).status;
    };
    assert.equal(image.Healthcheck.Test[0], "CMD");
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.equal((await fetch(`${server.url}/v1/sports`)).status, 401);
    assert.equal(health(), 0);
    const [shell = "", ...line] = asComposed(["sh", "-c", command]);
    const made = spawnSync(shell, line, { encoding: "utf8", env: environment() });
    const key = /gl_live_\w+/.exec(made.stdout)?.[0] ?? assert.fail(made.stderr);
    assert.equal((await fetch(`${server.url}/v1/sports`, { headers: { "X-API-Key": key } })).status, 200);
    const [program = "", ...words] = asComposed(["touch", "/usr/lib/gradeline/planted"]);
    assert.match(spawnSync(program, words, { encoding: "utf8" }).stderr, /Read-only file system|Permission denied/);
    await server.stop();
    assert.equal(health(), 1);
  });
});

test("the file for compose asks for no rights, a root that is only read, and settings that there are", () => {
  const { services, volumes } = parse(readFileSync(join(docker, "compose.yml"), "utf8"));
  const { gradeline } = services;
  assert.deepEqual([gradeline.read_only, gradeline.cap_drop, gradeline.tmpfs], [true, ["ALL"], ["/tmp"]]);
  assert.deepEqual(gradeline.security_opt, ["no-new-privileges:true"]);
  for (const name of Object.keys(gradeline.environment)) assert.ok((settingNames as readonly string[]).includes(name));
  assert.deepEqual(
    gradeline.volumes.map((line: string) => line.split(":")[0]),
    Object.keys(volumes),
  );
  const { context, dockerfile } = gradeline.build;
  assert.equal(join(docker, context, dockerfile), join(docker, "Dockerfile"));
});

/** The programs of Debian that the cluster is made of. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { whyNoPlaces } from "./rig/places.ts";

/** Each program, and the package that has it. */
const programs = {
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  nginx: "nginx",
  openssl: "openssl",
  ip: "iproute2",
} as const;

export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

/** Returns why the files of a program cannot be tried here, or null. */
export function whyNot(program: keyof typeof programs): string | null {
  return isInstalled(program) ? null : `the package ${programs[program]} is not installed`;
}

/** Some packages have no program on the path: each is known by a file of it. */
const files = {
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  "/usr/lib/python3/dist-packages/etcd": "python3-etcd",
};

/** Returns why the cluster cannot run here, or null. */
export function whyNoCluster(): string | null {
  const missing = Object.keys(programs).map((program) => whyNot(program as keyof typeof programs));
  for (const [file, holder] of Object.entries(files)) {
    if (!existsSync(file)) missing.push(`the package ${holder} is not installed`);
  }
  return missing.find((why) => why !== null) ?? whyNoPlaces();
}

/** The machine in front: nginx, which ends TLS and spreads callers over the nodes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { render, type Values } from "../template.ts";
import type { Place } from "./places.ts";
import { type Running, run } from "./processes.ts";

export class FrontMachine {
  readonly place: Place;
  readonly url: string;
  readonly #folder: string;
  readonly #values: Values;
  #nginx: Running | null = null;

  constructor(place: Place, folder: string, values: Values) {
    this.place = place;
    this.url = `https://${place.address}`;
    this.#folder = join(folder, "front");
    this.#values = values;
    mkdirSync(this.#folder, { recursive: true });
  }

  /** @param nodes the addresses of the nodes: two as in the file, or any number. */
  write(nodes: readonly string[]): string {
    const file = join(this.#folder, "nginx.conf");
    const text = render(
      "nginx.conf",
      { ...this.#values, NODE1: nodes[0] ?? "", NODE2: nodes[1] ?? "" },
      {
        "/run/nginx.pid": join(this.#folder, "nginx.pid"),
        "/var/log/nginx": this.#folder,
        "/etc/ssl/gradeline": this.#folder,
      },
    );
    const servers = nodes.map((address) => `    server ${address}:8080 max_fails=3 fail_timeout=2s;\n`).join("");
    writeFileSync(file, text.replace(/(?: {4}server \S+:8080 .*\n)+/, servers));
    return file;
  }

  start(nodes: readonly string[]): void {
    const subject = `/CN=${this.#values.SITE}`;
    const [key, certificate] = [join(this.#folder, "site.key"), join(this.#folder, "site.pem")];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    execFileSync("openssl", [...made, "-subj", subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
    const words = ["nginx", "-c", this.write(nodes), "-g", "daemon off;"];
    this.#nginx = run({ place: this.place, words, screen: join(this.#folder, "nginx.log") });
  }

  async end(): Promise<void> {
    await this.#nginx?.end(2_000, "SIGQUIT");
  }
}

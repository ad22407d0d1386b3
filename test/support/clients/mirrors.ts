/** Folders of mirrors for tests, and the commands of the TypeScript client in this process. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pull } from "../../../clients/typescript/src/mirror/pull.ts";
import { verify } from "../../../clients/typescript/src/verify/verify.ts";
import type { OfferingServer } from "./offering-server.ts";

export type Ran = { readonly code: number; readonly said: string; readonly complained: string };

export class Mirrors {
  readonly #base = mkdtempSync(join(tmpdir(), "gradeline-mirrors-"));
  readonly #site: Pick<OfferingServer, "url" | "key">;

  constructor(site: Pick<OfferingServer, "url" | "key">) {
    this.#site = site;
  }

  folder(name: string): string {
    return join(this.#base, name);
  }

  /** @param words after the name of the command. */
  pull(...words: readonly string[]): Promise<Ran> {
    process.env.GRADELINE_API_KEY = this.#site.key;
    process.env.GRADELINE_URL = this.#site.url;
    return ran((say, complain) => pull(words, say, complain));
  }

  verify(...words: readonly string[]): Promise<Ran> {
    return ran((say, complain) => verify(words, say, complain));
  }

  close(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}

async function ran(
  command: (say: (line: string) => void, complain: (line: string) => void) => Promise<number>,
): Promise<Ran> {
  const [said, complained]: [string[], string[]] = [[], []];
  const code = await command(
    (line) => said.push(line),
    (line) => complained.push(line),
  );
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

/** Every file of a folder by its path, as text that tells two of them apart. */
export function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true }) as string[];
  const whole = files.filter((file) => statSync(join(folder, file)).isFile()).sort();
  return Object.fromEntries(whole.map((file) => [file, readFileSync(join(folder, file)).toString("base64")]));
}

/** Asks a server some requests at a time, and walks through its lists as a client does. */
import { Agent, get, type IncomingHttpHeaders } from "node:http";

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Headers = Readonly<Record<string, string>>;

export type Page = {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor: string | null;
};

export type Asker = {
  /** @throws Error when no answer comes. */
  ask(path: string, headers?: Headers): Promise<Answer>;
  /** A page of a list. @throws Error when the answer is not 200. */
  page(path: string): Promise<Page>;
  /** The paths of all pages of a list, in order, without the last, which may be short. */
  walk(path: string): Promise<string[]>;
  close(): void;
};

export const connections = 16;
const givenUpMs = 60_000;

export function openAsker(base: string, key: string, mostSockets = connections): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: mostSockets });
  const ask: Asker["ask"] = (path, headers = {}) =>
    new Promise((resolve, reject) => {
      const options = { agent, headers: { authorization: `Bearer ${key}`, ...headers } };
      const request = get(`${base}${path}`, options, (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
        );
      });
      request.setTimeout(givenUpMs, () => request.destroy(new Error(`${path} has not answered`)));
      request.on("error", reject);
    });
  const page: Asker["page"] = async (path) => {
    const { status, body } = await ask(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString("utf8", 0, 500)}`);
    return JSON.parse(body.toString("utf8")) as Page;
  };
  return {
    ask,
    page,
    async walk(path) {
      const paths: string[] = [];
      for (let at = path; ; ) {
        const { next_cursor: cursor } = await page(at);
        if (cursor === null) return paths;
        paths.push(at);
        at = `${path}&cursor=${cursor}`;
      }
    },
    close: () => agent.destroy(),
  };
}

/** Lets a few askers work through a list together. */
export async function together<T>(
  list: readonly T[],
  work: (each: T) => Promise<void>,
  atOnce = connections,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < list.length) await work(list[next++] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

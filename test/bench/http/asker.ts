/** Asks a server a few requests at a time, as the benchmarks do before they measure. */
import { Agent, get, type IncomingHttpHeaders } from "node:http";

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

export type Asker = {
  /** @throws Error when no answer comes. */
  ask(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The body of a good answer. @throws Error when the answer is not 200. */
  json<T>(path: string): Promise<T>;
  close(): void;
};

const usualConnections = 8;
const givenUpMs = 60_000;

export function openAsker(base: string, key: string, connections = usualConnections): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
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
  return {
    ask,
    async json<T>(path: string) {
      const { status, body } = await ask(path);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString("utf8", 0, 500)}`);
      return JSON.parse(body.toString("utf8")) as T;
    },
    close: () => agent.destroy(),
  };
}

/** A server that hands requests on to another one with a key: for programs that cannot send a header of their own. */
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type WithKey = { readonly url: string; close(): void };

/** @param target says the address of the other server. */
export async function startWithKey(target: () => string, key: string): Promise<WithKey> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${key}` };
    const asked = ask(target() + (request.url ?? ""), { method: request.method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}

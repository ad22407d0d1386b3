/**
 * A program: answers that are whole in memory before it listens, sent by `node:http` with nothing on top, or by Fastify with one
 * route and no plugin: the least that runtime and framework need. Its words are which of the two, and the file that lists the answers.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Prebuilt } from "./servers.ts";

const [kind = "", list = ""] = process.argv.slice(2);
const answers = new Map(
  (JSON.parse(readFileSync(list, "utf8")) as readonly Prebuilt[]).map(({ path, file, headers }) => {
    const body = readFileSync(file);
    return [path, { body, headers: { ...headers, "content-length": String(body.length) } }] as const;
  }),
);

if (kind === "Fastify") {
  const app = Fastify({ logger: false });
  app.get("/*", (request, reply) => {
    const found = answers.get(request.url);
    if (found === undefined) return reply.code(404).send();
    const { etag } = found.headers;
    if (request.headers["if-none-match"] === etag) return reply.code(304).header("etag", etag).send();
    return reply.headers(found.headers).send(found.body);
  });
  console.log(`listening at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
} else {
  const server = createServer((request, response) => {
    const found = answers.get(request.url ?? "");
    if (found === undefined) response.writeHead(404).end();
    else if (request.headers["if-none-match"] === found.headers.etag)
      response.writeHead(304, { etag: found.headers.etag }).end();
    else response.writeHead(200, found.headers).end(found.body);
  });
  // Rounds of a busy machine are more than the usual five seconds apart.
  server.keepAliveTimeout = 75_000;
  server.listen(0, "127.0.0.1", () =>
    console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
  );
}

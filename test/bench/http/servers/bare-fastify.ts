/** A program: Fastify with one route and no plugin, the least that this framework needs for an answer. */
import Fastify from "fastify";
import { readPrebuilt } from "./prebuilt.ts";

const prebuilt = readPrebuilt(process.argv[2] ?? "");
const app = Fastify({ logger: false });
app.get("/*", (request, reply) => {
  const found = prebuilt.get(request.url);
  if (found === undefined) return reply.code(404).send();
  if (request.headers["if-none-match"] === found.etag) return reply.code(304).header("etag", found.etag).send();
  return reply.headers(found.headers).send(found.body);
});
console.log(`listening at ${await app.listen({ port: 0, host: "127.0.0.1" })}`);

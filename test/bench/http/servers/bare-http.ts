/** A program: `node:http` with nothing on top, the least that this runtime needs for an answer. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readPrebuilt } from "./prebuilt.ts";

const prebuilt = readPrebuilt(process.argv[2] ?? "");
const server = createServer((request, response) => {
  const found = prebuilt.get(request.url ?? "");
  if (found === undefined) response.writeHead(404).end();
  else if (request.headers["if-none-match"] === found.etag) response.writeHead(304, { etag: found.etag }).end();
  else response.writeHead(200, found.headers).end(found.body);
});
// Rounds of a busy machine are more than the usual five seconds apart.
server.keepAliveTimeout = 75_000;
server.listen(0, "127.0.0.1", () =>
  console.log(`listening at http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

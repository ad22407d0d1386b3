/** Heads that are partly made as texts: on the wire they are what Node would have written. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "vitest";
import { headLines, writeHead } from "../../src/http/raw-head.ts";

async function headersFrom(write: Parameters<typeof createServer>[1] & object): Promise<IncomingMessage["rawHeaders"]> {
  const server = createServer(write);
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const asking = request({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });
    asking.end();
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    assert.equal((await answer.toArray()).join(""), "rows");
    return answer.rawHeaders;
  } finally {
    server.close();
  }
}

const ours = ["etag", 'W/"tag"', "x-quota-remaining", "17", "content-disposition", 'attachment; filename="a b.csv"'];

test("a head whose lines are made as a text has the headers that Node would have written", async () => {
  const plain = await headersFrom((_request, response) => {
    response.writeHead(200, ["content-length", "4", ...ours]);
    response.end("rows");
  });
  const made = await headersFrom((_request, response) => {
    writeHead(response, 200, ["content-length", "4"], headLines(ours));
    response.end("rows");
  });
  const pairs = (raw: readonly string[]) =>
    Array.from({ length: raw.length / 2 }, (_, at) => `${raw[2 * at]?.toLowerCase()}: ${raw[2 * at + 1]}`)
      .filter((pair) => !pair.startsWith("date: "))
      .sort();
  assert.deepEqual(pairs(made), pairs(plain));
});

test("a text that would end a line early makes no head", () => {
  for (const text of ["a\r\nset-cookie: x", "a\nb", "a\0", "☃"]) {
    assert.throws(() => headLines(["x-name", text]), RangeError);
  }
});

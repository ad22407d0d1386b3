/** One request of HTTP/1.1 over the network of a world, as text, and its answer. */

import type { Process } from "./process.ts";
import { SimulatedSocket } from "./socket.ts";
import type { World } from "./world.ts";

export type HttpAnswer = {
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

export type HttpCall = {
  /** Goes away without waiting for the answer. */
  leave(): void;
  /** Whether the server has handed not one byte of an answer to its system. */
  isUnsent(): boolean;
};

export type HttpRequest = {
  /** The server's name in the network. */
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** @param done the answer, or null when the connection was refused or cut; called at most once. */
export function callHttp(
  world: World,
  process: Process,
  { host, path, headers }: HttpRequest,
  done: (answer: HttpAnswer | null) => void,
): HttpCall {
  const socket = new SimulatedSocket(world, process);
  let server: SimulatedSocket | null = null;
  let text = "";
  let isDone = false;
  const finish = (answer: HttpAnswer | null): void => {
    if (isDone) return;
    isDone = true;
    done(answer);
    socket.destroy();
  };
  socket.on("connect", () => {
    server = socket.peer;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: gradeline\r\n${lines.join("")}Connection: close\r\n\r\n`);
  });
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const answer = answerIn(text);
    if (answer !== null) finish(answer);
  });
  socket.on("error", () => finish(null));
  socket.on("end", () => finish(null));
  socket.connect(80, host);
  return {
    leave() {
      isDone = true;
      socket.destroy();
    },
    isUnsent: () => server?.bytesWritten === 0,
  };
}

/** Null: it is not whole yet. */
function answerIn(text: string): HttpAnswer | null {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [first = "", ...lines] = text.slice(0, headEnd).split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const status = Number(first.split(" ")[1]);
  const body = text.slice(headEnd + 4);
  if (status !== 304 && body.length < Number(headers.get("content-length") ?? 0)) return null;
  return { status, headers, body };
}

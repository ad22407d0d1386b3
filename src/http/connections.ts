/**
 * Knows which answers are under way on each connection. HTTP/1.1 lets a caller send several requests at once (RFC 9112 9.3.2): what comes
 * behind a good request may be no HTTP, or ask for another protocol, and takes nothing away from the answer before it.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type State = {
  readonly socket: Socket;
  /** Answers that are not sent yet, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** How many bytes had been read of the socket when its last answer was sent: more of them begin a request. */
  readThen: number;
};

const states = new WeakMap<Socket, State>();
const followed = new WeakSet<Server>();

/**
 * Follows every connection and request of the server from now on, and has `closeIdleConnections`, which Node itself calls
 * when a server closes, end only those that nobody waits on. Node's own takes an answer for done when it is written, not when
 * it is sent.
 */
export function followAnswers(server: Server): void {
  if (followed.has(server)) return;
  followed.add(server);
  const open = new Set<State>();
  // A connection that begins anew after a wish for another protocol is the same one.
  server.on("connection", (socket: Socket) => {
    if (states.has(socket)) return;
    const state = { socket, underWay: new Set<ServerResponse>(), readThen: 0 };
    states.set(socket, state);
    open.add(state);
    socket.once("close", () => open.delete(state));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    states.get(socket)?.underWay.add(response);
    // Comes when the last byte is with the system, and when the connection broke.
    response.on("close", leave);
  });
  server.closeIdleConnections = () => {
    for (const { socket, underWay, readThen } of open) {
      if (underWay.size === 0 && socket.bytesRead === readThen) socket.destroy();
    }
  };
}

function leave(this: ServerResponse): void {
  const { socket } = this.req;
  const state = states.get(socket);
  if (state === undefined) return;
  state.underWay.delete(this);
  state.readThen = socket.bytesRead;
}

/** Requests that came behind one that cannot be read again are lost (see `readAgain`), so the caller is told not to wait for them. */
export function refuseRequestsBehind(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.upgrade !== undefined && !canReadAgain(request)) response.shouldKeepAlive = false;
}

/**
 * Calls back when every answer that is under way on the connection has gone out or was given up; at once when there is
 * none. A request whose body is still to come is not waited for: if it does not arrive, its answer never does.
 */
export function afterAnswers(socket: Socket, then: () => void): void {
  const answers = [...(states.get(socket)?.underWay ?? [])];
  // Answers go out in the order of their requests.
  const last = answers.findLast(({ req }) => req.complete || !mayHaveBody(req));
  if (last === undefined) then();
  else last.once("close", then);
}

/** No route of ours reads the body of a GET, so it is answered whatever comes of the body. */
function mayHaveBody({ method }: IncomingMessage): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** A connection that is ended is read for this long, so that the last answer arrives before the other side notices. */
const lingerMs = 2000;

/** Sends the last bytes, and lets go of the connection when the other side has, or soon. */
export function endWith(socket: Socket, bytes: string): void {
  socket.end(bytes);
  // Bytes that still arrive are nobody's. Closing with them unread would reset the connection, and take the answer back.
  socket.resume();
  const letGo = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once("close", () => clearTimeout(letGo));
}

/** Without a body to come, all of a request that wishes for another protocol is in its head. For `shouldUpgradeCallback`. */
export function canReadAgain({ headers }: IncomingMessage): boolean {
  return headers["content-length"] === undefined && headers["transfer-encoding"] === undefined;
}

/**
 * A server may ignore `Upgrade` (RFC 9110 7.8). Node's parser stops there all the same and drops what came behind the
 * request, so the connection begins anew: with the request as it would be without the wish, and all that follows it.
 */
export function readAgain(server: Server, request: IncomingMessage, rest: Buffer): void {
  const { socket } = request;
  // Nobody else listens until it begins anew, and an error without a listener would end the process.
  const ignore = (): void => {};
  socket.on("error", ignore);
  afterAnswers(socket, () => {
    socket.off("error", ignore);
    if (socket.destroyed) return;
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), rest]));
    server.emit("connection", socket);
  });
}

/** Headers of the connection itself that belong to the wish: RFC 9110 7.8, and RFC 7540 3.2.1 for HTTP/2. */
const ofUpgrade = new Set(["upgrade", "http2-settings"]);

/** Byte for byte as it came, less the wish: Node reads a head as Latin-1, and has checked it. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (ofUpgrade.has(name.toLowerCase())) continue;
    if (name.toLowerCase() !== "connection") lines.push(`${name}: ${value}`);
    else {
      const kept = value.split(",").filter((option) => !/^\s*(upgrade|http2-settings)\s*$/i.test(option));
      if (kept.length > 0) lines.push(`${name}: ${kept.join(",")}`);
    }
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

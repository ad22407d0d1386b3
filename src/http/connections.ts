/**
 * Knows which answers are under way on each connection. HTTP/1.1 lets a caller send several requests at once (RFC 9112 9.3.2): what comes
 * behind a good request may be no HTTP, and takes nothing away from the answer before it.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

type State = {
  readonly socket: Socket;
  /** Answers that are not sent yet, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** How many bytes had been read of the socket when its last answer was sent: more of them begin a request. */
  readThen: number;
};

const states = new WeakMap<Socket, State>();
/** The open connections of each server that is followed. */
const followed = new WeakMap<Server, ReadonlySet<State>>();

/**
 * Follows every connection and request of the server from now on, and has `closeIdleConnections`, which Node itself calls
 * when a server closes, end only those that nobody waits on. Node's own takes an answer for done when it is written, not when
 * it is sent.
 */
export function followAnswers(server: Server): void {
  if (followed.has(server)) return;
  const open = new Set<State>();
  followed.set(server, open);
  server.on("connection", (socket: Socket) => {
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

/** Ends the connections on which no answer is under way, also those that have sent a part of a request. */
function closeUnanswered(server: Server): void {
  for (const { socket, underWay } of followed.get(server) ?? []) if (underWay.size === 0) socket.destroy();
}

function leave(this: ServerResponse): void {
  const { socket } = this.req;
  const state = states.get(socket);
  if (state === undefined) return;
  state.underWay.delete(this);
  state.readThen = socket.bytesRead;
}

/**
 * A server may ignore a wish for another protocol (RFC 9110 7.8). Node's parser stops there all the same and loses what came
 * behind the request, so the caller is told that the connection ends with this answer.
 */
export function closeAfterUpgrade(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.upgrade !== undefined) response.setHeader("connection", "close");
}

/** Whether there is more than one Host header. RFC 9112 3.2: such a request is to be refused, because others on its way may have believed another one. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
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

export type RunningServer = {
  readonly url: string;
  /**
   * Takes no new connection, lets answers under way finish for so long, and cuts off what is left then. A request that has
   * begun to arrive has a moment to arrive whole.
   */
  close(graceMs?: number): Promise<void>;
};

const usualGraceMs = 5_000;
/** For connections to be gone that were cut off; those that were handed to somebody else would keep a server for good. */
const cutOffMs = 500;
/** For the rest of a request of which a part is here: a packet or two, not somebody who types it by hand. */
const arrivalMs = 500;
/** How often connections are looked through for those whose last answer has gone out. */
const sweepMs = 50;

export async function startServer(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  followAnswers(app.server);
  const url = await app.listen(address);
  return {
    url,
    async close(graceMs = usualGraceMs) {
      const begunMs = performance.now();
      const sweep = setInterval(() => {
        if (performance.now() - begunMs < arrivalMs) app.server.closeIdleConnections();
        else closeUnanswered(app.server);
      }, sweepMs);
      const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs);
      const giveUp = Promise.withResolvers<void>();
      const late = setTimeout(giveUp.resolve, graceMs + cutOffMs);
      try {
        await Promise.race([app.close(), giveUp.promise]);
      } finally {
        clearInterval(sweep);
        clearTimeout(cutOff);
        clearTimeout(late);
      }
    },
  };
}

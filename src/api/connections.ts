/**
 * Connections, and the requests that come on them, each followed to its end: whether anybody got the answer is noted, a line is written
 * to the log, and a request of whose answer no byte was sent is given back to the quota [D-49]. HTTP/1.1 lets a caller send several
 * requests at once (RFC 9112 9.3.2): what comes behind a good request may be no HTTP, and takes nothing away from the answer before it.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Admission } from "../access/gate.ts";
import type { Meters } from "../access/plans.ts";
import { makeRequestId, writeInfo } from "../http/log.ts";
import { healthPath, readyPath } from "./health.ts";

/** Called at every request, whatever becomes of it. It must not throw. */
export type AnswerWatch = {
  began(): void;
  /** @param admission what the gate said of its key. */
  decided(admission: Admission): void;
  /**
   * @param route the route's template, never what the caller wrote; null when no route matched.
   * @param status null when no byte was sent.
   */
  ended(route: string | null, status: number | null, elapsedMs: number): void;
};

export type FollowedBy = {
  readonly log: FastifyBaseLogger;
  /** Null: nobody watches. */
  readonly watch: AnswerWatch | null;
};

export type AdmittedKey = Extract<Admission, { readonly ok: true }>;

type Connection = {
  readonly socket: Socket;
  /** Answers that are not sent yet, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** How many bytes had been read of the socket when its last answer was sent: more of them begin a request. */
  readThen: number;
};

const connections = new WeakMap<Socket, Connection>();

/** A property of the request, since a map by weak keys would grow until the next full collection. */
const following = Symbol("following");
type Carrier = IncomingMessage & { [following]?: Followed };

/** The following of a request; it begins with the first call, which must come before anything else is done for the request. */
export function follow(
  request: IncomingMessage,
  response: ServerResponse,
  by: FollowedBy,
  id: string = makeRequestId(),
): Followed {
  return followedOf(request) ?? new Followed(request, response, by, id);
}

export function followedOf(request: IncomingMessage): Followed | null {
  return (request as Carrier)[following] ?? null;
}

/** A byte of an answer counts as sent when the operating system has taken it for a connection that was still open to us. */
export class Followed {
  /** The request id that callers see. */
  readonly id: string;
  /** The template of its route; null while none has matched. */
  route: string | null = null;
  readonly #by: FollowedBy;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: Connection | undefined;
  readonly #begunMs = performance.now();
  /** The number of bytes that the socket had sent before this answer; null while an earlier answer of the connection is under way. */
  #bytesBefore: number | null;
  /** Whether the gate is deciding. The line in the log waits for it, because the line names the caller. */
  #isAsking = false;
  /** The gate's decision; null while there is none. */
  admission: Admission | null = null;
  #isGivenBack = false;
  /** Null while the answer is under way. */
  #sent: "whole" | "partly" | "nothing" | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, by: FollowedBy, id: string) {
    this.id = id;
    this.#by = by;
    this.#request = request;
    this.#response = response;
    by.watch?.began();
    const { socket } = request;
    this.#connection = connections.get(socket);
    this.#connection?.underWay.add(response);
    // An answer has no socket yet when its request came before the answer to an earlier one was written.
    this.#bytesBefore = response.socket === null ? null : socket.bytesWritten;
    if (this.#bytesBefore === null) {
      response.once("socket", () => {
        this.#bytesBefore = socket.bytesWritten;
      });
    }
    (request as Carrier)[following] = this;
    response.on("finish", finished);
    response.on("close", closed);
  }

  /** The gate's decision. Null when the caller has left meanwhile, so that nobody is to be answered. */
  async decided(deciding: Promise<Admission>): Promise<Admission | null> {
    this.#isAsking = true;
    try {
      const admission = await deciding;
      this.#by.watch?.decided(admission);
      this.admission = admission;
      return this.#sent === null ? admission : null;
    } finally {
      this.#isAsking = false;
      if (this.#sent !== null) this.#conclude();
    }
  }

  /** Gives the request back to the quota, once. Null when it was not counted, or was given back already. */
  giveBack(): Meters | null {
    if (this.admission?.ok !== true || this.#isGivenBack) return null;
    this.#isGivenBack = true;
    return this.admission.giveBack();
  }

  finish(): void {
    this.#end("whole");
  }

  /** Comes when the last byte is with the system, and when the connection broke. */
  close(): void {
    const { socket } = this.#request;
    this.#end(this.#bytesBefore !== null && socket.bytesWritten > this.#bytesBefore ? "partly" : "nothing");
    if (this.#connection === undefined) return;
    this.#connection.underWay.delete(this.#response);
    this.#connection.readThen = socket.bytesRead;
  }

  #end(sent: "whole" | "partly" | "nothing"): void {
    if (this.#sent !== null) return;
    this.#sent = sent;
    if (!this.#isAsking) this.#conclude();
  }

  /** The one line of a request names the route, never the path or the query, which may hold a key. None of its texts is a caller's own. */
  #conclude(): void {
    const isUnsent = this.#sent === "nothing";
    if (isUnsent) this.giveBack();
    const { route } = this;
    const { log, watch } = this.#by;
    const status = isUnsent ? null : this.#response.statusCode;
    const elapsedMs = performance.now() - this.#begunMs;
    const caller = this.admission?.caller;
    const isAborted = this.#sent !== "whole";
    // JSON leaves out what is undefined.
    const about = {
      requestId: this.id,
      method: this.#request.method ?? "",
      route,
      status,
      elapsedMs: Math.round(elapsedMs * 1000) / 1000,
      account: caller?.accountId,
      key: caller?.keyPrefix,
      aborted: isAborted || undefined,
    };
    const message = isAborted ? "the caller left" : "answered";
    if (dull.has(route)) log.debug(about, message);
    else writeInfo(log, about, message);
    watch?.ended(route, status, elapsedMs);
  }
}

function finished(this: ServerResponse): void {
  followedOf(this.req)?.finish();
}

function closed(this: ServerResponse): void {
  followedOf(this.req)?.close();
}

/** Load balancers ask for these paths every second, which would bury all other lines. */
const dull = new Set<string | null>([healthPath, readyPath]);

/** The open connections of each server. */
const openOf = new WeakMap<Server, ReadonlySet<Connection>>();

/**
 * Knows every connection of the server from now on, and has `closeIdleConnections`, which Node itself calls when a server closes, end
 * only those that nobody waits on. Node's own takes an answer for done when it is written, not when it is sent.
 */
export function followConnections(server: Server): void {
  const open = new Set<Connection>();
  openOf.set(server, open);
  server.on("connection", (socket: Socket) => {
    const connection = { socket, underWay: new Set<ServerResponse>(), readThen: 0 };
    connections.set(socket, connection);
    open.add(connection);
    socket.once("close", () => open.delete(connection));
  });
  server.closeIdleConnections = () => {
    for (const { socket, underWay, readThen } of open) {
      if (underWay.size === 0 && socket.bytesRead === readThen) socket.destroy();
    }
  };
}

/**
 * Calls back when every answer that is under way on the connection has gone out or was given up; at once when there is
 * none. A request whose body is still to come is not waited for: if it does not arrive, its answer never does. No route of ours reads
 * the body of a GET, so it is answered whatever comes of the body.
 */
export function afterAnswers(socket: Socket, then: () => void): void {
  const answers = [...(connections.get(socket)?.underWay ?? [])];
  // Answers go out in the order of their requests.
  const last = answers.findLast(({ req }) => req.complete || req.method === "GET" || req.method === "HEAD");
  if (last === undefined) then();
  else last.once("close", then);
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
  /** From now on every answer ends its connection: who asks again opens another one, and is not cut off when this server closes. */
  drain(): void;
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

/** @param app as `buildApp` makes it. */
export async function startServer(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const url = await app.listen(address);
  return {
    url,
    drain() {
      app.server.prependListener("request", (_request, response) => {
        response.shouldKeepAlive = false;
      });
    },
    async close(graceMs = usualGraceMs) {
      const begunMs = performance.now();
      const sweep = setInterval(() => {
        if (performance.now() - begunMs < arrivalMs) return app.server.closeIdleConnections();
        // Also those that have sent a part of a request.
        for (const { socket, underWay } of openOf.get(app.server) ?? []) if (underWay.size === 0) socket.destroy();
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

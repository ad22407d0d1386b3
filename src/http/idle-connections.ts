/**
 * Which connections of a server nobody waits on. Node's own answer also cuts off callers to whom an answer is still on
 * its way: it takes an answer for done when it is written, not when it is sent.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type State = {
  /** Requests that came and whose answers are not sent yet. */
  unanswered: number;
  /** How many bytes had been read of the socket when its last answer was sent: more of them begin a request. */
  readThen: number;
};

/** Has `closeIdleConnections`, which Node itself calls when a server closes, end only those that nobody waits on. */
export function keepAnswersUnderWay(server: Server): void {
  const states = new Map<Socket, State>();
  server.on("connection", (socket: Socket) => {
    states.set(socket, { unanswered: 0, readThen: 0 });
    socket.once("close", () => states.delete(socket));
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const state = states.get(socket);
    if (state === undefined) return;
    state.unanswered += 1;
    // Comes when the last byte is with the system, and when the connection broke.
    response.once("close", () => {
      state.unanswered -= 1;
      state.readThen = socket.bytesRead;
    });
  });
  server.closeIdleConnections = () => {
    for (const [socket, { unanswered, readThen }] of states) {
      if (unanswered === 0 && socket.bytesRead === readThen) socket.destroy();
    }
  };
}

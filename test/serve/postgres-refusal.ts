/** A server that refuses every connection, as a PostgreSQL server that cannot be used yet does. */
import type { Socket } from "node:net";

/** @param onRefused is called for every refused connection. */
export function postgresRefusal(code: string, message: string, onRefused = () => {}): (socket: Socket) => void {
  // https://www.postgresql.org/docs/current/protocol-message-formats.html
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return (socket) => {
    onRefused();
    socket.on("error", () => {});
    // The client's first message says who it is; the refusal is the answer to it.
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  };
}

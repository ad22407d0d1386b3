/** A server that greets everybody as PostgreSQL does that cannot be used yet. */
import type { Socket } from "node:net";

/** @param onRefused is told of everyone who was sent away. */
export function postgresRefusal(code: string, message: string, onRefused = () => {}): (socket: Socket) => void {
  // https://www.postgresql.org/docs/current/protocol-message-formats.html
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, "E");
  head.writeInt32BE(fields.length + 4, 1);
  return (socket) => {
    onRefused();
    socket.on("error", () => {});
    // What the client begins with is its name.
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  };
}

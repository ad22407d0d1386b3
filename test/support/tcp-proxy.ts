/** A proxy between two ends that a test can silence, cut, slow down, or make lose the answers. */
import { connect, createServer, type Socket } from "node:net";

/**
 * `pass` forwards all bytes. `silent` holds all bytes in both directions, including those of new connections, and loses
 * none, like a network that comes back. `swallow` forwards requests and loses the answers. `lose-commits` forwards all but
 * PostgreSQL's answers to a commit, and ends the connection instead.
 */
export type WireMode = "pass" | "silent" | "swallow" | "lose-commits";

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

type Wire = { readonly near: Socket; readonly far: Socket };

/** @param target the port on 127.0.0.1. */
export async function startTcpProxy(target: number) {
  const wires = new Set<Wire>();
  let mode: WireMode = "pass";
  let delayMs = 0;

  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const wire: Wire = { near, far };
    wires.add(wire);
    let isCommitting = false;
    near.on("data", (bytes) => {
      isCommitting = mode === "lose-commits" && bytes.includes("commit\0");
      far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (isCommitting) near.resetAndDestroy();
      if (mode === "swallow") return;
      if (delayMs === 0) near.write(bytes);
      else setTimeout(() => near.destroyed || near.write(bytes), delayMs);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // The end of a connection is forwarded like bytes: in `silent` mode the sockets are paused and report no end.
      socket.on("end", () => other.end());
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        other.destroy();
        wires.delete(wire);
      });
    }
    apply(wire);
  });
  const apply = ({ near, far }: Wire): void => {
    for (const socket of [near, far]) mode === "silent" ? socket.pause() : socket.resume();
  };
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  const cut = (): void => {
    server.close();
    for (const { near, far } of wires) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  const port = await listen(0);
  return {
    port,
    setMode(next: WireMode) {
      mode = next;
      for (const wire of wires) apply(wire);
    },
    /** Sets how many milliseconds each piece of an answer is delayed. */
    setDelay(next: number) {
      delayMs = next;
    },
    /** Resets every connection; new ones are refused until `mend`. */
    cut,
    mend: () => listen(port),
    close: async () => cut(),
  };
}

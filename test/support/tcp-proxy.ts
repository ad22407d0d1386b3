/** A wire between two ends that can fall silent, be cut, be slow, or lose what comes back. */
import { connect, createServer, type Socket } from "node:net";

/**
 * What the wire does with bytes: `pass` them on; `silent`: hold all of them, in both directions and of new connections
 * too, and let none be lost, as a network does that comes back; `swallow`: pass on what is asked and lose the answers.
 */
export type WireMode = "pass" | "silent" | "swallow";

export type TcpProxy = {
  readonly port: number;
  setMode(mode: WireMode): void;
  /** Milliseconds that each piece of an answer is held up. */
  setDelay(delayMs: number): void;
  /** Ends every connection with a reset; new ones are refused until `mend`. */
  cut(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

type Wire = { readonly near: Socket; readonly far: Socket };

/** @param target port on 127.0.0.1. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const wires = new Set<Wire>();
  let mode: WireMode = "pass";
  let delayMs = 0;

  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const wire: Wire = { near, far };
    wires.add(wire);
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      if (mode === "swallow") return;
      if (delayMs === 0) near.write(bytes);
      else setTimeout(() => near.destroyed || near.write(bytes), delayMs);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      // An end is news too: who is silent does not tell it.
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
    setMode(next) {
      mode = next;
      for (const wire of wires) apply(wire);
    },
    setDelay(next) {
      delayMs = next;
    },
    cut,
    async mend() {
      await listen(port);
    },
    async close() {
      cut();
    },
  };
}

/**
 * The network between the processes of a world. Its hosts may fall silent, which nobody is told of; they may refuse
 * connections; and connections may be reset, which loses what is under way.
 */

import type { Process } from "./process.ts";
import { SimulatedSocket, setNetwork } from "./socket.ts";
import type { World } from "./world.ts";

/** A server that takes connections at a name such as `db:5432`. */
export type Listener = {
  readonly process: Process;
  /** Null: the connection is taken. Else the code with which it is refused. */
  refuses(): "ECONNREFUSED" | null;
  accept(socket: SimulatedSocket): void;
};

/** How long bytes are on their way. */
const latencyMs = { least: 0.02, most: 1 };

export class Network {
  readonly #world: World;
  readonly #listeners = new Map<string, Listener>();
  readonly #connections = new Set<SimulatedSocket>();
  /** Processes whose host has fallen silent, and what waits to be sent again when it is back. */
  readonly #silent = new Map<Process, (() => void)[]>();
  /** Processes whose connections take no time and are never cut: the simulation's own. */
  readonly #near = new Set<Process>();

  constructor(world: World) {
    this.#world = world;
    setNetwork(world, this);
  }

  listen(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  keepNear(process: Process): void {
    this.#near.add(process);
  }

  /** Ends of connections to a server, by those who connected. */
  connectionsTo(server: Process): SimulatedSocket[] {
    return [...this.#connections].filter(
      (socket) => socket.peer?.process === server && !this.#near.has(socket.process),
    );
  }

  connect(socket: SimulatedSocket, name: string): void {
    const listener = this.#listeners.get(name);
    socket.network = this;
    this.#carry(
      socket,
      () => {
        const refused = listener === undefined ? "ECONNREFUSED" : listener.refuses();
        if (listener === undefined || refused !== null) {
          return this.#carry(socket, () => fail(socket, refused ?? "ECONNREFUSED"), listener?.process);
        }
        // The kernel takes the connection, also while the process stands still.
        const other = new SimulatedSocket(this.#world, listener.process, true);
        other.network = this;
        other.peer = socket;
        socket.peer = other;
        this.#connections.add(socket);
        const unheard = (): void => {};
        other.on("error", unheard);
        this.#world.after(0, listener.process, () => {
          // A process that stood still may find it gone.
          if (other.destroyed) return;
          listener.accept(other);
          other.off("error", unheard);
        });
        this.#carry(
          socket,
          () => {
            if (socket.destroyed) return;
            socket.connecting = false;
            socket.emit("connect");
            socket.emit("ready");
          },
          listener.process,
        );
      },
      listener?.process,
    );
  }

  send(from: SimulatedSocket, chunk: Buffer): void {
    const to = from.peer;
    const bytes = Buffer.from(chunk);
    if (to !== null) this.#deliver(from, to, () => to.arrived(bytes));
  }

  finish(from: SimulatedSocket): void {
    const to = from.peer;
    if (to !== null) this.#deliver(from, to, () => to.arrived(null));
  }

  /** An end was closed by its own process: what it has written still arrives, then its end. */
  closed(from: SimulatedSocket): void {
    this.#connections.delete(from);
    const to = from.peer;
    if (to === null) return;
    this.#deliver(from, to, () => {
      to.arrived(null);
      if (!to.destroyed) this.#world.after(0, to.process, () => to.destroy());
    });
  }

  /** A process has died: its system ends the connections, unless nobody hears of it. */
  endedBySystem(from: SimulatedSocket): void {
    this.#connections.delete(from);
    const to = from.peer;
    if (to !== null) this.#deliver(from, to, () => fail(to, "ECONNRESET"));
  }

  /** Cuts a connection at both ends; what is under way is lost. */
  reset(socket: SimulatedSocket): void {
    this.#connections.delete(socket);
    const { peer } = socket;
    socket.peer = null;
    this.#world.after(0, socket.process, () => fail(socket, "ECONNRESET"));
    if (peer === null) return;
    peer.peer = null;
    this.#world.after(0, peer.process, () => fail(peer, "ECONNRESET"));
  }

  /** From now on nothing reaches the process's host, and nothing leaves it. */
  silence(process: Process): void {
    if (!this.#silent.has(process)) this.#silent.set(process, []);
  }

  /** The host is back: what was written is sent again. */
  heal(process: Process): void {
    const waiting = this.#silent.get(process) ?? [];
    this.#silent.delete(process);
    for (const send of waiting) send();
  }

  #deliver(from: SimulatedSocket, to: SimulatedSocket, arrive: () => void): void {
    const silent = this.#silent.get(from.process) ?? this.#silent.get(to.process);
    if (silent !== undefined && !this.#near.has(from.process) && !this.#near.has(to.process)) {
      silent.push(() => this.#deliver(from, to, arrive));
      return;
    }
    const atMs = Math.max(this.#world.nowMs + this.#latencyMs(from, to), to.arrivesMs);
    to.arrivesMs = atMs;
    this.#world.after(atMs - this.#world.nowMs, to.process, () => {
      // The connection may have been cut meanwhile.
      if (from.peer === to) arrive();
    });
  }

  /** A step of making a connection, which happens to who makes it. */
  #carry(socket: SimulatedSocket, step: () => void, server: Process | undefined): void {
    const silent = server === undefined ? undefined : this.#silent.get(server);
    if (silent !== undefined && !this.#near.has(socket.process)) {
      silent.push(() => this.#carry(socket, step, server));
      return;
    }
    const delayMs = this.#near.has(socket.process) ? 0 : this.#anyLatencyMs();
    this.#world.after(delayMs, socket.process, () => {
      if (!socket.destroyed) step();
    });
  }

  #latencyMs(from: SimulatedSocket, to: SimulatedSocket): number {
    return this.#near.has(from.process) || this.#near.has(to.process) ? 0 : this.#anyLatencyMs();
  }

  #anyLatencyMs(): number {
    return latencyMs.least + this.#world.random.next() * (latencyMs.most - latencyMs.least);
  }
}

const messages = { ECONNREFUSED: "connect ECONNREFUSED", ECONNRESET: "read ECONNRESET" } as const;

function fail(socket: SimulatedSocket, code: keyof typeof messages): void {
  if (!socket.destroyed) socket.destroy(Object.assign(new Error(messages[code]), { code }));
}

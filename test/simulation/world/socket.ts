/** A socket of a process in the world's network. Bytes arrive late or never, or are lost when the connection is cut. */
import { Duplex } from "node:stream";
import type { Process } from "./process.ts";
import type { World } from "./world.ts";

/** The functions that a socket calls on its network. */
export type NetworkOfSocket = {
  connect(socket: SimulatedSocket, name: string): void;
  send(from: SimulatedSocket, chunk: Buffer): void;
  finish(from: SimulatedSocket): void;
  closed(from: SimulatedSocket): void;
  endedBySystem(from: SimulatedSocket): void;
};

/** The two ends of a connection know each other. The network carries the bytes between them. */
export class SimulatedSocket extends Duplex {
  readonly process: Process;
  readonly #world: World;
  /** The other end; null until the connection is made. */
  peer: SimulatedSocket | null = null;
  network: NetworkOfSocket | null = null;
  /** Bytes that this end has handed to the network. */
  bytesWritten = 0;
  bytesRead = 0;
  connecting = false;
  remoteAddress = "10.0.0.1";
  /** The latest moment at which bytes under way will arrive here, so that bytes stay in order. */
  arrivesMs = 0;
  #timeoutMs = 0;
  #stopTimeout: (() => void) | null = null;

  /** @param allowHalfOpen true at HTTP servers: a client that has finished sending still gets an answer. */
  constructor(world: World, process: Process, allowHalfOpen = false) {
    super({ allowHalfOpen, decodeStrings: true });
    this.#world = world;
    this.process = process;
    process.onDeath.push(() => this.network?.endedBySystem(this));
  }

  /** Connects to the network's server of that name, like `net.Socket`. */
  connect(port: number, host: string): this {
    this.connecting = true;
    networkOf(this.#world).connect(this, `${host}:${port}`);
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.bytesWritten += chunk.length;
    this.#alive();
    this.network?.send(this, chunk);
    done();
  }

  override _final(done: (error?: Error | null) => void): void {
    this.network?.finish(this);
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#stopTimeout?.();
    this.network?.closed(this);
    done(error);
  }

  /** Takes bytes that have come in; null means that there will be no more. */
  arrived(chunk: Buffer | null): void {
    if (this.destroyed || this.readableEnded) return;
    this.#alive();
    this.bytesRead += chunk?.length ?? 0;
    this.push(chunk);
  }

  setTimeout(timeoutMs: number, listener?: () => void): this {
    this.#timeoutMs = timeoutMs;
    if (listener !== undefined) this.once("timeout", listener);
    this.#alive();
    return this;
  }

  #alive(): void {
    this.#stopTimeout?.();
    this.#stopTimeout = null;
    if (this.#timeoutMs <= 0 || this.destroyed) return;
    this.#stopTimeout = this.#world.after(this.#timeoutMs, this.process, () => this.emit("timeout"));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  resetAndDestroy(): this {
    return this.destroy();
  }
}

const networks = new WeakMap<World, NetworkOfSocket>();

export function setNetwork(world: World, network: NetworkOfSocket): void {
  networks.set(world, network);
}

function networkOf(world: World): NetworkOfSocket {
  const network = networks.get(world);
  if (network === undefined) throw new Error("this world has no network");
  return network;
}

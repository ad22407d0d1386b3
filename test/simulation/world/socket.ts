/** A socket of a process, over the world's network: bytes arrive late, never, or are cut off with the connection. */
import { Duplex } from "node:stream";
import type { Process } from "./process.ts";
import type { World } from "./world.ts";

/** What a socket asks of the network that it is in. */
export type NetworkOfSocket = {
  connect(socket: SimulatedSocket, name: string): void;
  send(from: SimulatedSocket, chunk: Buffer): void;
  finish(from: SimulatedSocket): void;
  closed(from: SimulatedSocket): void;
  endedBySystem(from: SimulatedSocket): void;
};

/** A connection's ends know each other; what is under way between them is the network's. */
export class SimulatedSocket extends Duplex {
  readonly process: Process;
  readonly #world: World;
  /** The other end; null before it is there. */
  peer: SimulatedSocket | null = null;
  network: NetworkOfSocket | null = null;
  /** Bytes that this end has handed over to the network. */
  bytesWritten = 0;
  bytesRead = 0;
  connecting = false;
  remoteAddress = "10.0.0.1";
  /** The latest moment at which something is to arrive here: bytes keep their order. */
  arrivesMs = 0;
  #timeoutMs = 0;
  #stopTimeout: (() => void) | null = null;

  /** @param allowHalfOpen as HTTP servers have it: who has finished asking is still answered. */
  constructor(world: World, process: Process, allowHalfOpen = false) {
    super({ allowHalfOpen, decodeStrings: true });
    this.#world = world;
    this.process = process;
    process.onDeath.push(() => this.network?.endedBySystem(this));
  }

  /** As `net.Socket`: connects to the network's server of that name. */
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

  /** Bytes have come in; null: there will be no more. */
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

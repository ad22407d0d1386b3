/**
 * A PostgreSQL of a world with a synchronous standby, as under Patroni with `synchronous_mode_strict`: what nobody was told of may be
 * lost when the standby takes over, and nothing else.
 */
import type { Copy } from "./pglite.ts";
import { PostgresServer, type Session } from "./postgres-server.ts";

export class PostgresWithStandby extends PostgresServer {
  /** While the standby does not get the last commits: what it may have when it takes over, from the first one on. */
  #late: Copy[] | null = null;
  /** Connections to a primary that was replaced, which nobody has ended yet, and what that primary has. */
  readonly #stale = new Set<Session>();
  #old: Copy | null = null;

  /** Whether the standby may take over: nothing else goes on. */
  get mayFailOver(): boolean {
    return this.isUp && !this.isHeld && this.locked.size === 0 && !this.isFailingOver;
  }

  override get isFailingOver(): boolean {
    return this.#late !== null || this.#stale.size > 0;
  }

  /**
   * The standby hears nothing more, so that what is committed from now on is confirmed to nobody (`synchronous_commit`). Then it
   * takes over with a part of that, and refuses connections until it is up. Some connections to the old primary, which was
   * only frozen, are ended later.
   */
  async failOver(lateMs: number, downMs: number, staleMs: number): Promise<void> {
    this.#late = [await this.world.hold(this.backend.copy())];
    this.world.after(lateMs, this.process, () => void this.#promote(downMs, staleMs));
  }

  async #promote(downMs: number, staleMs: number): Promise<void> {
    const { random } = this.world;
    const copies = this.#late ?? [];
    const kept = random.int(0, copies.length - 1);
    this.world.note(`the standby takes over with ${kept} of ${copies.length - 1} commits that nobody was told of`);
    this.state = "down";
    this.#late = null;
    this.#old = copies.at(-1) ?? null;
    this.holder = null;
    for (const session of [...this.sessions].filter(({ socket }) => this.isFar(socket))) {
      this.sessions.delete(session);
      if (random.chance(0.5)) this.network.reset(session.socket);
      else this.#stale.add(session);
    }
    await this.world.hold(this.backend.rollback().then(() => this.backend.bringBack(copies[kept] as Copy)));
    this.world.after(downMs, this.process, () => {
      this.state = null;
      this.runNext();
    });
    this.world.after(staleMs, this.process, () => {
      for (const { socket } of this.#stale) if (!socket.destroyed) this.network.reset(socket);
      this.#stale.clear();
    });
  }

  /** A mutation says no: the primary confirms what the standby does not have. */
  waitsForStandby(): boolean {
    return true;
  }

  /** A mutation says yes: a primary that was replaced, and thawed, confirms what it is still asked for. */
  confirmsWhenReplaced(): boolean {
    return false;
  }

  protected override async isConfirmed(): Promise<boolean> {
    if (this.#late === null) return true;
    this.#late.push(await this.world.hold(this.backend.copy()));
    return !this.waitsForStandby();
  }

  protected override runNext(): void {
    if (this.#stale.size > 0 && this.confirmsWhenReplaced()) void this.#runOnReplaced();
    super.runNext();
  }

  /** The old primary decides on its own data. */
  async #runOnReplaced(): Promise<void> {
    const session = [...this.#stale].find(({ units, socket }) => units.length > 0 && !socket.destroyed);
    if (session === undefined || this.isRunning || this.holder !== null || this.#old === null) return;
    this.isRunning = true;
    const [bytes, backend, old] = [session.units.shift()?.bytes ?? Buffer.alloc(0), this.backend, this.#old];
    const decide = async (): Promise<void> => {
      const now = await backend.copy();
      await backend.bringBack(old);
      session.socket.write(await backend.run(bytes));
      this.#old = await backend.copy();
      await backend.bringBack(now);
    };
    await this.world.hold(decide());
    this.isRunning = false;
    this.runNext();
  }
}

/** The sliding minute as its definition reads, with no thought of speed: all admitted requests, counted anew each time. */
export class ReferenceWindow {
  readonly #limit: number;
  readonly #admittedMs: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  ask(atMs: number): { admitted: boolean; remaining: number; resetMs: number } {
    const counted = (): number[] => this.#admittedMs.filter((admittedMs) => admittedMs > atMs - 60_000);
    const admitted = counted().length < this.#limit;
    if (admitted) this.#admittedMs.push(atMs);
    const inWindow = counted();
    return { admitted, remaining: this.#limit - inWindow.length, resetMs: Math.min(...inWindow) + 60_000 };
  }
}

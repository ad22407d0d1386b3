/** A process of a world. It can be killed or stopped for a while, and its clock may be wrong. */
export type Process = {
  readonly name: string;
  isAlive: boolean;
  /** Until this moment the process is stopped. What it should have done meanwhile is done then, as after SIGCONT. */
  stoppedUntilMs: number;
  /** How far its clock is ahead of the true time, in milliseconds. */
  clockAheadMs: number;
  /** Called when the process dies, because its operating system then closes its sockets and files. */
  readonly onDeath: (() => void)[];
};

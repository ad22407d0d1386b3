/** Something that may be killed, stopped for a while, and whose clock may be wrong. */
export type Process = {
  readonly name: string;
  isAlive: boolean;
  /** What it was to do until this moment is done then, as after SIGCONT. */
  stoppedUntilMs: number;
  /** How far its clock is ahead of the true time. */
  clockAheadMs: number;
  /** Called when it dies: sockets and files are its operating system's. */
  readonly onDeath: (() => void)[];
};

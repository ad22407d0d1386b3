/** The facts that an adapter is given besides the content: the file, and the time, since adapters read no clock. */
export type Source = {
  readonly file: string;
  /** Epoch milliseconds: the clock of the import. A time after it has not happened yet, and is refused. */
  readonly nowMs: number;
};

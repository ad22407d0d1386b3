/** What an adapter is told besides the content: which file it is, and what time it is, since adapters read no clock. */
export type Source = {
  readonly file: string;
  /** Epoch milliseconds: the clock of the import. What lies after it has not happened yet, and is refused. */
  readonly nowMs: number;
};

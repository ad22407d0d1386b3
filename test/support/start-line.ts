/** What `serve` says where there is no terminal: one line of JSON among those of its log. */

export type StartLine = {
  readonly msg: string;
  readonly url: string;
  readonly exploreUrl: string;
  readonly docsUrl: string;
  readonly manageUrl: string;
  readonly revision: number;
  readonly isSample: boolean;
  readonly trialKey?: string;
  /** Requests to paste. */
  readonly try?: readonly string[];
};

/** Null: it has not said it yet. @param written all that it has written so far. */
export function startLineIn(written: string): StartLine | null {
  const [line] = /^\{.*"msg":"Gradeline serves revision \d+ at .*\}$/m.exec(written) ?? [];
  return line === undefined ? null : (JSON.parse(line) as StartLine);
}

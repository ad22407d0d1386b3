/** The texts that `serve` prints when it listens: lines for people on a terminal, and a line of JSON for whatever reads a log. */
export type Started = {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  readonly manageUrl: string;
  readonly revision: number;
  readonly isSample: boolean;
  /** Null: nothing was to be shown. */
  readonly trialKey: string | null;
};

/** Requests to paste, as a shell takes them. */
function samplesOf(url: string, trialKey: string): readonly string[] {
  const header = `-H "Authorization: Bearer ${trialKey}"`;
  return [
    `curl ${header} "${url}/v1/games?sport=nfl&limit=2"`,
    `curl ${header} "${url}/v1/odds?sport=nba&team=BOS&market=spread&limit=5"`,
  ];
}

export function startScreen({ url, manageUrl, revision, isSample, trialKey }: Started): string {
  const lines = [
    "",
    `Ask whether a trend is real, in your browser: ${url}/`,
    `Gradeline serves revision ${revision} at ${url}/v1`,
    `Docs for callers: ${url}/docs`,
    `Keys and accounts: ${manageUrl}`,
  ];
  if (isSample) {
    lines.push("SAMPLE DATA: real teams and calendars, invented games and prices (header X-Dataset: sample).");
  }
  if (trialKey !== null) lines.push("", `Trial key:  ${trialKey}`, "", ...samplesOf(url, trialKey));
  return [...lines, "", ""].join("\n");
}

/**
 * One line, in the shape of the log's, that holds the same. The key is the one that a start makes for its own sample: it
 * opens nothing but invented data, and is told because nothing else could tell it where there is no terminal.
 */
export function startLine({ url, manageUrl, revision, isSample, trialKey }: Started, now: Date): string {
  const line = {
    level: 30,
    time: now.getTime(),
    msg: `Gradeline serves revision ${revision} at ${url}/v1`,
    exploreUrl: `${url}/`,
    url,
    docsUrl: `${url}/docs`,
    manageUrl,
    revision,
    isSample,
    ...(trialKey === null ? {} : { trialKey, try: samplesOf(url, trialKey) }),
  };
  return `${JSON.stringify(line)}\n`;
}

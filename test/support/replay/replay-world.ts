/** What providers knew of baseball at each moment of a span of time: it is what a replay answers from. */

/** A game as a replay expects it in the archive. */
export type KnownGame = {
  /** Slate date, YYYY-MM-DD. */
  readonly date: string;
  /** The scheduled start. */
  readonly startMs: number;
  /** Names of the teams as the provider of the result writes them. */
  readonly away: string;
  readonly home: string;
  readonly awayScore: number;
  readonly homeScore: number;
};

/** A captured answer of The Odds API to a request for current odds. */
export type Capture = {
  /** The time of capture. */
  readonly atMs: number;
  /** Where the file is. */
  readonly path: string;
  /** An array of events with their bookmakers, as JSON. */
  read(): string;
};

export type ReplayWorld = {
  /** The replay begins and ends at these times. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Oldest first. */
  readonly captures: readonly Capture[];
  /** What StatsAPI's `/api/v1/schedule` answers. Dates are inclusive. */
  schedule(nowMs: number, from: string, to: string): unknown;
  /** Every game of the week. */
  readonly finals: readonly KnownGame[];
};

/** The newest capture at a moment; null before the first one. */
export function newestCapture(captures: readonly Capture[], nowMs: number): Capture | null {
  return captures.findLast(({ atMs }) => atMs <= nowMs) ?? null;
}

const nameOfCapture = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z/;

/** The time that a capture's name states, such as `20260705T061527Z.json.gz`. */
export function timeOfCapture(name: string): number {
  const [, year, month, day, hour, minute, second] = nameOfCapture.exec(name) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(ms)) throw new RangeError(`${name} does not begin with a time of capture`);
  return ms;
}

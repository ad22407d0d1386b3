/** What a publish did, and what it would not do. */
export type PublishReport = {
  /** The revision now served; null before the first publish. */
  readonly revision: number | null;
  /** Games and odds rows in the archive now. */
  readonly games: number;
  readonly oddsRows: number;
  readonly changedGames: number;
  /** Games that are final and cannot be published, with the reason. */
  readonly refused: readonly string[];
  /** Games published without period scores, with the reason [D-9]. */
  readonly withheld: readonly string[];
  /** Records, events and quotes of the ledger that are outside the bounds of today's gate, with the reason. */
  readonly leftOut: readonly string[];
};

/** The night fails its checks: nothing was published, and the archive goes on serving what it had. */
export class NightRefused extends Error {
  override readonly name = "NightRefused";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the night is refused, ${problems.length} checks failed; first: ${problems[0]}`);
    this.problems = problems;
  }
}

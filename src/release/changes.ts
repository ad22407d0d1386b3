/**
 * The changes that a revision made to a game, as `archive_changes` keeps it. A correction is a change that replaced or took away a
 * value which callers could have seen; a value that only came to be (a game's first line) is none.
 */
import type { Sport } from "../domain/sports.ts";
import type { ReleaseTables } from "./tables.ts";

/**
 * A value by the path to it in the single-game answer, with books and period odds by the slug of their book. What only other
 * endpoints show is below `odds`, `lines` and `ids`. `from` and `to` are both null where no value is given: of `captures`, of
 * `evidence`, and of `lines` that an older release did not have.
 */
export type FieldChange = { readonly path: string; readonly from: unknown; readonly to: unknown };

export type ChangeBody = {
  readonly fields: readonly FieldChange[];
  /** Where a game, or a night, has more changes than are kept one by one: how many others, by the member they are in. */
  readonly others: readonly { readonly path: string; readonly count: number }[];
  /** The providers of whom something new about the game had come in: empty where a rule or a decision changed it. */
  readonly providers: {
    readonly records: readonly string[];
    readonly lines: readonly string[];
  };
};

/** Whether a value was there that callers could have seen: an empty list (of ids) is none. */
export function isCorrection({ from }: FieldChange): boolean {
  return from !== null && !(Array.isArray(from) && from.length === 0);
}

/** The providers by whom a game can have changed: a record that moves the start moves every close, too. */
export function providersOf({ providers: { records, lines } }: Pick<ChangeBody, "providers">): readonly string[] {
  return [...new Set([...records, ...lines])].sort();
}

export type ChangeRow = ReleaseTables["archive_changes"];
export type SummaryRow = ReleaseTables["archive_summaries"];

/** The number of the last change so far: of all changes, and of each sport that has any. */
export type ChangeEnds = Readonly<Partial<Record<"all" | Sport, number>>>;

export type SummaryBody = {
  /** How many games the revision added, changed and took away. Null in revisions from before that was counted. */
  readonly added: number | null;
  readonly changed: number | null;
  readonly removed: number | null;
  /** Odds rows in the archive as of the revision. */
  readonly odds_rows: number | null;
  /** The seasons that the revision touched, by sport and season. */
  readonly seasons: readonly { readonly sport: Sport; readonly season: number }[] | null;
  readonly ends: ChangeEnds;
};

export function summaryRow(row: Omit<SummaryRow, "body">, body: SummaryBody): SummaryRow {
  return { ...row, body: JSON.stringify(body) };
}

export function summaryBodyOf({ body }: SummaryRow): SummaryBody {
  return JSON.parse(body) as SummaryBody;
}

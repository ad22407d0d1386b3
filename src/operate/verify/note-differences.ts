/** Notes a value that is published beside the one that it should be. */
import type { Findings } from "../../database/findings.ts";
import type { FieldChange } from "../../release/changes.ts";

/** A list or an object may be as long as a page. */
const mostCharacters = 200;

/** @param fields `from` is what is published, `to` what was recomputed. */
export function noteDifferences(findings: Findings, where: string, fields: Iterable<FieldChange>): void {
  for (const { path, from, to } of fields) {
    const isUntold = from === null && to === null;
    findings.note(
      where,
      `${path}: ${isUntold ? "not as recomputed" : `published ${shown(from)}, recomputed ${shown(to)}`}`,
    );
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}

/** A list as CSV, by the words of [D-29]: dotted columns, RFC 4180 quoting, null as an empty cell. */

/** The columns and cells of a row: the leaves of its members by their names, joined with dots. */
function leavesOf(value: unknown, name: string, shape: unknown): [string, unknown][] {
  if (Array.isArray(shape)) return [[name, Array.isArray(value) ? value.join("|") : null]];
  if (typeof shape !== "object" || shape === null) return [[name, value]];
  return Object.entries(shape).flatMap(([key, member]) =>
    leavesOf((value as Record<string, unknown> | null)?.[key] ?? null, name === "" ? key : `${name}.${key}`, member),
  );
}

function cell(value: unknown): string {
  const text = value === null ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The columns of a bet at a moment, which few requests ask for. */
const moment = { minutes_before: 0, line: 0, price: 0, age_minutes: 0, result: "", profit: 0 };

/** @param shape a row in which every object is there, so that all columns are known. */
export function csvLines(rows: readonly object[], shape: object): string[] {
  const whole = "at_moment" in shape ? { ...shape, at_moment: moment } : shape;
  const columns = leavesOf(whole, "", whole).map(([name]) => name);
  const body = rows.map((row) =>
    leavesOf(row, "", whole)
      .map(([, value]) => cell(value))
      .join(),
  );
  return [columns.join(), ...body];
}

/**
 * Returns an SQL expression for the UTC day of a point in time, in the form of `dayOf`.
 * @param ms an SQL expression of epoch milliseconds.
 */
export function dayOfMs(ms: string): string {
  return `to_char(to_timestamp((${ms}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`;
}

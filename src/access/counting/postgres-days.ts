/** The day of UTC that a moment lies in, as `dayOf` has it, in SQL. @param ms an expression of epoch milliseconds. */
export function dayOfMs(ms: string): string {
  return `to_char(to_timestamp((${ms}) / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')`;
}

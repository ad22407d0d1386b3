/** The address of the page of a day. */

/** @param date YYYY-MM-DD. */
export function slatePath(date: string): string {
  return `/slate/${date}`;
}

/** The cookies of a visit. */

/** The value of a cookie; empty: the request has none of that name. */
export function cookieIn(header: string | undefined, name: string): string {
  const found = (header ?? "").split(/; */).find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

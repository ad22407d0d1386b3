/** How many games a visitor without a key has had the lines of. A cookie of the session says so, and our signature that it is ours. */
export const mostGamesOfVisit = 500;

const cookie = "gradeline_graded";

/** @param cookieHeader of the request. What is no value of ours counts as none. */
export function gamesOfVisit(cookieHeader: string | undefined, sign: (text: string) => string): number {
  const found = (cookieHeader ?? "").split(/; */).find((each) => each.startsWith(`${cookie}=`));
  const [, count = "", signature = ""] = /^[^=]+=(\d{1,3})\.([\w-]+)$/.exec(found ?? "") ?? [];
  return count !== "" && signature === sign(`graded ${count}`) ? Number(count) : 0;
}

/** The value of Set-Cookie: other sites cannot have it sent. */
export function visitGamesCookie(count: number, isHttps: boolean, sign: (text: string) => string): string {
  const value = `${count}.${sign(`graded ${count}`)}`;
  return `${cookie}=${value}; Path=/grade; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;
}
